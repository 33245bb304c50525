"""Tests of the installed package: a wheel, not the source tree."""
import os
import pathlib
import signal
import sys
import tempfile

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Code of one run is shared by its tests and by no other run.
_cache = tempfile.TemporaryDirectory(prefix="tauforge-tests-")
os.environ["TAUFORGE_CACHE"] = _cache.name

import tauforge  # noqa: E402


def program():
    """The program of the wheel."""
    return pathlib.Path(sys.executable).parent / "tauforge"


QUICK = {"effort": 200}  # little search: these tests are about values, not about the fewest operations


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="also tests marked long; others that take long in full, not shortened")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--full"):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]
    config.left_out = [item.name for item in long]


def pytest_terminal_summary(terminalreporter, config):
    for name in getattr(config, "left_out", []):
        terminalreporter.write_line(f"not run without --full (./test --all): {name}")


@pytest.fixture(scope="session")
def full(request):
    return request.config.getoption("--full")


def pytest_report_header():
    return f"tauforge {tauforge.__version__} from {pathlib.Path(tauforge.__file__).parent}"


def pytest_configure(config):
    config.addinivalue_line("markers", "long: takes long, runs with --full alone")
    assert ROOT not in pathlib.Path(tauforge.__file__).resolve().parents or "site-packages" in tauforge.__file__, \
        "the tests are for the installed wheel"


@pytest.fixture(scope="session")
def root():
    return ROOT


@pytest.fixture(scope="session")
def pinocchio():
    return pytest.importorskip("pinocchio") if os.environ.get("CI") != "true" else __import__("pinocchio")


@pytest.fixture
def ctrl_c():
    """Sends it. Whoever was started in the background ignores it, and so would its children."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield lambda: os.kill(os.getpid(), signal.SIGINT)
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def random():
    return np.random.default_rng(20)


def pinocchio_model(pinocchio, robot, folder):
    """The robot as Pinocchio reads it from a URDF file."""
    path = folder / f"{robot.name}.urdf"
    robot.save(path, force=True)
    model = pinocchio.buildModelFromUrdf(str(path))  # a floating base is a joint of the file
    assert model.nv == robot.nv
    return model, model.createData()


def floating_states(robot, random, count):
    q = random.uniform(-1, 1, (count, robot.nq))
    q[:, 3:7] /= np.linalg.norm(q[:, 3:7], axis=1, keepdims=True)
    return q, *(random.uniform(-1, 1, (count, robot.nv)) for _ in range(2))


def pinocchio_torques(pinocchio, model, data, robot, q, qd, qdd):
    """Inverse dynamics of a floating base by Pinocchio, whose joints have another order, for states one by one."""
    order = [model.joints[model.getJointId(name)].idx_v for name in robot.drives]
    own = [*range(6), *order]
    torques = []
    for k in range(len(q)):
        theirs_q, v, a = np.empty(model.nq), np.empty(model.nv), np.empty(model.nv)
        theirs_q[:7], theirs_q[np.array(order) + 1] = q[k, :7], q[k, 7:]
        v[own], a[own] = qd[k], qdd[k]
        torques.append(pinocchio.rnea(model, data, theirs_q, v, a)[own])
    return np.array(torques)
