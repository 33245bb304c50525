#!/usr/bin/env python3
"""Lets somebody else's engine compute rigid-body dynamics of a URDF file.

usage: oracle.py (pinocchio|mujoco) ROBOT.urdf STATES.csv OUT.csv GX GY GZ [NAME STIFFNESS REST]...

STATES.csv has the columns q:NAME, qd:NAME, qdd:NAME; OUT.csv repeats them and adds tau:NAME,
gravity:NAME, bias:NAME and M:NAME1:NAME2. Friction and motor inertia are left out. Springs are for mujoco alone.
Exit code 3: the engine refuses the robot; its reason is printed. 4: the engine is not installed.
"""
import csv
import math
import sys

REFUSED, MISSING = 3, 4


class Pinocchio:
    def __init__(self, urdf, gravity):
        import numpy
        import pinocchio
        self.np, self.pin = numpy, pinocchio
        self.model = pinocchio.buildModelFromUrdf(urdf)
        self.model.gravity.linear = numpy.array(gravity)
        self.data = self.model.createData()
        joints = [(self.model.names[i], self.model.joints[i]) for i in range(1, self.model.njoints)]
        self.joints = [(name, joint.idx_q, joint.nq, joint.idx_v) for name, joint in joints]

    def names(self):
        return [joint[0] for joint in self.joints]

    def compute(self, q, qd, qdd):
        np, pin = self.np, self.pin
        full_q, v, a = np.zeros(self.model.nq), np.zeros(self.model.nv), np.zeros(self.model.nv)
        for name, idx_q, nq, idx_v in self.joints:
            # a continuous joint is a point on the unit circle
            full_q[idx_q:idx_q + nq] = [q[name]] if nq == 1 else [math.cos(q[name]), math.sin(q[name])]
            v[idx_v], a[idx_v] = qd[name], qdd[name]
        row = {name: idx_v for name, _, _, idx_v in self.joints}
        zero = np.zeros(self.model.nv)
        tau = pin.rnea(self.model, self.data, full_q, v, a).copy()
        gravity = pin.rnea(self.model, self.data, full_q, zero, zero).copy()
        bias = pin.rnea(self.model, self.data, full_q, v, zero).copy()
        M = np.triu(pin.crba(self.model, self.data, full_q))
        M = M + np.triu(M, 1).T
        return row, tau, gravity, bias, M


class Mujoco:
    def __init__(self, urdf, gravity):
        import mujoco
        import numpy
        self.np, self.mj = numpy, mujoco
        self.model = mujoco.MjModel.from_xml_path(urdf)
        self.model.opt.gravity[:] = gravity
        self.model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
        self.model.dof_damping[:] = 0
        self.model.dof_frictionloss[:] = 0
        self.model.dof_armature[:] = 0
        self.data = mujoco.MjData(self.model)

    def add_spring(self, name, stiffness, rest):
        joint = self.model.joint(name)
        self.model.jnt_stiffness[joint.id] = stiffness
        self.model.qpos_spring[joint.qposadr[0]] = rest

    def names(self):
        return [self.model.joint(i).name for i in range(self.model.njnt)]

    def inverse(self, q, qd, qdd):
        for name in self.names():
            joint = self.model.joint(name)
            self.data.qpos[joint.qposadr[0]] = q[name]
            self.data.qvel[joint.dofadr[0]] = qd[name]
            self.data.qacc[joint.dofadr[0]] = qdd[name]
        self.mj.mj_inverse(self.model, self.data)
        return self.data.qfrc_inverse.copy()

    def compute(self, q, qd, qdd):
        zero = {name: 0.0 for name in q}
        row = {name: self.model.joint(name).dofadr[0] for name in self.names()}
        tau, gravity, bias = self.inverse(q, qd, qdd), self.inverse(q, zero, zero), self.inverse(q, qd, zero)
        # columns of inverse dynamics less gravity: independent of how versions store the matrix
        M = self.np.zeros((self.model.nv, self.model.nv))
        for name in self.names():
            M[:, row[name]] = self.inverse(q, zero, {**zero, name: 1.0}) - gravity
        return row, tau, gravity, bias, M


def main():
    engine, urdf, states, out = sys.argv[1:5]
    gravity = [float(x) for x in sys.argv[5:8]]
    try:
        __import__(engine)
    except ImportError as error:
        print(error)
        return MISSING
    if urdf == "-":  # only asked whether the engine is there
        return 0
    try:
        oracle = {"pinocchio": Pinocchio, "mujoco": Mujoco}[engine](urdf, gravity)
    except (ValueError, RuntimeError) as error:
        print(str(error).replace("\n", " "))
        return REFUSED
    for name, stiffness, rest in zip(sys.argv[8::3], sys.argv[9::3], sys.argv[10::3]):
        oracle.add_spring(name, float(stiffness), float(rest))
    names = oracle.names()
    with open(states, newline="", encoding="utf-8") as source, open(out, "w", newline="", encoding="utf-8") as sink:
        rows = csv.DictReader(source)
        pairs = [(a, b) for i, a in enumerate(names) for b in names[i:]]
        writer = csv.writer(sink, lineterminator="\n")
        writer.writerow(rows.fieldnames + [f"{kind}:{n}" for kind in ("tau", "gravity", "bias") for n in names] +
                        [f"M:{a}:{b}" for a, b in pairs])
        for values in rows:
            take = lambda kind: {n: float(values[f"{kind}:{n}"]) for n in names}
            row, tau, gravity_torque, bias, M = oracle.compute(take("q"), take("qd"), take("qdd"))
            numbers = [vector[row[n]] for vector in (tau, gravity_torque, bias) for n in names]
            numbers += [M[row[a], row[b]] for a, b in pairs]
            writer.writerow([values[f] for f in rows.fieldnames] + [repr(float(x)) for x in numbers])
    return 0


if __name__ == "__main__":
    sys.exit(main())
