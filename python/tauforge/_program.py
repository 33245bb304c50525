"""The program that comes with the package."""
from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Sequence

from ._errors import Error, Finding


def program() -> str:
    """Path of the program `tauforge` of this environment.

    >>> bool(program())
    True
    """
    beside = Path(sys.executable).parent / "tauforge"
    found = str(beside) if beside.is_file() else shutil.which("tauforge")
    if not found:
        raise Error([Finding("error", "program-missing", "the program tauforge is not in this environment")])
    return found


FINE, DOUBTFUL = 0, 5  # exit codes: 5 is a fit that is not to be trusted, with everything written


def run(arguments: Sequence[Any], ends: Sequence[int] = (FINE,)) -> None:
    """Runs it; where it ends otherwise than `ends`, what it says about errors is the Error."""
    answer = subprocess.run([program(), *map(str, arguments)], capture_output=True, text=True, check=False)
    if answer.returncode not in ends:
        raise Error([Finding("error", "program-failed", answer.stderr.strip() or answer.stdout.strip())])


def has_command(name: str) -> bool:
    return subprocess.run([program(), "help", name], capture_output=True, check=False).returncode == 0
