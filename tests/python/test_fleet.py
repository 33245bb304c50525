"""Many robots identified where their logs lie: who drifted is found, and nothing depends on who did the work."""
import math
import multiprocessing
import os
import signal
import threading
import time

import numpy as np
import pytest
import tauforge
from tauforge import fleet
from tauforge._fleet_effects import random_effects, student_chance
from virtual_fleet import USUAL, fleet as virtual_fleet, log_of, planar

CUTOFF = 8.0


def same(one, other):
    return str(one) == str(other) and one.robots == other.robots and one.parameters == other.parameters


def judged(found, wrong):
    named = set(found.drifted)
    return len(named & set(wrong)), len(named - set(wrong))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fleet")
    logs, wrong, temperatures = virtual_fleet(folder, 4, count=24, drifted=2, drift=0.6)
    return planar(folder), logs, wrong, temperatures


def test_who_drifted_is_found_among_200_robots(tmp_path, full):
    robot = planar(tmp_path)
    seeds = range(101, 111) if full else [101]  # none that anything was chosen by
    found, others = [], []
    for seed in seeds:
        logs, wrong, temperatures = virtual_fleet(tmp_path, seed)
        right, false = judged(fleet.identify(robot, logs, cutoff=CUTOFF, temperature=temperatures), wrong)
        found.append(right), others.append(false)
    print(f"drifted robots found of 5, {len(found)} seeds: median {np.median(found):g}, {min(found)} to {max(found)}; "
          f"others named: median {np.median(others):g}, {min(others)} to {max(others)}")
    assert min(found) == 5 and max(others) <= 1


def test_common_parameters_and_their_spread_are_those_that_were_put_in(small):
    robot, logs, _, temperatures = small
    found = fleet.identify(robot, logs, cutoff=CUTOFF, temperature=temperatures)
    by_name = {p.name: p for p in found.parameters}
    for name, truth in (("fs1", USUAL["c1"]), ("fs2", USUAL["c2"]), ("ds1", USUAL["v1"])):
        p = by_name[name]
        assert abs(p.value - truth) < 4 * p.deviation + 0.02 * truth, p
        assert p.low < p.value < p.high
    slope, s = by_name["ds1"].slopes["temperature"]
    assert abs(slope + 0.02 * USUAL["v1"]) < 4 * s
    assert found.bytes < 24 * 40_000 and found.settled and not found.refused
    for member in found.robots:
        for deviation in member.deviations.values():
            assert abs(deviation.shrunk) <= abs(deviation.value) and deviation.low <= deviation.value <= deviation.high


def test_cold_robots_are_not_drifted_robots(tmp_path):
    robot = planar(tmp_path)
    logs, wrong, temperatures = virtual_fleet(tmp_path, 6, count=40, drifted=0, cold=range(4))
    cold = [f"robot{k:03d}" for k in range(4)]
    unaware = fleet.identify(robot, logs, cutoff=CUTOFF)
    aware = fleet.identify(robot, logs, cutoff=CUTOFF, temperature=temperatures)
    assert wrong == [] and set(cold) <= set(unaware.drifted)
    assert not set(cold) & set(aware.drifted)
    with pytest.raises(tauforge.Error) as error:
        fleet.identify(robot, logs, cutoff=CUTOFF, temperature={"robot000": 20.0})
    assert error.value.code == "fleet-covariate"


def test_hours_of_use_are_told_from_drift_and_from_temperature(tmp_path):
    robot, random = planar(tmp_path), np.random.default_rng(12)
    logs, hours, temperatures = {}, {}, {}
    wear = -3e-5  # of the friction level, per hour
    for k in range(40):
        name = f"robot{k:03d}"
        hours[name], temperatures[name] = (8000.0 if k < 4 else random.uniform(0, 1500)), 25 + 3 * random.normal()
        numbers = {key: value * (1 + 0.03 * random.normal()) for key, value in USUAL.items()}
        numbers["c1"] *= 1 + wear * hours[name]
        numbers["v1"] *= 1 - 0.02 * (temperatures[name] - 25)
        logs[name] = [log_of(planar(tmp_path, **numbers), random)]
    old = {f"robot{k:03d}" for k in range(4)}
    unaware = fleet.identify(robot, logs, cutoff=CUTOFF, temperature=temperatures)
    aware = fleet.identify(robot, logs, cutoff=CUTOFF, temperature=temperatures, hours=hours)
    assert old <= set(unaware.drifted) and not aware.drifted
    by_name = {p.name: p for p in aware.parameters}
    for name, covariate, truth in (("fs1", "hours", wear * USUAL["c1"]), ("ds1", "temperature", -0.02 * USUAL["v1"])):
        slope, s = by_name[name].slopes[covariate]
        assert abs(slope - truth) < 4 * s and abs(slope) > 4 * s, (name, slope, s)
    with pytest.raises(tauforge.Error) as error:
        fleet.identify(robot, logs, cutoff=CUTOFF, hours={"robot000": 20.0})
    assert error.value.code == "fleet-covariate"


def test_processes_find_the_same_though_one_is_killed(small):
    robot, logs, _, _ = small
    alone = fleet.identify(robot, logs, cutoff=CUTOFF)
    killed = []

    def kill_one():
        for _ in range(2000):
            children = multiprocessing.active_children()
            if children:
                killed.append(children[0].pid)
                os.kill(children[0].pid, signal.SIGKILL)
                return
            time.sleep(0.005)

    killer = threading.Thread(target=kill_one)
    killer.start()
    found = fleet.identify(robot, logs, cutoff=CUTOFF, workers=2)
    killer.join()
    assert len(killed) == 1 and same(found, alone)
    end = time.monotonic() + 30
    while multiprocessing.active_children() and time.monotonic() < end:  # what is left would keep the interpreter for ever
        time.sleep(0.05)
    assert not multiprocessing.active_children()


def _die_once(flag):
    """Ends its worker by signal 9, the first time."""
    try:
        os.close(os.open(flag, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return os.getpid()
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.long
def test_a_dask_cluster_finds_the_same_though_a_worker_is_killed(small, tmp_path):
    distributed = pytest.importorskip("distributed")
    robot, logs, _, _ = small
    files = {}
    for name, (log,) in logs.items():  # files: workers read them, and trajectories do not travel
        path = tmp_path / f"{name}.csv"
        np.savetxt(path, np.column_stack([log[0], log[1], log[2]]), delimiter=",", header="t,q1,q2,tau1,tau2", comments="", fmt="%.17g")
        files[name] = [str(path)]
    alone = fleet.identify(robot, files, cutoff=CUTOFF)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster) as client:
        assert same(fleet.identify(robot, files, cutoff=CUTOFF, client=client), alone)
        dying = client.submit(_die_once, str(tmp_path / "flag"), pure=False)  # in the middle of the work
        assert same(fleet.identify(robot, files, cutoff=CUTOFF, client=client), alone)
        assert dying.result() > 0  # it was begun again elsewhere


def test_without_settings_the_first_robot_chooses(tmp_path):
    robot = planar(tmp_path)
    random = np.random.default_rng(3)
    logs = {f"r{k}": [log_of(robot, random)] for k in range(4)}
    found = fleet.identify(robot, logs)
    assert found.settled and not found.drifted and len(found.robots) == 4


def test_a_log_that_cannot_be_used_is_named_and_the_others_go_on(small, tmp_path):
    robot, logs, _, _ = small
    some = dict(list(logs.items())[:6])
    found = fleet.identify(robot, {**some, "lost": [str(tmp_path / "lost.csv")]}, cutoff=CUTOFF)
    assert found.refused["lost"][0].code == "file-unreadable" and len(found.robots) == 6
    with pytest.raises(tauforge.Error) as error:
        fleet.identify(robot, {**some, "copy": next(iter(some.values()))}, cutoff=CUTOFF)
    assert error.value.code == "block-twice"


def test_random_effects_agree_with_what_is_known_in_closed_form():
    random = np.random.default_rng(8)
    count, between, own = 4000, 0.3, 0.4
    values = 2 + between * random.normal(size=count) + own * random.normal(size=count)
    table = np.column_stack([values, np.full(count, own), np.full(count, own), np.full(count, 1e9)])
    found = random_effects(table, np.ones((count, 1)))
    assert found.between == pytest.approx(between, rel=0.1)
    assert found.slopes[0] == pytest.approx(2, abs=4 * 0.5 / math.sqrt(count))
    assert np.mean(found.chances < 0.05) == pytest.approx(0.05, abs=0.015)  # chances are uniform
    assert student_chance(12.706205, 1) == pytest.approx(0.05, rel=1e-6)  # Student's table
    assert student_chance(4.604095, 4) == pytest.approx(0.01, rel=1e-6)
