"""Robots from files."""
from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

import numpy as np

from . import _core
from ._code import CompiledFunction, compile_functions
from ._errors import Error, Finding, answered
from ._functions import Functions

_EXAMPLES = Path(__file__).parent / "robots"


@dataclass(frozen=True)
class Joint:
    """A joint, with limits that are infinite where the file has none.

    >>> tauforge.example("panda").joints[0].revolute
    True
    """

    name: str
    link: str  # that it moves
    revolute: bool  # else it slides
    lower: float  # [rad or m]
    upper: float
    velocity: float  # largest one [rad/s or m/s]
    acceleration: float  # [rad/s^2 or m/s^2]
    torque: float  # [N m or N]


@dataclass(frozen=True)
class Limits:
    """The limits of all joints as arrays, in the order of the joints; infinite where there is none.

    >>> tauforge.example("panda").limits.lower.shape
    (7,)
    """

    lower: np.ndarray  # [rad or m]
    upper: np.ndarray
    velocity: np.ndarray  # [rad/s or m/s]
    acceleration: np.ndarray  # [rad/s^2 or m/s^2]
    torque: np.ndarray  # [N m or N]


class Robot(Functions):
    """A robot as its file describes it. See Functions for what it computes.

    >>> robot = tauforge.example("panda")
    >>> robot.name, robot.nv
    ('panda', 7)
    """

    def __init__(self, core: _core.Robot, findings: Sequence[Finding] = (), path: str = "",
                 options: Optional[Dict[str, Any]] = None):
        self._core = core
        self.findings = list(findings)  # notes and warnings of its file
        self.path = path
        self.options = options or {}  # of `load`

    @staticmethod
    def load(path: Union[str, os.PathLike], *, floating: bool = False, coupled: bool = False, exact_angles: bool = False,
             strict: bool = False, lenient: bool = False, snap_degrees: float = 0.0,
             transmission: Union[str, os.PathLike] = "") -> Robot:
        """Reads a robot file: TOML, URDF, xacro or a 1992 specification file.

        floating      free the base even where the file does not
        coupled       mimic joints follow their leaders, instead of having coordinates of their own
        exact_angles  restore quarter turns written with few digits (1.5708)
        strict        warnings are errors
        lenient       specification files: fill up short lists of zeros
        snap_degrees  make angles exact that are so close to a quarter turn
        transmission  a file with the drives of a robot whose own file cannot say them

        >>> tauforge.Robot.load(tauforge.example("panda").path).nv
        7
        """
        name = os.fspath(path)
        options = {"floating": floating, "coupled": coupled, "exact_angles": exact_angles, "strict": strict,
                   "lenient": lenient, "snap_degrees": snap_degrees, "transmission": os.fspath(transmission)}
        core, findings = answered(_core.load(name, *options.values()))
        return Robot(core, findings, name, options)

    @property
    def name(self) -> str:
        """As its file calls it.

        >>> tauforge.example("panda").name
        'panda'
        """
        return self._core.name

    @property
    def nq(self) -> int:
        """How many numbers a position has: with a floating base x y z [m], quaternion x y z w, drives [rad or m].

        >>> tauforge.example("panda").nq
        7
        """
        return self._core.nq

    @property
    def nv(self) -> int:
        """How many numbers velocities, accelerations and torques have.

        >>> tauforge.example("panda", floating=True).nv
        13
        """
        return self._core.nv

    @property
    def floating(self) -> bool:
        """Whether its base is free.

        >>> tauforge.example("panda").floating
        False
        """
        return self._core.floating

    @property
    def drives(self) -> List[str]:
        """Names of the coordinates, without those of a floating base.

        >>> len(tauforge.example("panda").drives)
        7
        """
        return self._core.drives

    @property
    def joints(self) -> List[Joint]:
        """From the base to the tips, with their limits [rad or m, s, N m or N]; behind a transmission not the drives.

        >>> tauforge.example("panda").joints[6].torque
        12.0
        """
        return [Joint(*row) for row in self._core.joints]

    @property
    def limits(self) -> Limits:
        """The limits of all joints as arrays [rad or m, s, N m or N].

        >>> bool((tauforge.example("panda").limits.torque[:4] == 87).all())
        True
        """
        columns = zip(*[(j.lower, j.upper, j.velocity, j.acceleration, j.torque) for j in self.joints])
        return Limits(*(np.array(column) for column in columns))

    def available(self, function: str) -> bool:
        """Whether this robot has a function of the catalogue.

        >>> tauforge.example("panda").available("coriolis_matrix")
        True
        """
        return not self._core.why_not(function)

    def to_toml(self) -> str:
        """The robot as the text of a TOML file, in SI units.

        >>> 'name = "panda"' in tauforge.example("panda").to_toml()
        True
        """
        return self._core.to_toml()

    def save(self, path: Union[str, os.PathLike], *, force: bool = False) -> List[Finding]:
        """Writes the format that the path ends in (.toml, .urdf, .dyn), read back and compared; says what was lost.

        >>> tauforge.example("panda").save(folder / "panda.urdf")[0].code  # URDF knows no limits of acceleration
        'lost-limits'
        """
        return answered(self._core.convert(os.fspath(path), force))[1]

    def compile(self, *functions: str, payload: bool = False, run_time: Sequence[str] = (), wrench: bool = False,
                rigid: bool = False, batch: bool = True, exact: bool = False, single_precision: bool = False,
                within: float = 0.0, effort: int = 33000, compiler: str = "cc",
                flags: Sequence[str] = ("-O3", "-march=native", "-ffp-contract=fast"), cache: bool = True,
                progress: Optional[Callable[..., Any]] = None, templates_instead: bool = False) -> Any:
        """Minimal C of a function, searched, compiled, verified against the templates and loaded: a CompiledFunction.

        Several names give a tuple; with a + between them functions share one call ("gravity+mass_matrix"). What was compiled
        before comes from the cache. `payload` (and `run_time`: "payload", "gravity", "inertias", "friction") leaves numbers
        open for `set_up`. Ctrl-C cancels; `progress(what, share, so_far)` may return False: the best so far will do.
        Where there is no compiler an Error says so; with `templates_instead` the templates serve, with a warning.

        >>> f = tauforge.example("scara").compile("inverse_dynamics", effort=200)
        >>> tau = np.empty(4)
        >>> f(np.zeros(4), np.zeros(4), np.zeros(4), out=tau) is tau
        True
        """
        wanted = {
            "functions": list(functions) or ["inverse_dynamics"],
            "run_time": list(dict.fromkeys([*run_time, *(["payload"] if payload else [])])),
            "wrench": wrench, "rigid": rigid, "batch": batch and not single_precision, "exact": exact,
            "single_precision": single_precision, "within": within, "effort": effort, "compiler": compiler,
            "flags": list(flags), "cache": cache, "prefix": "",
        }
        return compile_functions(self, wanted, progress, templates_instead)

    def casadi(self, function: str = "inverse_dynamics", **more: Any) -> Any:
        """A casadi.Function of columns q, qd, qdd or tau [SI units], with exact derivatives: see _casadi.casadi_function.

        >>> tauforge.example("scara").casadi("inverse_dynamics", effort=200).name_out()
        ['tau']
        """
        from ._casadi import casadi_function

        return casadi_function(self, function, **more)

    def __repr__(self) -> str:
        return f"<Robot {self.name!r}: {len(self.drives)} drives{', floating base' if self.floating else ''}>"

    def _repr_html_(self) -> str:
        from ._picture import picture
        from ._tables import html_table

        rows = [[j.name, j.link, "revolute" if j.revolute else "prismatic", f"{j.lower:.4g}", f"{j.upper:.4g}",
                 f"{j.velocity:.4g}", f"{j.torque:.4g}"] for j in self.joints]
        table = html_table(self.name, ["joint", "link", "type", "lower", "upper", "velocity", "torque"], rows)
        return f'<div style="display:flex;flex-wrap:wrap;align-items:center;gap:1em">{picture(self)}{table}</div>'


def load_options(robot: Robot) -> List[str]:
    """The options of `load` as the program has them."""
    if robot.options.get("snap_degrees"):
        raise Error([Finding("error", "option-unknown", "the program has no snap_degrees", "exact_angles does the same")])
    names = {"floating": "--floating", "coupled": "--mimic=coupled", "exact_angles": "--exact-angles", "strict": "--strict",
             "lenient": "--lenient"}
    made = [option for name, option in names.items() if robot.options.get(name)]
    return made + ([f"--transmission={robot.options['transmission']}"] if robot.options.get("transmission") else [])


def example(name: str, **options: Any) -> Robot:
    """One of the robots that come with the package.

    >>> sorted(tauforge.examples())[:3]
    ['panda', 'puma260', 'puma560']
    """
    for ending in (".toml", ".dyn"):
        if (_EXAMPLES / f"{name}{ending}").is_file():
            return Robot.load(_EXAMPLES / f"{name}{ending}", **options)
    raise Error([Finding("error", "example-unknown", f"there is no robot {name!r}; there are: {', '.join(sorted(examples()))}")])


def examples() -> List[str]:
    """Names of the robots that come with the package.

    >>> "ur10e" in tauforge.examples()
    True
    """
    return sorted({file.stem for file in _EXAMPLES.iterdir() if file.suffix in (".toml", ".dyn")})
