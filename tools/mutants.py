#!/usr/bin/env python3
"""Plants one fault at a time and checks that the tests notice.

usage: tools/mutants.py [--list | --check] [--only NAME]... [--sample K [--seed N]] [--file FILE]

The faults are in tools/mutants.toml. The source tree is copied to build/mutants/1 and 2; there each fault is
applied, the named test program is built and run, and the fault is taken out again.

  killed     the tests failed, crashed or ran too long: good
  SURVIVED   the tests passed: a test is missing
  INVALID    the text to replace does not occur exactly once, or the mutant does not compile

Exit code 0 when every mutant was killed, otherwise 1.
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import shutil
import subprocess
import sys
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build/mutants"
SMALL_PROGRAMS = {"test_quick", "test_executive", "test_executive_threads", "test_control", "test_control_threads", "test_motion",
                  "test_synchronous_path", "test_memory_model"}
FIELDS = {"name", "file", "find", "replace", "target"}


def read_mutants(file):
    with open(file, "rb") as stream:
        mutants = tomllib.load(stream).get("mutant", [])
    names = [m.get("name", "?") for m in mutants]
    for mutant in mutants:
        missing = FIELDS - mutant.keys()
        if missing or ("filter" in mutant) == ("ctest" in mutant):
            sys.exit(f"{file}: mutant '{mutant.get('name', '?')}' needs {', '.join(sorted(FIELDS))} "
                     "and either filter (GoogleTest) or ctest (a regular expression)")
    for name in set(names):
        if names.count(name) > 1:
            sys.exit(f"{file}: two mutants are called '{name}'")
    return mutants


def source_files():
    """Tracked files and new ones that are not ignored; without git, everything but build folders."""
    listing = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                             capture_output=True, check=False) if shutil.which("git") else None
    if listing and listing.returncode == 0:
        names = {name for name in listing.stdout.decode().split("\0") if name}
    else:
        names = {f.relative_to(ROOT).as_posix() for f in ROOT.rglob("*")}
    return {n for n in names if (ROOT / n).is_file() and not n.startswith(("build/", ".git/"))}


class Workshop:
    """One copy of the sources and its build: faults go in and out there, one at a time."""

    def __init__(self, number, jobs, flags):
        self.jobs, self.flags = jobs, flags
        folder = FOLDER / str(number)
        # placed as build/release is in these sources, so that the compiler's cache finds what was compiled there
        self.tree, self.build_folder, self.log = folder / "tree", folder / "tree/build/release", folder / "log.txt"
        self.tree.mkdir(parents=True, exist_ok=True)
        self.log.write_text("", encoding="utf-8")

    def copy_tree(self):
        """Makes the tree equal to the sources; unchanged files keep their time, so little is built again."""
        wanted = source_files()
        for name in wanted:
            source, copy = ROOT / name, self.tree / name
            if copy.is_file() and copy.read_bytes() == source.read_bytes():
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)
        for file in self.tree.rglob("*"):
            name = file.relative_to(self.tree).as_posix()
            if file.is_file() and not name.startswith("build/") and name not in wanted:
                file.unlink()

    def run(self, command, seconds):
        """True when the command succeeds within its time. What it prints goes to the log."""
        environment = dict(os.environ)
        environment.setdefault("TAUFORGE_SHARED", str(ROOT / "../shared"))
        with open(self.log, "a", encoding="utf-8") as log:
            log.write(f"\n$ {' '.join(map(str, command))}\n")
            log.flush()
            try:
                return subprocess.run(command, cwd=self.tree, env=environment, stdout=log, stderr=log,
                                      stdin=subprocess.DEVNULL, timeout=seconds, check=False).returncode == 0
            except subprocess.TimeoutExpired:
                log.write(f"stopped after {seconds} s\n")
                return False

    def configure(self):
        # tests are listed when they run, not when they are built
        return self.run(["cmake", "-S", self.tree, "-B", self.build_folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                         *self.flags, "-DCMAKE_GTEST_DISCOVER_TESTS_DISCOVERY_MODE=PRE_TEST"], 300)

    def build(self, targets):
        return self.run(["cmake", "--build", self.build_folder, "-j", str(self.jobs), "--target", *targets], 3600)

    def tests_pass(self, mutant):
        seconds = mutant.get("seconds", 120)
        if "ctest" in mutant:
            return self.run(["ctest", "--test-dir", self.build_folder, "-R", mutant["ctest"], "--no-tests=error",
                             "--output-on-failure"], seconds)
        program, chosen = self.build_folder / "tests" / targets_of(mutant)[0], f"--gtest_filter={mutant['filter']}"
        listed = subprocess.run([program, chosen, "--gtest_list_tests"], capture_output=True, text=True, check=False)
        if "  " not in listed.stdout:  # a filter that selects nothing would pass
            return False
        return self.run([program, chosen, "--gtest_fail_fast"], seconds)

    def baseline(self, mutants):
        """A test that fails without a fault would kill everything and prove nothing."""
        self.copy_tree()
        if not self.configure() or not self.build(sorted({t for m in mutants for t in targets_of(m)})):
            return f"the unchanged sources do not build; see {self.log}"
        seen = set()
        for mutant in mutants:
            tests = (str(mutant["target"]), mutant.get("filter"), mutant.get("ctest"))
            if tests not in seen and not self.tests_pass(mutant):
                return f"without any fault the tests of '{mutant['name']}' fail; see {self.log}"
            seen.add(tests)
        return ""

    def judge(self, mutant):
        if why := why_unfit(mutant, self.tree):
            return "INVALID", why
        file = self.tree / mutant["file"]
        sound = file.read_text(encoding="utf-8")
        try:
            file.write_text(sound.replace(mutant["find"], mutant["replace"]), encoding="utf-8")
            if not self.build(targets_of(mutant)):
                return "INVALID", "does not compile"
            return ("SURVIVED", mutant["file"]) if self.tests_pass(mutant) else ("killed", "")
        finally:
            file.write_text(sound, encoding="utf-8")


def why_unfit(mutant, tree):
    """Why the fault cannot be planted in these sources; empty: it can."""
    file = tree / mutant["file"]
    if not file.is_file():
        return f"there is no file {mutant['file']}"
    occurrences = file.read_text(encoding="utf-8").count(mutant["find"])
    return "" if occurrences == 1 else f"the text to replace occurs {occurrences} times in {mutant['file']}"


def targets_of(mutant):
    return mutant["target"] if isinstance(mutant["target"], list) else [mutant["target"]]


def shares(mutants):
    """Two lots that are worked on side by side: what is linked with a module or two, and what needs nearly all of them.
    A mutant of either is mostly one object, a link and a test, one core's work; nearly nothing is built for both."""
    small = [m for m in mutants if targets_of(m)[0] in SMALL_PROGRAMS]
    large = [m for m in mutants if m not in small]
    return [lot for lot in (large, small) if lot]


def work(number, mutants, jobs, flags, begin, say):
    """Judges its share; the verdicts, or why there are none."""
    workshop = Workshop(number, jobs, flags)
    if trouble := workshop.baseline(mutants):
        return trouble
    say(f"{time.monotonic() - begin:5.0f} s  the tests of {len(mutants)} mutants pass without faults")
    verdicts = []
    for mutant in mutants:
        start = time.monotonic()
        verdict, remark = workshop.judge(mutant)
        verdicts.append(verdict)
        say(f"{verdict:9} {time.monotonic() - start:5.0f} s  {mutant['name']}{': ' + remark if remark else ''}")
    return verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="print the faults and stop")
    parser.add_argument("--check", action="store_true", help="only see that every text to replace occurs once")
    parser.add_argument("--only", action="append", metavar="NAME", help="run only this one; may be repeated")
    parser.add_argument("--file", default=ROOT / "tools/mutants.toml", help="where the faults are described")
    parser.add_argument("--sample", type=int, default=1, metavar="K", help="one of K, chosen at random")
    parser.add_argument("--seed", type=int, help="of that choice; printed where it is not given")
    arguments = parser.parse_args()
    if arguments.sample < 1:
        parser.error("--sample takes 1, 2, 3 ...")
    mutants = read_mutants(arguments.file)
    if arguments.only:
        unknown = set(arguments.only) - {m["name"] for m in mutants}
        if unknown:
            sys.exit(f"there is no mutant called {', '.join(sorted(unknown))}; --list shows them")
        mutants = [m for m in mutants if m["name"] in arguments.only]
    if arguments.sample > 1:
        seed = random.randrange(10**6) if arguments.seed is None else arguments.seed
        some = random.Random(seed).sample(range(len(mutants)), -(-len(mutants) // arguments.sample))
        print(f"{len(some)} of {len(mutants)} mutants: --sample {arguments.sample} --seed {seed}", flush=True)
        mutants = [mutants[k] for k in sorted(some)]
    if arguments.list:
        for mutant in mutants:
            print(f"{mutant['name']:44} {mutant['file']:44} {mutant.get('filter') or mutant['ctest']}")
        return 0

    if arguments.check:
        unfit = [(m["name"], why) for m in mutants if (why := why_unfit(m, ROOT))]
        for name, why in unfit:
            print(f"INVALID   {name}: {why}")
        return 1 if unfit else 0

    begin = time.monotonic()
    lots = shares(mutants)
    jobs = os.cpu_count() or 2
    # -O1 builds many mutants fastest; for a few, most objects come from the cache, compiled as build/release was
    flags = [] if len(mutants) <= 30 else ["-DCMAKE_CXX_FLAGS_RELEASE=-O1"]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        say = lambda text: print(text, flush=True)  # noqa: E731
        results = list(pool.map(lambda lot: work(*lot, jobs, flags, begin, say), enumerate(lots, 1)))
    for trouble in results:
        if isinstance(trouble, str):
            sys.exit(trouble)
    killed = sum(verdicts.count("killed") for verdicts in results)
    print(f"{killed} of {len(mutants)} mutants killed, {time.monotonic() - begin:.0f} s; logs: "
          f"{FOLDER.relative_to(ROOT)}/*/log.txt")
    return 0 if killed == len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
