"""Every function against Pinocchio, on fixed and floating bases, by the templates and by compiled code."""
import numpy as np
import pytest
import tauforge
from conftest import QUICK, floating_states, pinocchio_model, pinocchio_torques

ARMS = ["puma560", "panda", "ur10e"]


@pytest.fixture(scope="module")
def quadruped(root):
    return tauforge.Robot.load(root / "benchmarks/quadruped.toml")


@pytest.mark.parametrize("name", ARMS)
def test_an_arm_agrees_with_pinocchio(pinocchio, random, tmp_path, name):
    robot = tauforge.example(name)
    model, data = pinocchio_model(pinocchio, robot, tmp_path)
    q, qd, qdd = (random.uniform(-2, 2, (20, robot.nv)) for _ in range(3))
    tau = robot.inverse_dynamics(q, qd, qdd, rigid=True)
    M, g = robot.mass_matrix(q, rigid=True), robot.gravity(q, rigid=True)
    back = robot.forward_dynamics(q, qd, tau, rigid=True)
    _, by_q, by_qd = robot.inverse_dynamics_derivatives(q, qd, qdd, rigid=True)
    for k in range(len(q)):
        np.testing.assert_allclose(tau[k], pinocchio.rnea(model, data, q[k], qd[k], qdd[k]), rtol=0, atol=1e-10)
        upper = np.triu(pinocchio.crba(model, data, q[k]))
        np.testing.assert_allclose(np.triu(M[k]), upper, rtol=0, atol=1e-10)
        np.testing.assert_allclose(g[k], pinocchio.computeGeneralizedGravity(model, data, q[k]), rtol=0, atol=1e-10)
        expected_q, expected_qd, _ = pinocchio.computeRNEADerivatives(model, data, q[k], qd[k], qdd[k])
        np.testing.assert_allclose(by_q[k], expected_q, rtol=0, atol=1e-10)
        np.testing.assert_allclose(by_qd[k], expected_qd, rtol=0, atol=1e-10)
    np.testing.assert_allclose(back, qdd, rtol=0, atol=1e-8)


def test_a_quadruped_agrees_with_pinocchio(pinocchio, quadruped, random, tmp_path):
    assert quadruped.floating and quadruped.nq == quadruped.nv + 1
    model, data = pinocchio_model(pinocchio, quadruped, tmp_path)
    q, qd, qdd = floating_states(quadruped, random, 10)
    expected = pinocchio_torques(pinocchio, model, data, quadruped, q, qd, qdd)
    fast = quadruped.compile("inverse_dynamics", rigid=True, **QUICK)
    for tau in (quadruped.inverse_dynamics(q, qd, qdd, rigid=True), fast(q, qd, qdd)):
        np.testing.assert_allclose(tau, expected, rtol=0, atol=1e-9)


def test_a_quaternion_that_is_no_rotation_is_refused_with_its_state(quadruped, random):
    q, qd, qdd = floating_states(quadruped, random, 6)
    q[4, 3:7] = 0
    fast = quadruped.compile("inverse_dynamics", **QUICK)
    out = np.zeros((6, quadruped.nv))
    for function in (quadruped.inverse_dynamics, fast):
        with pytest.raises(tauforge.Error, match=r"state 4 of 6") as caught:
            function(q, qd, qdd, out=out)
        assert caught.value.code == "quaternion-length"
        assert np.isnan(out[4]).all() and np.isfinite(np.delete(out, 4, 0)).all()


def test_functions_that_a_floating_base_does_not_have_say_so(quadruped):
    assert not quadruped.available("inverse_dynamics_derivatives")
    with pytest.raises(ValueError, match="fixed base only"):
        quadruped.inverse_dynamics_derivatives(*(np.zeros(n) for n in (quadruped.nq, quadruped.nv, quadruped.nv)))


@pytest.mark.parametrize("name", ["gravity", "velocity_torque", "bias", "mass_matrix", "coefficients", "coriolis_matrix",
                                  "momentum", "regressor", "base_regressor", "forward_kinematics", "jacobian",
                                  "forward_dynamics", "forward_dynamics_derivatives", "friction"])
def test_compiled_code_equals_the_templates(random, name):
    robot = tauforge.example("puma260")
    f = robot.compile(name, **QUICK)
    inputs = [random.uniform(-1, 1, (11, robot.nv)) for _ in range(f.usage.split("*")[0].count(","))]
    expected, got = getattr(robot, name)(*inputs), f(*inputs)
    for a, b in zip(*[(x if isinstance(x, tuple) else (x,)) for x in (expected, got)]):
        assert a.shape == b.shape
        np.testing.assert_allclose(b, a, rtol=0, atol=1e-10 * max(1, np.abs(a).max()))


def test_a_payload_is_a_body_on_the_last_link(random):
    robot, load = tauforge.example("panda"), tauforge.Payload(2.5, (0.01, 0.02, 0.1), (0.01, 0.02, 0.03, 0.001, 0.002, 0.003))
    q, qd, qdd = (random.uniform(-1, 1, (30, 7)) for _ in range(3))
    expected = robot.inverse_dynamics(q, qd, qdd, payload=load)
    f = robot.compile("inverse_dynamics", payload=True, **QUICK)
    np.testing.assert_allclose(f(q, qd, qdd), robot.inverse_dynamics(q, qd, qdd), rtol=0, atol=1e-11)
    f.set_up(payload=load)
    np.testing.assert_allclose(f(q, qd, qdd), expected, rtol=0, atol=1e-11)
    np.testing.assert_array_equal(robot.inverse_dynamics(q, qd, qdd), robot.inverse_dynamics(q, qd, qdd, payload=None))
    # held still, its weight acts at its centre: tau = -J' F
    J, X = robot.jacobian(q[0]), robot.forward_kinematics(q[0])[-1]
    weight = np.array([0, 0, -9.81 * load.mass])
    lever = X[:9].reshape(3, 3) @ load.centre
    np.testing.assert_allclose(robot.gravity(q[0], payload=load) - robot.gravity(q[0]),
                               -J.T @ np.concatenate([weight, np.cross(lever, weight)]), rtol=0, atol=1e-11)


def test_gravity_can_be_turned(random):
    robot, q = tauforge.example("panda"), random.uniform(-1, 1, 7)
    assert not robot.gravity(q, gravity=(0, 0, 0)).any()
    np.testing.assert_allclose(robot.gravity(q, gravity=(0, 0, 9.81)), -robot.gravity(q), rtol=0, atol=1e-12)


def test_a_wrench_acts_on_the_last_link(random):
    robot, q, F = tauforge.example("panda"), random.uniform(-1, 1, 7), random.uniform(-9, 9, 6)
    R = robot.forward_kinematics(q)[-1, :9].reshape(3, 3)
    world = np.concatenate([R @ F[:3], R @ F[3:]])
    zero = np.zeros(7)
    difference = robot.inverse_dynamics(q, zero, zero, wrench=F) - robot.inverse_dynamics(q, zero, zero)
    np.testing.assert_allclose(difference, -robot.jacobian(q).T @ world, rtol=0, atol=1e-11)
