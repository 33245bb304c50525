"""Compiled functions: what they know of themselves, the cache, compilers that are missing, Ctrl-C."""
import shutil
import subprocess
import threading
import time

import numpy as np
import pytest
import tauforge
from conftest import QUICK, program


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("TAUFORGE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_function_knows_its_source_counts_and_report():
    f = tauforge.example("scara").compile("inverse_dynamics", **QUICK)
    assert "void scara_inverse_dynamics(" in f.source
    assert f.counts["multiplications"] > 0 and f.counts["sines"] > 0
    assert 0 <= f.report["deviation"] <= f.report["allowed"] < 1e-10
    assert f.report["states"] == 1000 and "cc" in f.report["build"]
    assert {"scara.c", "scara.h", "scara_model.c"} <= set(f.files)


def test_the_second_time_it_comes_from_the_cache(cache, random):
    robot, x = tauforge.example("scara"), random.uniform(-1, 1, (3, 4))
    first, second = (robot.compile("inverse_dynamics", **QUICK) for _ in range(2))
    assert not first.report["from_cache"] and second.report["from_cache"]
    assert first.files == second.files and first.counts == second.counts
    assert {k: v for k, v in first.report.items() if k != "from_cache"} == \
        {k: v for k, v in second.report.items() if k != "from_cache"}
    np.testing.assert_array_equal(first(*x), second(*x))
    assert not robot.compile("inverse_dynamics", cache=False, **QUICK).report["from_cache"]
    assert oct(cache.stat().st_mode & 0o777) == "0o700"


@pytest.mark.parametrize("change", [
    lambda r, n: r.compile("inverse_dynamics", effort=201), lambda r, n: r.compile("gravity", **QUICK),
    lambda r, n: r.compile("inverse_dynamics", rigid=True, **QUICK),
    lambda r, n: r.compile("inverse_dynamics", flags=("-O1",), **QUICK),
    lambda r, n: n.compile("inverse_dynamics", **QUICK)],
    ids=["effort", "function", "option", "flags", "another mass"])
def test_what_decides_about_code_decides_about_the_cache(cache, tmp_path, change):
    robot = tauforge.example("scara")
    text = robot.to_toml()
    number = next(line for line in text.splitlines() if line.strip().startswith("mass = "))
    (tmp_path / "other.toml").write_text(text.replace(number, "mass = 3.21", 1))
    robot.compile("inverse_dynamics", **QUICK)
    assert not change(robot, tauforge.Robot.load(tmp_path / "other.toml")).report["from_cache"]


@pytest.mark.parametrize("broken", ["model.so", "scara.c", "../manifest", "../key"])
def test_a_broken_entry_is_made_again(cache, broken):
    robot = tauforge.example("scara")
    robot.compile("gravity", **QUICK)
    files = next(cache.glob("*/files"))
    data = (files / broken).read_bytes()
    (files / broken).write_bytes(data[: len(data) // 2])
    again = robot.compile("gravity", **QUICK)
    assert not again.report["from_cache"] and again(np.zeros(4)).shape == (4,)
    assert robot.compile("gravity", **QUICK).report["from_cache"]


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TAUFORGE_CACHE", str(tmp_path / "file/cache"))
    assert tauforge.example("scara").compile("gravity", **QUICK)(np.zeros(4)).shape == (4,)
    monkeypatch.setenv("TAUFORGE_CACHE", "off")
    assert not tauforge.example("scara").compile("gravity", **QUICK).report["from_cache"]


def test_the_program_of_the_wheel_shares_the_cache(cache, tmp_path):
    robot = tauforge.example("scara")
    flags = ("-O2", "-ffp-contract=fast")
    made = robot.compile("gravity", flags=flags, batch=False, **QUICK)
    command = [program(), "generate", robot.path, "--functions", "gravity", "--effort", "200", "-o", tmp_path / "code",
               "--json"]
    for more, expected in (["--no-cache"], False), ([], True):
        run = subprocess.run([*command, *more], capture_output=True, text=True, timeout=120)
        assert run.returncode == 0, run.stderr
        assert ('"from_cache": true' in run.stdout) == expected
        assert (tmp_path / "code/scara.c").read_text() == made.source


def test_the_code_can_be_written_and_tests_itself(tmp_path):
    f = tauforge.example("scara").compile("inverse_dynamics", **QUICK)
    f.write(tmp_path / "code")
    with pytest.raises(tauforge.Error, match="foreign|files of others"):
        (tmp_path / "code/mine.txt").write_text("mine")
        f.write(tmp_path / "code")
    build = tmp_path / "selftest"
    subprocess.run(["cc", "-O1", *(str(tmp_path / "code" / n) for n in ("scara.c", "scara_model.c", "scara_selftest.c")),
                    "-I", str(tmp_path / "code"), "-lm", "-o", str(build)], check=True, timeout=120)
    assert subprocess.run([str(build)], timeout=60).returncode == 0


def test_a_missing_compiler_is_a_clear_error_and_templates_serve():
    robot = tauforge.example("scara")
    with pytest.raises(tauforge.Error, match="cannot be started") as caught:
        robot.compile("gravity", compiler="no-such-compiler", **QUICK)
    assert caught.value.code == "compiler-missing" and "Robot" in caught.value.findings[0].hint
    with pytest.warns(RuntimeWarning, match="templates serve instead"):
        f = robot.compile("gravity", compiler="no-such-compiler", templates_instead=True, **QUICK)
    assert not f.compiled
    np.testing.assert_array_equal(f(np.ones(4)), robot.gravity(np.ones(4)))


def test_without_any_compiler_templates_serve_with_everything_that_they_can(monkeypatch, tmp_path, random):
    """PATH is empty: `cc` is not there. A payload, a wrench, bodies alone and functions that share a call are the same."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("TAUFORGE_CACHE", "off")
    robot, q, F = tauforge.example("puma260"), random.uniform(-1, 1, (3, 6)), random.uniform(-9, 9, 6)
    with pytest.raises(tauforge.Error) as caught:
        robot.compile("gravity", **QUICK)
    assert caught.value.code == "compiler-missing" and "'cc'" in str(caught.value)
    x = q, q + 1, q - 1
    load = tauforge.Payload(2.0, (0, 0, 0.1))

    def stand_in(*names, **options):
        with pytest.warns(RuntimeWarning, match="templates serve"):
            return robot.compile(*names, templates_instead=True, **options, **QUICK)

    f = stand_in("inverse_dynamics", payload=True)
    f.set_up(payload=load)
    np.testing.assert_array_equal(f(*x), robot.inverse_dynamics(*x, payload=load))
    with pytest.raises(ValueError, match="gravity"):
        f.set_up(gravity=[0, 0, 1])
    np.testing.assert_array_equal(stand_in("inverse_dynamics", rigid=True)(*x), robot.inverse_dynamics(*x, rigid=True))
    assert np.abs(robot.inverse_dynamics(*x, rigid=True) - robot.inverse_dynamics(*x)).max() > 0.01
    np.testing.assert_array_equal(stand_in("inverse_dynamics", wrench=True)(*x, F), robot.inverse_dynamics(*x, wrench=F))
    g, M = stand_in("gravity+mass_matrix")(q)
    np.testing.assert_array_equal(g, robot.gravity(q)), np.testing.assert_array_equal(M, robot.mass_matrix(q))
    first, second = stand_in("gravity", "mass_matrix")
    assert not first.compiled and second.name == "mass_matrix"
    with pytest.raises(tauforge.Error) as caught:  # templates have the robot's own inertias
        robot.compile("gravity", run_time=["inertias"], templates_instead=True, **QUICK)
    assert caught.value.code == "compiler-missing"


def test_casadi_without_a_compiler_is_a_clear_error():
    pytest.importorskip("casadi")
    with pytest.raises(tauforge.Error) as caught:
        tauforge.example("scara").casadi("gravity", compiler="no-such-compiler", **QUICK)
    assert caught.value.code == "compiler-missing"


def test_unknown_functions_are_guessed_at():
    with pytest.raises(tauforge.Error, match="inverse_dynamics") as caught:
        tauforge.example("scara").compile("inverse_dynamic")
    assert caught.value.code == "function-unknown"


def test_code_that_waits_for_its_set_up_says_so():
    f = tauforge.example("scara").compile("gravity", run_time=["gravity"], **QUICK)
    with pytest.raises(ValueError, match="set_up"):
        f(np.zeros(4))
    with pytest.raises(ValueError):
        f.set_up(gravity=[0, 0])
    f.set_up(gravity=[0, 0, -1.0])
    assert f(np.zeros(4)).shape == (4,)
    with pytest.raises(ValueError):
        tauforge.example("scara").compile("gravity", **QUICK).set_up(payload=np.zeros(10))


def test_functions_that_share_a_call(random):
    robot, q = tauforge.example("scara"), random.uniform(-1, 1, (5, 4))
    g, M = robot.compile("gravity+mass_matrix", **QUICK)(q)
    np.testing.assert_allclose(g, robot.gravity(q), rtol=0, atol=1e-11)
    np.testing.assert_allclose(M, robot.mass_matrix(q), rtol=0, atol=1e-11)


def test_progress_is_told_and_may_say_enough():
    told = []

    def progress(what, share, so_far):
        told.append(what)
        return False if share is not None and share > 0.05 else None

    f = tauforge.example("puma560").compile("inverse_dynamics", effort=20_000, cache=False, progress=progress)
    assert f.report["cut_short"] and any("searching" in what for what in told)
    with pytest.raises(ZeroDivisionError):
        tauforge.example("puma560").compile("gravity", cache=False, progress=lambda *_: 1 / 0)


def test_ctrl_c_cancels_a_search(ctrl_c, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # alone there: others use /tmp too
    threading.Timer(0.7, ctrl_c).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        tauforge.example("panda").compile("inverse_dynamics", effort=10_000_000, cache=False)
    assert time.monotonic() - begin < 30
    assert not list(tmp_path.iterdir())


def test_the_program_is_there():
    assert shutil.which(str(program()))
    run = subprocess.run([program(), "check", tauforge.example("panda").path], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
