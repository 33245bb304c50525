#!/usr/bin/env python3
"""How `tauforge run` holds out on the real clock. Figures of such runs: docs/realtime.md.

usage: tools/soak.py degrade [--seconds 3600]     one run beside a busy machine, with faults that only degrade it
       tools/soak.py stop [--runs 60]             faults that stop the arm, each in a run of its own
       both: [--program build/release/tauforge] [--folder build/soak] [--seed 1]

degrade  1 kHz, a fault every five seconds: background tasks that hang, are late, find NaN; readings and commands that are
         lost; friction, a payload. Drives may give about twice what the motion asks for, so that some 100 missed releases in a
         row are borne ((10) of tauforge/control/guard.h): a virtual machine is paused as long. It fails when a sample or a row
         of the log is missing, a period is neither in the log nor among the releases that an overrun cost, an overrun has no
         cause, memory is not flat (1 %), the arm is stopped, or no step was degraded.
stop     runs of a fault campaign (docs/fault-campaign.md) on PUMA 560, Panda and UR10e that are stopped in virtual time.
         It fails when one does not end with 6 and a reason, or an arm was past a limit by a degree before its alarm.

Exit code 0 when it held, otherwise 1. Everything is written to the folder: scenarios, reports, what was found (JSON).
"""
import argparse
import contextlib
import csv
import fcntl
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROBOTS = ("puma560", "panda", "ur10e")
SCENARIO = """
[motion]
form = "polynomial"
points_deg = [[0, -45, 180, 0, 0, 0], [40, -20, 150, 20, 30, 0], [0, -45, 180, 0, 0, 0]]
duration = 5.0
[control]
law = "tracking"
rates = "two"
max_torque = [97.6, 140, 40, 6, 6, 6]
[executive]
period = 0.001
background_period = 0.005
age_bound = 0.1
[plant]
coulomb = [4.0, 3.5, 1.7, 0.8, 0.6, 0.8]
"""
DEGRADING = (
    'kind = "background_hangs"\nfor = 0.3',
    'kind = "background_late"\nby = 0.15\nfor = 1.0',
    'kind = "background_nan"\nfor = 0.5',
    'kind = "packet_loss"\nprobability = 0.3\nfor = 0.5',
    'kind = "friction"\nfactor = 1.5\nfor = 2.0',
    'kind = "payload"\nmass = 0.5\ntold_after = 0.01',
    'kind = "background_nan"\nfor = 0.2',
    'kind = "payload"\nmass = 0.0\ntold_after = 0.01',
)


def resident_kb(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))


class Rows:
    """Counts the rows of a log that comes through a pipe, and the periods between the first and the last."""

    def __init__(self, pipe, period):
        self.count, self.missing, self.first, self.last = 0, 0, None, None
        self.period = period
        self.thread = threading.Thread(target=self.read, args=(pipe,))
        self.thread.start()

    def read(self, pipe):
        with open(pipe, encoding="ascii") as stream:
            with contextlib.suppress(OSError):  # what reads the log here stands for a disk: it must not be the narrow place
                fcntl.fcntl(stream, fcntl.F_SETPIPE_SZ, 1 << 20)
            next(stream, None)
            for line in stream:
                t = float(line[:line.index(",")])
                self.first = t if self.first is None else self.first
                # a row carries when its step began, which is late by less than a period of its release
                self.missing += 0 if self.last is None else max(0, math.floor(t / self.period)
                                                                - math.floor(self.last / self.period) - 1)
                self.count, self.last = self.count + 1, t


def degrade(options):
    faults = "".join(f"\n[[fault]]\nat = {5.0 * k + 3.0}\n{DEGRADING[k % len(DEGRADING)]}\n"
                     for k in range(int(options.seconds // 5)))
    scenario = options.folder / "degrade.toml"
    scenario.write_text("schema = 1\n" + SCENARIO + faults)
    pipe, report = options.folder / "degrade.pipe", options.folder / "degrade.json"
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    rows = Rows(pipe, 0.001)
    with open(report, "w", encoding="utf-8") as out:
        run = subprocess.Popen([options.program, "run", ROOT / "robots/puma560.toml", scenario, "--for", "forever",
                                "--busy", "--json", "-o", pipe], stdout=out,
                               # a shell that runs this in the background has it ignored, and then it stays ignored
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    with contextlib.suppress(OSError):  # this program alone, started before: what it measures would inherit it
        os.setpriority(os.PRIO_PROCESS, rows.thread.native_id, -10)
    begin, memory = time.monotonic(), []
    while run.poll() is None and time.monotonic() < begin + options.seconds:
        time.sleep(min(1.0, options.seconds))
        if run.poll() is None:
            memory.append((round(time.monotonic() - begin, 1), resident_kb(run.pid)))
    if run.poll() is None:
        run.send_signal(signal.SIGINT)
    exit_code = run.wait()
    with contextlib.suppress(OSError):  # a run that never opened its log leaves the reader waiting
        os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
    rows.thread.join()
    result = json.loads(report.read_text())
    timing, settled = result["timing"], [kb for at, kb in memory[:-1] if at > 10] or [0]  # the last: it may be ending
    found = {
        "exit_code": exit_code, "stopped": result["stopped"], "seconds": time.monotonic() - begin,
        "faults": sum(e["what"].startswith("fault:") for e in result["events"]),
        "steps": timing["steps"], "rows": rows.count, "missing_rows": rows.missing,
        "lost_releases": timing["overruns"]["lost_releases"], "rows_left_out": result["log_rows_left_out"],
        "samples_lost": result["dropped"] + timing["timing_samples_lost"], "events_left_out": result["events_left_out"],
        "actions": timing["actions"], "overruns": {k: v for k, v in timing["overruns"].items() if isinstance(v, int)},
        "realtime": timing["realtime"], "stolen_s": timing["stolen_s"], "load": timing["load"],
        "latency_us": {k: v / 1e3 for k, v in timing["timing_ns"]["latency"].items()
                       if isinstance(v, (int, float)) and k != "count"},
        "resident_kb": {"at_10_s": settled[0], "largest": max(settled), "at_the_end": settled[-1],
                        "every_minute": [kb for _, kb in memory[::60]]},
    }
    wrong = []
    if exit_code != 0 or result["stopped"]:
        wrong.append(f"exit code {exit_code}, stopped: {result['stopped']}")
    if found["rows_left_out"] or found["samples_lost"] or rows.count != timing["steps"]:
        wrong.append("rows of the log or samples are missing")
    # by the times of the rows alone; the first and the last may be late by more than those between them
    if abs(rows.missing - found["lost_releases"]) > 2:
        wrong.append(f"{rows.missing} periods are not in the log, {found['lost_releases']} releases were lost by overruns")
    causes = sum(v for k, v in found["overruns"].items() if k != "lost_releases")
    if (causes == 0) != (found["lost_releases"] == 0):
        wrong.append(f"{found['lost_releases']} releases lost, {causes} overruns with a cause")
    flat = found["resident_kb"]
    if not 0.99 * settled[0] < min(settled) <= max(settled) < 1.01 * settled[0]:
        wrong.append(f"memory is not flat: {flat['at_10_s']} kB at first, {min(settled)} to {max(settled)} kB afterwards")
    if timing["actions"]["degraded"] == 0:
        wrong.append("no step was degraded")
    return found, wrong


def limits_of(robot, scenario):
    """Lower and upper limits per joint [rad or m]: of the robot's file, narrowed by [guard]."""
    def value(table, key, default):
        return math.radians(table[key + "_deg"]) if key + "_deg" in table else table.get(key, default)

    limits = [[joint["name"], value(joint.get("limits", {}), "lower", -math.inf),
               value(joint.get("limits", {}), "upper", math.inf)] for joint in robot["joint"]
              if joint.get("type") != "fixed"]
    for key, place, narrower in (("lower_deg", 1, max), ("upper_deg", 2, min)):
        for row, degrees in zip(limits, scenario.get("guard", {}).get(key, [])):
            row[place] = narrower(row[place], math.radians(degrees))
    return limits


def past_limits(log, limits, stopped_at):
    """The farthest past a limit [deg]: until the alarm, and in all."""
    unseen = most = 0.0
    with open(log, encoding="ascii") as stream:
        for row in csv.DictReader(stream):
            past = max(max(float(row["qtrue:" + name]) - upper, lower - float(row["qtrue:" + name]))
                       for name, lower, upper in limits)
            most = max(most, math.degrees(past))
            if float(row["t"]) <= stopped_at:
                unseen = max(unseen, math.degrees(past))
    return unseen, most


def stop(options):
    found, wrong, number = [], [], 0
    while len(found) < options.runs:
        name = ROBOTS[len(found) % len(ROBOTS)]
        robot, base = ROOT / f"robots/{name}.toml", ROOT / f"examples/faults/{name}.toml"
        scenario, log = options.folder / f"stop-{len(found)}.toml", options.folder / "stop.csv"
        drawn = subprocess.run([options.program, "simulate", robot, base, "--faults", "campaign", "--seed",
                                str(options.seed), "--only", str(number), "--write-scenario", scenario, "--json"],
                               capture_output=True, text=True, check=False)
        number += 1
        if drawn.returncode != 6:
            continue  # a fault that does no harm
        run = subprocess.run([options.program, "run", robot, scenario, "--json", "-o", log], capture_output=True,
                             text=True, check=False)
        result = json.loads(run.stdout)
        table = tomllib.loads(scenario.read_text())
        stopped = result["stopped"] or {"time_s": math.inf, "why": ""}
        unseen, most = past_limits(log, limits_of(tomllib.loads(robot.read_text()), table), stopped["time_s"])
        found.append({"robot": name, "number": number - 1, "fault": table["fault"][0]["kind"],
                      "at": table["fault"][-1]["at"], "law": table["control"]["law"], "exit_code": run.returncode,
                      "stopped": result["stopped"], "in_virtual_time": json.loads(drawn.stdout)["stopped"],
                      "past_deg": round(most, 3), "unseen_deg": round(unseen, 3)})
        print(json.dumps(found[-1]), flush=True)
        if run.returncode != 6 or not stopped["why"] or "[arm-stopped]" not in run.stderr or unseen > 1.0:
            wrong.append(f"run {number - 1} of {name}: exit code {run.returncode}, {unseen:.2f} deg past a limit unseen")
    return {"runs": found, "largest_unseen_deg": max(r["unseen_deg"] for r in found)}, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("degrade", "stop"))
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/tauforge")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/soak")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    found, wrong = {"degrade": degrade, "stop": stop}[options.what](options)
    (options.folder / f"{options.what}-found.json").write_text(json.dumps(found, indent=1) + "\n")
    print(json.dumps(found if options.what == "degrade" else {"largest_unseen_deg": found["largest_unseen_deg"]}, indent=1))
    for text in wrong:
        print("FAILED: " + text, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
