"""Tables for notebooks."""
from __future__ import annotations

from html import escape
from typing import Sequence


def html_table(title: str, heading: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    def line(cells: Sequence[object], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"

    body = "".join(line(row, "td") for row in rows)
    return f"<table><caption>{escape(title)}</caption><thead>{line(heading, 'th')}</thead><tbody>{body}</tbody></table>"
