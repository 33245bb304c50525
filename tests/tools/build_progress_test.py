#!/usr/bin/env python3
"""What tools/build_progress.py makes of builds, told by programs that talk as ninja does."""
import importlib.util
import os
import pathlib
import pty
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = ROOT / "tools/build_progress.py"
spec = importlib.util.spec_from_file_location("build_progress", TOOL)
build_progress = importlib.util.module_from_spec(spec)
spec.loader.exec_module(build_progress)

OBJECT = "Building CXX object modules/CMakeFiles/tauforge_robot.dir/robot/{}.cpp.o"
TWO_FILES = f"""
def redraw(done, text): print(f"\\r[{{done}}/3] {{text}}\\x1b[K", end="", flush=True)
import time
redraw(0, "{OBJECT.format("tree")}")
redraw(0, "{OBJECT.format("couple")}")
time.sleep(1)
redraw(1, "{OBJECT.format("tree")}")
"""
FAILURE = f"""
redraw(2, "{OBJECT.format("couple")}")
print("\\nFAILED: modules/robot/couple.cpp.o")
print("couple.cpp:7:3: error: 'x' was not declared in this scope")
print("ninja: build stopped: subcommand failed.")
raise SystemExit(7)
"""


def build(script, *more, on_terminal=False):
    """Output, log and exit code of a build that is a Python script."""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "build.log"
        command = [sys.executable, str(TOOL), "--log", str(log), *more, "--", sys.executable, "-c", script]
        if on_terminal:
            shown = []
            reader = lambda descriptor: shown.append(os.read(descriptor, 4096)) or shown[-1]
            silent = os.open(os.devnull, os.O_WRONLY)
            keep = os.dup(1)
            os.dup2(silent, 1)
            try:
                status = os.waitstatus_to_exitcode(pty.spawn(command, reader))
            finally:
                os.dup2(keep, 1)
            output = b"".join(shown).decode()
        else:
            run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                                 timeout=60)
            output, status = run.stdout, run.returncode
        return output, log.read_text(), status


class Build(unittest.TestCase):
    def test_says_how_many_of_how_many_and_what_is_being_compiled(self):
        output, log, status = build(TWO_FILES, "--every", "0.1")
        self.assertEqual(status, 0)
        self.assertRegex(output, r"  0 of 3  robot/tree\.cpp, robot/couple\.cpp")
        self.assertIn("3 steps in", output)
        self.assertNotIn("\x1b", output + log)
        self.assertIn("[1/3] " + OBJECT.format("tree"), log)

    def test_is_quiet_between_its_lines_without_a_terminal(self):
        output, _, _ = build(TWO_FILES)
        self.assertNotIn("of 3", output)

    def test_redraws_one_line_on_a_terminal(self):
        output, _, status = build(TWO_FILES, on_terminal=True)
        self.assertEqual(status, 0)
        self.assertRegex(output, r"\r  0 of 3  robot/tree\.cpp, robot/couple\.cpp\x1b\[K")
        drawn = output[:output.index("3 steps in")]
        self.assertNotIn("\n", drawn)
        self.assertTrue(drawn.rstrip(" ").endswith("\r\x1b[K"), repr(drawn))  # cleared at the end

    def test_shows_the_compilers_message_and_the_log_and_keeps_the_exit_code(self):
        for on_terminal in (False, True):
            output, log, status = build(TWO_FILES + FAILURE, on_terminal=on_terminal)
            self.assertEqual(status, 7)
            for text in (output, log):
                self.assertIn("FAILED: modules/robot/couple.cpp.o", text)
                self.assertIn("couple.cpp:7:3: error: 'x' was not declared in this scope", text)
            self.assertRegex(output, r"exit code 7; all it said is in \S+build\.log")
            self.assertNotIn("steps in", output)

    def test_shows_warnings_of_a_build_that_succeeds(self):
        output, _, status = build("print('-- Configuring done'); print('a.cpp:1:1: warning: unused')")
        self.assertEqual((output, status), ("a.cpp:1:1: warning: unused\n", 0))

    def test_a_command_that_does_not_exist_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([sys.executable, TOOL, "--log", folder + "/log", "--", "no-such-builder"],
                                 capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual(run.returncode, 127)
        self.assertIn("no-such-builder: No such file", run.stdout)

    def test_a_killed_build_has_the_shells_exit_code(self):
        self.assertEqual(build("import os; os.kill(os.getpid(), 15)")[2], 128 + 15)


class Estimate(unittest.TestCase):
    def test_takes_as_long_per_step_as_until_now(self):
        now = [100.0]
        progress = build_progress.Progress(clock=lambda: now[0])
        progress.step(0, 40, OBJECT.format("tree"))
        self.assertIsNone(progress.left())
        now[0] += 30
        progress.step(10, 40, OBJECT.format("tree"))
        self.assertEqual(progress.left(), 90)
        self.assertEqual(progress.line(80), "  10 of 40, about 2 min left")

    def test_begins_anew_when_the_number_of_steps_changes(self):
        now = [0.0]
        progress = build_progress.Progress(clock=lambda: now[0])
        progress.step(0, 1, "Re-running CMake...")
        now[0] = 60
        progress.step(0, 200, OBJECT.format("tree"))
        now[0] = 70
        progress.step(100, 200, OBJECT.format("tree"))
        self.assertEqual(progress.left(), 10)

    def test_a_line_fits_its_width(self):
        progress = build_progress.Progress()
        for name in ("tree", "couple", "assemble", "description"):
            progress.step(0, 9, OBJECT.format(name))
        self.assertLessEqual(len(progress.line(40)), 40)

    def test_names_what_steps_are_about(self):
        self.assertEqual(build_progress.subject(OBJECT.format("tree")), "robot/tree.cpp")
        self.assertEqual(build_progress.subject("Linking CXX static library modules/libx.a"), "linking libx.a")


if __name__ == "__main__":
    unittest.main()
