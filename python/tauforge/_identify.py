"""Parameters of a robot from its logs."""
from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Union

import numpy as np

from . import _core
from ._errors import Error, Finding, answered
from ._robot import Robot

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure


class Recording:
    """A log of a robot: a CSV file ("log.csv@635-3510" reads these data rows), or arrays.

    >>> t = np.linspace(0, 1, 101)
    >>> log = tauforge.Recording.from_arrays(tauforge.example("scara"), t, np.zeros((101, 4)), np.zeros((101, 4)))
    >>> log.samples
    101
    """

    def __init__(self, core: _core.Recording, findings: Sequence[Finding] = ()):
        self._core, self.findings = core, list(findings)

    @staticmethod
    def read(robot: Robot, path: Union[str, os.PathLike], layout: str = "") -> Recording:
        """`layout`: a file that says what the columns mean (docs/recordings.md)."""
        return Recording(*answered(_core.read_recording(robot._core, os.fspath(path), layout)))

    @staticmethod
    def from_arrays(robot: Robot, t: Any, q: Any, tau: Any = None, qd: Any = None, name: str = "measurements") -> Recording:
        """t [s] with N time stamps; q [rad or m], tau [N m or N] and qd [rad/s or m/s] with N rows, a column per drive."""
        rows = [np.asarray([] if a is None else a, dtype=float).ravel() for a in (t, q, qd, tau)]
        return Recording(*answered(_core.recording_of(robot._core, *rows, name)))

    @property
    def samples(self) -> int:
        return self._core.samples

    @property
    def duration(self) -> float:
        """[s]"""
        return self._core.duration


@dataclass(frozen=True)
class Parameter:
    """A parameter of the full model and its deviation; the interval is that of a parameter which is kept."""

    name: str
    unit: str
    kept: bool  # in the reduced model
    value: float
    deviation: float  # one standard deviation
    low: float
    high: float


@dataclass(frozen=True)
class Prediction:
    """Measured and predicted torques [N m or N] of a log over t [s], and the error of all [%]."""

    name: str
    drives: List[str]
    t: np.ndarray
    measured: np.ndarray
    predicted: np.ndarray
    error: float

    def plot(self) -> Figure:
        """Both torques of every drive, as a figure for papers: figure.savefig("torques.pdf")."""
        from ._figures import torques_figure

        return torques_figure(self)


@dataclass
class Identification:
    """What logs say about a robot: `possible` has bodies that can exist, `reduced` the fewest numbers."""

    possible: Robot
    reduced: Robot
    parameters: List[Parameter]
    training_error: float  # of the reduced model [%]
    validation: List[Prediction] = field(default_factory=list)  # on the logs that were held back
    findings: List[Finding] = field(default_factory=list)
    _core: Any = field(default=None, repr=False)
    _prior: Any = field(default=None, repr=False)
    _command: List[str] = field(default_factory=list, repr=False)  # arguments of `tauforge identify`; empty: not of files

    def predict(self, log: Union[str, os.PathLike, Recording]) -> Prediction:
        """Torques of the reduced model on a log."""
        name = "log" if isinstance(log, Recording) else os.fspath(log)
        t, measured, predicted, error = answered(self._core.prediction(recording_of(self._prior, log)._core))[0]
        return Prediction(name, self._prior.drives, t[:, 0], measured, predicted, error)

    def table(self) -> pandas.DataFrame:
        """All parameters as a pandas.DataFrame."""
        import pandas

        return pandas.DataFrame([asdict(p) for p in self.parameters]).set_index("name")

    def plot(self, log: Optional[Union[str, os.PathLike, Recording]] = None) -> Figure:
        """Measured and predicted torques of a log; without one, of the first log that was held back."""
        if log is None and not self.validation:
            raise ValueError("name a log to plot: none was held back")
        return (self.predict(log) if log is not None else self.validation[0]).plot()

    def save(self, folder: Union[str, os.PathLike], *, force: bool = False) -> Path:
        """possible.toml and reduced.toml, read back and compared, and report.json."""
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        for name in ("possible", "reduced"):
            getattr(self, name).save(place / f"{name}.toml", force=force)
        (place / "report.json").write_text(json.dumps(self.summary(), indent=2) + "\n", encoding="utf-8")
        return place

    def report(self, path: Union[str, os.PathLike] = "report.html") -> Path:
        """The identification as a page for browsers, by `tauforge identify` and `tauforge report` on the same files."""
        from ._program import has_command, run

        if not has_command("report"):
            raise Error([Finding("error", "page-missing", "this version of the program writes no pages")])
        if not self._prior.path or not self._command:
            raise Error([Finding("error", "page-needs-files", "a page is made from a robot file and logs that are files")])
        with tempfile.TemporaryDirectory() as folder:
            run(["identify", self._prior.path, *self._command, "-o", f"{folder}/identified", "--quiet"])
            run(["report", f"{folder}/identified", "-o", path])
        return Path(path)

    def summary(self) -> Dict[str, Any]:
        """Errors and parameters as plain values."""
        return {"training_error": self.training_error,
                "validation": [{"log": p.name, "error": p.error} for p in self.validation],
                "parameters": [asdict(p) for p in self.parameters],
                "findings": [asdict(f) for f in self.findings]}

    def _repr_html_(self) -> str:
        from ._tables import html_table

        held = ", ".join(f"{p.error:.3g} %" for p in self.validation)
        rows = [[p.name, f"{p.value:.5g}", f"{p.deviation:.2g}", f"{p.low:.5g} ... {p.high:.5g}", p.unit]
                for p in self.parameters if p.kept]
        title = f"{len(rows)} of {len(self.parameters)} parameters kept; training error {self.training_error:.3g} %"
        return html_table(title + (f"; held back {held}" if held else ""),
                          ["parameter", "value", "deviation", "interval", "unit"], rows)


def recording_of(robot: Robot, log: Union[str, os.PathLike, Recording], layout: str = "") -> Recording:
    return log if isinstance(log, Recording) else Recording.read(robot, log, layout)


def identify(robot: Robot, logs: Any, *, validate: Any = (), layout: str = "", cutoff: Optional[float] = None,
             delay: Optional[float] = None, keep: str = "error", tolerance: float = 0.01, offsets: bool = True,
             solver: str = "chosen", ridge: float = 0.0, progress: Optional[Callable[..., Any]] = None) -> Identification:
    """Identifies a robot from logs: paths of CSV files or Recordings.

    validate   logs that are held back: the result is judged by them
    cutoff     of the filter of the motion [Hz]; None: found from the logs
    delay      of the torques behind the motion [s]; None: found from the logs
    keep       parameters stay by the "error" on left-out blocks, by their "share" of a drive's largest torque, by a "t_test"
    tolerance  error: the smallest model so close to the best; share: the least that stays
    offsets    a constant torque per drive is tried
    solver     "chosen", "qr", "svd", "pseudo_inverse", "ridge" (with its factor `ridge`)

    Ctrl-C cancels it.

    >>> robot = tauforge.example("scara")
    >>> t = np.linspace(0, 10, 2001)
    >>> middle, size = (robot.limits.upper + robot.limits.lower) / 2, np.array([0.5, 0.5, 0.1, 0.5])
    >>> w = np.array([1.0, 1.7, 2.3, 2.9])
    >>> angle = np.outer(t, w) + np.arange(4)
    >>> q, qd, qdd = middle + size * np.sin(angle), size * w * np.cos(angle), -size * w**2 * np.sin(angle)
    >>> tau = robot.inverse_dynamics(q, qd, qdd)
    >>> found = tauforge.identify(robot, [tauforge.Recording.from_arrays(robot, t, q, tau)])
    >>> found.training_error < 5
    True
    """
    many = [logs] if isinstance(logs, (str, os.PathLike, Recording)) else list(logs)
    held = [validate] if isinstance(validate, (str, os.PathLike, Recording)) else list(validate)
    recordings = [recording_of(robot, log, layout) for log in many]
    settings: Dict[str, Any] = {"cutoff": cutoff, "delay": delay, "keep": keep, "tolerance": tolerance,
                                "offsets": offsets, "solver": solver, "ridge": ridge}
    core, findings = answered(_core.identify(robot._core, [r._core for r in recordings], settings, progress))
    found = Identification(Robot(core.possible), Robot(core.reduced), [Parameter(*row) for row in core.parameters],
                           core.training_error, [], findings, core, robot)
    for log in held:
        name = "log" if isinstance(log, Recording) else os.fspath(log)
        prediction = found.predict(recording_of(robot, log, layout))
        found.validation.append(Prediction(name, *list(vars(prediction).values())[1:]))
    if not layout and not any(isinstance(log, Recording) for log in [*many, *held]):
        found._command = [*map(os.fspath, many), *(f"--validate={os.fspath(log)}" for log in held), *_options(settings)]
    return found


def _options(settings: Dict[str, Any]) -> List[str]:
    """Settings as options of the program."""
    options = [f"--tolerance={settings['tolerance']}", f"--significance={settings['keep'].replace('_', '-')}"]
    if settings["cutoff"] is not None:
        options.append(f"--cutoff={settings['cutoff']}")
    if settings["delay"] is not None:
        options.append(f"--delay={1e3 * settings['delay']}")
    if settings["solver"] != "chosen":
        options.append(f"--solver={settings['solver'].replace('_', '-')}")
    if settings["ridge"] > 0:
        options.append(f"--ridge={settings['ridge']}")
    return options + ([] if settings["offsets"] else ["--no-offsets"])
