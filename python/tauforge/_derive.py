"""Explicit models in closed form."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Tuple

from . import _core
from ._errors import Finding, answered
from ._robot import Robot


@dataclass(frozen=True)
class TradePoint:
    """What an error saves.

    >>> TradePoint(0.01, 120, [1.5, 0.8]).operations
    120
    """

    error: float  # that is allowed, as a share of the largest torques
    operations: int  # of the cheapest model within it
    bounds: List[float]  # no torque is wrong by more, by joint [N m or N]


@dataclass(frozen=True)
class Derivation:
    """The explicit model of an arm: A, B, C, g as formulas, shown as LaTeX in notebooks.

    >>> model = tauforge.derive(tauforge.example("scara"))
    >>> model.equations[0][0]
    'a_{11}'
    """

    equations: List[Tuple[str, str]]  # name and formula, in LaTeX
    text: str
    markdown: str
    latex: str  # a whole document
    operations: int  # of one evaluation of the complete model
    torques: List[float]  # the largest that a search found, by joint [N m or N]
    abbreviated: Optional[int] = None  # operations of the abbreviated model; None: it was not abbreviated
    bounds: List[float] = field(default_factory=list)  # no torque of it is wrong by more, by joint [N m or N]
    trade_off: List[TradePoint] = field(default_factory=list)
    findings: List[Finding] = field(default_factory=list)

    def _repr_latex_(self) -> str:
        rows = r"\\".join(f"{name} &= {formula}" for name, formula in self.equations)
        return rf"$$\begin{{aligned}}{rows}\end{{aligned}}$$"

    def __str__(self) -> str:
        return self.text


def derive(robot: Robot, *, error: Optional[float] = None, budget: Optional[int] = None, share: Optional[float] = None,
           trade_off: bool = False, symbolic: bool = False, progress: Optional[Callable[..., Any]] = None) -> Derivation:
    """The closed form of a serial arm on a fixed base. One of three abbreviates it, with a bound on every torque [N m or N]:

    error      the cheapest model within this share (0.01) of the largest torques
    budget     the best model of at most so many operations
    share      drop terms below this share of the greatest in their element, as a paper did in 1986

    trade_off  also what errors from 0.1 to 20 % save
    symbolic   lengths, masses and centres as symbols

    Ctrl-C cancels it; `progress(what, share, so_far)` is told what it is at.

    >>> model = tauforge.derive(tauforge.example("scara"), error=0.01)
    >>> model.abbreviated <= model.operations
    True
    >>> all(bound <= 0.011 * torque for bound, torque in zip(model.bounds, model.torques))
    True
    """
    given: Dict[str, Any] = {"error": error, "budget": budget, "share": share, "trade_off": trade_off, "symbolic": symbolic}
    core, findings = answered(_core.derive(robot._core, given, progress))
    *figures, points = core.figures
    return Derivation(core.equations, core.text, core.markdown, core.latex, *figures, [TradePoint(*p) for p in points], findings)
