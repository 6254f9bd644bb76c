"""A report as one self-contained HTML page without scripts; plots are inline SVG.

All text from games is escaped by the template; a content security policy forbids scripts and
requests.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from wolfcore.visible import blank_invisible
from wolftui.settings.themes import ColourTheme, load_themes

from .document import Cell, Plot, Report, Table, TableRow, plot_description

_LIGHT, _DARK = "parchment", "moonlight"


_COLOURS = {
    "paper": "background", "shade": "panel", "line": "bar", "ink": "text", "quiet": "quiet",
    "rule": "dim", "accent": "day", "plain": "seat-1", "village": "good", "wolves": "werewolf",
}  # fmt: skip
"""The page's CSS colour names and the theme colours behind them."""


def report_page(report: Report, picture: Callable[[Plot], str] | None) -> str:
    """Render a report as an HTML page.

    Args:
        report: The report.
        picture: Draws a plot as an `<svg>` element; None for a page without plots.
    """
    looks, _ = load_themes()
    return _template().render(
        is_table=_is_table,
        report=report,
        picture=_drawn_by(picture) if picture else None,
        light=_variables(looks[_LIGHT]),
        dark=_variables(looks[_DARK]),
    )


def _drawn_by(picture: Callable[[Plot], str]) -> Callable[[Plot], Markup]:
    """Mark the SVG of a plot as safe: the drawing function has escaped its text."""
    return lambda plot: Markup(picture(plot))


def _variables(look: ColourTheme) -> str:
    return " ".join(f"--{name}: {look.colours[colour]};" for name, colour in _COLOURS.items())


@cache
def _template() -> Template:
    """Load the page's template once."""
    environment = Environment(
        loader=PackageLoader("wolftui.export.report", "."),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        {
            "prose": _prose,
            "exact": _exact,
            "clean": _clean,
            "alt": plot_description,
            "grouped": _grouped,
        }
    )
    return environment.get_template("page.html")


def _is_table(part: Plot | Table) -> bool:
    return isinstance(part, Table)


def _clean(text: str) -> str:
    """Replace invisible characters of a text."""
    return blank_invisible(text, keep="\n")


def _prose(text: str) -> Markup:
    """Write a sentence as HTML, with text between backticks as code."""
    parts = [escape(part) for part in _clean(text).split("`")]
    marked = [
        Markup("<code>") + part + Markup("</code>") if place % 2 else part
        for place, part in enumerate(parts)
    ]
    return Markup("").join(marked) if len(parts) % 2 else escape(_clean(text))


def _exact(cell: Cell) -> str:
    """Write the numbers behind a cell with all digits."""
    return " ".join(repr(int(value) if value == int(value) else value) for value in cell.exact)


def _grouped(row: TableRow) -> str:
    """Write the group of a row for programs."""
    return (
        json.dumps({name: _clean(label) for name, label in row.group.items()}, ensure_ascii=False)
        if row.group
        else ""
    )
