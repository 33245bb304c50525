"""Simulations in virtual time, and motions that show parameters. In the examples `motion` is an Excitation of a SCARA,
`simulation` its Simulation, `folder` a Path."""
from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Tuple, Union

import numpy as np

from . import _core
from ._errors import Finding, answered
from ._identify import Recording
from ._robot import Robot

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass
class Simulation:
    """What came of a scenario: per sample time, wanted and true positions, commanded torques.

    >>> simulation.q.shape == simulation.wanted.shape
    True
    """

    robot: Robot
    t: np.ndarray  # [s]
    wanted: np.ndarray  # [rad or m]
    q: np.ndarray  # [rad or m]
    tau: np.ndarray  # [N m or N]
    events: List[str]  # alarms, stops, faults, with their times
    findings: List[Finding] = field(default_factory=list)

    def recording(self) -> Recording:
        """The simulation as a log to identify from, in SI units.

        >>> simulation.recording().samples == len(simulation.t)
        True
        """
        return Recording.from_arrays(self.robot, self.t, self.q, self.tau, name="simulation")

    def plot(self) -> Figure:
        """Wanted and true positions of every drive [rad or m] over time [s].

        >>> len(simulation.plot().axes)
        4
        """
        from ._figures import motion_figure

        return motion_figure(self.robot.drives, self.t, self.wanted, self.q, self.robot.name)

    def _repr_html_(self) -> str:
        return _svg(self.plot())


def simulate(robot: Robot, scenario: Union[str, os.PathLike], *,
             progress: Optional[Callable[..., Any]] = None) -> Simulation:
    """Runs a scenario file (docs/scenario-file.md) on the virtual robot, in virtual time [s]. Ctrl-C cancels it.

    >>> robot = tauforge.example("scara")
    >>> motion = tauforge.excite(robot, evaluations=50, velocity=1.0, acceleration=3.0)
    >>> simulation = tauforge.simulate(robot, motion.save(folder / "motion.toml"))
    >>> bool(np.abs(simulation.q - simulation.wanted).max() < 0.1)
    True
    """
    core, findings = answered(_core.simulate(robot._core, os.fspath(scenario), progress))
    t, wanted, q, tau = core.arrays
    return Simulation(robot, t[:, 0], wanted, q, tau, core.events, findings)


@dataclass
class Excitation:
    """A motion that makes parameters visible. Neither the robot's own links nor the floor are known to it: look first.

    >>> motion.duration < 60
    True
    """

    robot: Robot
    duration: float  # [s]
    condition: float  # of the observation, as found
    random_condition: float  # of the best random motion that the search began from
    limited_by: str  # what keeps it from being faster
    within_limits: bool  # looked at afterwards, on a fine grid
    findings: List[Finding] = field(default_factory=list)
    _core: Any = field(default=None, repr=False)

    def sample(self, rate: float = 200.0) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """t [s], q [rad or m], qd [rad/s or m/s], qdd [rad/s^2 or m/s^2] at `rate` [Hz], from rest to rest.

        >>> t, q, qd, qdd = motion.sample(100.0)
        >>> q.shape == (len(t), 4)
        True
        """
        t = np.arange(int(np.floor(self.duration * rate + 1e-9)) + 1) / rate
        return (t, *self._core.at(len(self.robot.drives), t))

    def save(self, path: Union[str, os.PathLike], rate: float = 200.0) -> Path:
        """The motion as a scenario file for `tauforge run` and `simulate`, with the `rate` of its loop [Hz].

        >>> motion.save(folder / "excitation.toml").name
        'excitation.toml'
        """
        place = Path(path)
        place.write_text(self._core.scenario(self.robot._core, self.robot.path, rate), encoding="utf-8")
        return place

    def plot(self) -> Figure:
        """Positions of every drive [rad or m] over time [s].

        >>> len(motion.plot().axes)
        4
        """
        from ._figures import motion_figure

        t, q, _, _ = self.sample()
        return motion_figure(self.robot.drives, t, None, q, f"condition {self.condition:.3g}, {self.limited_by}")

    def _repr_html_(self) -> str:
        return _svg(self.plot())


def excite(robot: Robot, *, polynomial: bool = False, information: bool = False, harmonics: int = 5, points: int = 8,
           evaluations: int = 4000, seed: int = 1, margin: float = 0.9, longest: float = 60.0,
           velocity: Optional[float] = None, acceleration: Optional[float] = None, torque: Optional[float] = None,
           progress: Optional[Callable[..., Any]] = None) -> Excitation:
    """Searches a motion within the limits of the joints that shows the parameters best.

    margin     share of every limit that is used
    longest    duration that is accepted [s]
    velocity, acceleration, torque   at most, every joint, where the file says nothing or to be stricter

    Ctrl-C cancels it; `progress` may return False: the best so far will do.

    >>> motion = tauforge.excite(tauforge.example("scara"), evaluations=50, velocity=1.0, acceleration=3.0)
    >>> motion.within_limits
    True
    """
    settings = {k: v for k, v in locals().items() if k not in ("robot", "progress") and v is not None}
    core, findings = answered(_core.excite(robot._core, settings, progress))
    return Excitation(robot, core.duration, core.condition, core.random_condition, core.limited_by, core.within_limits,
                      findings, core)


def _svg(figure: Figure) -> str:
    import io

    text = io.StringIO()
    figure.savefig(text, format="svg")
    return text.getvalue()[text.getvalue().index("<svg"):]
