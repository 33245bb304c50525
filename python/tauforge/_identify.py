"""Parameters of a robot from its logs. In the examples `found` is an Identification, `log` a Recording, `folder` a Path."""
from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Union

import numpy as np

from . import _core
from ._code import CompiledFunction
from ._errors import Error, Finding, answered, findings_of
from ._robot import Robot, load_options
from ._verdict import Hausman, LogScore, Score, Verdict

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
        """A CSV file; `layout`: a file that says what the columns mean and their units (docs/recordings.md).

        >>> try:
        ...     tauforge.Recording.read(tauforge.example("scara"), "missing.csv")
        ... except tauforge.Error as error:
        ...     print(error.code)
        file-unreadable
        """
        return Recording(*answered(_core.read_recording(robot._core, os.fspath(path), layout)))

    @staticmethod
    def from_arrays(robot: Robot, t: Any, q: Any, tau: Any = None, qd: Any = None, name: str = "measurements") -> Recording:
        """t [s] with N time stamps; q [rad or m], tau [N m or N] and qd [rad/s or m/s] with N rows, a column per drive.

        >>> robot, t = tauforge.example("scara"), np.linspace(0, 1, 101)
        >>> tauforge.Recording.from_arrays(robot, t, np.zeros((101, 4)), np.zeros((101, 4))).duration
        1.0
        """
        rows = [np.asarray([] if a is None else a, dtype=float).ravel() for a in (t, q, qd, tau)]
        return Recording(*answered(_core.recording_of(robot._core, *rows, name)))

    @property
    def samples(self) -> int:
        """How many time stamps it has.

        >>> robot, t = tauforge.example("scara"), np.linspace(0, 1, 101)
        >>> tauforge.Recording.from_arrays(robot, t, np.zeros((101, 4)), np.zeros((101, 4))).samples
        101
        """
        return self._core.samples

    @property
    def duration(self) -> float:
        """From the first time stamp to the last [s].

        >>> robot, t = tauforge.example("scara"), np.linspace(0, 2, 101)
        >>> tauforge.Recording.from_arrays(robot, t, np.zeros((101, 4)), np.zeros((101, 4))).duration
        2.0
        """
        return self._core.duration


@dataclass(frozen=True)
class Parameter:
    """A parameter of the full model and its deviation; the interval is that of a parameter which is kept.

    >>> Parameter("m1", "kg", True, 2.0, 0.1, 1.8, 2.2).value
    2.0
    """

    name: str
    unit: str
    kept: bool  # in the reduced model
    value: float
    deviation: float  # one standard deviation
    low: float
    high: float


@dataclass(frozen=True)
class Prediction:
    """Measured and predicted torques of a log.

    >>> t = np.linspace(0, 1, 3)
    >>> Prediction("log", ["a"], t, np.ones((3, 1)), np.ones((3, 1)), 0.0).error
    0.0
    """

    name: str
    drives: List[str]
    t: np.ndarray  # [s]
    measured: np.ndarray  # a column per drive [N m or N]
    predicted: np.ndarray  # likewise
    error: float  # of all [%]

    def plot(self) -> Figure:
        """Both torques of every drive over time [N m or N, s], as a figure for papers: figure.savefig("torques.pdf").

        >>> t = np.linspace(0, 1, 3)
        >>> len(Prediction("log", ["a", "b"], t, np.ones((3, 2)), np.ones((3, 2)), 0.0).plot().axes)
        2
        """
        from ._figures import torques_figure

        return torques_figure(self)


@dataclass
class Identification:
    """What logs say about a robot: `possible` has bodies that can exist, `reduced` the fewest numbers.

    >>> print(found)  # doctest: +ELLIPSIS
    scara: ... parameters kept; ...trusted: torques are missed by ...
    """

    possible: Robot
    reduced: Robot
    parameters: List[Parameter]
    training_error: float  # of the reduced model [%]
    verdict: Verdict
    validation: List[Prediction] = field(default_factory=list)  # on the logs that were held back
    findings: List[Finding] = field(default_factory=list)
    _core: Any = field(default=None, repr=False)
    _prior: Any = field(default=None, repr=False)
    _logs: List[Recording] = field(default_factory=list, repr=False)  # that it was learned from
    _fresh: List[Recording] = field(default_factory=list, repr=False)
    _command: List[str] = field(default_factory=list, repr=False)  # arguments of `tauforge identify`; empty: not of files

    def predict(self, log: Union[str, os.PathLike, Recording]) -> Prediction:
        """Torques [N m or N] of the reduced model on a log, beside those that were measured.

        >>> prediction = found.predict(log)
        >>> prediction.predicted.shape == prediction.measured.shape
        True
        """
        name = "log" if isinstance(log, Recording) else os.fspath(log)
        t, measured, predicted, error = answered(self._core.prediction(recording_of(self._prior, log)._core))[0]
        return Prediction(name, self._prior.drives, t[:, 0], measured, predicted, error)

    def score(self, written: Union[Robot, CompiledFunction], of: str = "reduced") -> Score:
        """A robot as it was read from a file, or code, judged on the logs [%] as whoever uses it will use it.

        of   which of the two robots it was made of: "possible" or "reduced"

        >>> found.score(found.reduced.compile("inverse_dynamics", effort=200)).as_fitted
        True
        """
        if of not in ("possible", "reduced"):
            raise ValueError("of: 'possible' or 'reduced'")
        if isinstance(written, CompiledFunction) and written.name != "inverse_dynamics":
            raise ValueError(f"code is judged by its inverse_dynamics, not by {written.name}")
        core = written._code if isinstance(written, CompiledFunction) else written._core
        given = self._core.score(of == "possible", core, [r._core for r in self._logs], [r._core for r in self._fresh])
        return Score(**{**given, "logs": [LogScore(*row) for row in given["logs"]]})

    def table(self) -> pandas.DataFrame:
        """All parameters as a pandas.DataFrame, with their units.

        >>> "unit" in found.table().columns
        True
        """
        import pandas

        return pandas.DataFrame([asdict(p) for p in self.parameters]).set_index("name")

    def plot(self, log: Optional[Union[str, os.PathLike, Recording]] = None) -> Figure:
        """Measured and predicted torques [N m or N] of a log; without one, of the first log that was held back.

        >>> found.plot(log).savefig(folder / "torques.pdf")
        """
        if log is None and not self.validation:
            raise ValueError("name a log to plot: none was held back")
        return (self.predict(log) if log is not None else self.validation[0]).plot()

    def save(self, folder: Union[str, os.PathLike], *, force: bool = False) -> Path:
        """possible.toml and reduced.toml, read back and judged on the logs, and report.json with their scores [%].

        >>> sorted(file.name for file in found.save(folder / "model").iterdir())
        ['possible.toml', 'reduced.toml', 'report.json']
        """
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        scores = {}
        for name in ("possible", "reduced"):
            getattr(self, name).save(place / f"{name}.toml", force=force)
            scores[f"{name}.toml"] = self.score(Robot.load(place / f"{name}.toml", **{**self._prior.options, "strict": False}), name)
        written = {file: asdict(score) for file, score in scores.items()}
        (place / "report.json").write_text(_json({**self.summary(), "written": written}), encoding="utf-8")
        wrong = [Finding("error", "written-differs", f"{place / file}: {score}; a bug of this package")
                 for file, score in scores.items() if not score.as_fitted]
        if wrong:
            raise Error(wrong)
        return place

    def report(self, path: Union[str, os.PathLike] = "report.html") -> Path:
        """The identification as a page for browsers, by `tauforge identify` and `tauforge report` on the same files.

        A fit that is not to be trusted gets its page too: the page says so.

        >>> try:
        ...     found.report(folder / "page.html")
        ... except tauforge.Error as error:  # it was learned from arrays
        ...     print(error.code)
        page-needs-files
        """
        from ._program import DOUBTFUL, FINE, run

        if not self._prior.path or not self._command:
            raise Error([Finding("error", "page-needs-files", "a page is made from a robot file and logs that are files")])
        with tempfile.TemporaryDirectory() as folder:
            run(["identify", self._prior.path, *self._command, *load_options(self._prior), "-o", f"{folder}/identified", "--quiet"],
                ends=(FINE, DOUBTFUL))
            run(["report", f"{folder}/identified", "-o", path])
        return Path(path)

    def summary(self) -> Dict[str, Any]:
        """Verdict, errors [%] and parameters as plain values.

        >>> sorted(found.summary())
        ['findings', 'parameters', 'training_error', 'validation', 'verdict']
        """
        return {"verdict": asdict(self.verdict), "training_error": self.training_error,
                "validation": [{"log": p.name, "error": p.error} for p in self.validation],
                "parameters": [asdict(p) for p in self.parameters],
                "findings": [asdict(f) for f in self.findings]}

    def __str__(self) -> str:
        kept = sum(p.kept for p in self.parameters)
        return f"{self._prior.name}: {kept} of {len(self.parameters)} parameters kept; {self.verdict}"

    def _repr_html_(self) -> str:
        from ._tables import html_table

        held = ", ".join(f"{p.error:.3g} %" for p in self.validation)
        rows = [[p.name, f"{p.value:.5g}", f"{p.deviation:.2g}", f"{p.low:.5g} ... {p.high:.5g}", p.unit]
                for p in self.parameters if p.kept]
        title = f"{len(rows)} of {len(self.parameters)} parameters kept; training error {self.training_error:.3g} %"
        return self.verdict._repr_html_() + html_table(title + (f"; held back {held}" if held else ""),
                                                       ["parameter", "value", "deviation", "interval", "unit"], rows)


def _json(values: Dict[str, Any]) -> str:
    """As other programs read it: what is not finite is null."""
    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(v) for key, v in value.items()}
        if isinstance(value, (list, tuple)):
            return [plain(v) for v in value]
        return None if isinstance(value, float) and not np.isfinite(value) else value

    return json.dumps(plain(values), indent=2, allow_nan=False) + "\n"


def recording_of(robot: Robot, log: Union[str, os.PathLike, Recording], layout: str = "") -> Recording:
    return log if isinstance(log, Recording) else Recording.read(robot, log, layout)


def identify(robot: Robot, logs: Any, *, validate: Any = (), layout: str = "", cutoff: Optional[float] = None,
             delay: Optional[float] = None, keep: str = "error", tolerance: float = 0.01, offsets: bool = True,
             solver: str = "chosen", ridge: float = 0.0, prior: Union[bool, float] = False,
             method: str = "ls", reference: Optional[float] = None, friction: Sequence[str] = (),
             accept: Sequence[str] = (), progress: Optional[Callable[..., Any]] = None) -> Identification:
    """Identifies a robot from logs: paths of CSV files or Recordings. `.verdict` says how far to trust the result.

    validate   logs that are held back: the result is judged by them
    cutoff     of the filter of the motion [Hz]; None: found from the logs
    delay      of the torques behind the motion [s]; None: found from the logs
    keep       parameters stay by the "error" on left-out blocks, by their "share" of a drive's largest torque, by a "t_test"
    tolerance  error: the smallest model so close to the best; share: the least that stays
    offsets    a constant torque per drive is tried
    solver     "chosen", "qr", "svd", "pseudo_inverse", "ridge" (with its factor `ridge`)
    prior      True: held to the robot's file, as strongly as left-out blocks ask for; a number: so strongly
    method     "ls": least squares; "iv": instrumental variables, where noise of the motion goes through a feedback into the
               torques, as `.verdict.hausman` tells; "direct": a simulated loop has to ask for the measured torques
    reference  of instruments: the simulated loop follows the logged positions below it [Hz]; None: a quarter of the cut-off
    friction   forms that are tried: "coulomb", "smooth", "presliding", "stribeck"; none: the first three
    accept     codes of findings and doubts that are no reason to stop or to distrust it

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
                                "offsets": offsets, "solver": solver, "ridge": ridge,
                                "prior": prior is not False, "method": method, "reference": reference,
                                "friction": [friction] if isinstance(friction, str) else list(friction)}
    if prior is not False and prior is not True:
        settings["prior_strength"] = float(prior)
    codes = [accept] if isinstance(accept, str) else list(accept)
    fresh = [recording_of(robot, log, layout) for log in held]
    both = [r._core for r in recordings], [r._core for r in fresh]
    core, findings = answered(_core.identify(robot._core, *both, settings, codes, progress))
    given = core.verdict(*both, codes, progress)
    given.update(doubts=findings_of(given["doubts"]), drives=robot.drives, hausman=Hausman(*given["hausman"]),
                 next=[sentence.replace("ROBOT", robot.path or robot.name, 1) for sentence in given["next"]])
    found = Identification(Robot(core.possible), Robot(core.reduced), [Parameter(*row) for row in core.parameters],
                           core.training_error, Verdict(**given), [], findings, core, robot, recordings, fresh)
    for log, recording in zip(held, fresh):
        name = "log" if isinstance(log, Recording) else os.fspath(log)
        found.validation.append(replace(found.predict(recording), name=name))
    if not any(isinstance(log, Recording) for log in [*many, *held]):
        found._command = [*map(os.fspath, many), *(f"--validate={os.fspath(log)}" for log in held), *_options(settings),
                          *(f"--accept={code}" for code in codes), *([f"--layout={layout}"] if layout else [])]
    return found


def _options(settings: Dict[str, Any]) -> List[str]:
    """Settings as options of the program."""
    options = [f"--tolerance={settings['tolerance']}"]
    if not settings["prior"]:  # which drops no parameter
        options.append(f"--significance={settings['keep'].replace('_', '-')}")
    if settings["cutoff"] is not None:
        options.append(f"--cutoff={settings['cutoff']}")
    if settings["delay"] is not None:
        options.append(f"--delay={1e3 * settings['delay']}")
    if settings["solver"] != "chosen":
        options.append(f"--solver={settings['solver'].replace('_', '-')}")
    if settings["method"] != "ls":
        options.append(f"--method={settings['method']}")
    if settings["reference"] is not None:
        options.append(f"--reference={settings['reference']}")
    if settings["friction"]:
        options.append(f"--friction={','.join(settings['friction'])}")
    if settings["ridge"] > 0:
        options.append(f"--ridge={settings['ridge']}")
    if settings["prior"]:
        options.append(f"--prior={settings.get('prior_strength', 'auto')}")
    return options + ([] if settings["offsets"] else ["--no-offsets"])
