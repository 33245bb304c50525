#!/usr/bin/env python3
"""Runs a build and says how far it is: how many steps of how many, what is being compiled, about how long it will take.

    tools/build_progress.py --log FILE [--append] [--terminal DESCRIPTOR] -- COMMAND...

On a terminal one line is redrawn; elsewhere a line comes every ten seconds. Everything that is not a step (warnings,
errors, what else the command says) is shown at once, everything goes to the log, and the exit code is the command's.
"""
import argparse
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

STEP = re.compile(r"\[(\d+)/(\d+)\] (.*)")
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
UNREMARKABLE = re.compile(r"-- |Preset |$|  [A-Z_]+=|ninja: (Entering directory|no work to do)")
FIRST_GUESS = 5  # seconds before the time left is estimated


def subject(step):
    """What a step of ninja is about: 'identify/excited.cpp' of 'Building CXX object .../x.dir/identify/excited.cpp.o'."""
    words = step.split()
    last = re.sub(r"^.*\.dir/", "", words[-1]) if words else ""
    if step.startswith("Building"):
        return re.sub(r"\.o$", "", last)
    if step.startswith("Linking"):
        return "linking " + os.path.basename(last)
    return step


def span(seconds):
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min"


class Progress:
    """Counts steps. A step is announced when it begins (where the build thinks it has a terminal) and when it is done."""

    def __init__(self, clock=time.monotonic):
        self.clock = clock
        self.done = self.total = 0
        self.running = []
        self.began = None

    def step(self, done, total, text):
        if total != self.total or self.began is None:  # at first; and again after CMake ran once more
            self.total, self.running, self.began = total, [], self.clock()
            self.at_begin = done
        name = subject(text)
        if name in self.running:
            self.running.remove(name)
        elif done < total:
            self.running.append(name)
        self.done = done

    def left(self):
        """Seconds, or None where too little is known: as long per step as until now."""
        made, took = self.done - self.at_begin, self.clock() - self.began
        return None if took < FIRST_GUESS or made <= 0 else took * (self.total - self.done) / made

    def line(self, width):
        left = self.left()
        counted = f"  {self.done} of {self.total}"
        guess = "" if left is None else f", about {span(left)} left"
        room = width - len(counted) - len(guess) - 3
        names = ", ".join(self.running[:4])
        if len(names) > room:
            names = names[:max(0, room - 3)] + "..."
        return f"{counted}{guess}  {names}".rstrip()


class Display:
    """Where progress is shown: redrawn on a terminal, a line every `every` seconds elsewhere."""

    def __init__(self, terminal, every, clock=time.monotonic):
        self.terminal, self.every, self.clock = terminal, every, clock
        self.shown = clock()
        self.drawn = False

    def clear(self):
        if self.drawn:
            os.write(self.terminal, b"\r\x1b[K")
            self.drawn = False

    def say(self, text):
        self.clear()
        print(text, flush=True)
        self.shown = self.clock()

    def update(self, progress):
        if progress.total == 0:
            return
        now = self.clock()
        if self.terminal is None:
            if now - self.shown >= self.every:
                self.say(progress.line(110))
        elif now - self.shown >= 0.2:  # what was said may still be on its way through a pipe
            width = os.get_terminal_size(self.terminal).columns or 80  # 0: it does not say
            os.write(self.terminal, ("\r" + progress.line(width - 1) + "\x1b[K").encode())
            self.drawn, self.shown = True, now


def follow(source, log, display, progress):
    """Reads until the command has closed its end."""
    rest = ""
    while True:
        if select.select([source], [], [], 0.25)[0]:
            try:
                data = os.read(source, 65536)
            except OSError:  # the other end of a pseudo-terminal is closed
                data = b""
            if not data:
                break
            lines = re.split(r"[\r\n]+", rest + data.decode(errors="replace"))
            rest = lines.pop()
            if rest.endswith("\x1b[K"):  # a redrawn line has no end of its own
                lines.append(rest)
                rest = ""
            for line in lines:
                take(ESCAPE.sub("", line), log, display, progress)
        display.update(progress)
    take(ESCAPE.sub("", rest), log, display, progress)


def take(line, log, display, progress):
    if not line:
        return
    log.write(line + "\n")
    log.flush()
    step = STEP.match(line)
    if step:
        progress.step(int(step[1]), int(step[2]), step[3])
    elif not UNREMARKABLE.match(line):
        display.say(line)


def run(command, log, display):
    began = time.monotonic()
    # A terminal of its own, wide enough for whole names, makes ninja say what it begins.
    source, sink = os.openpty()
    fcntl.ioctl(sink, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 4096, 0, 0))
    environment = dict(os.environ, NINJA_STATUS="[%f/%t] ", TERM="xterm")
    try:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sink, stderr=sink, env=environment)
    except OSError as error:
        display.say(f"{command[0]}: {error.strerror}")
        return 127
    finally:
        os.close(sink)
    # Ctrl-C reaches the command too, which ends in its own way.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    progress = Progress()
    follow(source, log, display, progress)
    status = child.wait()
    display.clear()
    if status == 0 and progress.total:
        print(f"  {progress.total} steps in {span(time.monotonic() - began)}", flush=True)
    return 128 - status if status < 0 else status


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--log", required=True)
    parser.add_argument("--append", action="store_true", help="keep what the log holds")
    parser.add_argument("--terminal", type=int, default=1, help="a descriptor to redraw on, where it is a terminal")
    parser.add_argument("--every", type=float, default=10, help="seconds between lines where there is no terminal")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    terminal = options.terminal if os.isatty(options.terminal) else None
    with open(options.log, "a" if options.append else "w", encoding="utf-8") as log:
        status = run(options.command, log, Display(terminal, options.every))
    if status != 0:
        print(f"{' '.join(options.command)}: exit code {status}; all it said is in {options.log}", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
