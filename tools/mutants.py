#!/usr/bin/env python3
"""Plants one fault at a time and checks that the tests notice.

usage: tools/mutants.py [--list] [--only NAME]... [--sample K [--seed N]] [--file FILE]

The faults are in tools/mutants.toml. The source tree is copied to build/mutants/tree; there each
fault is applied, the named test program is built and run, and the fault is taken out again.

  killed     the tests failed, crashed or ran too long: good
  SURVIVED   the tests passed: a test is missing
  INVALID    the text to replace does not occur exactly once, or the mutant does not compile

Exit code 0 when every mutant was killed, otherwise 1.
"""
import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
TREE = ROOT / "build/mutants/tree"
BUILD = ROOT / "build/mutants/build"
LOG = ROOT / "build/mutants/log.txt"
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


def copy_tree():
    """Makes TREE equal to the sources; unchanged files keep their time, so little is built again."""
    wanted = source_files()
    for name in wanted:
        source, copy = ROOT / name, TREE / name
        if copy.is_file() and copy.read_bytes() == source.read_bytes():
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, copy)
    for file in TREE.rglob("*"):
        if file.is_file() and file.relative_to(TREE).as_posix() not in wanted:
            file.unlink()


def run(command, seconds, cwd=TREE):
    """True when the command succeeds within its time. What it prints goes to the log."""
    environment = dict(os.environ)
    environment.setdefault("TAUFORGE_SHARED", str(ROOT / "../shared"))
    with open(LOG, "a", encoding="utf-8") as log:
        log.write(f"\n$ {' '.join(map(str, command))}\n")
        log.flush()
        try:
            return subprocess.run(command, cwd=cwd, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                                  timeout=seconds, check=False).returncode == 0
        except subprocess.TimeoutExpired:
            log.write(f"stopped after {seconds} s\n")
            return False


def configure():
    # -O1 without debugging information builds fastest for tests that also have to run;
    # tests are listed when they run, not when they are built.
    return run(["cmake", "-S", TREE, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                "-DCMAKE_CXX_FLAGS_RELEASE=-O1", "-DCMAKE_GTEST_DISCOVER_TESTS_DISCOVERY_MODE=PRE_TEST"], 300)


def build(target):
    targets = target if isinstance(target, list) else [target]
    return run(["cmake", "--build", BUILD, "-j", str(os.cpu_count() or 2), "--target", *targets], 1800)


def tests_pass(mutant):
    seconds = mutant.get("seconds", 120)
    if "ctest" in mutant:
        return run(["ctest", "--test-dir", BUILD, "-R", mutant["ctest"], "--no-tests=error", "--output-on-failure"], seconds)
    target = mutant["target"]
    program = target[0] if isinstance(target, list) else target
    return run([BUILD / "tests" / program, f"--gtest_filter={mutant['filter']}", "--gtest_fail_fast"], seconds)


def baseline(mutants):
    """A test that fails without a fault would kill everything and prove nothing."""
    targets = []
    for mutant in mutants:
        targets += mutant["target"] if isinstance(mutant["target"], list) else [mutant["target"]]
    if not configure() or not build(sorted(set(targets))):
        sys.exit(f"the unchanged sources do not build; see {LOG}")
    seen = set()
    for mutant in mutants:
        tests = (str(mutant["target"]), mutant.get("filter"), mutant.get("ctest"))
        if tests not in seen and not tests_pass(mutant):
            sys.exit(f"without any fault the tests of '{mutant['name']}' fail; see {LOG}")
        seen.add(tests)


def judge(mutant):
    file = TREE / mutant["file"]
    if not file.is_file():
        return "INVALID", f"there is no file {mutant['file']}"
    sound = file.read_text(encoding="utf-8")
    occurrences = sound.count(mutant["find"])
    if occurrences != 1:
        return "INVALID", f"the text to replace occurs {occurrences} times in {mutant['file']}"
    try:
        file.write_text(sound.replace(mutant["find"], mutant["replace"]), encoding="utf-8")
        if not build(mutant["target"]):
            return "INVALID", "does not compile"
        return ("SURVIVED", mutant["file"]) if tests_pass(mutant) else ("killed", "")
    finally:
        file.write_text(sound, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="print the faults and stop")
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

    LOG.parent.mkdir(parents=True, exist_ok=True)
    LOG.write_text("", encoding="utf-8")
    begin = time.monotonic()
    copy_tree()
    baseline(mutants)
    print(f"the tests pass without faults, {time.monotonic() - begin:.0f} s", flush=True)
    verdicts = []
    for mutant in mutants:
        start = time.monotonic()
        verdict, remark = judge(mutant)
        verdicts.append(verdict)
        print(f"{verdict:9} {time.monotonic() - start:5.0f} s  {mutant['name']}{': ' + remark if remark else ''}", flush=True)
    killed = verdicts.count("killed")
    print(f"{killed} of {len(mutants)} mutants killed, {time.monotonic() - begin:.0f} s; log: {LOG.relative_to(ROOT)}")
    return 0 if killed == len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
