"""Each fault that check_layers.py exists for is found in a small faulty tree, and only there."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools/check_layers.py"
TABLE = """
| module | may include | outside libraries | purpose |
|---|---|---|---|
| `low` | std | fmt (.cpp) | below |
| `middle` | low | pugixml (inside) | between |
| `high` | middle, not low | Eigen | above |
| `middle/records` | middle, high | - | a sub-folder with a row of its own |
| `cli` | all | - | the program |
"""
SOUND = {
    "docs/architecture.md": TABLE,
    "tauforge/low/a.h": "#pragma once\n#include <vector>\n#include <sys/wait.h>\n",
    "tauforge/low/a.cpp": '#include "tauforge/low/a.h"\n#include <fmt/format.h>\n',
    "tauforge/middle/b.h": '#pragma once\n#include "tauforge/low/a.h"\n',
    "tauforge/middle/own.h": "#pragma once\n#include <pugixml.hpp>\n",
    "tauforge/middle/parts.h": '#pragma once\n#include "tauforge/middle/own.h"\n',
    "tauforge/middle/b.cpp": '#include "tauforge/middle/parts.h"\n',
    "tauforge/high/c.h": '#pragma once\n#include "tauforge/middle/b.h"\n#include <Eigen/Core>\n',
    "tauforge/cli/main.cpp": "int line;\n" * 200,
    "tauforge/middle/records/d.cpp": '#include "tauforge/high/c.h"\n#include "tauforge/low/a.h"\n',
}


def run(files):
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            file = pathlib.Path(folder) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        answer = subprocess.run([sys.executable, str(TOOL), folder], capture_output=True, text=True, check=False)
        return answer.returncode, answer.stdout


class CheckLayers(unittest.TestCase):
    def finds(self, expected, **changes):
        status, text = run(SOUND | changes)
        self.assertEqual(status, 1, text)
        self.assertIn(expected, text)

    def test_a_sound_tree_passes(self):
        self.assertEqual(run(SOUND)[0], 0, run(SOUND)[1])

    def test_an_upward_include_is_found_with_its_line(self):
        self.finds("tauforge/low/up.h:2: 'low' may not include 'high'",
                   **{"tauforge/low/up.h": '#pragma once\n#include "tauforge/high/c.h"\n'})

    def test_a_sub_folder_row_does_not_help_its_parent(self):
        self.finds("'middle' may not include 'high'",
                   **{"tauforge/middle/up.cpp": '#include "tauforge/high/c.h"\n'})

    def test_a_module_that_is_taken_out_again_is_refused(self):
        self.finds("'high' may not include 'low'", **{"tauforge/high/down.cpp": '#include "tauforge/low/a.h"\n'})

    def test_a_module_without_a_row_is_found(self):
        self.finds("tauforge/utils/x.h:1: its module has no row", **{"tauforge/utils/x.h": "#pragma once\n"})

    def test_a_row_without_a_folder_is_found(self):
        self.finds("the table has a row 'planned', but there is no tauforge/planned",
                   **{"docs/architecture.md": TABLE + "| `planned` | low | - | some day |\n"})

    def test_an_outside_library_needs_a_grant(self):
        self.finds("'middle' may not include Eigen", **{"tauforge/middle/e.cpp": "#include <Eigen/Dense>\n"})

    def test_an_outside_library_granted_to_sources_is_refused_in_headers(self):
        self.finds("'low' may include fmt only in .cpp files",
                   **{"tauforge/low/f.h": "#pragma once\n#include <fmt/format.h>\n"})

    def test_a_library_that_stays_inside_must_not_be_reached_from_above(self):
        self.finds("includes tauforge/middle/parts.h and so pugixml, which is to stay inside 'middle'",
                   **{"tauforge/high/h.cpp": '#include "tauforge/middle/parts.h"\n'})

    def test_an_unknown_library_is_found(self):
        self.finds("<boost/any.hpp> belongs to no library", **{"tauforge/low/g.cpp": "#include <boost/any.hpp>\n"})

    def test_a_circle_of_includes_is_found(self):
        self.finds("a circle of includes: tauforge/low/p.h -> tauforge/low/q.h -> tauforge/low/p.h", **{
            "tauforge/low/p.h": '#pragma once\n#include "tauforge/low/q.h"\n',
            "tauforge/low/q.h": '#pragma once\n#include "tauforge/low/p.h"\n'})

    def test_a_circle_in_the_table_is_found(self):
        self.finds("the table has a circle", **{
            "docs/architecture.md": TABLE.replace("`low` | std", "`low` | high")})

    def test_a_header_without_pragma_once_is_found(self):
        self.finds("tests/low/helper.h:1: a header without '#pragma once'", **{"tests/low/helper.h": "int x;\n"})

    def test_a_relative_include_is_found(self):
        self.finds("write the whole path", **{"tauforge/low/r.cpp": '#include "a.h"\n'})

    def test_a_command_that_grows_too_long_is_found(self):
        self.finds("tauforge/cli/long.cpp:201: 201 lines; a file of 'cli' has at most 200",
                   **{"tauforge/cli/long.cpp": "int line;\n" * 201})

    def test_other_modules_may_have_long_files(self):
        self.assertEqual(run(SOUND | {"tauforge/low/long.cpp": "int line;\n" * 500})[0], 0)

    def test_a_missing_table_is_an_error(self):
        self.finds("no table", **{"docs/architecture.md": "# nothing\n"})


if __name__ == "__main__":
    unittest.main()
