"""Identification, excitation, simulation and closed forms from Python."""
import json
import subprocess
import threading
import time

import numpy as np
import pytest
import tauforge
from conftest import QUICK, program


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


def written_log(path, robot, t, q, tau):
    """A CSV file as docs/recordings.md has it."""
    header = ",".join(["t", *(f"q:{d}" for d in robot.drives), *(f"tau:{d}" for d in robot.drives)])
    np.savetxt(path, np.column_stack([t, q, tau]), delimiter=",", header=header, comments="")
    return path


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
    assert found._repr_html_().count("<tr>") == (len(kept) + 1) + (6 + 1), "parameters, and drives of the verdict"


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


def test_a_page_needs_files(found, tmp_path):
    with pytest.raises(tauforge.Error) as caught:  # these logs are arrays
        found.report(tmp_path / "page.html")
    assert caught.value.code == "page-needs-files"


@pytest.fixture(scope="module")
def uneven_arm(tmp_path_factory):
    """Three joints, with centres of mass and products of inertia that matter little."""
    link = ('<link name="{0}"><inertial><origin xyz="{1} 0.003 0.002"/><mass value="{2}"/><inertia ixx="0.02" iyy="0.05" izz="0.05" '
            'ixy="0.0003" ixz="0.0004" iyz="0.0002"/></inertial></link>')
    joint = ('<joint name="j{0}" type="revolute"><parent link="{1}"/><child link="{2}"/><origin xyz="{3}"/><axis xyz="{4}"/>'
             '<limit lower="-2" upper="2" effort="500" velocity="10"/></joint>')
    path = tmp_path_factory.mktemp("arm") / "arm.urdf"
    path.write_text(
        '<robot name="arm"><link name="base"/>' + "".join(link.format(*row) for row in (("a", 0.01, 2), ("b", 0.2, 3), ("c", 0.15, 1)))
        + joint.format(1, "base", "a", "0 0 0.3", "0 0 1") + joint.format(2, "a", "b", "0 0 0", "0 1 0")
        + joint.format(3, "b", "c", "0.4 0 0", "0 1 0") + "</robot>")
    return tauforge.Robot.load(path)


@pytest.fixture(scope="module", params=["trusted", "doubtful"])
def from_files(request, uneven_arm, tmp_path_factory):
    """An identification from files; the doubtful one is of logs in which the columns of two torques are exchanged."""
    folder = tmp_path_factory.mktemp(request.param)
    robot, logs = uneven_arm, []
    for seed in (1, 2, 3):
        t, q, tau = measured(robot, seed)
        if request.param == "doubtful":
            tau[:, [1, 2]] = tau[:, [2, 1]]
        logs.append(written_log(folder / f"run{seed}.csv", robot, t, q, tau))
    return request.param == "trusted", logs, tauforge.identify(robot, logs[:2], validate=logs[2])


def test_the_verdict_is_the_programs(from_files):
    trusted, logs, found = from_files
    answer = subprocess.run([program(), "identify", found._prior.path, *map(str, logs[:2]), "--validate", logs[2], "--json"],
                            capture_output=True, text=True, timeout=300)
    assert answer.returncode == (0 if trusted else 5), answer.stderr
    theirs = json.loads(answer.stdout)["verdict"]
    ours = found.verdict
    assert ours.trusted == theirs["trusted"] == trusted
    assert [d.code for d in ours.doubts] == [d["code"] for d in theirs["doubts"]]
    for name in ("error", "noise", "explained", "left_out", "condition", "error_of_drive", "explained_of_drive"):
        np.testing.assert_allclose(getattr(ours, name), theirs[name], rtol=1e-6, err_msg=name)
    assert ours.fresh and ours.alike == pytest.approx(theirs["alike_s"], rel=1e-6)
    if trusted:  # 1 % of each drive's largest torque is noise; all else is explained
        assert ours.explained > 99.9 and ours.noise < 5


def test_methods_are_those_of_the_program(uneven_arm, tmp_path):
    robot, log = uneven_arm, written_log(tmp_path / "run.csv", uneven_arm, *measured(uneven_arm, 1))
    ours = tauforge.identify(robot, log, method="iv", reference=2.0, friction=["coulomb"])
    answer = subprocess.run([program(), "identify", robot.path, log, "--method", "iv", "--reference", "2", "--friction", "coulomb",
                             "--json"], capture_output=True, text=True, timeout=300)
    theirs = json.loads(answer.stdout)["verdict"]
    np.testing.assert_allclose(ours.verdict.error_of_drive, theirs["error_of_drive"], rtol=1e-6)
    test = ours.verdict.hausman
    assert test.reference == 2.0 and test.p == pytest.approx(theirs["hausman"]["p"], rel=1e-6)
    assert [test.columns, test.freedom] == theirs["hausman"]["degrees_of_freedom"] and str(test).startswith("F(")
    for wrong in ({"method": "guess"}, {"friction": ["honey"]}):
        with pytest.raises(ValueError):
            tauforge.identify(robot, log, **wrong)


def test_logs_that_judge_are_examined_too(uneven_arm):
    t, q, tau = measured(uneven_arm, 1)
    good = tauforge.Recording.from_arrays(uneven_arm, t, q, tau)
    t, q, tau = measured(uneven_arm, 2)
    in_degrees = tauforge.Recording.from_arrays(uneven_arm, t, np.degrees(q), tau)
    with pytest.raises(tauforge.Error) as error:
        tauforge.identify(uneven_arm, [good], validate=[in_degrees])
    assert error.value.code == "unit-doubtful"


def test_the_verdict_is_shown(from_files):
    trusted, _, found = from_files
    said = "to be trusted" if trusted else "fitted, not to be trusted"
    assert said in str(found) and said in found._repr_html_() and str(found.verdict).startswith(said)
    for doubt in found.verdict.doubts:
        assert doubt.code in str(found) and doubt.code in found._repr_html_()
    assert trusted or any(d.code == "columns-exchanged" for d in found.verdict.doubts)


def test_a_page_is_made_of_a_fit_whether_it_is_trusted_or_not(from_files, tmp_path):
    trusted, _, found = from_files
    page = found.report(tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.lstrip().startswith("<!") and '"trusted":' + ("true" if trusted else "false") in page.replace(" ", "")


def test_an_accepted_doubt_is_none(from_files):
    trusted, logs, found = from_files
    codes = [d.code for d in found.verdict.doubts if d.severity == "warning"]
    assert trusted == (not codes)
    if trusted:
        return
    again = tauforge.identify(found._prior, logs[:2], validate=logs[2], accept=codes)
    assert again.verdict.trusted and {d.code for d in again.verdict.doubts if d.severity == "note"} >= set(codes)


def test_what_was_written_is_scored_as_it_is_used(found, tmp_path):
    """File and code miss the torques of the logs by what the model misses them; a wrong file does not pass for it."""
    found.save(tmp_path / "model")
    written = json.loads((tmp_path / "model/report.json").read_text())["written"]
    assert all(score["as_fitted"] for score in written.values())
    assert written["reduced.toml"]["error"] == pytest.approx(found.training_error, rel=0.02)
    code = found.score(found.reduced.compile("inverse_dynamics", **QUICK))
    assert code.as_fitted and code.error == pytest.approx(written["reduced.toml"]["error"], rel=1e-9)
    assert code.fresh == pytest.approx(found.validation[0].error, rel=1e-6)
    assert [log.fresh for log in code.logs] == [False, False, True] and len(code.logs[0].of_drive) == 6
    wrong = found.score(found._prior)
    assert not wrong.as_fitted and "NOT" in str(wrong)
    with pytest.raises(ValueError):
        found.score(found.reduced.compile("gravity", **QUICK))


@pytest.mark.parametrize("change, code", [
    (lambda t, q, tau: (t[::-1], q, tau), "recording-time"), (lambda t, q, tau: (t, q[:-1], tau), "recording-size"),
    (lambda t, q, tau: (t, np.where(q > 0, np.nan, q), tau), "recording-not-finite"),
    (lambda t, q, tau: (t[:1], q[:1], tau[:1]), "recording-short")])
def test_measurements_that_are_none_are_refused(change, code):
    robot = tauforge.example("puma560")
    with pytest.raises(tauforge.Error) as caught:
        tauforge.Recording.from_arrays(robot, *change(*measured(robot, 1, seconds=1.0)))
    assert caught.value.code == code


def cancelled_by_ctrl_c(ctrl_c, work, after=2):
    """Ctrl-C at the n-th report; how many there were when the work had ended."""
    told = []

    def progress(what, share, so_far):
        told.append(what)
        if len(told) == after:
            ctrl_c()

    with pytest.raises(KeyboardInterrupt):
        work(progress)
    return len(told)


def test_ctrl_c_cancels_an_identification(ctrl_c):
    robot = tauforge.example("puma560")
    logs = [tauforge.Recording.from_arrays(robot, *measured(robot, seed)) for seed in (1, 2)]
    assert cancelled_by_ctrl_c(ctrl_c, lambda told: tauforge.identify(robot, logs, progress=told)) == 2


def test_ctrl_c_cancels_a_verdict(ctrl_c, uneven_arm):
    logs = [tauforge.Recording.from_arrays(uneven_arm, *measured(uneven_arm, seed)) for seed in (1, 2)]
    told = []

    def progress(what, share, so_far):
        told.append(what)
        if what == "verdict":
            ctrl_c()

    with pytest.raises(KeyboardInterrupt):
        tauforge.identify(uneven_arm, logs, progress=progress)
    assert told.count("verdict") == 1


def test_ctrl_c_cancels_an_excitation(ctrl_c):
    robot = tauforge.example("puma560")
    assert cancelled_by_ctrl_c(ctrl_c, lambda told: tauforge.excite(
        robot, evaluations=100_000, velocity=1.0, acceleration=4.0, progress=told)) == 2


def test_ctrl_c_cancels_a_simulation(ctrl_c, tmp_path):
    robot = tauforge.example("scara")
    scenario = tauforge.excite(robot, evaluations=50, velocity=1.0, acceleration=3.0).save(tmp_path / "motion.toml")
    assert cancelled_by_ctrl_c(ctrl_c, lambda told: tauforge.simulate(robot, scenario, progress=told)) == 2


@pytest.mark.parametrize("after", [2, 6], ids=["between stages", "within a stage"])
def test_ctrl_c_cancels_a_derivation(ctrl_c, after):
    """In full this takes minutes; it is asked every 50 ms within a stage, too."""
    robot = tauforge.example("puma560")
    begin = time.monotonic()
    assert cancelled_by_ctrl_c(ctrl_c, lambda told: tauforge.derive(robot, budget=150, trade_off=True, progress=told), after) == after
    assert time.monotonic() - begin < 60


def test_ctrl_c_from_outside_ends_a_derivation_without_progress(ctrl_c):
    threading.Timer(1.0, ctrl_c).start()
    with pytest.raises(KeyboardInterrupt):
        tauforge.derive(tauforge.example("puma560"), budget=150, trade_off=True)


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


def test_a_closed_form_is_latex_with_figures():
    model = tauforge.derive(tauforge.example("scara"), share=0.01)
    assert model._repr_latex_().startswith("$$") and len(model.equations) > 4
    assert r"\documentclass" in model.latex and model.abbreviated <= model.operations
    assert len(model.bounds) == len(model.torques) == 4


def test_the_equations_of_a_derivation_are_formulas_for_notebooks():
    """Shown by matplotlib's own reader of LaTeX: what it cannot read, no notebook shows."""
    mathtext = pytest.importorskip("matplotlib.mathtext")
    for name, formula in tauforge.derive(tauforge.example("scara")).equations:
        mathtext.MathTextParser("path").parse(f"${name} = {formula}$")


def test_an_error_and_a_budget_abbreviate_a_closed_form(uneven_arm):
    full = tauforge.derive(uneven_arm, trade_off=True)
    assert full.abbreviated is None and not full.bounds
    operations = [point.operations for point in full.trade_off]
    assert operations[-1] < operations[0] <= full.operations
    for point in full.trade_off:
        assert all(bound <= 1.01 * point.error * torque for bound, torque in zip(point.bounds, full.torques))
    allowed = tauforge.derive(uneven_arm, error=0.05)
    assert allowed.abbreviated < full.operations
    assert all(bound <= 0.0505 * torque for bound, torque in zip(allowed.bounds, allowed.torques))
    assert tauforge.derive(uneven_arm, budget=allowed.abbreviated).abbreviated <= allowed.abbreviated


@pytest.mark.parametrize("given, code", [({"share": 2.0}, "share-invalid"), ({"error": -0.1}, "share-invalid"),
                                         ({"budget": 0}, "budget-invalid"), ({"budget": 1}, "budget-too-small"),
                                         ({"error": 0.1, "budget": 5}, "options-conflict")])
def test_settings_of_a_derivation_that_make_no_sense_are_refused(given, code):
    with pytest.raises(tauforge.Error) as caught:
        tauforge.derive(tauforge.example("scara"), **given)
    assert caught.value.code == code
