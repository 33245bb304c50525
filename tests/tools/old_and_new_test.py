#!/usr/bin/env python3
"""What benchmarks/old_and_new makes of its arguments, of code that differs, and of the times of both."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# In place of the program: generates the code that its tree holds.
PROGRAM = """#!/bin/sh
mkdir -p "$4" && cp code.c "$4/$6.c" && cp code.h "$4/$6.h"
"""
PROGRAM_OF_OLD = PROGRAM.replace("code.c", "$(dirname \"$0\")/../../code.c").replace(
    "code.h", "$(dirname \"$0\")/../../code.h")
# In place of cmake: `--build FOLDER --target ...` leaves programs there.
CMAKE = """#!/bin/sh
[ "$1" = --build ] || { mkdir -p "$4"; exit 0; }
case $2 in
  build/old/*) cp program_of_old "$2/tauforge" ;;
  *) cp program "$2/tauforge"; cp measuring "$2/tauforge_old_and_new" ;;
esac
"""


def run(*command, cwd=ROOT, **environment):
    return subprocess.run(command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True, check=False,
                          timeout=300)


def judge(*lines):
    return subprocess.run(["awk", "-f", str(ROOT / "benchmarks/verdict.awk")], input="".join(x + "\n" for x in lines),
                          capture_output=True, text=True, check=False)


class Arguments(unittest.TestCase):
    def refused(self, words, *arguments):
        answer = run("benchmarks/old_and_new", *arguments)
        self.assertEqual(answer.returncode, 2, answer.stderr)
        self.assertIn(words, answer.stderr)

    def test_help_names_the_options(self):
        answer = run("benchmarks/old_and_new", "--help")
        self.assertEqual(answer.returncode, 0)
        for option in ("--revision REV", "--rounds N"):
            self.assertIn(option, answer.stdout)

    def test_what_is_not_understood_is_refused(self):
        self.refused("unknown argument '--revison'", "--revison", "HEAD")
        self.refused("--revision needs a revision", "--revision")
        self.refused("there is no revision 'no-such-revision'", "--revision", "no-such-revision")
        for rounds in ("0", "-3", "many", "10000000", ""):
            self.refused("--rounds needs a number", "--rounds", rounds)
        self.refused("--rounds needs a number", "--rounds")


class Verdict(unittest.TestCase):
    def test_slower_in_every_run_is_a_regression(self):
        answer = judge("mass_matrix panda 1.00 0.99 1.01", "regressor panda 0.969 0.95 0.90")
        self.assertEqual(answer.returncode, 1)
        self.assertRegex(answer.stdout, r"regressor +panda +0\.969 +0\.950 +0\.900 +SLOWER")
        self.assertNotRegex(answer.stdout, r"mass_matrix.*SLOWER")
        self.assertIn("1 became slower", answer.stdout)

    def test_slower_in_two_runs_of_three_is_none(self):
        for ratios in ("0.90 0.90 0.97", "0.97 0.9 0.9", "0.9 1.2 0.9"):
            self.assertEqual(judge("mass_matrix panda " + ratios).returncode, 0, ratios)

    def test_faster_code_is_named(self):
        self.assertIn("faster", judge("mass_matrix panda 1.2 1.1 1.3").stdout)
        self.assertNotIn("faster", judge("mass_matrix panda 1.2 1.01 1.3").stdout)

    def test_what_is_no_ratio_is_not_taken_for_one(self):
        for ratio in ("nan", "inf", "-1", "0", "x"):
            self.assertEqual(judge("mass_matrix panda 1.0 1.0 " + ratio).returncode, 4, ratio)


class WholeWay(unittest.TestCase):
    """The script in a repository of its own, with programs that take no time in place of the real ones."""

    def setUp(self):
        self.place = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.place)
        (self.place / "benchmarks").mkdir()
        for name in ("old_and_new", "code.sh", "verdict.awk"):
            shutil.copy(ROOT / "benchmarks" / name, self.place / "benchmarks" / name)
        (self.place / "tools").mkdir()
        self.write("tools/cmake", CMAKE)
        self.write("program", PROGRAM)
        self.write("program_of_old", PROGRAM_OF_OLD)
        self.write("code.c", "/* once\n * upon */\nint f(void) { return 1; } /* a time */\n")
        self.write("code.h", "int f(void);\n")
        self.git("init", "--quiet")
        self.commit()

    def write(self, name, text):
        (self.place / name).write_text(text)
        (self.place / name).chmod(0o755)

    def git(self, *arguments):
        answer = run("git", "-c", "user.name=t", "-c", "user.email=t@t", *arguments, cwd=self.place)
        self.assertEqual(answer.returncode, 0, answer.stderr)

    def commit(self):
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", "x")

    def compare(self, *arguments, ratios="f panda 1.0 1.0 1.0"):
        self.write("measuring", f"#!/bin/sh\necho \"$@\" >arguments\necho '{ratios}'\n")
        return run("benchmarks/old_and_new", *arguments, cwd=self.place,
                   PATH=f"{self.place}/tools:{os.environ['PATH']}", CC="true")

    def test_without_a_tag_a_revision_has_to_be_named(self):
        answer = self.compare()
        self.assertEqual(answer.returncode, 2)
        self.assertIn("there is no tag: name a revision with --revision", answer.stderr)

    def test_code_that_differs_in_comments_alone_is_identical_and_not_timed(self):
        self.git("tag", "v1")
        self.write("code.c", "/* twice */\nint f(void) { return 1; }\n\n/*** and\n   more **/\n")
        answer = self.compare()
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn("puma560: identical\n", answer.stdout)
        self.assertIn("The code of v1 and of this tree is identical: nothing to time.", answer.stdout)
        self.assertFalse((self.place / "arguments").exists())

    def test_code_that_differs_is_timed_and_judged(self):
        self.write("code.c", "int f(void) { return 2; }\n")
        for ratios, status in (("f panda 1.0 0.9 0.9", 0), ("f panda 0.9 0.9 0.9", 1)):
            answer = self.compare("--revision", "HEAD", "--rounds", "7", ratios=ratios)
            self.assertEqual(answer.returncode, status, answer.stderr)
            self.assertIn("puma560: different\n", answer.stdout)
        self.assertRegex((self.place / "arguments").read_text(), r"^--rounds 7 --old \S+ --new \S+ robots/puma560.toml ")

    def test_a_changed_declaration_is_a_difference(self):
        self.write("code.h", "long f(void);\n")
        self.write("code.c", "/* once\n * upon */\nint f(void) { return 1; } /* a time */\n")
        self.assertIn("ur10e: different\n", self.compare("--revision", "HEAD").stdout)

    def test_a_program_that_cannot_be_built_is_named(self):
        self.write("tools/cmake", "#!/bin/sh\necho no compiler; exit 1\n")
        answer = self.compare("--revision", "HEAD")
        self.assertEqual(answer.returncode, 4)
        self.assertIn("failed: cmake", answer.stderr)
        self.assertIn("no compiler", answer.stderr)


if __name__ == "__main__":
    unittest.main()
