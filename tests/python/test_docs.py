"""What the documentation shows is run: examples of docstrings, the program of docs/python.md, notebooks."""
import doctest
import importlib
import pkgutil
import re
import subprocess
import sys

import numpy as np
import pytest
import tauforge
from conftest import ROOT
from test_identify import measured

MODULES = [m.name for m in pkgutil.iter_modules(tauforge.__path__) if m.name != "_core"]


@pytest.mark.parametrize("module", ["", *MODULES])
def test_docstrings_run(module):
    if module == "_casadi":
        pytest.importorskip("casadi")
    place = importlib.import_module(f"tauforge.{module}".rstrip("."))
    result = doctest.testmod(place, extraglobs={"tauforge": tauforge, "np": np})
    assert result.failed == 0


def test_every_public_name_has_a_docstring():
    missing = [name for name in tauforge.__all__ if not getattr(tauforge, name).__doc__]
    functions = [name for name in vars(tauforge.Robot.__mro__[1]) if not name.startswith("_")]
    missing += [name for name in functions if ">>>" not in (getattr(tauforge.Robot, name).__doc__ or "")]
    assert not missing


def test_the_program_of_the_documentation_runs_in_under_30_lines(tmp_path):
    text = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    program = re.search(r"run as a test.*?```python\n(.*?)```", text, re.DOTALL).group(1)
    assert len(program.splitlines()) < 30
    robot = tauforge.example("ur10e")
    robot.save(tmp_path / "arm.urdf")
    arm = tauforge.Robot.load(tmp_path / "arm.urdf")
    for seed, name in enumerate(("run1", "run2", "fresh"), 1):
        t, q, tau = measured(arm, seed)
        header = ",".join(["t", *(f"q:{d}" for d in arm.drives), *(f"tau:{d}" for d in arm.drives)])
        np.savetxt(tmp_path / f"{name}.csv", np.column_stack([t, q, tau]), delimiter=",", header=header, comments="")
    run = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    error = float(re.search(r"fresh log: ([0-9.]+) %", run.stdout).group(1))
    assert error < 5
    for made in ("validation.pdf", "identified/reduced.toml", "identified/possible.toml", "identified/report.json"):
        assert (tmp_path / made).stat().st_size > 0
    assert list((tmp_path / "arm_code").glob("*_selftest.c"))


@pytest.mark.parametrize("notebook", sorted((ROOT / "examples/notebooks").glob("*.ipynb")), ids=lambda p: p.stem)
def test_a_notebook_runs(notebook, tmp_path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    content = nbformat.read(notebook, as_version=4)
    assert not any(cell.get("outputs") for cell in content.cells), "notebooks are stored without outputs"
    nbclient.NotebookClient(content, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()


def test_there_are_three_notebooks():
    assert len(list((ROOT / "examples/notebooks").glob("*.ipynb"))) == 3
