#!/usr/bin/env python3
"""Our Python package beside Pinocchio's binding, in one run: single calls and batches of states.

usage: benchmarks/python_binding.py [--robot ur10e] [--repeats 5] [--rounds 20] [--states 100000] [--check] [--busy] [--json]

Needs the installed wheel and `pin`. Inverse dynamics of the rigid bodies, the same states for all. Rounds are interleaved, and of
every repeat the lowest time of each contender counts: what else the machine does can only add to a time. Ratios are formed within
a repeat; their median and range over the repeats are printed. What runs on one thread is measured by that thread's own clock, so
that waiting for a processor does not count; what runs on two, by the wall clock: it needs two processors that are free for a few
milliseconds. Where others keep them busy, half of the processor time of both threads still tells what two threads could save at best:
threads take shares as they get on, so neither one's clock tells it alone. With --check, exit code 1 says that a limit is broken; with
--busy, limits by the wall clock do not count.
"""
import argparse
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import pinocchio
import tauforge

ONE, TWO, BOTH = time.thread_time_ns, time.perf_counter_ns, time.process_time_ns  # clocks of one thread, of two, of all there are
SINGLE, BATCH, BATCH_2 = "tauforge, single call with out=", "tauforge, batch, 1 thread", "tauforge, batch, 2 threads"
WHOLE = "tauforge, batch, 1 thread, by the wall clock"
HALF = "tauforge, batch, 2 threads, half of their time"
THEIRS, LOOP = "Pinocchio, single call", "Pinocchio, loop over a batch"
PARALLEL, PARALLEL_2 = "Pinocchio, rneaInParallel, 1 thread", "Pinocchio, rneaInParallel, 2 threads"
# what is compared: slow, fast, times at least
RATIOS = {
    "single call with out=, against Pinocchio's": (THEIRS, SINGLE, 3.0),
    "batch on one thread, against the loop": (LOOP, BATCH, 40.0),
    "two threads, against one, by the wall clock": (WHOLE, BATCH_2, 1.7),
    "two threads, against one, by processor time": (BATCH, HALF, 1.7),
    "batch on one thread, against rneaInParallel": (PARALLEL, BATCH, 1.0),
    "batch on two threads, against rneaInParallel": (PARALLEL_2, BATCH_2, 1.0),
}


def contenders(robot, model, states, effort):
    """Of each: how many states one round computes, its clock, and the round."""
    data = model.createData()
    random = np.random.default_rng(1)
    q, qd, qdd = random.uniform(-1, 1, (3, states, robot.nv))
    f = robot.compile("inverse_dynamics", rigid=True, effort=effort)
    expected = np.array([pinocchio.rnea(model, data, *x).copy() for x in zip(q[:100], qd[:100], qdd[:100])])
    difference = np.abs(f(q[:100], qd[:100], qdd[:100]) - expected).max()
    assert difference < 1e-9, difference
    out, tau, few = np.empty_like(q), np.empty(robot.nv), 2000
    one = q[0], qd[0], qdd[0]

    def single_ours():
        for _ in range(few):
            f(*one, out=tau)

    def single_new():
        for _ in range(few):
            f(*one)

    def single_templates():
        for _ in range(few):
            robot.inverse_dynamics(*one, rigid=True, out=tau)

    def single_theirs():
        rnea = pinocchio.rnea
        for _ in range(few):
            rnea(model, data, *one)

    def loop_theirs():
        rnea = pinocchio.rnea
        for k in range(few):
            out[k] = rnea(model, data, q[k], qd[k], qdd[k])

    list_of = {
        SINGLE: (few, ONE, single_ours),
        "tauforge, single call": (few, ONE, single_new),
        "tauforge, single call by the templates": (few, ONE, single_templates),
        THEIRS: (few, ONE, single_theirs),
        LOOP: (few, ONE, loop_theirs),
        BATCH: (states, ONE, lambda: f(q, qd, qdd, out=out, threads=1)),
        WHOLE: (states, TWO, lambda: f(q, qd, qdd, out=out, threads=1)),
        BATCH_2: (states, TWO, lambda: f(q, qd, qdd, out=out, threads=2)),
        HALF: (2 * states, BOTH, lambda: f(q, qd, qdd, out=out, threads=2)),
    }
    pool = getattr(pinocchio, "ModelPool", None)
    parallel = getattr(pinocchio, "rneaInParallel", None)
    if pool and parallel:
        columns = [np.asfortranarray(a.T) for a in (q, qd, qdd)]
        together, result = pool(model, 2), np.asfortranarray(np.empty((robot.nv, states)))
        list_of[PARALLEL] = (states, ONE, lambda: parallel(1, together, *columns, result))
        list_of[PARALLEL_2] = (states, TWO, lambda: parallel(2, together, *columns, result))
    return list_of


def repeat(all_of_them, rounds):
    """The lowest time per state of each [ns]."""
    lowest = dict.fromkeys(all_of_them, float("inf"))
    for _ in range(rounds):
        for name, (count, clock, run) in all_of_them.items():
            begin = clock()
            run()
            lowest[name] = min(lowest[name], (clock() - begin) / count)
    return lowest


def machine():
    """What the figures belong to."""
    compiler = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=False).stdout.splitlines()[:1]
    processor = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    return {"processor": processor, "processors": os.cpu_count(), "compiler": "".join(compiler),
            "python": platform.python_version(), "numpy": np.__version__, "pinocchio": pinocchio.__version__,
            "tauforge": tauforge.__version__, "load": os.getloadavg()[0]}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--robot", default="ur10e")
    arguments.add_argument("--repeats", type=int, default=5)
    arguments.add_argument("--rounds", type=int, default=20, help="of each repeat")
    arguments.add_argument("--states", type=int, default=100_000)
    arguments.add_argument("--effort", type=int, default=33000)
    arguments.add_argument("--check", action="store_true", help="end with 1 where a limit is broken")
    arguments.add_argument("--busy", action="store_true", help="others use the processors: no limits by the wall clock")
    arguments.add_argument("--json", action="store_true")
    given = arguments.parse_args()
    robot = tauforge.example(given.robot)
    with tempfile.TemporaryDirectory() as folder:
        robot.save(pathlib.Path(folder) / "robot.urdf")
        model = pinocchio.buildModelFromUrdf(f"{folder}/robot.urdf")
    all_of_them = contenders(robot, model, given.states, given.effort)
    repeats = [repeat(all_of_them, given.rounds) for _ in range(given.repeats)]

    def spread(values):
        return {"median": statistics.median(values), "lowest": min(values), "highest": max(values)}

    times = {name: spread([r[name] for r in repeats]) for name in all_of_them}
    ratios = {what: {**spread([r[slow] / r[fast] for r in repeats]), "least": least}
              for what, (slow, fast, least) in RATIOS.items() if slow in times and fast in times}
    by_wall = {what for what, (_, fast, _) in RATIOS.items() if fast == BATCH_2}
    broken = [what for what, r in ratios.items() if r["median"] < r["least"] and not (given.busy and what in by_wall)]
    if given.json:
        print(json.dumps({"robot": given.robot, "machine": machine(), "nanoseconds": times, "ratios": ratios, "broken": broken},
                         indent=2))
    else:
        print(", ".join(f"{key} {value}" for key, value in machine().items()))
        print(f"{given.robot}: ns per state, lowest of {given.rounds} interleaved rounds; median and range of {given.repeats} repeats")
        for name, t in times.items():
            print(f"  {name:46} {t['median']:9.1f}  {t['lowest']:.1f} ... {t['highest']:.1f}")
        print("times as fast, within a repeat")
        for name, r in ratios.items():
            print(f"  {name:46} {r['median']:9.2f}  {r['lowest']:.2f} ... {r['highest']:.2f}, at least {r['least']:g}"
                  + ("  BROKEN" if name in broken else ""))
    sys.exit(1 if given.check and broken else 0)


if __name__ == "__main__":
    main()
