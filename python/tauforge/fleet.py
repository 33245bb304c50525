"""Many robots of one make, identified where their logs lie: common parameters, each robot's own, and which robots drifted.

Every log is reduced by a worker to some kilobytes (docs/blocks.md); trajectories stay where they are. Workers are this process,
processes of this machine, or those of a Dask cluster: pip install "tauforge[fleet]". Numbers are in SI units.

    >>> robot, logs = tauforge.example("scara"), {"a1": ["a1.csv"], "a2": ["a2.csv"]}
    >>> found = tauforge.fleet.identify(robot, logs, cutoff=10.0)                     # doctest: +SKIP
    >>> found.drifted                                                                 # doctest: +SKIP
    ['a2']
"""
from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._errors import Error, Finding, answered
from ._fleet_effects import Effects, benjamini_hochberg, random_effects, student_limit
from ._fleet_work import Workers
from ._identify import Identification, Recording, identify as identify_one
from ._robot import Robot

__all__ = ["Deviation", "Fleet", "FleetParameter", "Member", "identify"]


@dataclass(frozen=True)
class FleetParameter:
    """A parameter of the fleet: its value for a robot at the mean of the covariates, in SI units.

    >>> tauforge.fleet.FleetParameter("ds1", "N m s/rad", 2.0, 0.1, 1.8, 2.2, 0.05, {}).value
    2.0
    """

    name: str
    unit: str
    value: float
    deviation: float  # of the value, one standard deviation
    low: float
    high: float
    between: float  # robots differ by this standard deviation, beyond what their logs leave open
    slopes: Dict[str, Tuple[float, float]]  # per covariate: change per unit of it, and its standard deviation


@dataclass(frozen=True)
class Deviation:
    """By how much a robot differs from the fleet, covariates taken into account, in SI units.

    >>> tauforge.fleet.Deviation(0.2, 0.1, 0.0, 0.4, 0.15, 0.05).shrunk
    0.15
    """

    value: float
    deviation: float  # what the robot's logs leave open, one standard deviation
    low: float
    high: float
    shrunk: float  # the same as robots of this fleet go: nearer to zero, the less its logs say
    chance: float  # of so large a difference in a robot that is like the others


@dataclass(frozen=True)
class Member:
    """A robot of the fleet.

    >>> tauforge.fleet.Member("a1", {}, 1.0, False, []).drifted
    False
    """

    name: str
    deviations: Dict[str, Deviation]  # per parameter that its logs tell
    chance: float  # of the largest of them, for how many there are
    drifted: bool
    parameters: List[str]  # by which it drifted, the surest first


@dataclass
class Fleet:
    """What the logs of a fleet say, in SI units.

    >>> tauforge.fleet.Fleet([], [], 0.05, 1, True, 0, {}).drifted
    []
    """

    parameters: List[FleetParameter]
    robots: List[Member]
    false_discoveries: float  # at most this share of those named is expected to be like the others
    rounds: int
    settled: bool
    bytes: int  # that left the workers in the last round, all robots together
    refused: Dict[str, List[Finding]] = field(default_factory=dict)  # robots without a usable log

    @property
    def drifted(self) -> List[str]:
        """Names of robots that differ from the others by more than robots of this fleet do.

        >>> tauforge.fleet.Fleet([], [], 0.05, 1, True, 0, {}).drifted
        []
        """
        return [robot.name for robot in sorted(self.robots, key=lambda r: r.chance) if robot.drifted]

    def __str__(self) -> str:
        lines = [f"{len(self.robots)} robots, {len(self.parameters)} parameters, {self.rounds} round{'s' * (self.rounds > 1)}"
                 f"{'' if self.settled else ', not settled'}; {self.bytes / 1e3:.0f} kB left the logs"]
        for p in self.parameters:
            slopes = "".join(f"; {slope:+.3g} +- {s:.2g} per {name}" for name, (slope, s) in p.slopes.items())
            lines.append(f"  {p.name} = {p.value:.5g} +- {p.deviation:.2g} {p.unit}, robots differ by {p.between:.2g}{slopes}")
        for robot in (r for name in self.drifted for r in self.robots if r.name == name):
            said = ", ".join(f"{k} {robot.deviations[k].value:+.3g} +- {robot.deviations[k].deviation:.2g}" for k in robot.parameters)
            lines.append(f"  drifted: {robot.name} ({said}; chance {robot.chance:.1e})")
        if not self.drifted:
            lines.append("  none drifted")
        lines += [f"  refused: {name}: {findings[0]}" for name, findings in self.refused.items()]
        return "\n".join(lines)


Log = Union[str, os.PathLike, Tuple[Any, ...]]

_robots: Dict[str, Robot] = {}  # of this process, by their text


def _robot_of(text: str) -> Robot:
    if text not in _robots:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "robot.toml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            _robots.clear()
            _robots[text] = Robot.load(path)
    return _robots[text]


def _read(robot: Robot, log: Log, name: str, layout: str) -> Recording:
    if isinstance(log, tuple):
        t, q, tau, *more = log
        return Recording.from_arrays(robot, t, q, tau, *more, name=name)
    return Recording.read(robot, log, layout)


def _begin(text: str, logs: Sequence[Log], layout: str, accept: Sequence[str], settings: Dict[str, Any]) -> Any:
    """On a worker: what identification of these logs chooses, as the first round."""
    try:
        robot = _robot_of(text)
        found = identify_one(robot, [_read(robot, log, f"log {k + 1}", layout) for k, log in enumerate(logs)], accept=accept, **settings)
        return answered(_core.first_round_of(robot._core, found._core))[0]
    except Error as error:
        return error.findings


def _reduce(text: str, round: str, name: str, logs: Sequence[Log], layout: str, accept: Sequence[str]) -> Any:
    """On a worker: blocks of a robot's logs; findings instead where one is refused."""
    try:
        robot = _robot_of(text)
        blocks = []
        for k, log in enumerate(logs):
            recording = _read(robot, log, f"{name}, log {k + 1}", layout)
            blocks.append((f"{name}, log {k + 1}", answered(_core.reduce_log(robot._core, recording._core, round, list(accept)))[0]))
        return blocks
    except Error as error:
        return error.findings


def _fit(robot: Robot, blocks: Sequence[Tuple[str, bytes]], round: str) -> Dict[str, Any]:
    return answered(_core.fit_blocks(robot._core, list(blocks), round))[0]


def identify(robot: Robot, logs: Mapping[str, Sequence[Log]], *, client: Any = None, workers: int = 1,
             cutoff: Optional[float] = None, delay: float = 0.0, velocities: bool = False, offsets: bool = True, load: bool = False,
             begin: Union[Identification, str, None] = None, rounds: int = 8, false_discoveries: float = 0.05,
             temperature: Optional[Mapping[str, float]] = None, hours: Optional[Mapping[str, float]] = None, layout: str = "",
             accept: Sequence[str] = (), retries: int = 5) -> Fleet:
    """Identifies robots of one make from {name: logs}: paths that the workers can read, or tuples (t, q, tau[, qd]) of arrays.

    client       a dask.distributed.Client: its cluster reduces the logs; None: processes of this machine
    workers      how many of these; 1: this process
    cutoff       of the filter of the motion [Hz]; None: identification of the first robot's logs chooses it, delay and friction
    delay        of the torques behind the motion [s]; velocities: measured ones are taken; load: friction grows with the load
    begin        a first round, or an Identification that chose it, in place of these
    rounds       at most; friction that grows with the load needs several
    temperature  per robot, as `hours` of use: a covariate, so that cold robots are not taken for drifted ones [any unit]
    retries      so often a reduction that died with its worker is begun again

    >>> t = np.arange(0, 8, 0.01)
    >>> robot = tauforge.example("scara")
    >>> def log(phase):
    ...     w = np.array([1.1, 1.7, 2.3, 2.9])
    ...     a = 0.05 * np.sin(np.outer(t, w) + phase) + 0.05
    ...     qd, qdd = 0.05 * w * np.cos(np.outer(t, w) + phase), -0.05 * w**2 * np.sin(np.outer(t, w) + phase)
    ...     return t, a, robot.inverse_dynamics(a, qd, qdd)
    >>> found = tauforge.fleet.identify(robot, {f"a{k}": [log(k)] for k in range(3)}, cutoff=10.0)
    >>> len(found.robots), found.rounds
    (3, 1)
    """
    text = robot.to_toml()
    own = _robot_of(text)  # as the workers have it
    if not logs:
        raise Error([Finding("error", "fleet-empty", "there is no robot with logs")])
    if any(len(some) == 0 for some in logs.values()):
        raise Error([Finding("error", "fleet-empty", f"robot '{name}' has no log") for name, some in logs.items() if not some])
    refused: Dict[str, List[Finding]] = {}
    with Workers(client, workers, retries) as crew:
        round = _first_round(own, text, logs, crew, begin, cutoff, layout, accept,
                             dict(cutoff=cutoff, delay=delay, velocities=velocities, offsets=offsets, load=load))
        for number in range(1, max(1, rounds) + 1):
            made = crew.run(_reduce, [(text, round, name, list(logs[name]), layout, tuple(accept)) for name in logs if name not in refused])
            kept = {name: blocks for name, blocks in zip([n for n in logs if n not in refused], made)}
            refused.update({name: answer for name, answer in kept.items() if answer and isinstance(answer[0], Finding)})
            kept = {name: blocks for name, blocks in kept.items() if name not in refused}
            if not kept:
                raise Error([finding for findings in refused.values() for finding in findings])
            together = _fit(own, [block for blocks in kept.values() for block in blocks], round)
            if together["settled"] or number == max(1, rounds):
                break
            round = together["next"]
    fits = {}
    for name, blocks in kept.items():
        try:
            fits[name] = _fit(own, blocks, round)
        except Error as error:
            refused[name] = error.findings
    sent = sum(len(data) for blocks in kept.values() for _, data in blocks)
    given = {key: values for key, values in (("temperature", temperature), ("hours", hours)) if values is not None}
    parameters, robots = _compared(fits, given, false_discoveries)
    return Fleet(parameters, robots, false_discoveries, number, bool(together["settled"]), sent, refused)


def _first_round(robot: Robot, text: str, logs: Mapping[str, Sequence[Log]], crew: Workers, begin: Any, cutoff: Optional[float],
                 layout: str, accept: Sequence[str], settings: Dict[str, Any]) -> str:
    if isinstance(begin, str):
        return begin
    if begin is not None:
        return answered(_core.first_round_of(robot._core, begin._core))[0]
    if cutoff is not None:
        return answered(_core.first_round(robot._core, settings))[0]
    (round,) = crew.run(_begin, [(text, list(next(iter(logs.values()))), layout, tuple(accept), {"offsets": settings["offsets"]})])
    if not isinstance(round, str):
        raise Error(round)
    return round


def _compared(fits: Dict[str, Dict[str, Any]], covariates: Dict[str, Mapping[str, float]],
              rate: float) -> Tuple[List[FleetParameter], List[Member]]:
    names = list(fits)
    order: Dict[str, str] = {}  # parameters that any robot's logs tell, with their units
    for fit in fits.values():
        order.update({row[0]: row[1] for row in fit["parameters"] if row[2]})
    missing = {key: [n for n in names if n not in values] for key, values in covariates.items()}
    if any(missing.values()):
        raise Error([Finding("error", "fleet-covariate", f"{key} of {', '.join(some)} is not given") for key, some in missing.items() if some])
    X = np.array([[1.0, *(values[n] for values in covariates.values())] for n in names])
    means = X[:, 1:].mean(axis=0)
    X[:, 1:] -= means
    parameters: List[FleetParameter] = []
    effects: Dict[str, Effects] = {}
    for name, unit in order.items():
        table = np.full((len(names), 4), np.nan)  # value, jackknife deviation, independent one, degrees of freedom
        for i, robot in enumerate(names):
            for row in fits[robot]["parameters"]:
                if row[0] == name and row[2]:
                    table[i] = row[8], row[9], row[7], fits[robot]["blocks"] - 1  # without signs: zero is no wall here
        found = random_effects(table, X)
        if found is None:
            continue
        effects[name] = found
        limit = student_limit(found.freedom)
        slopes = {key: (float(found.slopes[k + 1]), float(found.slope_deviations[k + 1])) for k, key in enumerate(covariates)}
        value, s = float(found.slopes[0]), float(found.slope_deviations[0])
        parameters.append(FleetParameter(name, unit, value, s, value - limit * s, value + limit * s, float(found.between), slopes))
    robots = []
    chances, own = [], []
    for i in range(len(names)):
        deviations = {}
        for name, e in effects.items():
            if not np.isfinite(e.residuals[i]):
                continue
            r, s, limit = float(e.residuals[i]), float(e.deviations[i]), student_limit(e.freedom)
            share = e.between**2 / (e.between**2 + s**2) if e.between > 0 else 0.0
            deviations[name] = Deviation(r, s, r - limit * s, r + limit * s, share * r, float(e.chances[i]))
        own.append(deviations)
        chances.append(min([1.0] + [len(deviations) * d.chance for d in deviations.values()]))
    named, level = benjamini_hochberg(np.array(chances), rate)
    for i, name in enumerate(names):
        by = sorted((d.chance, k) for k, d in own[i].items() if named[i] and len(own[i]) * d.chance <= level)
        robots.append(Member(name, own[i], float(chances[i]), bool(named[i]), [k for _, k in by]))
    return parameters, robots
