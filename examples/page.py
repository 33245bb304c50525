"""Where the scripts of examples/ find the program and put their pages."""
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent


def program(given=None):
    """The one that was given, the one built or installed with this folder, or that of PATH."""
    beside = [root / "build/release/tauforge", root.parent.parent / "bin/tauforge"]  # in a clone; in PREFIX/share/tauforge
    return given or next((str(path) for path in beside if path.exists()), "tauforge")


def add_page_option(parser, name):
    in_clone = root / f"build/examples/{name}.html"
    parser.add_argument("--page", type=pathlib.Path, metavar="FILE", default=in_clone if (root / "build").is_dir() else None,
                        help="a page for the browser (in a clone: build/examples/%s.html)" % name)


def thin(log, most=1000):
    """A log with as many rows as there is something to look at."""
    head, *rows = log.read_text().splitlines()
    log.write_text("\n".join([head, *rows[::max(1, len(rows) // most)]]) + "\n")


def write_page(program, page, title, *folders, robot=None):
    """A page of these folders, told on standard error; a program without its page is no reason to fail."""
    if page is None:
        return
    page.parent.mkdir(parents=True, exist_ok=True)
    words = [program, "report", *map(str, folders), "-o", str(page), "--title", title, *(["--robot", str(robot)] if robot else [])]
    answer = subprocess.run(words, capture_output=True, text=True)
    if answer.returncode and "page-missing" not in answer.stderr:
        sys.exit(answer.stderr)
    print(answer.stderr.strip(), file=sys.stderr)
