"""How good an identification is, how far to trust it, and what was written of it."""
from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import List, Optional

from ._errors import Finding


@dataclass(frozen=True)
class Hausman:
    """Whether least squares and instrumental variables differ by more than chance: noise of the motion in the torques.

    >>> print(Hausman("", 4.2, 12, 40, 2e-4, 2.5, True))
    F(12, 40) = 4.2, p = 0.0002: biased
    """

    why_not: str  # there is no test; empty: there is one
    statistic: float  # F
    columns: int  # degrees of freedom
    freedom: int
    p: float  # probability of as much by chance
    reference: float  # of the simulated loop [Hz]
    biased: bool  # p is below 1 %

    def __str__(self) -> str:
        if self.why_not:
            return f"no test: {self.why_not}"
        return f"F({self.columns}, {self.freedom}) = {self.statistic:.3g}, p = {self.p:.2g}: {'biased' if self.biased else 'no bias seen'}"


@dataclass(frozen=True)
class Verdict:
    """How good an identification is, how far to trust it, what to do next; as `tauforge identify` says it.

    >>> doubt = Finding("warning", "drive-still", "drive 'a' hardly moves")
    >>> verdict = Verdict(False, [doubt], ["excite it"], False, 2.0, 1.0, 99.9, ["a"], [2.0], [1.0], [99.9], 2.0, 50.0, 0.01)
    >>> print(str(verdict).splitlines()[0])
    fitted, not to be trusted: torques are missed by 2 % on left-out blocks, of which noise is 1 %
    """

    trusted: bool
    doubts: List[Finding]  # warnings: why it is not to be trusted; notes: doubts that were accepted
    next: List[str]  # what to do, in sentences
    fresh: bool  # figures are of logs it has not seen; else of left-out blocks of the others
    error: float  # of the torques [%]
    noise: float  # of the torques themselves [%]; NaN: sampled too slowly to tell
    explained: float  # of the torques without their noise [%]
    drives: List[str]
    error_of_drive: List[float]  # [%]
    noise_of_drive: List[float]  # [%]
    explained_of_drive: List[float]  # [%]
    left_out: float  # error on left-out blocks [%]
    condition: float  # of the full model's columns, scaled to length one
    alike: float  # time over which residuals are alike [s]
    hausman: Optional[Hausman] = None

    @property
    def summary(self) -> str:
        """In a sentence.

        >>> Verdict(True, [], [], True, 2.0, 1.0, 99.9, [], [], [], [], 2.0, 50.0, 0.01).summary
        'to be trusted: torques are missed by 2 % on logs it has not seen, of which noise is 1 %'
        """
        noise = f", of which noise is {self.noise:.3g} %" if math.isfinite(self.noise) else ""
        return (f"{'to be trusted' if self.trusted else 'fitted, not to be trusted'}: torques are missed by {self.error:.3g} % "
                f"on {'logs it has not seen' if self.fresh else 'left-out blocks'}{noise}")

    def __str__(self) -> str:
        lines = [self.summary]
        lines += [f"  {'accepted' if d.severity == 'note' else 'doubt'}: {d.message} [{d.code}]" for d in self.doubts]
        return "\n".join(lines + [f"  next: {sentence}" for sentence in self.next])

    def _repr_html_(self) -> str:
        from html import escape

        from ._tables import html_table

        rows = [[name, *(f"{x:.3g}" if math.isfinite(x) else "-" for x in figures)] for name, *figures in
                zip(self.drives, self.error_of_drive, self.noise_of_drive, self.explained_of_drive)]
        doubts = "".join(f"<li>{escape(line.strip())}</li>" for line in str(self).splitlines()[1:])
        return (html_table(f"Verdict: {self.summary}", ["drive", "error [%]", "noise [%]", "explained [%]"], rows)
                + (f"<ul>{doubts}</ul>" if doubts else ""))


@dataclass(frozen=True)
class LogScore:
    """Errors on one log.

    >>> LogScore("run1.csv", True, 2.5, [2.0, 3.0]).error
    2.5
    """

    log: str
    fresh: bool  # not one that it was learned from
    error: float  # of the torques [%]
    of_drive: List[float] = field(default_factory=list)  # [%]


@dataclass(frozen=True)
class Score:
    """What was written, a robot's file or code, judged on logs as whoever reads it will use it.

    >>> print(Score([], 2.5, 3.0, 1e-15, True))
    2.5 % on the logs it was learned from, 3 % on others; as it was fitted
    """

    logs: List[LogScore]
    error: float  # over the logs it was learned from [%]
    fresh: Optional[float]  # over the others [%]
    difference: float  # of its torques from those of the model, as a share of a drive's largest
    as_fitted: bool  # that is rounding

    def __str__(self) -> str:
        fresh = "" if self.fresh is None else f", {self.fresh:.3g} % on others"
        end = "as it was fitted" if self.as_fitted else f"NOT as it was fitted: {self.difference:.2g} of the largest torque"
        return f"{self.error:.3g} % on the logs it was learned from{fresh}; {end}"
