"""A UR10e swings up with motors too weak to lift it: the same optimal control problem with our code and with CasADi symbols.

usage: python swing_up.py [--intervals 30] [--rounds 3] [--effort 33000]

Both problems have the same mesh, variables, bounds, solver and tolerances; they differ in the function that computes torques:
generated C behind CasADi's external interface, or the recursion of Newton and Euler in CasADi's own symbols (spatial vectors,
[Fea08], ch. 5), written here from the bodies that Pinocchio reads from the same robot.
"""
import argparse
import pathlib
import tempfile
import time

import casadi as ca
import numpy as np
import pinocchio
import tauforge


def symbolic_inverse_dynamics(model):
    """Newton-Euler in CasADi symbols: v and a from the base, forces back from the tip, as spatial vectors (linear, angular)."""
    n = model.nv
    q, qd, qdd = (ca.SX.sym(name, n) for name in ("q", "qd", "qdd"))

    def cross(w):
        return ca.vertcat(ca.horzcat(0, -w[2], w[1]), ca.horzcat(w[2], 0, -w[0]), ca.horzcat(-w[1], w[0], 0))

    R, p, axis, v, a, f = ([None] * (n + 1) for _ in range(6))
    v[0] = (ca.SX.zeros(3), ca.SX.zeros(3))
    a[0] = (ca.SX(ca.DM(-model.gravity.linear)), ca.SX.zeros(3))
    for i in range(1, n + 1):
        placement, kind, parent = model.jointPlacements[i], model.joints[i].shortname(), model.parents[i]
        axis[i] = ca.DM({"JointModelRX": [1, 0, 0], "JointModelRY": [0, 1, 0], "JointModelRZ": [0, 0, 1]}[kind])
        K = cross(axis[i])
        R[i] = ca.DM(placement.rotation) @ (ca.SX.eye(3) + ca.sin(q[i - 1]) * K + (1 - ca.cos(q[i - 1])) * (K @ K))
        p[i] = ca.DM(placement.translation)
        linear, angular = v[parent]
        w = R[i].T @ angular + axis[i] * qd[i - 1]
        u = R[i].T @ (linear + ca.cross(angular, p[i]))
        v[i] = (u, w)
        linear, angular = a[parent]
        a[i] = (R[i].T @ (linear + ca.cross(angular, p[i])) + ca.cross(u, axis[i] * qd[i - 1]),
                R[i].T @ angular + axis[i] * qdd[i - 1] + ca.cross(w, axis[i] * qd[i - 1]))
        body = model.inertias[i]
        m, c = body.mass, ca.DM(body.lever)
        I = ca.DM(body.inertia) + m * (cross(c).T @ cross(c))  # about the joint's origin

        def momentum(u, w):
            return m * (u + ca.cross(w, c)), I @ w + m * ca.cross(c, u)

        force, moment = momentum(*a[i])
        P, L = momentum(u, w)
        f[i] = [force + ca.cross(w, P), moment + ca.cross(w, L) + ca.cross(u, P)]
    tau = [None] * n
    for i in range(n, 0, -1):
        tau[i - 1] = ca.dot(axis[i], f[i][1])
        parent = model.parents[i]
        if parent > 0:
            F = R[i] @ f[i][0]
            f[parent][0] = f[parent][0] + F
            f[parent][1] = f[parent][1] + R[i] @ f[i][1] + ca.cross(p[i], F)
    return ca.Function("symbols", [q, qd, qdd], [ca.vertcat(*tau)], ["q", "qd", "qdd"], ["tau"])


def solver(dynamics, lower, upper, start, end, torque, intervals, seconds, hessian="limited-memory"):
    """Trapezoidal collocation of positions and velocities; torques at every knot."""
    n, h = len(start), seconds / intervals
    x, low, high, guess, g, cost = [], [], [], [], [], 0
    before = None
    for k in range(intervals + 1):
        q, qd, qdd = (ca.MX.sym(f"{name}{k}", n) for name in ("q", "qd", "qdd"))
        share = k / intervals
        fixed = start if k == 0 else end if k == intervals else None
        rest = np.zeros(n) if fixed is not None else np.full(n, 4.0)
        x += [q, qd, qdd]
        low += [fixed if fixed is not None else lower, -rest, np.full(n, -40.0)]
        high += [fixed if fixed is not None else upper, rest, np.full(n, 40.0)]
        guess += [start + share * (end - start), np.zeros(n), np.zeros(n)]
        tau = dynamics(q, qd, qdd)
        g.append((tau / torque, -np.ones(n), np.ones(n)))
        cost += h * ca.sumsqr(tau / torque) + 1e-4 * h * ca.sumsqr(qdd)
        if before:
            q0, v0, a0 = before
            g += [(q - q0 - h / 2 * (v0 + qd), np.zeros(n), np.zeros(n)), (qd - v0 - h / 2 * (a0 + qdd), np.zeros(n), np.zeros(n))]
        before = (q, qd, qdd)
    options = {"ipopt.print_level": 0, "print_time": False, "ipopt.sb": "yes", "ipopt.tol": 1e-6, "ipopt.max_iter": 3000,
               "ipopt.hessian_approximation": hessian}
    problem = {"x": ca.vertcat(*x), "f": cost, "g": ca.vertcat(*(row[0] for row in g))}
    solve = ca.nlpsol("swing_up", "ipopt", problem, options)
    arguments = {"x0": np.concatenate(guess), "lbx": np.concatenate(low), "ubx": np.concatenate(high),
                 "lbg": np.concatenate([row[1] for row in g]), "ubg": np.concatenate([row[2] for row in g])}
    return solve, arguments


def problem(intervals=30, seconds=2.0, effort=33000):
    """Both dynamics, and what the two solvers have in common."""
    robot = tauforge.example("ur10e")
    with tempfile.TemporaryDirectory() as folder:
        robot.save(pathlib.Path(folder) / "ur10e.urdf")
        model = pinocchio.buildModelFromUrdf(f"{folder}/ur10e.urdf")
    ours = robot.casadi("inverse_dynamics", rigid=True, effort=effort)
    start = np.array([0.0, np.pi / 2, 0.0, 0.0, 0.0, 0.0])  # hangs down
    end = np.array([0.0, -np.pi / 2, 0.0, 0.0, 0.0, 0.0])  # stands up
    reach = np.zeros((200, 6))
    reach[:, 1] = np.linspace(-np.pi, np.pi, 200)
    weight = np.abs(robot.gravity(reach, rigid=True)).max(axis=0)
    torque = np.array([100.0, 0.75 * weight[1], 0.9 * weight[2], 30.0, 20.0, 10.0])  # cannot hold the stretched arm
    lower, upper = np.full(6, -np.pi), np.full(6, np.pi)
    return {"tauforge": ours, "symbols": symbolic_inverse_dynamics(model)}, (lower, upper, start, end, torque, intervals, seconds)


def compare(dynamics, common, rounds=1):
    """Of each, round by round: seconds of the thread, iterations, cost, whether the solver converged."""
    made = {name: solver(function, *common) for name, function in dynamics.items()}
    runs = {name: [] for name in dynamics}
    for _ in range(rounds):  # interleaved: whatever else the machine does hits both
        for name, (solve, inputs) in made.items():
            begin = time.thread_time()
            result = solve(**inputs)
            seconds = time.thread_time() - begin
            stats = solve.stats()
            runs[name].append((seconds, stats["iter_count"], float(result["f"]), stats["success"]))
    return runs


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--intervals", type=int, default=30)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--effort", type=int, default=33000, help="of the search for cheap code")
    given = arguments.parse_args()
    runs = compare(*problem(given.intervals, effort=given.effort), given.rounds)
    for name, rows in runs.items():
        times = [seconds for seconds, *_ in rows]
        _, iterations, cost, success = rows[0]
        print(f"{name:9} {'converged' if success else 'FAILED'} after {iterations} iterations, cost {cost:.6g}: "
              f"{np.median(times):.3f} s ({min(times):.3f} ... {max(times):.3f}), {1e3 * min(times) / iterations:.2f} ms per iteration")
    ratios = [theirs[0] / ours[0] for ours, theirs in zip(runs["tauforge"], runs["symbols"])]
    print(f"tauforge is {np.median(ratios):.2f} times as fast ({min(ratios):.2f} ... {max(ratios):.2f} over {given.rounds} rounds)")


if __name__ == "__main__":
    main()
