"""Generated code as callables."""
from __future__ import annotations

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
    def name(self) -> str:
        return self.about["name"]

    @property
    def counts(self) -> Dict[str, int]:
        """Operations of one call: multiplications, additions, sines, cosines."""
        about = self.about
        return {kind: about[kind] for kind in ("multiplications", "additions", "sines", "cosines")}

    @property
    def report(self) -> Dict[str, Any]:
        """How it was verified: deviation and allowed (shares of the largest result), nanoseconds per call when it was made,
        states, build, from_cache, cut_short."""
        code = self._code
        return {**self.about, "states": code.states, "build": code.build, "from_cache": code.from_cache,
                "cut_short": code.cut_short}

    @property
    def files(self) -> Dict[str, str]:
        """All generated files: name and text."""
        return dict(self._code.files)

    @property
    def source(self) -> str:
        """The C source."""
        return self._code.files[f"{self._code.prefix}.c"]

    @property
    def library(self) -> str:
        """Path of the shared object."""
        return self._code.library

    def write(self, folder: Any, *, force: bool = False) -> None:
        """The generated files as a folder with its own build and self-test."""
        findings = findings_of(self._code.write(os.fspath(folder), force))
        if any(f.severity == "error" for f in findings):
            raise Error(findings)

    def set_up(self, *, payload: Any = None, gravity: Any = None, inertias: Any = None, friction: Any = None) -> None:
        """The numbers that were left open, from the next call on. `payload`: a Payload or its ten moments.

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
    """What stands in for a CompiledFunction where there is no compiler."""

    compiled = False

    def __init__(self, robot: Robot, name: str):
        self.name, self._call = name, getattr(robot, name)

    def __call__(self, *inputs: Any, out: Any = None, threads: Optional[int] = None) -> Any:
        return self._call(*inputs, out=out, threads=threads)


def generate(robot: Robot, wanted: Dict[str, Any], progress: Optional[Callable[..., Any]]) -> tuple:
    return answered(_core.generate(robot._core, wanted, progress))


def compile_functions(robot: Robot, wanted: Dict[str, Any], progress: Optional[Callable[..., Any]],
                      templates_instead: bool) -> Any:
    try:
        code, findings = generate(robot, wanted, progress)
    except Error as error:
        plain = not wanted["run_time"] and not any("+" in name for name in wanted["functions"])
        if not (templates_instead and plain and error.code == "compiler-missing"):
            raise _without_options(error) from None
        warnings.warn(f"{error}\nthe templates serve instead", RuntimeWarning, stacklevel=3)
        stand_ins = [TemplateFunction(robot, name) for name in wanted["functions"]]
        return stand_ins[0] if len(stand_ins) == 1 else tuple(stand_ins)
    made: List[CompiledFunction] = []
    for index in range(len(wanted["functions"])):
        made.append(CompiledFunction(code, index, findings))
    if wanted["run_time"] == ["payload"]:
        for function in made:
            function.set_up(payload=np.zeros(10))
    return made[0] if len(made) == 1 else tuple(made)


def _without_options(error: Error) -> Error:
    """Hints name options of the program; here they would mislead."""
    hints = {"compiler-missing": "compiler= names another one; the functions of Robot need none"}
    return Error([Finding(f.severity, f.code, f.message, hints.get(f.code, f.hint if "--" not in f.hint else ""))
                  for f in error.findings])
