"""What the documentation shows is run: examples of docstrings, the program of docs/python.md, notebooks."""
import dataclasses
import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys

import numpy as np
import pytest
import tauforge
from conftest import ROOT
from test_identify import measured, written_log

MODULES = [m.name for m in pkgutil.iter_modules(tauforge.__path__) if m.name != "_core"]


@pytest.fixture(scope="module")
def worlds(tmp_path_factory):
    """What examples of some modules begin with, beside the package and NumPy; their first lines say so."""
    folder = tmp_path_factory.mktemp("examples")
    scara = tauforge.example("scara")
    motion = tauforge.excite(scara, evaluations=50, velocity=1.0, acceleration=3.0)
    simulation = tauforge.simulate(scara, motion.save(folder / "world.toml"))
    t, q, qd, qdd = motion.sample(200)
    log = tauforge.Recording.from_arrays(scara, t, q, scara.inverse_dynamics(q, qd, qdd))
    return {"_identify": {"found": tauforge.identify(scara, [log]), "log": log},
            "_motion": {"motion": motion, "simulation": simulation}}, folder


@pytest.mark.parametrize("module", ["", *MODULES])
def test_docstrings_run(module, worlds):
    if module == "_casadi":
        pytest.importorskip("casadi")
    place = importlib.import_module(f"tauforge.{module}".rstrip("."))
    given, folder = worlds
    own = folder / (module or "package")
    own.mkdir()
    result = doctest.testmod(place, extraglobs={"tauforge": tauforge, "np": np, "folder": own, **given.get(module, {})})
    assert result.failed == 0


def public(owner):
    """Public names of a class and what they are: methods and properties, those of its bases too."""
    seen = set()
    for base in owner.__mro__:
        if base.__module__.startswith("tauforge"):
            for name, member in vars(base).items():
                member = getattr(member, "__func__", member)
                if not name.startswith("_") and name not in seen and (callable(member) or hasattr(member, "__get__")):
                    seen.add(name)
                    yield name, member


def everything_public():
    for name in tauforge.__all__:
        thing = getattr(tauforge, name)
        yield name, thing
        if isinstance(thing, type):
            for inner, member in public(thing):
                if not (dataclasses.is_dataclass(thing) and inner in thing.__dataclass_fields__):
                    yield f"{name}.{inner}", member


# Names whose numbers have no unit, or have no numbers.
WITHOUT_UNITS = {"CompiledFunction", "CompiledFunction.about", "CompiledFunction.name", "CompiledFunction.usage",
                 "CompiledFunction.counts", "CompiledFunction.report", "CompiledFunction.files", "CompiledFunction.library",
                 "CompiledFunction.write", "Error", "Finding", "Identification.report", "Recording.samples", "Robot",
                 "Robot.name", "Robot.nv", "Robot.floating", "Robot.drives", "Robot.available", "Robot.save", "Robot.compile",
                 "Robot.load", "example", "examples", "Verdict.summary"}
UNIT = re.compile(r"\[[^\]]*(rad|m\b|s\b|kg|N\b|Hz|%|SI|px)[^\]]*\]|SI units|unit|degrees")


def test_every_public_name_has_a_docstring_with_an_example():
    assert len(list(everything_public())) > 70
    missing = [name for name, thing in everything_public() if ">>>" not in (getattr(thing, "__doc__", None) or "")]
    assert not missing


def test_every_public_name_with_numbers_says_their_unit():
    """In its docstring; a dataclass in the comments of its fields."""
    missing = []
    for name, thing in everything_public():
        text = thing.__doc__ or ""
        if isinstance(thing, type):
            text += inspect.getsource(thing)
        if name not in WITHOUT_UNITS and not UNIT.search(text):
            missing.append(name)
    assert not missing


def test_the_program_of_the_documentation_runs_in_under_30_lines(tmp_path):
    text = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    program = re.search(r"run as a test.*?```python\n(.*?)```", text, re.DOTALL).group(1)
    assert len(program.splitlines()) < 30
    robot = tauforge.example("ur10e")
    robot.save(tmp_path / "arm.urdf")
    arm = tauforge.Robot.load(tmp_path / "arm.urdf")
    for seed, name in enumerate(("run1", "run2", "fresh"), 1):
        written_log(tmp_path / f"{name}.csv", arm, *measured(arm, seed))
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
