#!/usr/bin/env python3
"""Rewrites the golden files (operation counts, error texts, generated code) and shows what changed.

usage: tools/update_golden.py [CTEST REGULAR EXPRESSION]

Builds build/release, runs the tests with TAUFORGE_UPDATE_GOLDEN=1, then once more without it, and prints
`git diff --stat`. Read the diff before you commit it: a golden file is reviewed like code.
"""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(*command, **environment):
    return subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=False).returncode


def main():
    if len(sys.argv) > 2 or sys.argv[1:2] in (["-h"], ["--help"]):
        print(__doc__)
        return 0 if len(sys.argv) == 2 else 2
    if run("cmake", "--preset", "release") or run("cmake", "--build", "--preset", "release"):
        return 1
    ctest = ["ctest", "--test-dir", "build/release", "--quiet", "--output-on-failure", "-R", (sys.argv[1:] or ["."])[0]]
    run(*ctest, TAUFORGE_UPDATE_GOLDEN="1")
    passed = run(*ctest) == 0
    run("git", "--no-pager", "diff", "--stat")
    run("git", "ls-files", "--others", "--exclude-standard")
    if not passed:
        print("Tests still fail: what they found is not a matter of golden files.")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
