#!/usr/bin/env python3
"""The table at the end of ./demo: figures of [IHPH92] beside those that the steps of the demo left in FOLDER."""
import pathlib
import re
import sys


def find(folder, name, pattern):
    text = (pathlib.Path(folder) / f"{name}.txt").read_text()
    found = re.search(pattern, text, re.MULTILINE)
    if not found:
        sys.exit(f"demo_summary: {name}.txt has nothing like '{pattern}'")
    return found.groups()


def function(folder, name):
    """Multiplications, additions and nanoseconds of a generated function."""
    headings, cells = (re.split(r"\s{2,}", find(folder, "generate", rf"^\s+({first} .*)$")[0])
                       for first in ("function", name))
    row = dict(zip(headings, cells))
    return row["generated"], row["ns/call"]


def main():
    folder = sys.argv[1]
    all_, independent = find(folder, "campaign", r"^Table 1: (\d+) parameters, (\d+) of")
    significant, = find(folder, "campaign", r"^Table 2: the (\d+) significant")
    better, = find(folder, "campaign", r"worst trajectory .* ([\d.]+) times better")
    c12, = find(folder, "campaign", r"c12 = g m6 a2 +([\d.]+)")
    coefficients, first = function(folder, "coefficients")
    velocity, second = function(folder, "velocity_torque")
    synchronous, third = function(folder, "synchronous")
    fast, = find(folder, "open_loop", r"fast: below 10 % of 90 degrees .* ([\d.]+ %)$")
    gain, = find(folder, "open_loop", r"at least ([\d.]+) times")
    slower, = find(folder, "open_loop", r"smaller at high speed +(\w+)")
    lost, = find(folder, "two_rate", r"10:1 .* ([\d.]+ %) .*the paper's ratio")
    rows = [
        ("", "paper (1992)", "this run"),
        ("parameters -> independent -> significant", "78 -> 52 -> 23", f"{all_} -> {independent} -> {significant}"),
        ("condition, 52 -> 23 parameters", "60 times better", f"{better} times better"),
        ("gravity constant c12 [N m]", "5.51792", c12),
        ("coefficients, mult. / add.", "98 / 70", coefficients),
        ("velocity torques, mult. / add.", "140 / 110", velocity),
        ("synchronous task, mult. / add.", "36 / 36", synchronous),
        ("both background tasks", "20 ms (8087)", f"{int(first) + int(second)} ns"),
        ("synchronous task", "-", f"{third} ns"),
        ("open loop: less error at high speed", "yes", slower),
        ("open loop, 90 deg at 180 deg/s: error", "< 10 %", fast),
        ("slow, gravity at the measured position", "considerably less", f"{gain} times less or better"),
        ("two rates 10:1, slow: torque lost", "-", lost),
    ]
    widths = [max(len(row[k]) for row in rows) for k in range(3)]
    for row in rows:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    print("  open loop: on a chosen draw of the perturbed arm, see examples/paper000/README.md")


main()
