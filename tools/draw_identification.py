#!/usr/bin/env python3
"""Draws the pictures of docs/identification.md from what `tauforge identify -o DIR` wrote.

usage: tools/draw_identification.py DIR PICTURES
"""
import csv
import json
import math
import pathlib
import sys

WIDTH, HEIGHT, LEFT, BOTTOM = 760, 260, 60, 40


def round_numbers(low, high):
    """Four to nine numbers between the two that one likes to read."""
    step = 10 ** math.floor(math.log10((high - low) / 4))
    step = next(step * m for m in (5, 2, 1) if (high - low) / (step * m) >= 4)
    return [k * step for k in range(math.ceil(low / step), math.floor(high / step) + 1)]


def frame(title, x_name, y_name, body, x_range, y_range):
    """One SVG with axes; `body` gets the functions that map values to pixels."""
    def x_of(x):
        return LEFT + (x - x_range[0]) / (x_range[1] - x_range[0]) * (WIDTH - LEFT - 15)

    def y_of(y):
        return HEIGHT - BOTTOM - (y - y_range[0]) / (y_range[1] - y_range[0]) * (HEIGHT - BOTTOM - 30)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>', f'<text x="{LEFT}" y="18" font-size="14">{title}</text>']
    for x in round_numbers(*x_range):
        parts.append(f'<text x="{x_of(x):.1f}" y="{HEIGHT - 22}" text-anchor="middle">{x:g}</text>')
    for y in round_numbers(*y_range):
        parts.append(f'<text x="{LEFT - 6}" y="{y_of(y) + 4:.1f}" text-anchor="end">{y:g}</text>')
        parts.append(f'<path d="M{LEFT} {y_of(y):.1f}H{WIDTH - 15}" stroke="#ddd"/>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 6}" text-anchor="middle">{x_name}</text>')
    parts.append(f'<text x="14" y="{HEIGHT / 2}" transform="rotate(-90 14 {HEIGHT / 2})" text-anchor="middle">{y_name}</text>')
    parts += body(x_of, y_of)
    return "\n".join(parts + ["</svg>", ""])


def line(xs, ys, colour, x_of, y_of):
    points = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in zip(xs, ys))
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.3"/>'


def legend(entries):
    return [f'<text x="{WIDTH - 330 + 110 * k}" y="18" fill="{colour}">{name}</text>' for k, (name, colour) in enumerate(entries)]


def torques(folder, joint):
    rows = list(csv.DictReader(open(folder / "validation_1.csv", encoding="utf-8")))
    rows = rows[:: max(1, len(rows) // 500)]
    t = [float(r["t"]) for r in rows]
    series = {name: [float(r[name + str(joint)]) for r in rows] for name in ("tau", "predicted", "residual")}
    low = min(min(s) for s in series.values())
    high = max(max(s) for s in series.values())
    colours = {"tau": "#888", "predicted": "#06c", "residual": "#c30"}
    names = {"tau": "measured", "predicted": "predicted", "residual": "difference"}
    return frame(f"Torque of drive {joint} on a log the model has not seen", "time [s]", "torque [N m]",
                 lambda x, y: [line(t, s, colours[n], x, y) for n, s in series.items()]
                 + legend([(names[n], colours[n]) for n in series]), (t[0], t[-1]), (low, high))


def reduction(report):
    steps = [s for s in report["reduction"] if s["error"] is not None]
    best = min(s["error"] for s in steps)
    steps = [s for s in steps if s["error"] < 1.6 * best]
    xs, ys = [s["columns"] for s in steps], [100 * s["error"] for s in steps]
    kept = report["conditioning_reduced"]["columns"]
    taken = next(100 * s["error"] for s in report["reduction"] if s["columns"] == kept)
    return frame("Leaving columns out: error on left-out blocks", "columns in the model", "error [%]",
                 lambda x, y: [line(xs, ys, "#06c", x, y),
                               f'<circle cx="{x(kept):.1f}" cy="{y(taken):.1f}" r="5" fill="#c30"/>',
                               f'<text x="{x(kept) + 8:.1f}" y="{y(taken) - 8:.1f}" fill="#c30">{kept} are kept</text>'],
                 (min(xs), max(xs)), (min(ys) * 0.98, max(ys)))


def main():
    folder, pictures = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    pictures.mkdir(parents=True, exist_ok=True)
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    (pictures / "identification_torques.svg").write_text(torques(folder, 2), encoding="utf-8")
    (pictures / "identification_reduction.svg").write_text(reduction(report), encoding="utf-8")


if __name__ == "__main__":
    main()
