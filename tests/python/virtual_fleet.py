"""A fleet of small virtual robots: two joints, differing as robots of one make do; some of them drifted."""
import os

import numpy as np
import tauforge

MODEL = """schema = 1
name = "planar"
gravity = [0, -9.81, 0]
convention = "standard_dh"

[[link]]
name = "base"

[[link]]
name = "upper"
mass = {m1!r}
centre = [-0.2, 0.0, 0.0]
inertia = [0.01, 0.06, 0.06, 0, 0, 0]

[[link]]
name = "fore"
mass = {m2!r}
centre = [-0.15, 0.0, 0.0]
inertia = [0.005, 0.02, 0.02, 0, 0, 0]

[[joint]]
name = "shoulder"
type = "revolute"
parent = "base"
child = "upper"
a = 0.4
[joint.friction]
coulomb = {c1!r}
viscous = {v1!r}

[[joint]]
name = "elbow"
type = "revolute"
parent = "upper"
child = "fore"
a = 0.3
[joint.friction]
coulomb = {c2!r}
viscous = {v2!r}
"""
USUAL = dict(m1=4.0, m2=2.0, c1=1.5, v1=1.0, c2=0.8, v2=0.5)


def planar(folder, **numbers):
    path = folder / f"planar-{os.getpid()}.toml"
    path.write_text(MODEL.format(**{**USUAL, **numbers}))
    return tauforge.Robot.load(path)


def log_of(robot, random, seconds=8.0, rate=100.0, noise=0.05):
    """Torques at the exact motion, positions as encoders of 1e-5 rad see them, noise that is alike from sample to sample."""
    t = np.arange(0, seconds, 1 / rate)
    q, qd, qdd = (np.zeros((len(t), 2)) for _ in range(3))
    for j in range(2):
        for h in range(1, 5):
            w, a, p = (0.9 + 0.23 * j) * h, random.uniform(0.2, 0.5), random.uniform(0, 2 * np.pi)
            q[:, j] += a * np.sin(w * t + p)
            qd[:, j] += a * w * np.cos(w * t + p)
            qdd[:, j] -= a * w * w * np.sin(w * t + p)
    tau = robot.inverse_dynamics(q, qd, qdd)
    e = noise * random.normal(size=tau.shape)
    for k in range(1, len(t)):
        e[k] += 0.5 * e[k - 1]
    return t, np.round(q / 1e-5) * 1e-5, tau + e


def fleet(folder, seed, count=200, drifted=5, spread=0.03, drift=0.35, cold=()):
    """{name: [log]}, the names of those that drifted, and temperatures: friction of cold robots is that of all others at 5 degrees."""
    random = np.random.default_rng(seed)
    wrong = set(random.choice(count, drifted, replace=False))
    logs, temperatures = {}, {}
    for k in range(count):
        numbers = {key: value * (1 + spread * random.normal()) for key, value in USUAL.items()}
        temperature = 5.0 if k in cold else 25 + 3 * random.normal()
        for key in ("v1", "v2"):
            numbers[key] *= 1 - 0.02 * (temperature - 25)
        if k in wrong:
            numbers[str(random.choice(["c1", "c2", "m2"]))] *= 1 + drift
        name = f"robot{k:03d}"
        temperatures[name] = temperature
        logs[name] = [log_of(planar(folder, **numbers), random)]
    return logs, sorted(f"robot{k:03d}" for k in wrong), temperatures


