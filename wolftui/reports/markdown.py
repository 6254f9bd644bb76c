"""A report as Markdown: headings, paragraphs and GitHub's tables. Plots are left out, for every number of theirs is in a table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wolfcore.visible import in_one_line

from .content import Cell, Report, Section, Table

_LIMIT = 2000
SPECIAL_CHARACTERS = re.compile(r"([\\`*_{}\[\]<>#|~!&$@])")
"""What Markdown, its tables and GitHub could take for something else than a sign."""


def report_markdown(report: Report) -> str:
    """A report as Markdown; ends with a line end."""
    blocks = [f"# {_plain(report.title)}", *map(_prose, report.lead)]
    for section in report.sections:
        blocks += _section(section)
    return "\n\n".join(blocks) + "\n"


def _section(section: Section) -> list[str]:
    blocks = [f"## {_plain(section.title)}", *map(_prose, section.words)]
    for part in section.parts:
        if isinstance(part, Table):
            blocks += [f"### {_plain(part.title)}", *([_prose(part.words)] if part.words else []), _table(part)]
    return blocks


def _table(table: Table) -> str:
    sides = ["---" if column.words else "---:" for column in table.columns]
    heads = [_plain(column.title) or " " for column in table.columns]
    return "\n".join(map(_line, [heads, sides, *([_markdown_cell(cell) for cell in row.cells] for row in table.rows)]))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown_cell(cell: Cell) -> str:
    return f"{_plain(cell.text)} (`{cell.name}`)" if cell.name else _plain(cell.text)


def _plain(text: str) -> str:
    """Text that means nothing but itself, in one line."""
    return SPECIAL_CHARACTERS.sub(r"\\\1", in_one_line(text, _LIMIT))


def _prose(text: str) -> str:
    """A sentence, in which what stands between backticks is code."""
    parts = in_one_line(text, _LIMIT).split("`")
    if len(parts) % 2 == 0:
        return _plain(text)
    return "".join(f"`{part}`" if place % 2 else _plain(part) for place, part in enumerate(parts))
