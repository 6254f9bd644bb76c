"""Whatever a game is called, whoever played it and on which board: in a report it is words, in
every form."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path

import pytest

from tests.wolftui.export.report.reading import Page
from wolfcore.arena import GameTemplate, PlayedGame, make_game_player
from wolfcore.game import Board, get_board
from wolfcore.records import ABOUT_FILE
from wolfcore.visible import is_visible
from wolftui.export.report.builder import build_report
from wolftui.export.report.collection import ReportCollector, ReportData
from wolftui.export.report.document import Plot, Table
from wolftui.export.report.page import report_page
from wolftui.export.report.raw_rows import csv_lines, game_lines
from wolftui.export.report.svg_plots import draw_svg_plot
from wolftui.export.report.terminal import report_lines
from wolftui.export.report.text_formats import numbers_csv, report_markdown
from wolftui.export.report.text_plots import draw_text_plot

PLAYERS = (
    "</table><script>alert(1)</script>",
    '" onmouseover="alert(1)',
    "$x^2$ \\frac{1}{",
    "=cmd|'/c calc'!A0",
    "a|b`c`*d*_e_<!--",
    "\x1b[31mred\u202etxt",
    "李雷 ★ 🐺",
    "&lt;b&gt; ]]> </svg> </style>",
)


@pytest.fixture
def material(tmp_path: Path) -> ReportData:
    """Two games a player with a hostile name, on a board with one."""
    plain = get_board("sla7")
    board = Board("<script>x", plain.roles, plain.switches)
    play = make_game_player(GameTemplate(board=board, root=tmp_path, version="<script>"))
    for seed, player in enumerate((*PLAYERS, *PLAYERS)):
        found = play(seed)
        assert isinstance(found, PlayedGame)
        (folder,) = (path for path in tmp_path.iterdir() if not path.name.startswith("9"))
        about = (folder / ABOUT_FILE).read_text(encoding="utf-8")
        assert '"player": "bot"' in about
        words = "".join(f"\\u{ord(char):04x}" for char in player if ord(char) < 0x10000)
        (folder / ABOUT_FILE).write_text(
            about.replace('"player": "bot"', f'"player": "{words}"', 4), encoding="utf-8"
        )
        folder.rename(tmp_path / f"9{seed:03}<script>")
    gathering = ReportCollector(("player",), zero_fill=False, alpha=0.5)
    for gathered in gathering.collect(gathering.whole.paths([str(tmp_path)]), 1):
        gathering.add(gathered)
    assert gathering.whole.games == 2 * len(PLAYERS)
    return gathering.data


@pytest.mark.slow
def test_a_page_holds_words_and_no_tags_of_theirs(material: ReportData) -> None:
    html = report_page(build_report(material), draw_svg_plot)
    found = Page(html)
    assert "script" not in found.tags
    assert "<script" not in html
    assert found.unclosed == []
    assert not any(name.startswith("on") for name, _ in found.attributes)
    assert "</table><script>alert(1)</script>" in found.text
    assert all(is_visible(char) or char == "\n" for char in html)
    ids = [value for name, value in found.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    assert not any(name in ("src", "srcset", "action") for name, _ in found.attributes)
    assert all(
        value.startswith("#") for name, value in found.attributes if name in ("href", "xlink:href")
    )


def plots_of(material: ReportData) -> list[Plot]:
    return [
        part
        for section in build_report(material).sections
        for part in section.parts
        if not isinstance(part, Table)
    ]


@pytest.mark.slow
def test_plots_are_well_formed_and_show_names_as_they_are(material: ReportData) -> None:
    plots = plots_of(material)
    assert {plot.name for plot in plots} >= {
        "teams",
        "players-won",
        "matrix",
        "days",
        "glance",
    }
    every = ""
    for plot in plots:
        drawing = draw_svg_plot(plot)
        ET.fromstring(drawing)
        assert drawing == draw_svg_plot(plot)
        every += unescape(drawing)
        assert all(
            is_visible("".join(span.text for span in line)) for line in draw_text_plot(plot, 90)
        )
    assert "$x^2$ \\frac{1}{" in every, "no formula was made of it"


def test_cells_of_text_are_no_formulas(material: ReportData) -> None:
    for text in (game_lines(material.games), numbers_csv(material)):
        cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
        assert any(cell.startswith("'=cmd") for cell in cells)
        assert not any(cell[:1] in ("=", "+", "@", "\t", "\r") for cell in cells)
        assert all(is_visible(cell) for cell in cells)


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_text_that_a_spreadsheet_would_compute_has_an_apostrophe(cell: str) -> None:
    (row,) = csv.reader(io.StringIO(csv_lines([(cell, -1, -0.5, None, "a=1")])))
    assert row[0].startswith("'")
    assert row[1:] == ["-1", "-0.5", "", "a=1"]


def test_markdown_keeps_its_tables(material: ReportData) -> None:
    text = report_markdown(build_report(material))
    assert "<script" not in text.replace("\\<script", "")
    assert "a\\|b\\`c\\`\\*d\\*\\_e\\_\\<\\!--" in text
    tables = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
    assert len(tables) > 10
    for table in tables:
        assert len({line.count("|") - line.count("\\|") for line in table}) == 1, table[0]
    assert all(is_visible(line) for line in text.splitlines())


@pytest.mark.slow
def test_a_terminal_is_written_nothing_that_it_obeys(material: ReportData) -> None:
    found = report_lines(build_report(material), 80, draw_text_plot)
    assert all(is_visible(span.text) for line in found for span in line)
    assert any("</table><script>" in span.text for line in found for span in line)
