"""Generated code as callables."""
from __future__ import annotations

import inspect
import os
import warnings
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence

import numpy as np

from . import _core
from ._errors import Error, Finding, answered, findings_of

if TYPE_CHECKING:
    from ._robot import Robot


class CompiledFunction(_core.Compiled):
    """A function of generated code: f(q, qd, qdd, out=None, threads=None), as `usage` says.

    Takes arrays as the functions of Robot do. Threads may call it at the same time.

    >>> f = tauforge.example("scara").compile("gravity", effort=200)
    >>> f(np.zeros((10, 4))).shape
    (10, 4)
    """

    compiled = True

    def __init__(self, code: _core.Code, index: int, findings: Sequence[Finding] = ()):
        super().__init__(code, index)
        self._code = code
        self.findings = list(findings)

    @property
    def about(self) -> Dict[str, Any]:
        """Name, operations, deviation from the templates and nanoseconds per call, as they were when it was made.

        >>> tauforge.example("scara").compile("gravity", effort=200).about["deviation"] < 1e-10
        True
        """
        return super().about

    @property
    def name(self) -> str:
        """Of the function.

        >>> tauforge.example("scara").compile("gravity", effort=200).name
        'gravity'
        """
        return self.about["name"]

    @property
    def counts(self) -> Dict[str, int]:
        """Operations of one call: multiplications, additions, sines, cosines.

        >>> tauforge.example("scara").compile("gravity", effort=200).counts["sines"]
        0
        """
        about = self.about
        return {kind: about[kind] for kind in ("multiplications", "additions", "sines", "cosines")}

    @property
    def report(self) -> Dict[str, Any]:
        """How it was verified: deviation and allowed (shares of the largest result), nanoseconds per call when it was made,
        states, build, from_cache, cut_short.

        >>> report = tauforge.example("scara").compile("gravity", effort=200).report
        >>> report["deviation"] <= report["allowed"]
        True
        """
        code = self._code
        return {**self.about, "states": code.states, "build": code.build, "from_cache": code.from_cache,
                "cut_short": code.cut_short}

    @property
    def files(self) -> Dict[str, str]:
        """All generated files: name and text.

        >>> "scara.h" in tauforge.example("scara").compile("gravity", effort=200).files
        True
        """
        return dict(self._code.files)

    @property
    def source(self) -> str:
        """The C source, with the unit of every argument.

        >>> "void scara_gravity(" in tauforge.example("scara").compile("gravity", effort=200).source
        True
        """
        return self._code.files[f"{self._code.prefix}.c"]

    @property
    def library(self) -> str:
        """Path of the shared object.

        >>> tauforge.example("scara").compile("gravity", effort=200).library.endswith(".so")
        True
        """
        return self._code.library

    def write(self, folder: Any, *, force: bool = False) -> None:
        """The generated files as a folder with its own build and self-test.

        >>> tauforge.example("scara").compile("gravity", effort=200).write(folder / "code")
        >>> (folder / "code/scara_selftest.c").is_file()
        True
        """
        findings = findings_of(self._code.write(os.fspath(folder), force))
        if any(f.severity == "error" for f in findings):
            raise Error(findings)

    def set_up(self, *, payload: Any = None, gravity: Any = None, inertias: Any = None, friction: Any = None) -> None:
        """The numbers that were left open, from the next call on.

        payload   a Payload, or its ten moments [kg, kg m, kg m^2]
        gravity   acceleration in the world frame [m/s^2]
        inertias  ten moments per moved link, a floating base first
        friction  per drive: coulomb [N m or N], viscous [N m s or N s/m], offset [N m or N]

        >>> f = tauforge.example("scara").compile("gravity", payload=True, effort=200)
        >>> f.set_up(payload=tauforge.Payload(2.0))
        """
        moments = getattr(payload, "moments", None)
        lists = [None if v is None else [float(x) for x in np.asarray(v, dtype=float).ravel()]
                 for v in (moments() if moments else payload, gravity, inertias, friction)]
        super().set_up(*lists)

    def __repr__(self) -> str:
        c = self.counts
        return (f"<CompiledFunction {self.usage}: {c['multiplications']} multiplications, {c['additions']} additions, "
                f"{c['sines']} sines, {c['cosines']} cosines>")


class TemplateFunction:
    """What stands in for a CompiledFunction where there is no compiler: the same arguments and results, by the templates."""

    compiled = False

    def __init__(self, robot: Robot, name: str, rigid: bool = False, wrench: bool = False, open_numbers: Sequence[str] = ()):
        self.name, self._open = name, set(open_numbers)
        self._calls = [getattr(robot, part) for part in name.split("+")]
        self._given: Dict[str, Any] = {"rigid": rigid}
        self._wrench = wrench

    def set_up(self, **numbers: Any) -> None:
        """`payload` and `gravity`, where they were left open."""
        wrong = [name for name, value in numbers.items() if value is not None and name not in self._open]
        if wrong:
            raise ValueError(f"{', '.join(wrong)}: not left open when it was compiled")
        self._given.update({name: value for name, value in numbers.items() if value is not None})

    def __call__(self, *inputs: Any, out: Any = None, threads: Optional[int] = None) -> Any:
        given = dict(self._given, threads=threads)
        if self._wrench:
            *inputs, given["wrench"] = inputs
        if len(self._calls) == 1:
            return self._calls[0](*inputs, out=out, **given)
        results = [call(*inputs, out=None if out is None else out[k], **given) for k, call in enumerate(self._calls)]
        return tuple(results)


def generate(robot: Robot, wanted: Dict[str, Any], progress: Optional[Callable[..., Any]]) -> tuple:
    return answered(_core.generate(robot._core, wanted, progress))


def compile_functions(robot: Robot, wanted: Dict[str, Any], progress: Optional[Callable[..., Any]],
                      templates_instead: bool) -> Any:
    try:
        code, findings = generate(robot, wanted, progress)
    except Error as error:
        if not (templates_instead and error.code == "compiler-missing" and _templates_can(robot, wanted)):
            raise _without_options(error) from None
        warnings.warn(f"{error}\nthe templates serve instead", RuntimeWarning, stacklevel=3)
        stand_ins = [TemplateFunction(robot, name, wanted["rigid"], wanted["wrench"], wanted["run_time"])
                     for name in wanted["functions"]]
        return stand_ins[0] if len(stand_ins) == 1 else tuple(stand_ins)
    made: List[CompiledFunction] = []
    for index in range(len(wanted["functions"])):
        made.append(CompiledFunction(code, index, findings))
    if wanted["run_time"] == ["payload"]:
        for function in made:
            function.set_up(payload=np.zeros(10))
    return made[0] if len(made) == 1 else tuple(made)


def _templates_can(robot: Robot, wanted: Dict[str, Any]) -> bool:
    """Whether the templates do the same: inertias and friction are those of the robot, and functions that share a call read
    the same arguments and have one result each."""
    def together(parts: Sequence[str]) -> bool:
        known = all(robot.available(part) for part in parts)
        return known and (len(parts) == 1 or (
            len({tuple(inspect.signature(getattr(robot, part)).parameters) for part in parts}) == 1
            and all(len(robot._core.results(part)) == 1 for part in parts)))

    return set(wanted["run_time"]) <= {"payload", "gravity"} and all(together(name.split("+")) for name in wanted["functions"])


def _without_options(error: Error) -> Error:
    """Hints name options of the program; here they would mislead."""
    hints = {"compiler-missing": "compiler= names another one; the functions of Robot need none"}
    return Error([Finding(f.severity, f.code, f.message, hints.get(f.code, f.hint if "--" not in f.hint else ""))
                  for f in error.findings])
