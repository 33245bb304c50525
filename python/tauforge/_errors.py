"""What is wrong with input, as the program says it: position, code, way out."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn, Sequence


@dataclass(frozen=True)
class Finding:
    """A note, a warning or an error about input.

    >>> Finding("error", "mass-negative", "mass of link 'arm' is -3 kg").code
    'mass-negative'
    """

    severity: str  # "note", "warning", "error"
    code: str  # stable: programs may compare it
    message: str
    hint: str = ""  # the rule that was broken, or the way out; may be empty
    file: str = ""
    line: int = 0  # 1-based; 0: the file as a whole
    column: int = 0
    text: str = ""  # all of it, with the line of the file and a caret

    def __str__(self) -> str:
        return self.text or f"{self.severity}: {self.message} [{self.code}]"


class Error(ValueError):
    """Input that was refused. `findings` says why, `code` is that of the first error.

    >>> try:
    ...     tauforge.Robot.load("missing.toml")
    ... except tauforge.Error as error:
    ...     print(error.code)
    file-unreadable
    """

    def __init__(self, findings: Sequence[Finding]):
        self.findings = list(findings)
        worst = [f for f in self.findings if f.severity == "error"]
        self.code = worst[0].code if worst else ""
        super().__init__("\n".join(str(f) for f in worst or self.findings))


def findings_of(rows: Sequence[tuple[Any, ...]]) -> list[Finding]:
    return [Finding(*row) for row in rows]


def answered(answer: tuple[Any, Sequence[tuple[Any, ...]]]) -> tuple[Any, list[Finding]]:
    """The value of an answer and its findings; an Error where there is no value."""
    value, rows = answer
    findings = findings_of(rows)
    if value is None:
        raise Error(findings)
    return value, findings


def raise_state_error(code: str, message: str) -> NoReturn:
    raise Error([Finding("error", code, message)])
