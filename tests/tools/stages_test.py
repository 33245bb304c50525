#!/usr/bin/env python3
"""What ./test makes of stages and tests that lack a tool, and of runs that take too long."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def shell(script, ci, cwd=ROOT, **more):
    """Runs a script that has the functions of tools/; its stages log into a folder of their own."""
    environment = {k: v for k, v in os.environ.items() if k != "CI"} | more
    if ci:
        environment["CI"] = "true"
    with tempfile.TemporaryDirectory() as folder:
        whole = f"set -euo pipefail\nsource tools/setup.sh\nlogs={folder}\nsource tools/stages.sh\n{script}"
        return subprocess.run(["bash", "-c", whole], cwd=cwd, env=environment, capture_output=True, text=True,
                              check=False, timeout=300)


class Stages(unittest.TestCase):
    def test_a_stage_without_its_tool_is_skipped_by_name(self):
        run = shell("stage Fine fine true\nstage Lacking lacking need no-such-tool\nreport_stages 1", ci=False)
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertRegex(run.stdout, r"skipped +\d+ s  Lacking")

    def test_a_stage_without_its_tool_fails_in_ci(self):
        run = shell("stage Fine fine true\nstage Lacking lacking need no-such-tool\nreport_stages 1", ci=True)
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stdout, r"FAILED +\d+ s  Lacking")
        self.assertIn("1 of 2 stages failed", run.stdout)

    def test_a_stage_that_fails_fails_everywhere(self):
        for ci in (False, True):
            self.assertEqual(shell("stage Bad bad false\nreport_stages 1", ci).returncode, 1)

    def test_oracles_that_cannot_be_fetched_fail_in_ci(self):
        # a registry that refuses every connection
        with tempfile.TemporaryDirectory() as folder:
            unreachable = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0", "PIP_NO_CACHE_DIR": "1",
                           "PIP_CONFIG_FILE": os.devnull, "TAUFORGE_ORACLES": folder + "/oracles"}
            script = "stage Oracles oracles install_oracles\nreport_stages 5"
            self.assertEqual(shell(script, ci=True, **unreachable).returncode, 1)
            run = shell(script, ci=False, **unreachable)
            self.assertEqual(run.returncode, 0, run.stdout)
            self.assertRegex(run.stdout, r"skipped +\d+ s  Oracles")

    def test_a_run_longer_than_its_minutes_fails_in_ci_alone(self):
        script = "began=$((SECONDS - 61))\nstage Fine fine true\nreport_stages 1"
        self.assertEqual(shell(script, ci=True).returncode, 1)
        self.assertEqual(shell(script, ci=False).returncode, 0)


class Tests(unittest.TestCase):
    program = None

    def oracle_test(self, ci):
        environment = {k: v for k, v in os.environ.items() if k != "CI"} | {"TAUFORGE_PYTHON": "/bin/false"}
        if ci:
            environment["CI"] = "true"
        return subprocess.run([self.program, "--gtest_filter=*PinocchioAgrees*puma260"], env=environment,
                              capture_output=True, text=True, check=False)

    def test_a_test_without_its_oracle_is_skipped_and_fails_in_ci(self):
        if not self.program:
            self.skipTest("no test program was named")
        self.assertIn("[  SKIPPED ]", self.oracle_test(ci=False).stdout)
        run = self.oracle_test(ci=True)
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn("pinocchio is not installed, and CI=true", run.stdout)
        self.assertNotIn("[  SKIPPED ]", run.stdout)


if __name__ == "__main__":
    Tests.program = sys.argv.pop() if len(sys.argv) > 1 and not sys.argv[-1].startswith("-") else None
    unittest.main()
