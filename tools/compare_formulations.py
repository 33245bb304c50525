#!/usr/bin/env python3
"""Inverse dynamics of one robot and one motion by every formulation, side by side.

usage: tools/compare_formulations.py TAUFORGE ROBOT STATES.csv [--at ROW] [--formulations A,B,...]

Runs `TAUFORGE evaluate ROBOT STATES.csv --function inverse_dynamics --formulation X` for each X, prints
the torques of one row and, for the whole motion, the largest difference from the first formulation
relative to the largest torque. Exit code 1 when a formulation fails or differs by more than 1e-12.
"""
import argparse
import csv
import pathlib
import subprocess
import sys
import tempfile

FORMULATIONS = "newton_euler,luh_walker_paul,khalil,augmented_body,gibbs_appell,gibbs_function,kane,compound_link,lagrange"
TOLERANCE = 1e-12


def evaluate(program, robot, states, formulation, folder):
    out = pathlib.Path(folder) / f"{formulation}.csv"
    command = [program, "evaluate", robot, states, "--function", "inverse_dynamics", "--formulation", formulation, "-o", out]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\nended with {answer.returncode}:\n{answer.stderr}{answer.stdout}")
    with open(out, newline="", encoding="utf-8") as stream:
        header, *rows = csv.reader(stream)
    return header, [[float(x) for x in row] for row in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("robot")
    parser.add_argument("states")
    parser.add_argument("--at", type=int, metavar="ROW", help="which row to print (default: a third of the way)")
    parser.add_argument("--formulations", default=FORMULATIONS, help="comma-separated (default: %(default)s)")
    arguments = parser.parse_args()
    names = arguments.formulations.split(",")
    with tempfile.TemporaryDirectory() as folder:
        results = [evaluate(arguments.program, arguments.robot, arguments.states, name, folder) for name in names]

    header, reference = results[0]
    shown = len(reference) // 3 if arguments.at is None else arguments.at
    if not 0 <= shown < len(reference):
        sys.exit(f"--at {shown}: the motion has rows 0..{len(reference) - 1}")
    print(f"Joint torques at row {shown} of {len(reference)} [N m or N]")
    print(f"{'formulation':16}" + "".join(f"{column:>14}" for column in header) + f"{'difference':>14}")
    largest = max(abs(x) for row in reference for x in row) or 1.0
    agree = True
    for name, (columns, rows) in zip(names, results):
        if columns != header or len(rows) != len(reference):
            sys.exit(f"{name} printed other columns or rows than {names[0]}")
        difference = max(abs(x - y) for row, other in zip(rows, reference) for x, y in zip(row, other)) / largest
        agree = agree and difference <= TOLERANCE  # also false for NaN
        print(f"{name:16}" + "".join(f"{x:14.8f}" for x in rows[shown]) + f"{difference:14.1e}")
    print(f"Every formulation agrees with {names[0]} to {TOLERANCE:g} of the largest torque, {largest:.4g}." if agree
          else f"A formulation differs from {names[0]} by more than {TOLERANCE:g} of the largest torque, {largest:.4g}.")
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
