"""Explicit models in closed form."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import List, Optional, Tuple

from . import _core
from ._errors import Finding, answered
from ._robot import Robot


@dataclass(frozen=True)
class Derivation:
    """The explicit model of an arm: A, B, C, g as formulas, shown as LaTeX in notebooks."""

    equations: List[Tuple[str, str]]  # name and formula, in LaTeX
    text: str
    markdown: str
    latex: str  # a whole document
    findings: List[Finding] = field(default_factory=list)

    def _repr_latex_(self) -> str:
        rows = r"\\".join(f"{name} &= {formula}" for name, formula in self.equations)
        return rf"$$\begin{{aligned}}{rows}\end{{aligned}}$$"


def derive(robot: Robot, *, share: Optional[float] = None, symbolic: bool = False) -> Derivation:
    """The closed form of a serial arm on a fixed base.

    share     drop terms below this share (0.01) of the greatest in their element
    symbolic  lengths, masses and centres as symbols

    >>> tauforge.derive(tauforge.example("scara")).equations[0][0] != ""
    True
    """
    core, findings = answered(_core.derive(robot._core, share, symbolic))
    return Derivation(core.equations, core.text, core.markdown, core.latex, findings)
