"""Functions for CasADi against Pinocchio's analytic derivatives, and in solvers."""
import subprocess
import sys

import numpy as np
import pytest
import tauforge
from conftest import QUICK, ROOT, floating_states, pinocchio_model, pinocchio_torques, program

casadi = pytest.importorskip("casadi")
sys.path.insert(0, str(ROOT / "examples/python"))
ARMS = ["puma560", "panda", "ur10e"]


def jacobian_blocks(f):
    symbols = [casadi.MX.sym(f.name_in(i), *f.size_in(i)) for i in range(f.n_in())]
    value = f(*symbols)
    return casadi.Function("blocks", symbols, [value, *(casadi.jacobian(value, s) for s in symbols)])


@pytest.mark.parametrize("name", ARMS)
def test_torques_and_their_derivatives_are_pinocchios(pinocchio, random, tmp_path, name):
    robot = tauforge.example(name)
    model, data = pinocchio_model(pinocchio, robot, tmp_path)
    f = robot.casadi("inverse_dynamics", rigid=True, **QUICK)
    blocks = jacobian_blocks(f)
    assert f.name_in() == ["q", "qd", "qdd"] and f.name_out() == ["tau"]
    for _ in range(20):
        x = random.uniform(-2, 2, (3, robot.nv))
        tau, by_q, by_qd, by_qdd = (np.array(b.full() if hasattr(b, "full") else b) for b in blocks(*x))
        expected_q, expected_qd, M = pinocchio.computeRNEADerivatives(model, data, *x)
        M = np.triu(M) + np.triu(M, 1).T
        np.testing.assert_allclose(tau.ravel(), pinocchio.rnea(model, data, *x), rtol=0, atol=1e-10)
        for got, wanted in (by_q, expected_q), (by_qd, expected_qd), (by_qdd, M):
            np.testing.assert_allclose(got, wanted, rtol=0, atol=1e-10)


@pytest.mark.parametrize("name", ARMS)
def test_accelerations_and_their_derivatives_are_pinocchios(pinocchio, random, tmp_path, name):
    robot = tauforge.example(name)
    model, data = pinocchio_model(pinocchio, robot, tmp_path)
    blocks = jacobian_blocks(robot.casadi("forward_dynamics", rigid=True, **QUICK))
    for _ in range(20):
        x = random.uniform(-2, 2, (3, robot.nv))
        qdd, *got = (np.array(b.full()) for b in blocks(*x))
        expected = pinocchio.aba(model, data, *x)
        np.testing.assert_allclose(qdd.ravel(), expected, rtol=0, atol=1e-10 * np.abs(expected).max())
        for block, wanted in zip(got, pinocchio.computeABADerivatives(model, data, *x)):
            np.testing.assert_allclose(block, wanted, rtol=0, atol=1e-10 * np.abs(wanted).max())


def test_patterns_have_the_true_zeros(random):
    """Turning an arm about a vertical first axis changes no torque; the last axis of a wrist moves no heavy body."""
    f = tauforge.example("puma560").casadi("inverse_dynamics", **QUICK)
    assert f.jacobian().name_out() == ["jac_tau_q", "jac_tau_qd", "jac_tau_qdd"]
    pattern = f.jacobian().sparsity_out(0)
    assert pattern.shape == (6, 6) and pattern.nnz() < 36
    assert not np.array(casadi.DM(pattern, 1).full())[:, 0].any()
    dense = casadi.Function.jacobian(f)
    assert dense.size_in(3) == (6, 1) and dense.nnz_in(3) == 0


def test_matrices_are_column_major(random):
    robot, q = tauforge.example("panda"), random.uniform(-1, 1, 7)
    np.testing.assert_allclose(robot.casadi("jacobian", **QUICK)(q).full(), robot.jacobian(q), rtol=0, atol=1e-12)
    np.testing.assert_allclose(robot.casadi("forward_kinematics", **QUICK)(q).full().T, robot.forward_kinematics(q), rtol=0,
                               atol=1e-12)
    np.testing.assert_allclose(robot.casadi("mass_matrix", **QUICK)(q).full(), robot.mass_matrix(q), rtol=0, atol=1e-12)


def test_a_quadruped_has_pinocchios_values_and_is_told_to_have_no_derivatives(pinocchio, root, random, tmp_path):
    robot = tauforge.Robot.load(root / "benchmarks/quadruped.toml")
    model, data = pinocchio_model(pinocchio, robot, tmp_path)
    f = robot.casadi("inverse_dynamics", rigid=True, **QUICK)
    states = floating_states(robot, random, 10)
    for q, qd, qdd, expected in zip(*states, pinocchio_torques(pinocchio, model, data, robot, *states)):
        np.testing.assert_allclose(f(q, qd, qdd).full().ravel(), expected, rtol=0, atol=1e-10)
    symbols = [casadi.MX.sym(n, s) for n, s in (("q", robot.nq), ("qd", robot.nv), ("qdd", robot.nv))]
    with pytest.raises(RuntimeError):
        casadi.Function("J", symbols, [casadi.jacobian(f(*symbols), symbols[0])])(q, qd, qdd)


def test_arguments_that_casadi_leaves_out_are_zero():
    robot = tauforge.example("panda")
    f = robot.casadi("inverse_dynamics", **QUICK)
    q = np.full(7, 0.4)
    np.testing.assert_allclose(f(q=q)["tau"].full().ravel(), robot.inverse_dynamics(q, np.zeros(7), np.zeros(7)), rtol=0,
                               atol=1e-11)


def test_options_that_casadi_cannot_have_are_refused(tmp_path):
    run = subprocess.run([program(), "generate", tauforge.example("scara").path, "--language", "casadi", "--payload", "-o",
                          tmp_path / "x", "--functions", "gravity"], capture_output=True, text=True, timeout=60)
    assert run.returncode != 0 and "CasADi" in run.stderr


def test_a_folder_of_code_builds_its_library_for_casadi(tmp_path, random):
    robot = tauforge.example("scara")
    subprocess.run([program(), "generate", robot.path, "--language", "casadi", "--effort", "200", "-o", tmp_path / "code"],
                   check=True, capture_output=True, timeout=120)
    for command in (["cmake", "-S", tmp_path / "code", "-B", tmp_path / "build"], ["cmake", "--build", tmp_path / "build"]):
        subprocess.run(command, check=True, capture_output=True, timeout=300)
    f = casadi.external("scara_casadi_forward_dynamics", str(tmp_path / "build/libscara_casadi.so"))
    x = random.uniform(-1, 1, (3, 4))
    np.testing.assert_allclose(f(*x).full().ravel(), robot.forward_dynamics(*x), rtol=1e-10)


def test_a_swing_up_converges_with_our_code_and_with_symbols(pinocchio, random, full, capsys):
    """The same mesh, tolerances and solver; in full on a finer mesh. Times are printed, for docs/python.md."""
    import swing_up

    dynamics, common = swing_up.problem(intervals=30 if full else 12, effort=200)
    x = random.uniform(-1, 1, (3, 6))
    np.testing.assert_allclose(dynamics["tauforge"](*x).full(), dynamics["symbols"](*x).full(), rtol=0, atol=1e-10)
    runs = {name: rows[0] for name, rows in swing_up.compare(dynamics, common).items()}
    with capsys.disabled():
        for name, (seconds, iterations, cost, success) in runs.items():
            print(f"\nswing-up, {name}: {seconds:.2f} s, {iterations} iterations, cost {cost:.6g}", end="")
    assert all(success for *_, success in runs.values())
    assert runs["tauforge"][2] == pytest.approx(runs["symbols"][2], rel=1e-3)


def test_a_panda_reaches_its_goal_by_predictive_control(full):
    """In full it arrives; shortened, it is half-way there."""
    import panda_mpc

    steps, left = (25, 0.1) if full else (10, 0.5)
    times, errors, converged = panda_mpc.run(steps=steps, effort=200)
    print(f"solve times: median {np.median(times):.1f} ms, at most {times.max():.1f} ms")
    assert converged == steps
    assert errors[-1] < left * errors[0]
