#!/usr/bin/env python3
"""The steps of ./demo after the build.   tools/demo.py TAUFORGE FOLDER [ROBOT LOG... [-- IDENTIFY-OPTIONS]]

Every figure at the end is exact (a count, a verified error of the code that stands in FOLDER) or a median with its range over
seeds of noise.
"""
import csv
import json
import os
import pathlib
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import time

root = pathlib.Path(__file__).resolve().parent.parent
examples = root / "examples"
seeds = int(os.environ.get("DEMO_SEEDS", 20))
began = time.monotonic()


def path_text(path):
    relative = os.path.relpath(path)
    return relative if len(relative) < len(str(path)) else str(path)


def step(title):
    print(f"\n== {title}   ({time.monotonic() - began:.0f} s)", flush=True)


class Demo:
    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)

    def ask(self, name, arguments, shown=True, may_be=(0,), instead=None):
        """Runs tauforge as a reader would type it; what it says is kept in FOLDER/NAME.txt, its notes in NAME.err."""
        words = [path_text(a) if isinstance(a, pathlib.Path) else str(a) for a in arguments]
        if shown:
            line = shlex.join(["tauforge", *words])
            print("$ " + (line.replace(*instead) if instead else line), flush=True)
        answer = subprocess.run([self.program, *words], capture_output=True, text=True)
        (self.folder / f"{name}.txt").write_text(answer.stdout)
        (self.folder / f"{name}.err").write_text(answer.stderr)
        if answer.returncode not in may_be:
            print(answer.stdout + answer.stderr, file=sys.stderr)
            sys.exit(answer.returncode)
        return answer.stdout

    def keep(self, chapter, name, text):
        """For the page: a folder is a chapter."""
        (self.folder / chapter).mkdir(exist_ok=True)
        (self.folder / chapter / name).write_text(text)

    def page(self, title):
        """The whole story in one file; a program that was built without its page says what is missing."""
        step("The page")
        chapters = [self.folder / chapter for chapter in ("identified", "generated", "moves", "chain")
                    if (self.folder / chapter).is_dir()]
        robot = next((self.folder / "identified").glob("*.identified.toml"))
        page = self.folder / "report.html"
        self.ask("report", ["report", *chapters, "--robot", robot, "--title", title, "-o", page], may_be=(0, 1, 4))
        if not page.exists():
            print((self.folder / "report.err").read_text().strip())
            return
        print(f"Open {page.resolve()} in a browser: it needs neither a network nor anything beside it.")
        if "DEMO_PICTURES" in os.environ:  # those of the README; needs what the stage of pages in a browser has installed
            subprocess.run(["node", str(root / "build/browser/pictures.mjs"), str(page.resolve()), os.environ["DEMO_PICTURES"]],
                           check=True)

    def identify(self, robot, logs, options):
        names = [path_text(log) if isinstance(log, pathlib.Path) else log for log in logs]
        shorter = (" ".join(names), os.path.dirname(names[0]) + "/*.csv") if len(names) > 3 else None
        text = self.ask("identify", ["identify", robot, *logs, *options, "-o", self.folder / "identified"], may_be=(0, 5),
                        instead=shorter)
        print(lines_between(text, r"^Choices", r"^Friction").rstrip())
        report = json.loads((self.folder / "identified/report.json").read_text())
        kept = sum(estimate["significant"] for estimate in report["estimates"])
        model = next((self.folder / "identified").glob("*.reduced.toml"))
        print(f"  {len(report['estimates'])} independent parameters, {kept} kept; {model.name} as it reads back has the torques to "
              + ", ".join(f"{error:.2f} % on {logs}" for logs, error in judged(report, model)))
        return report, model

    def generate(self, model):
        text = self.ask("generate", ["generate", model, "--functions", "inverse_dynamics,gravity,coefficients", "--two-rate",
                                     "--effort", 3000, "-o", self.folder / "code", "--json"])
        self.keep("generated", "generate.json", text)
        functions = json.loads(text)["functions"]
        print_table([("function", "plain", "generated", "published", "deviation", "allowed"),
                     *[(f["function"], operations(f["plain"]), operations(f["generated"]), operations(f.get("published")),
                        f"{f['deviation']:.1e}", f"{f['allowed']:.1e}") for f in functions]])
        source = next(path for path in (self.folder / "code").glob("*.c")
                      if not path.stem.endswith(("_model", "_example", "_selftest")))
        print(f"The synchronous task, from {path_text(source)}:")
        print(lines_between(source.read_text(), rf"^void {source.stem}_synchronous", r"^}").rstrip() + "\n}")
        return {f["function"]: operations(f["generated"]) for f in functions}

    def drive(self, name, model, scenario):
        """The arm by the code that was written: what the report says."""
        file = self.folder / f"{name}.toml"
        file.write_text(scenario)
        text = self.ask(name, ["simulate", model, file, "-o", self.folder / f"{name}.csv"])
        print(lines_between(text, r"^  drive", r"^timing").rstrip())
        again = self.ask(name, ["simulate", model, file, "--json"], shown=False)  # the same to the last bit
        (self.folder / f"{name}.txt").write_text(text)
        self.keep("moves", f"{name}.json", again)
        shutil.copy(self.folder / f"{name}.csv", self.folder / "moves")
        with open(self.folder / f"{name}.csv", newline="") as table:
            rows = list(csv.reader(table))
        return {column: [float(row[k]) for row in rows[1:]] for k, column in enumerate(rows[0])}


def lines_between(text, first, last):
    found = re.search(first + r".*?(?=" + last + ")", text, re.MULTILINE | re.DOTALL)
    return found.group(0) if found else ""


def operations(count):
    """Multiplications / additions, and who printed them."""
    if not count:
        return "-"
    text = str(count["total"]) if "total" in count else f"{count['multiplications']} / {count['additions']}"
    return text + (f" {count['by']}" if "by" in count else "")


def judged(report, model):
    """What the written file is worth, not the model that it was written from."""
    written = next(written for written in report["written"] if written["file"] == model.name)
    errors = [("these logs", written["error"])]
    return errors + ([("other logs", written["validation_error"])] if written["validation_error"] is not None else [])


def with_code(scenario, law, rates, busy=False):
    """A scenario of examples/ that runs the code of the demo."""
    text = (examples / scenario).read_text()
    text = re.sub(r'law = "(feed_forward|tracking)".*', f'law = "{law}"', text)
    text = re.sub(r'rates = "\w+"', f'rates = "{rates}"\ncode_folder = "code"', text)
    if law == "feed_forward" and "[guard]" not in text:  # open loop: what is told counts, not where the arm goes
        text += "\n[guard]\nvelocity = [100, 100, 100, 100, 100, 100]\nobserver = false\n"
    if busy:
        text = re.sub(r"(background_period = [\d.]+)", r"\1\nbackground_computation = 0.02", text)
    return re.sub(r'robot = ".*arm.toml"', "robot = " + json.dumps(str(examples / "paper000/arm.toml")), text)


def torque_error(two, one):
    """The largest difference of a joint over its largest torque, joints 1 to 3 [%]."""
    return 100 * max(max(abs(a - b) for a, b in zip(two[f"tau:joint{j}"], one[f"tau:joint{j}"])) /
                     max(map(abs, one[f"tau:joint{j}"])) for j in (1, 2, 3))


def spread(values, digits=3):
    return f"{statistics.median(values):.{digits}g} ({min(values):.{digits}g} .. {max(values):.{digits}g})"


def print_table(rows):
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for row in rows:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def of_the_paper(demo):
    step("1 of 7. The robot: Denavit-Hartenberg parameters, and nothing else is known")
    kinematics = examples / "paper000/kinematics.dyn"
    print("".join(line for line in kinematics.read_text().splitlines(True) if not line.startswith("%")).rstrip())
    print(demo.ask("robot", ["check", kinematics, "--wide"]).splitlines()[0])

    step("2 of 7. Measurements: ten trajectories of a virtual PUMA 260, positions and torques every 28 ms")
    demo.ask("campaign", ["campaign", root / "robots/puma260.toml", "--seeds", 1, "--quiet", "-o", demo.folder / "logs"])
    logs = sorted((demo.folder / "logs").glob("*.csv"), key=lambda log: (len(log.name), log.name))
    samples = sum(len(log.read_text().splitlines()) - 1 for log in logs)
    print(f"{samples} samples in {len(logs)} logs, with an encoder of 0.1 mrad and 2 % of noise on torques")

    step("3 of 7. Identification: which parameters can be known, and which matter")
    _, model = demo.identify(kinematics, logs, [])

    step("4 of 7. Code of what was identified: searched, written, compiled, compared with the templates")
    counts = demo.generate(model)

    step("5 of 7. That code drives the arm: two rates, closed loop, then open loop at 180 deg/s")
    demo.drive("closed_loop", model, with_code("two_rate/slow.toml", "tracking", "two"))
    demo.drive("open_loop", model, with_code("paper000/move.toml", "feed_forward", "two"))

    step("6 of 7. What two rates lose: the emitted functions at 20 and 2 ms against one pass")
    lost = {}
    for speed in ("slow", "fast"):
        one = quiet_drive(demo, "one_pass", model, with_code(f"two_rate/{speed}.toml", "feed_forward", "one"))
        for busy in (True, False):
            two = quiet_drive(demo, "two_rates", model, with_code(f"two_rate/{speed}.toml", "feed_forward", "two", busy))
            lost[speed, busy] = torque_error(two, one)
            print(f"  {speed}, background {'busy for its whole period' if busy else 'done at once':26} {lost[speed, busy]:.2f} %")

    step(f"7 of 7. The same chain with {seeds} other noises, and moves that are drawn")
    print(f"$ examples/paper000/run --seeds {seeds}", flush=True)
    answer = subprocess.run([sys.executable, str(examples / "paper000/run"), "--seeds", str(seeds), "--json", "--page",
                             str(demo.folder / "chain_of_1992.html"), demo.program],
                            capture_output=True, text=True)
    if answer.returncode:
        sys.exit(answer.stderr)
    demo.keep("chain", "chain.json", answer.stdout)
    chain = json.loads(answer.stdout)
    rows = chain["rows"]
    fast = [error for row in rows for error in row["fast"]]
    gains = [gain for row in rows if row["gain"] for gain in row["gain"]]

    step(f"Summary: the paper beside this run; medians (with ranges) over {seeds} seeds")
    print_table([
        ("", "paper (1992)", "this run"),
        ("coefficients D_ij, D_i, mult. / add.", "98 / 70", counts["coefficients"]),
        ("velocity torques, mult. / add.", "140 / 110", counts["velocity_torque"]),
        ("synchronous task, mult. / add.", "36 / 36", counts["synchronous"]),
        ("parameters that are kept", "23", spread(chain["kept"])),
        ("open loop: less error at high speed", "yes",
         f"in {100 * statistics.mean(row['faster_is_better'] for row in rows):.0f} % of {len(fast)} moves"),
        ("open loop, 90 deg at 180 deg/s: error", "< 10 %",
         f"{spread(fast)} %; < 10 % in {100 * statistics.mean(e < 10 for e in fast):.0f} %"),
        ("slow, gravity at the measured position", "considerably less", f"{spread(gains)} times less"),
        ("two rates 10:1, slow, busy: torque lost", "-", f"{lost['slow', True]:.2f} %"),
        ("two rates 10:1, 180 deg/s, busy: torque lost", "-", f"{lost['fast', True]:.2f} %"),
    ])
    demo.page("From logs to code that drives an arm")


def quiet_drive(demo, name, model, scenario):
    file = demo.folder / f"{name}.toml"
    file.write_text(scenario)
    demo.ask(name, ["simulate", model, file, "--quiet", "-o", demo.folder / f"{name}.csv"], shown=False)
    with open(demo.folder / f"{name}.csv", newline="") as table:
        rows = list(csv.reader(table))
    return {column: [float(row[k]) for row in rows[1:]] for k, column in enumerate(rows[0])}


def scenario_of_logs(demo):
    """To and fro in the middle of what was recorded, half as fast; the arm is the identified one with possible bodies."""
    with open(next((demo.folder / "identified").glob("residuals_1.csv")), newline="") as table:
        rows = list(csv.reader(table))
    columns = [k for k, name in enumerate(rows[0]) if re.match(r"q[:\d]", name)]
    times = [float(row[0]) for row in rows[1:]]
    positions = [[float(row[k]) for row in rows[1:]] for k in columns]
    low, middle, high = ([statistics.quantiles(q, n=20)[k] for q in positions] for k in (4, 9, 14))
    speed = max(max(abs(b - a) / max(t1 - t0, 1e-3) for a, b, t0, t1 in zip(q, q[1:], times, times[1:]))
                for q in positions)
    way = max(h - l for h, l in zip(high, low))
    duration = max(4.0, 4 * 1.9 * way / max(0.5 * speed, 1e-3))
    arm = next((demo.folder / "identified").glob("*.identified.toml"))
    return f"""schema = 1
title = "The generated code follows a motion in the middle of what was recorded"
[motion]
form = "polynomial"
points = {[middle, low, high, low, middle]}
duration = {duration:.3f}
[control]
law = "tracking"
rates = "two"
code_folder = "code"
[executive]
period = 0.002
background_period = 0.02
[plant]
robot = {json.dumps(str(arm.resolve()))}
"""


def of_files(demo, robot, logs, options, first=1, count=4):
    step(f"{first} of {count}. The robot: {robot}")
    print(demo.ask("robot", ["check", robot, "--wide"]).splitlines()[0])
    step(f"{first + 1} of {count}. Identification from {len(logs)} log{'s' if len(logs) > 1 else ''}")
    report, model = demo.identify(robot, logs, options)
    step(f"{first + 2} of {count}. Code of what was identified: searched, written, compiled, compared with the templates")
    counts = demo.generate(model)
    step(f"{first + 3} of {count}. That code drives a virtual arm with the identified bodies, at two rates")
    demo.drive("closed_loop", model, scenario_of_logs(demo))
    step("Summary")
    kept = sum(estimate["significant"] for estimate in report["estimates"])
    print_table([("independent parameters -> kept", f"{len(report['estimates'])} -> {kept}"),
                 *[(f"error of torques on {logs}", f"{error:.2f} %") for logs, error in judged(report, model)],
                 ("inverse dynamics, mult. / add.", counts["inverse_dynamics"]),
                 ("synchronous task, mult. / add.", counts["synchronous"])])
    demo.page(f"From logs to code: {pathlib.Path(robot).name}")


def main():
    program, folder, *rest = sys.argv[1:]
    demo = Demo(program, folder)
    if rest:
        logs, options = (rest[1:rest.index("--")], rest[rest.index("--") + 1:]) if "--" in rest else (rest[1:], [])
        if not logs:
            print("./demo: a robot needs logs beside it: ./demo ROBOT LOG...", file=sys.stderr)
            sys.exit(2)
        if "--recipe" in options:
            sys.exit("./demo takes the usual identification; --recipe is for tauforge identify")
        of_files(demo, rest[0], logs, options)
    else:
        of_the_paper(demo)
        measured = root.parent / "shared/data/ur10e"
        if measured.exists():
            step("And a measured robot: a UR10e, its file without inertias that were measured, one log, judged on another")
            demo.folder = demo.folder / "measured"
            demo.folder.mkdir()
            gains = "10,10.6956,8.4566,9.0029,9.48,10.1232"
            of_files(demo, path_text(measured / "ur10e.urdf"), [f"{path_text(measured / 'id_30s_12harm.csv')}@635-3510"],
                     ["--gains", gains, "--validate", f"{path_text(measured / 'val_ptp_10_points.csv')}@700-4200"])
    print(f"All results: {path_text(folder)}")


main()
