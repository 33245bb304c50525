#!/usr/bin/env python3
"""Our Python package beside Pinocchio's binding, in one run: single calls and batches of states.

usage: benchmarks/python_binding.py [--robot ur10e] [--rounds 40] [--states 100000] [--json]

Needs the installed wheel and `pin`. Rounds are interleaved, and the lowest of each contender counts: what else the machine does
can only add to a time. Inverse dynamics of the rigid bodies, the same states for all.
"""
import argparse
import json
import pathlib
import tempfile
import time

import numpy as np
import pinocchio
import tauforge


def contenders(robot, model, states, effort):
    """Of each: how many states one round computes, and the round."""
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
        "tauforge, single call with out=": (few, single_ours),
        "tauforge, single call": (few, single_new),
        "tauforge, single call by the templates": (few, single_templates),
        "Pinocchio, single call": (few, single_theirs),
        "Pinocchio, loop over a batch": (few, loop_theirs),
        "tauforge, batch, 1 thread": (states, lambda: f(q, qd, qdd, out=out, threads=1)),
        "tauforge, batch, 2 threads": (states, lambda: f(q, qd, qdd, out=out, threads=2)),
    }
    pool = getattr(pinocchio, "ModelPool", None)
    parallel = getattr(pinocchio, "rneaInParallel", None)
    if pool and parallel:
        columns = [np.asfortranarray(a.T) for a in (q, qd, qdd)]
        together, result = pool(model, 2), np.asfortranarray(np.empty((robot.nv, states)))
        for threads in (1, 2):
            list_of[f"Pinocchio, rneaInParallel, {threads} threads"] = (
                states, lambda threads=threads: parallel(threads, together, *columns, result))
    return list_of


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--robot", default="ur10e")
    arguments.add_argument("--rounds", type=int, default=40)
    arguments.add_argument("--states", type=int, default=100_000)
    arguments.add_argument("--effort", type=int, default=33000)
    arguments.add_argument("--json", action="store_true")
    given = arguments.parse_args()
    robot = tauforge.example(given.robot)
    with tempfile.TemporaryDirectory() as folder:
        robot.save(pathlib.Path(folder) / "robot.urdf")
        model = pinocchio.buildModelFromUrdf(f"{folder}/robot.urdf")
    all_of_them = contenders(robot, model, given.states, given.effort)
    lowest = dict.fromkeys(all_of_them, float("inf"))
    for _ in range(given.rounds):
        for name, (count, run) in all_of_them.items():
            begin = time.perf_counter_ns()
            run()
            lowest[name] = min(lowest[name], (time.perf_counter_ns() - begin) / count)
    ratios = {
        "single call with out=, against Pinocchio's": lowest["Pinocchio, single call"] / lowest["tauforge, single call with out="],
        "batch on one thread, against the loop": lowest["Pinocchio, loop over a batch"] / lowest["tauforge, batch, 1 thread"],
        "two threads, against one": lowest["tauforge, batch, 1 thread"] / lowest["tauforge, batch, 2 threads"],
    }
    for threads in (1, 2):
        name = f"Pinocchio, rneaInParallel, {threads} threads"
        if name in lowest:
            ours = f"tauforge, batch, {threads} thread{'s' if threads > 1 else ''}"
            ratios[f"batch on {threads}, against rneaInParallel"] = lowest[name] / lowest[ours]
    if given.json:
        print(json.dumps({"robot": given.robot, "nanoseconds": lowest, "ratios": ratios}, indent=2))
        return
    print(f"{given.robot}: ns per state, lowest of {given.rounds} interleaved rounds")
    for name, value in lowest.items():
        print(f"  {name:42} {value:10.1f}")
    print("times as fast")
    for name, value in ratios.items():
        print(f"  {name:42} {value:10.2f}")


if __name__ == "__main__":
    main()
