"""A page of a report read back: its tables with the numbers behind their cells, and everything that
a page may not hold."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any, NamedTuple

_VOID = {"meta", "br", "hr", "img", "link", "input"}


class PageRow(NamedTuple):
    """A row of a table.

    Attributes:
        table: The id of its table.
        name: The metric or table that it belongs to, or an empty string.
        group: What it is apart by.
        words: Its cells as people read them.
        exact: The numbers behind each cell.
    """

    table: str
    name: str
    group: dict[str, str]
    words: list[str]
    exact: list[tuple[float, ...]]


class Page(HTMLParser):
    """What a page holds.

    Attributes:
        rows: The rows of the bodies of its tables.
        heads: The titles of the columns by table.
        tags: How often each tag opens.
        attributes: Every attribute with its value.
        text: All words outside the style sheet.
        unclosed: Tags that were never closed, or closed out of order.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[PageRow] = []
        self.heads: dict[str, list[str]] = {}
        self.tags: dict[str, int] = {}
        self.attributes: list[tuple[str, str]] = []
        self.text, self.unclosed = "", list[str]()
        self._open: list[str] = []
        self._table, self._in_body = "", False
        self.feed(html)
        self.close()
        self.unclosed += self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.attributes += given.items()
        if tag not in _VOID:
            self._open.append(tag)
        if tag == "table":
            self._table = given.get("id", "")
            self.heads[self._table] = []
        elif tag in ("thead", "tbody"):
            self._in_body = tag == "tbody"
        elif tag == "tr" and self._in_body:
            group: dict[str, str] = json.loads(given.get("data-group") or "{}")
            self.rows.append(PageRow(self._table, given.get("data-name", ""), group, [], []))
        elif tag in ("td", "th"):
            self._cell(given)
        elif tag == "data":
            self.rows[-1].exact[-1] = tuple(float(number) for number in given["value"].split())

    def _cell(self, given: dict[str, str]) -> None:
        if self._in_body:
            self.rows[-1].words.append("")
            self.rows[-1].exact.append(())
        else:
            assert given["scope"] == "col"
            self.heads[self._table].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1] == tag:
            self._open.pop()
        else:
            self.unclosed.append(tag)

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "style":
            return
        self.text += data
        if "td" in self._open or "th" in self._open:
            if self._in_body:
                self.rows[-1].words[-1] += data
            else:
                self.heads[self._table][-1] += data

    def metric(self, name: str, group: dict[str, str]) -> dict[str, tuple[float, ...]]:
        """The numbers of a metric in the tables of all metrics, by column."""
        (row,) = (
            row
            for row in self.rows
            if "chapter-" in row.table and (row.name, row.group) == (name, group)
        )
        return dict(zip(self.heads[row.table], row.exact, strict=True))


def differences(page: Page, told: dict[str, Any]) -> list[str]:
    """Where the page's tables of metrics, and the tables that many games fill, are not the figures
    of `wolftui metrics --json`."""
    wrong = [
        f"{row['name']} {row['group']}"
        for row in told["metrics"]
        if row["n"] and not _same(page.metric(row["name"], row["group"]), row)
    ]
    shown = {
        (row.name, row.group["row"], title): exact
        for row in page.rows
        if row.table.startswith("table-")
        for title, exact in zip(page.heads[row.table], row.exact, strict=True)
        if exact
    }
    cells = {(cell["name"], cell["row"], cell["column"]): cell for cell in told["tables"]}
    for place, exact in shown.items():
        cell = cells[place]
        bounds = () if cell["low"] is None else (cell["low"], cell["high"])
        if exact != (cell["value"], *bounds):
            wrong.append(f"{place}")
    never = {name for name, _, _ in cells} - {name for name, _, _ in shown}
    return wrong + [f"{name} is not shown" for name in sorted(never)]


def _same(found: dict[str, tuple[float, ...]], row: dict[str, Any]) -> bool:
    bounds = () if row["low"] is None else (row["low"], row["high"])
    below = (row["numerator"], row["denominator"])[: len(found["pooled"])]
    return (found["value"], found["95 %"], found["n"], found["pooled"]) == (
        (row["mean"],),
        bounds,
        (row["n"],),
        below,
    )
