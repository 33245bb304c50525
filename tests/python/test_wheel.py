"""What the wheel contains, and under which licence."""
import importlib.metadata
import pathlib
import re
import subprocess

import pytest
import tauforge
from conftest import program

FILES = [pathlib.PurePosixPath(str(f)) for f in importlib.metadata.files("tauforge")]
SYSTEM = {"libstdc++", "libgcc_s", "libc", "libm", "libdl", "libpthread", "librt", "ld-linux-x86-64"}  # of every manylinux


def binary():
    """The program itself: what bin/ has may only start it."""
    moved = [f.locate() for f in importlib.metadata.files("tauforge") if f.parent.name == "tauforge.scripts"]
    return pathlib.Path(moved[0]) if moved else program()


def text_of(name):
    files = [f for f in importlib.metadata.files("tauforge") if f.name == name]
    assert files, f"{name} is not in the wheel"
    return files[0].read_text(encoding="utf-8")


def parts():
    """The rows of LICENSES.md: part, where, library, licence, text."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")]
            for line in text_of("LICENSES.md").splitlines() if line.startswith("| ")]
    return rows[1:]


def library(path):
    return re.match(r"(lib[a-z0-9+_]*?[a-z+]\d?)(-[0-9a-f]{8})?\.so", pathlib.PurePosixPath(path).name).group(1)


def test_every_shared_library_of_the_wheel_is_listed_with_its_licence():
    carried = {library(f) for f in FILES if f.parent.name == "tauforge.libs"}
    listed = {row[2].strip("`") for row in parts()}
    assert carried and carried <= listed, carried - listed


def test_nothing_else_is_linked():
    extension = next(pathlib.Path(tauforge.__file__).parent.glob("_core*.so"))
    listed = {row[2].strip("`") for row in parts()} | SYSTEM
    for file in (extension, binary()):
        run = subprocess.run(["ldd", file], capture_output=True, text=True, timeout=60)
        needed = {library(line.split()[0]) for line in run.stdout.splitlines() if line.strip().startswith("lib")}
        assert needed and needed <= listed, needed - listed
        assert "not found" not in run.stdout


@pytest.mark.parametrize("row", parts(), ids=lambda row: row[0])
def test_every_part_has_the_text_of_its_licence(row):
    part, _, _, licence, texts = row
    assert "GPL" not in licence.replace("LGPL", "")
    named = [text_of(text.strip()) for text in texts.split(",")]
    assert any(part.split(" (")[0] in text for text in named) or texts == "MPL-2.0.txt"
    if licence.startswith("MIT"):
        assert "to deal\nin the Software without restriction" in named[0]


def test_what_pages_contain_is_listed():
    """A page names what it was bundled from; the wheel has to name the same."""
    data = binary().read_bytes()
    names = {row[0] for row in parts()}
    for part, mark in ("three.js", b"three.js authors"), ("uPlot", b"Leon Sorokin"):
        assert mark in data and part in names


def test_the_wheel_has_stubs_robots_and_the_program():
    names = {f.name for f in FILES}
    assert {"_core.pyi", "py.typed", "panda.toml"} <= names and program().is_file()
