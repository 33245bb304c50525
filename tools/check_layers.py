#!/usr/bin/env python3
"""Checks that includes follow the dependency table of docs/architecture.md.

usage: tools/check_layers.py [ROOT]

The table's columns are module, may include, outside libraries, purpose. A module may include what
its row names and whatever those may include; "not X" takes X out again. A row may name a sub-folder
(dynamics/instances): the longest prefix of a path wins. "X (.cpp)" among the outside libraries keeps
X out of headers, "X (inside)" out of headers that another module includes, directly or through
others, but for .cpp files of a module that has X inside as well. Every row needs its folder in tauforge/, and files of some modules have a longest length. Exit code 0: the code follows the table; 1: it does not, one line per finding.
"""
import pathlib
import re
import sys

# How the files of an outside library are included.
LIBRARIES = {
    "fmt": r"fmt/", "toml++": r"toml\+\+/", "pugixml": r"pugixml\.hpp$", "zlib": r"zlib\.h$", "zstd": r"zstd\.h$", "lz4": r"lz4frame\.h$", "CLI11": r"CLI/", "Eigen": r"(unsupported/)?Eigen/",
    "nlohmann-json": r"nlohmann/", "NLopt": r"nlopt\.h", "cpp-httplib": r"httplib\.h$",
    "nanobind": r"nanobind/", "NumPy": r"numpy/",
}
OUTSIDE = ("python",)  # modules with a folder of their own beside tauforge/
# Lines of a file at most. A command reads arguments and prints: what makes it longer is a computation that another module
# should own, or a report that deserves a file.
LONGEST = {"cli": 200}
SYSTEM = re.compile(r"[a-z_0-9]+$|(sys/)?[a-z_0-9]+\.h$")  # C++ and C standard headers, POSIX
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


class Module:
    def __init__(self, name, includes, excludes, libraries):
        self.name, self.includes, self.excludes, self.libraries = name, includes, excludes, libraries


def words(cell):
    cell = cell.replace("`", "")
    return [word.strip() for word in cell.split(",") if word.strip() and word.strip() not in ("-", "std")]


def read_table(document):
    """The rows under the header '| module | may include | ...', by module name."""
    modules, inside = {}, False
    for line in document.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if cells[:2] == ["module", "may include"]:
            inside = True
        elif not cells:
            inside = False
        elif inside and not set(line) <= set("|-: ") and len(cells) >= 3:
            named = words(cells[1])
            for name in words(cells[0]):
                modules[name] = Module(name, [w for w in named if not w.startswith("not ")],
                                       [w[4:].strip() for w in named if w.startswith("not ")], words(cells[2]))
    return modules


def reachable(modules, name, problems, path=()):
    """Every module that `name` may include, itself among them."""
    if name in path:
        problems.append(f"docs/architecture.md: the table has a circle: {' -> '.join(path + (name,))}")
        return set()
    result = {name}
    for other in modules[name].includes:
        if other == "all":
            result |= set(modules)
        elif other in modules:
            result |= reachable(modules, other, problems, path + (name,))
        else:
            problems.append(f"docs/architecture.md: '{name}' may include '{other}', which has no row")
    return result - set(modules[name].excludes)


def module_of(modules, path):
    """The row with the longest prefix of a path such as 'dynamics/instances/double.cpp'."""
    fits = [name for name in modules if path == name or path.startswith(name + "/")]
    return max(fits, key=len, default=None)


def check_file(root, file, modules, allowed, problems, edges, inside):
    shown = file.relative_to(root).as_posix()
    text = file.read_text(encoding="utf-8", errors="replace")
    is_c = re.search(r"^#ifdef __cplusplus$", text, re.MULTILINE) is not None  # for C too: an include guard
    if file.suffix == ".h" and not is_c and not re.search(r"^#pragma once$", text, re.MULTILINE):
        problems.append(f"{shown}:1: a header without '#pragma once'")
    if not shown.startswith(("tauforge/", *(f"{name}/" for name in OUTSIDE))):
        edges[shown] = [included for _, included in INCLUDE.findall(text) if included.startswith("tauforge/")]
        return
    module = module_of(modules, shown.removeprefix("tauforge/"))
    if module is None:
        problems.append(f"{shown}:1: its module has no row in docs/architecture.md")
        return
    lines = len(text.splitlines())
    if lines > LONGEST.get(module, lines):
        problems.append(f"{shown}:{LONGEST[module] + 1}: {lines} lines; a file of '{module}' has at most {LONGEST[module]}")
    for match in INCLUDE.finditer(text):
        where = f"{shown}:{text.count(chr(10), 0, match.start()) + 1}"
        quote, included = match.groups()
        if included.startswith(("tauforge/", *(f"{name}/" for name in OUTSIDE))):
            edges.setdefault(shown, []).append(included)
            target = module_of(modules, included.removeprefix("tauforge/"))
            if not (root / included).is_file():
                problems.append(f"{where}: '{included}' does not exist")
            elif target is None:
                problems.append(f"{where}: '{included}' is in a module that has no row in docs/architecture.md")
            elif target not in allowed[module]:
                problems.append(f"{where}: '{module}' may not include '{target}' ({included})")
            continue
        if quote == '"':
            problems.append(f"{where}: write the whole path from the root instead of '{included}'")
            continue
        library = next((name for name, pattern in LIBRARIES.items() if re.match(pattern, included)), None)
        if library is None and SYSTEM.match(included):
            continue
        granted = modules[module].libraries
        if library is None:
            problems.append(f"{where}: <{included}> belongs to no library that tools/check_layers.py knows")
        elif f"{library} (.cpp)" in granted:
            if file.suffix != ".cpp":
                problems.append(f"{where}: '{module}' may include {library} only in .cpp files")
        elif f"{library} (inside)" in granted:
            if file.suffix != ".cpp":
                inside[shown] = library
        elif library not in granted:
            problems.append(f"{where}: '{module}' may not include {library}")


def find_leaks(edges, inside, modules, problems):
    """Headers with a library that is to stay inside their module, reached from another module."""
    for header, library in inside.items():
        home = module_of(modules, header.removeprefix("tauforge/"))
        reached, waiting = {header}, [header]
        while waiting:
            current = waiting.pop()
            for file in (f for f, others in edges.items() if current in others and f not in reached):
                other = module_of(modules, file.removeprefix("tauforge/"))
                if other and other != home and file.endswith(".cpp") and f"{library} (inside)" in modules[other].libraries:
                    pass  # has it inside, too
                elif other != home:
                    problems.append(f"{file}:1: includes {current} and so {library}, which is to stay inside '{home}'")
                elif file.endswith(".h"):
                    waiting.append(file)
                reached.add(file)


def find_circles(edges, problems):
    """Reports each circle of includes once."""
    state = {}  # absent: not seen, 1: on the current path, 2: done

    def visit(file, path):
        state[file] = 1
        for other in edges.get(file, []):
            if state.get(other) == 1:
                circle = path[path.index(other):] + [other]
                problems.append(f"{file}:1: a circle of includes: {' -> '.join(circle)}")
            elif other not in state:
                visit(other, path + [other])
        state[file] = 2

    for file in sorted(edges):
        if file not in state:
            visit(file, [file])


def check(root):
    problems = []
    document = root / "docs/architecture.md"
    modules = read_table(document) if document.is_file() else {}
    if not modules:
        return [f"{document}: no table '| module | may include | outside libraries | purpose |' found"]
    for name in modules:
        if not (root / "tauforge" / name).exists() and name not in OUTSIDE:
            problems.append(f"docs/architecture.md: the table has a row '{name}', but there is no tauforge/{name}")
    allowed = {name: reachable(modules, name, problems) for name in modules}
    edges, inside = {}, {}  # file -> its includes; header -> library that is to stay inside its module
    files = [f for folder in ("tauforge", "tests", *OUTSIDE) for f in sorted((root / folder).rglob("*")) if f.suffix in (".h", ".cpp")]
    for file in files:
        check_file(root, file, modules, allowed, problems, edges, inside)
    find_leaks(edges, inside, modules, problems)
    find_circles(edges, problems)
    problems = list(dict.fromkeys(problems))
    if not problems:
        print(f"{len(files)} files follow the {len(modules)} rows of docs/architecture.md")
    return problems


def main():
    if len(sys.argv) > 2 or sys.argv[1:2] in (["-h"], ["--help"]):
        print(__doc__)
        return 0 if len(sys.argv) == 2 else 2
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) == 2 else pathlib.Path(__file__).resolve().parent.parent
    problems = check(root)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
