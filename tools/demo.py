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
sys.path.insert(0, str(examples))
import page  # noqa: E402

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
        self.steps = []  # of the story that the page tells

    def step(self, title):
        step(title)
        self.steps.append({"title": title.partition(" of ")[2].partition(" ")[2] or title, "commands": [], "text": []})

    def tell(self, text):
        """In the terminal and on the page."""
        print(text, flush=True)
        self.steps[-1]["text"].append(text)

    def tell_table(self, rows, caption=""):
        print_table(rows)
        self.steps[-1]["table"] = {"head": list(rows[0]), "rows": [list(row) for row in rows[1:]], "caption": caption}

    def listing(self, title, text):
        self.steps[-1]["listing"] = {"title": title, "text": text}

    def ask(self, name, arguments, shown=True, may_be=(0,), instead=None):
        """Runs tauforge as a reader would type it; what it says is kept in FOLDER/NAME.txt, its notes in NAME.err."""
        words = [path_text(a) if isinstance(a, pathlib.Path) else str(a) for a in arguments]
        if shown:
            line = shlex.join(["tauforge", *words])
            line = line.replace(*instead) if instead else line
            print("$ " + line, flush=True)
            if self.steps:
                self.steps[-1]["commands"].append(line)
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

    def page(self, title, headline, text, summary):
        """The whole story in one file; a program that was built without its page says what is missing."""
        step("The page")
        trusted = json.loads((self.folder / "identified/report.json").read_text())["verdict"]["trusted"]
        head, *rows = summary
        self.keep("story", "story.json", json.dumps({"story": {
            "headline": headline, "text": text, "trusted": trusted, "steps": self.steps,
            "summary": {"head": list(head), "rows": [list(row) for row in rows], "caption": "In short"}}}, indent=1))
        chapters = [self.folder / chapter for chapter in ("story", "identified", "generated", "moves", "two_rates", "chain",
                                                          "figures")
                    if (self.folder / chapter).is_dir()]
        robot = next((self.folder / "identified").glob("*.identified.toml"))
        file = self.folder / "report.html"
        self.ask("report", ["report", *chapters, "--robot", robot, "--title", title, "-o", file], may_be=(0, 1, 4))
        if not file.exists():
            print((self.folder / "report.err").read_text().strip())
            return
        print(f"Open {file.resolve()} in a browser: it needs neither a network nor anything beside it.")
        if "DEMO_PICTURES" in os.environ:  # those of the README; needs what the stage of pages in a browser has installed
            subprocess.run(["node", str(root / "build/browser/pictures.mjs"), str(file.resolve()), os.environ["DEMO_PICTURES"]],
                           check=True)

    def identify(self, robot, logs, options):
        names = [path_text(log) if isinstance(log, pathlib.Path) else log for log in logs]
        shorter = (" ".join(names), os.path.dirname(names[0]) + "/*.csv") if len(names) > 3 else None
        text = self.ask("identify", ["identify", robot, *logs, *options, "-o", self.folder / "identified"], may_be=(0, 5),
                        instead=shorter)
        print(lines_between(text, r"^Choices", r"^Friction").rstrip())
        self.listing("What was chosen, and why", lines_between(text, r"^Choices", r"^Friction").rstrip())
        report = json.loads((self.folder / "identified/report.json").read_text())
        kept = sum(estimate["significant"] for estimate in report["estimates"])
        model = next((self.folder / "identified").glob("*.reduced.toml"))
        self.tell(f"  {len(report['estimates'])} independent parameters, {kept} kept; {model.name} as it reads back has the "
                  "torques to " + ", ".join(f"{error:.2f} % on {logs}" for logs, error in judged(report, model)))
        if not report["verdict"]["trusted"]:
            self.tell("  This fit is not to be trusted: " + "; ".join(d["message"] for d in report["verdict"]["doubts"]))
        return report, model

    def account(self, logs):
        """What was measured, log by log, as tauforge logs reads it."""
        if any("@" in str(log) for log in logs):  # a part of a log; identify says how much it took
            return
        files = json.loads(self.ask("logs", ["logs", *logs, "--json"], shown=False, may_be=(0, 1)))["files"]
        rows = [("log", "samples", "every", "lasts", "fastest joint", "largest torque", "findings")]
        for file in files:
            signals = file["signals"]
            rows.append((pathlib.Path(file["file"]).name, str(signals["samples"]), f"{1000 * signals['usual_period']:.3g} ms",
                         f"{signals['duration']:.1f} s",
                         f"{max(joint['largest_speed'] for joint in signals['joints']):.1f} rad/s",
                         f"{max(joint['largest_effort'] for joint in signals['joints']):.3g} N m", str(len(file["findings"]))))
        self.tell_table(rows, "What was measured, log by log")

    def generate(self, model):
        text = self.ask("generate", ["generate", model, "--functions", "inverse_dynamics,gravity,coefficients", "--two-rate",
                                     "--effort", 3000, "-o", self.folder / "code", "--json"])
        self.keep("generated", "generate.json", text)
        functions = json.loads(text)["functions"]
        self.tell_table([("function", "plain", "generated", "published", "deviation", "allowed"),
                         *[(f["function"], operations(f["plain"]), operations(f["generated"]), operations(f.get("published")),
                            f"{f['deviation']:.1e}", f"{f['allowed']:.1e}") for f in functions]],
                        "Multiplications / additions; deviation from the templates, compiled, at 1000 states")
        source = next(path for path in (self.folder / "code").glob("*.c")
                      if not path.stem.endswith(("_model", "_example", "_selftest")))
        print(f"The synchronous task, from {path_text(source)}:")
        task = lines_between(source.read_text(), rf"^void {source.stem}_synchronous", r"^}").rstrip() + "\n}"
        print(task)
        self.listing(f"The synchronous task, from {source.name}", task)
        return {f["function"]: operations(f["generated"]) for f in functions}

    def drive(self, name, model, scenario):
        """The arm by the code that was written: what the report says."""
        file = self.folder / f"{name}.toml"
        file.write_text(scenario)
        text = self.ask(name, ["simulate", model, file, "-o", self.folder / f"{name}.csv"])
        said = lines_between(text, r"^  drive", r"^timing").rstrip()
        print(said)
        called = re.search(r"^generated code of .*?times$", said, re.MULTILINE | re.DOTALL)
        if called:
            self.steps[-1]["text"].append(" ".join(called.group(0).split()))
        again = self.ask(name, ["simulate", model, file, "--json"], shown=False)  # the same to the last bit
        (self.folder / f"{name}.txt").write_text(text)
        self.keep("moves", f"{name}.json", again)
        worst = max(json.loads(again)["drives"], key=lambda drive: abs(drive["largest_error"]))
        self.steps[-1]["text"].append(f"{name.replace('_', ' ')}: the largest error is {abs(worst['largest_error']):.2g} rad or m, of "
                                      f"{worst['name']}")
        shutil.copy(self.folder / f"{name}.csv", self.folder / "moves")
        page.thin(self.folder / "moves" / f"{name}.csv")
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


def spoken(count):
    """Of "24 / 24"."""
    return count.replace(" / ", " multiplications and ") + " additions"


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
    demo.step("1 of 7. The robot: Denavit-Hartenberg parameters, and nothing else is known")
    kinematics = examples / "paper000/kinematics.dyn"
    written = "".join(line for line in kinematics.read_text().splitlines(True) if not line.startswith("%")).rstrip()
    print(written)
    demo.listing(kinematics.name, written)
    demo.tell(demo.ask("robot", ["check", kinematics, "--wide"]).splitlines()[0])

    demo.step("2 of 7. Measurements: ten trajectories of a virtual PUMA 260, positions and torques every 28 ms")
    demo.ask("campaign", ["campaign", root / "robots/puma260.toml", "--seeds", 1, "--quiet", "-o", demo.folder / "logs"])
    logs = sorted((demo.folder / "logs").glob("*.csv"), key=lambda log: (len(log.name), log.name))
    samples = sum(len(log.read_text().splitlines()) - 1 for log in logs)
    demo.tell(f"{samples} samples in {len(logs)} logs, with an encoder of 0.1 mrad and 2 % of noise on torques")
    demo.account(logs)

    demo.step("3 of 7. Identification: which parameters can be known, and which matter")
    _, model = demo.identify(kinematics, logs, [])

    demo.step("4 of 7. Code of what was identified: searched, written, compiled, compared with the templates")
    counts = demo.generate(model)

    demo.step("5 of 7. That code drives the arm: two rates, closed loop, then open loop at 180 deg/s")
    demo.drive("closed_loop", model, with_code("two_rate/slow.toml", "tracking", "two"))
    demo.drive("open_loop", model, with_code("paper000/move.toml", "feed_forward", "two"))

    demo.step("6 of 7. What two rates lose: the emitted functions at 20 and 2 ms against one pass")
    lost = two_rate_loss(demo, model)

    demo.step(f"7 of 7. The same chain with {seeds} other noises, and moves that are drawn")
    chain = chain_of_seeds(demo)
    rows = chain["rows"]
    fast = [error for row in rows for error in row["fast"]]
    gains = [gain for row in rows if row["gain"] for gain in row["gain"]]
    below = f"{100 * statistics.mean(e < 10 for e in fast):.0f} %"

    step(f"Summary: the paper beside this run; medians (with ranges) over {seeds} seeds")
    summary = [
        ("", "paper (1992)", "this run"),
        ("coefficients D_ij, D_i, mult. / add.", "98 / 70", counts["coefficients"]),
        ("velocity torques, mult. / add.", "140 / 110", counts["velocity_torque"]),
        ("synchronous task, mult. / add.", "36 / 36", counts["synchronous"]),
        ("parameters that are kept", "23", spread(chain["kept"])),
        ("fits that are not to be trusted", "-", f"{len(chain['doubtful'])} of {seeds}"),
        ("open loop: less error at high speed", "yes",
         f"in {100 * statistics.mean(row['faster_is_better'] for row in rows):.0f} % of {len(fast)} moves"),
        ("open loop, 90 deg at 180 deg/s: error", "< 10 %", f"{spread(fast)} %; < 10 % in {below}"),
        ("slow, gravity at the measured position", "considerably less", f"{spread(gains)} times less"),
        ("two rates 10:1, slow, busy: torque lost", "-", f"{lost['slow', True]:.2f} %"),
        ("two rates 10:1, 180 deg/s, busy: torque lost", "-", f"{lost['fast', True]:.2f} %"),
    ]
    print_table(summary)
    demo.page("From logs to code that drives an arm",
              f"From {len(logs)} logs to code that drives the arm by {spoken(counts['synchronous'])} every 2 ms",
              f"Fast moves of 90 degrees, open loop, err by {spread(fast)} % of the move over {seeds} seeds of noise: below "
              f"the paper's 10 % in {below} of the moves; two rates lose {lost['fast', True]:.2f} % of the torques at 180 deg/s.", summary)


def two_rate_loss(demo, model):
    """Of torques [%], by speed and whether the background is busy; kept for the page with the torques themselves."""
    lost, rows, plots = {}, [("motion", "background", "torque lost")], []
    motions = {"slow": "slow", "fast": "180 deg/s"}
    backgrounds = {True: "busy for its whole period", False: "done at once"}
    (demo.folder / "two_rates").mkdir()
    for speed, motion in motions.items():
        one = quiet_drive(demo, "one_pass", model, with_code(f"two_rate/{speed}.toml", "feed_forward", "one"))
        keep_log(demo, "one_pass.csv", f"{speed}, one pass.csv")
        for busy, background in backgrounds.items():
            two = quiet_drive(demo, "two_rates", model, with_code(f"two_rate/{speed}.toml", "feed_forward", "two", busy))
            lost[speed, busy] = torque_error(two, one)
            rows.append((motion, background, f"{lost[speed, busy]:.2f} %"))
            if busy:
                keep_log(demo, "two_rates.csv", f"{speed}, two rates.csv")
        plots += [{"title": f"Torque of joint {j}, {motion}", "of": "torque", "drive": j,
                   "series": [{"name": "one pass", "log": f"{speed}, one pass.csv"},
                              {"name": "two rates, background busy", "log": f"{speed}, two rates.csv"}]} for j in (1, 2, 3)]
    demo.tell_table(rows, "The largest difference of a joint over its largest torque, the worst of joints 1 to 3")
    demo.keep("two_rates", "loss.json", json.dumps({
        "two_rate_loss": [{"motion": motions[speed], "background": backgrounds[busy], "percent": lost[speed, busy]}
                          for speed, busy in lost],
        "text": "Background tasks every 20 ms beside a synchronous task every 2 ms, by the functions that were written."}))
    demo.keep("two_rates", "torques.json", json.dumps({
        "title": "Torques at two rates beside one pass",
        "overlays": [{"heading": "Torques at two rates beside one pass", "plots": plots}]}))
    return lost


def keep_log(demo, log, name):
    kept = demo.folder / "two_rates" / name
    shutil.copy(demo.folder / log, kept)
    page.thin(kept)


def chain_of_seeds(demo):
    print(f"$ examples/paper000/run --seeds {seeds}", flush=True)
    demo.steps[-1]["commands"].append(f"examples/paper000/run --seeds {seeds}")
    kept = demo.folder / "seeds"
    answer = subprocess.run([sys.executable, str(examples / "paper000/run"), "--seeds", str(seeds), "--json", "--keep", str(kept),
                             "--page", str(demo.folder / "chain_of_1992.html"), demo.program], capture_output=True, text=True)
    if answer.returncode:
        sys.exit(answer.stderr)
    chain = json.loads(answer.stdout)
    demo.keep("chain", "chain.json", answer.stdout)
    shutil.copytree(kept / "moves", demo.folder / "figures")
    doubtful = chain["doubtful"]
    demo.tell(f"{len(doubtful)} of {seeds} fits are not to be trusted{': seeds ' + ', '.join(map(str, doubtful)) if doubtful else ''};"
              " all moves count")
    demo.tell_table([("joints", "joint", "slow, open loop", "180 deg/s, open loop", "slow, gravity", "180 deg/s, gravity"),
                     *[(row["experiment"], str(row["joint"]),
                        *[spread(row[kind]) for kind in ("slow", "fast", "slow_gravity", "fast_gravity")]) for row in chain["rows"]]],
                    "Largest error of a move by 90 degrees, in % of it: median (range) over the seeds")
    return chain


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
    demo.steps = []
    demo.step(f"{first} of {count}. The robot: {robot}")
    demo.tell(demo.ask("robot", ["check", robot, "--wide"]).splitlines()[0])
    demo.account(logs)
    demo.step(f"{first + 1} of {count}. Identification from {len(logs)} log{'s' if len(logs) > 1 else ''}")
    report, model = demo.identify(robot, logs, options)
    demo.step(f"{first + 2} of {count}. Code of what was identified: searched, written, compiled, compared with the templates")
    counts = demo.generate(model)
    demo.step(f"{first + 3} of {count}. That code drives a virtual arm with the identified bodies, at two rates")
    demo.drive("closed_loop", model, scenario_of_logs(demo))
    step("Summary")
    kept = sum(estimate["significant"] for estimate in report["estimates"])
    summary = [("independent parameters -> kept", f"{len(report['estimates'])} -> {kept}"),
               *[(f"error of torques on {logs}", f"{error:.2f} %") for logs, error in judged(report, model)],
               ("inverse dynamics, mult. / add.", counts["inverse_dynamics"]),
               ("synchronous task, mult. / add.", counts["synchronous"])]
    print_table(summary)
    on, error = judged(report, model)[-1]
    demo.page(f"From logs to code: {pathlib.Path(robot).name}",
              f"{kept} of {len(report['estimates'])} parameters give the torques to {error:.2f} % on {on}",
              f"Their code takes {spoken(counts['inverse_dynamics'])} for the inverse dynamics and "
              f"{spoken(counts['synchronous'])} in the synchronous task, and drove a virtual arm.", [("", "this run"), *summary])


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
