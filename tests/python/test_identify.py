"""Identification, excitation, simulation and closed forms from Python."""
import json

import numpy as np
import pytest
import tauforge


def measured(robot, seed, noise=0.01, seconds=12.0, rate=200.0):
    """A motion of several frequencies, with the robot's own torques and some noise on them."""
    random = np.random.default_rng(seed)
    t = np.arange(int(seconds * rate)) / rate
    n = robot.nv
    frequency, phase = random.uniform(0.1, 0.5, (3, n)), random.uniform(0, 2 * np.pi, (3, n))
    size = random.uniform(0.2, 0.5, (3, n))
    angle = 2 * np.pi * t[:, None, None] * frequency + phase
    q = (size * np.sin(angle)).sum(axis=1)
    qd = (2 * np.pi * frequency * size * np.cos(angle)).sum(axis=1)
    qdd = -((2 * np.pi * frequency) ** 2 * size * np.sin(angle)).sum(axis=1)
    tau = robot.inverse_dynamics(q, qd, qdd)
    return t, q, tau + noise * np.abs(tau).max(axis=0) * random.standard_normal(tau.shape)


@pytest.fixture(scope="module")
def found():
    robot = tauforge.example("puma560")
    logs = [tauforge.Recording.from_arrays(robot, *measured(robot, seed)) for seed in (1, 2)]
    return tauforge.identify(robot, logs, validate=[tauforge.Recording.from_arrays(robot, *measured(robot, 3))])


def test_noise_is_all_that_is_left(found):
    """1 % of each drive's largest torque is noise: an error of the model would come on top."""
    assert 0.3 < found.validation[0].error < 5
    assert found.training_error < 5
    assert any(p.kept for p in found.parameters) and not all(p.kept for p in found.parameters)


def test_a_table_has_every_parameter(found):
    pandas = pytest.importorskip("pandas")
    table = found.table()
    assert isinstance(table, pandas.DataFrame) and len(table) == len(found.parameters)
    kept = table[table["kept"]]
    assert (kept["low"] <= kept["high"]).all()
    assert found._repr_html_().count("<tr>") == len(kept) + 1


def test_a_figure_has_both_torques_as_vectors(found, tmp_path):
    pytest.importorskip("matplotlib")
    figure = found.plot()
    assert len(figure.axes) == 6 and all(len(axis.lines) == 2 for axis in figure.axes)
    figure.savefig(tmp_path / "torques.pdf")
    assert (tmp_path / "torques.pdf").read_bytes().startswith(b"%PDF")


def test_what_is_saved_is_what_was_found(found, tmp_path, random):
    found.save(tmp_path / "model")
    q, qd, qdd = random.uniform(-1, 1, (3, 10, 6))
    for name in ("possible", "reduced"):
        again = tauforge.Robot.load(tmp_path / f"model/{name}.toml")
        np.testing.assert_allclose(again.inverse_dynamics(q, qd, qdd), getattr(found, name).inverse_dynamics(q, qd, qdd),
                                   rtol=0, atol=1e-9)
    report = json.loads((tmp_path / "model/report.json").read_text())
    assert report["validation"][0]["error"] == found.validation[0].error
    with pytest.raises(tauforge.Error):
        found.save(tmp_path / "model")
    found.save(tmp_path / "model", force=True)


def test_a_page_is_made_where_the_program_makes_pages(found, tmp_path):
    from tauforge._program import has_command

    with pytest.raises(tauforge.Error) as caught:  # these logs are arrays
        found.report(tmp_path / "page.html")
    assert caught.value.code == ("page-needs-files" if has_command("report") else "page-missing")


@pytest.mark.parametrize("change, code", [
    (lambda t, q, tau: (t[::-1], q, tau), "recording-time"), (lambda t, q, tau: (t, q[:-1], tau), "recording-size"),
    (lambda t, q, tau: (t, np.where(q > 0, np.nan, q), tau), "recording-not-finite"),
    (lambda t, q, tau: (t[:1], q[:1], tau[:1]), "recording-short")])
def test_measurements_that_are_none_are_refused(change, code):
    robot = tauforge.example("puma560")
    with pytest.raises(tauforge.Error) as caught:
        tauforge.Recording.from_arrays(robot, *change(*measured(robot, 1, seconds=1.0)))
    assert caught.value.code == code


def test_ctrl_c_cancels_an_identification(ctrl_c):
    robot = tauforge.example("puma560")
    logs = [tauforge.Recording.from_arrays(robot, *measured(robot, seed)) for seed in (1, 2)]
    told = []

    def progress(what, share, so_far):
        told.append(what)
        if len(told) == 2:
            ctrl_c()

    with pytest.raises(KeyboardInterrupt):
        tauforge.identify(robot, logs, progress=progress)
    assert len(told) == 2


def test_an_excitation_stays_within_limits_and_can_be_simulated(tmp_path):
    robot = tauforge.example("puma560")
    motion = tauforge.excite(robot, evaluations=60, velocity=1.0, acceleration=4.0, seed=2)
    assert motion.within_limits and motion.condition <= motion.random_condition
    t, q, qd, qdd = motion.sample(100)
    assert (q >= robot.limits.lower).all() and (q <= robot.limits.upper).all() and np.abs(qd).max() <= 1.0
    np.testing.assert_allclose(np.gradient(q, t, axis=0)[5:-5], qd[5:-5], atol=0.01)
    simulation = tauforge.simulate(robot, motion.save(tmp_path / "motion.toml"))
    assert len(simulation.t) == len(simulation.q) and simulation.recording().samples == len(simulation.t)
    assert simulation._repr_html_().startswith("<svg")


def test_a_scenario_with_an_error_is_refused(tmp_path):
    (tmp_path / "bad.toml").write_text("[motion]\nkind = 'bogus'\n")
    with pytest.raises(tauforge.Error):
        tauforge.simulate(tauforge.example("puma560"), tmp_path / "bad.toml")


def test_a_closed_form_gives_the_gravity_torque():
    model = tauforge.derive(tauforge.example("scara"), share=0.01)
    assert model._repr_latex_().startswith("$$") and len(model.equations) > 4
    assert r"\documentclass" in model.latex
    with pytest.raises(tauforge.Error):
        tauforge.derive(tauforge.example("scara"), share=2.0)
