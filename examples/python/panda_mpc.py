"""Model predictive control of a Panda in closed loop: multiple shooting with exact derivatives of generated code.

usage: python panda_mpc.py [--steps 40] [--effort 33000]

The plan looks 0.4 s ahead in 10 intervals of RK4 over forward dynamics; every step begins from the plan before. The robot that
is controlled is simulated by the templates, four times as finely, with half a kilogram in its hand that the plan knows nothing of.
"""
import argparse
import time

import casadi as ca
import numpy as np
import tauforge


class Controller:
    def __init__(self, robot, horizon=0.4, intervals=10, effort=33000):
        # bodies alone: dry friction has a step at rest, which no solver for smooth problems likes
        f = robot.casadi("forward_dynamics", rigid=True, effort=effort)
        n, self.n, self.intervals, h = robot.nv, robot.nv, intervals, horizon / intervals
        torque, limits = robot.limits.torque, robot.limits
        x, u = ca.MX.sym("x", 2 * n), ca.MX.sym("u", n)

        def rate(state):
            return ca.vertcat(state[n:], f(state[:n], state[n:], u))

        k1 = rate(x)
        k2 = rate(x + h / 2 * k1)
        k3 = rate(x + h / 2 * k2)
        k4 = rate(x + h * k3)
        step = ca.Function("step", [x, u], [x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)])
        states = [ca.MX.sym(f"x{k}", 2 * n) for k in range(intervals + 1)]
        torques = [ca.MX.sym(f"u{k}", n) for k in range(intervals)]
        now, goal, hold = ca.MX.sym("now", 2 * n), ca.MX.sym("goal", n), ca.MX.sym("hold", n)
        cost = 50 * ca.sumsqr(states[-1][:n] - goal) + 5 * ca.sumsqr(states[-1][n:])
        for state, tau in zip(states, torques):
            cost += ca.sumsqr(state[:n] - goal) + 0.01 * ca.sumsqr(state[n:]) + 1e-3 * ca.sumsqr((tau - hold) / torque)
        gaps = [states[0] - now] + [states[k + 1] - step(states[k], torques[k]) for k in range(intervals)]
        variables = ca.vertcat(*states, *torques)
        problem = {"x": variables, "f": cost, "g": ca.vertcat(*gaps), "p": ca.vertcat(now, goal, hold)}
        # The cost is a sum of squares of the variables: its own Hessian is that of Gauss and Newton, no second derivative
        # of the dynamics is needed.
        lam_f, lam_g = ca.MX.sym("lam_f"), ca.MX.sym("lam_g", problem["g"].shape[0])
        hessian = ca.Function("hessian", [variables, problem["p"], lam_f, lam_g],
                              [ca.triu(lam_f * ca.hessian(cost, variables)[0])])
        self.solve = ca.nlpsol("mpc", "ipopt", problem, {
            "ipopt.print_level": 0, "print_time": False, "ipopt.sb": "yes", "ipopt.tol": 1e-4, "ipopt.max_iter": 50,
            "hess_lag": hessian})
        wide = np.concatenate([limits.lower, -limits.velocity]), np.concatenate([limits.upper, limits.velocity])
        free = np.full(2 * n, np.inf)
        self.low = np.concatenate([-free, *[wide[0]] * intervals, *[-torque] * intervals])
        self.high = np.concatenate([free, *[wide[1]] * intervals, *[torque] * intervals])
        self.plan = None

    def __call__(self, q, qd, goal, hold):
        """The first torque of the plan, the speed it leads to, milliseconds that it took, whether the solver converged."""
        now = np.concatenate([q, qd])
        if self.plan is None:
            self.plan = np.concatenate([np.tile(np.concatenate([q, 0 * qd]), self.intervals + 1),
                                        np.tile(hold, self.intervals)])
        begin = time.thread_time()  # the solver has one thread: waiting for a processor does not count
        result = self.solve(x0=self.plan, p=np.concatenate([now, goal, hold]), lbx=self.low, ubx=self.high, lbg=0, ubg=0)
        milliseconds = 1e3 * (time.thread_time() - begin)
        self.plan = np.array(result["x"]).ravel()
        first = 2 * self.n * (self.intervals + 1)
        speed = self.plan[3 * self.n:4 * self.n]
        return self.plan[first:first + self.n], speed, milliseconds, self.solve.stats()["success"]


def run(steps=40, effort=33000):
    robot = tauforge.example("panda")
    control = Controller(robot, effort=effort)
    load = tauforge.Payload(0.5, centre=(0, 0, 0.1))
    q, qd = np.array([0.0, -0.5, 0.0, -2.0, 0.0, 1.6, 0.8]), np.zeros(7)
    goal = np.array([0.6, 0.1, -0.3, -1.5, 0.2, 1.9, 0.3])
    period, fine = 0.04, 4
    times, errors, converged = [], [np.abs(q - goal).max()], 0
    for _ in range(steps):
        tau, speed, milliseconds, success = control(q, qd, goal, robot.gravity(q))
        tau = tau + robot.friction(q, speed)  # at the speed that is wanted
        times.append(milliseconds)
        converged += success
        for _ in range(fine):  # semi-implicit Euler would do; RK4 is as short
            h = period / fine

            def rate(x):
                return np.concatenate([x[7:], robot.forward_dynamics(x[:7], x[7:], tau, payload=load)])

            x = np.concatenate([q, qd])
            k1 = rate(x)
            k2 = rate(x + h / 2 * k1)
            k3 = rate(x + h / 2 * k2)
            k4 = rate(x + h * k3)
            x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
            q, qd = x[:7], x[7:]
        errors.append(np.abs(q - goal).max())
    return np.array(times), np.array(errors), converged


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--steps", type=int, default=40)
    arguments.add_argument("--effort", type=int, default=33000, help="of the search for cheap code")
    given = arguments.parse_args()
    steps = given.steps
    times, errors, converged = run(steps, given.effort)
    print(f"{converged} of {steps} plans converged; solved in {np.median(times):.1f} ms (median), {times.max():.1f} ms at most")
    print(f"largest error of a joint: {errors[0]:.3f} rad at the beginning, {errors[-1]:.4f} rad after {0.04 * steps:.1f} s")


if __name__ == "__main__":
    main()
