"""Whatever a game is called, whoever played it and on which board: in a report it is words, in every form."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path

import pytest

from tests.wolftui.reports.reading import Page
from wolfcore.arena import Played, Wanted, playing
from wolfcore.game import Board, get_board
from wolfcore.records import ABOUT_FILE
from wolfcore.visible import shows
from wolftui.reports.building import report_of
from wolftui.reports.content import Plot, Table
from wolftui.reports.gathering import Gathering, Material
from wolftui.reports.letters import drawn
from wolftui.reports.markdown import markdown
from wolftui.reports.page import page
from wolftui.reports.pictures import picture
from wolftui.reports.rows import game_lines, lines_of
from wolftui.reports.sheet import sheet
from wolftui.reports.terminal import lines

PLAYERS = (
    "</table><script>alert(1)</script>", '" onmouseover="alert(1)', "$x^2$ \\frac{1}{", "=cmd|'/c calc'!A0", "a|b`c`*d*_e_<!--",
    "\x1b[31mred\u202etxt", "李雷 ★ 🐺", "&lt;b&gt; ]]> </svg> </style>",
)  # fmt: skip


@pytest.fixture
def material(tmp_path: Path) -> Material:
    """Two games a player with a hostile name, on a board with one."""
    plain = get_board("sla7")
    board = Board("<script>x", plain.roles, plain.switches)
    play = playing(Wanted(board=board, root=tmp_path, version="<script>"))
    for seed, player in enumerate((*PLAYERS, *PLAYERS)):
        found = play(seed)
        assert isinstance(found, Played)
        (folder,) = (path for path in tmp_path.iterdir() if not path.name.startswith("9"))
        about = (folder / ABOUT_FILE).read_text(encoding="utf-8")
        assert '"player": "bot"' in about
        words = "".join(f"\\u{ord(char):04x}" for char in player if ord(char) < 0x10000)
        (folder / ABOUT_FILE).write_text(about.replace('"player": "bot"', f'"player": "{words}"', 4), encoding="utf-8")
        folder.rename(tmp_path / f"9{seed:03}<script>")
    gathering = Gathering(("player",), zero_fill=False, alpha=0.5)
    for gathered in gathering.found_in(gathering.whole.paths([str(tmp_path)]), 1):
        gathering.add(gathered)
    assert gathering.whole.games == 2 * len(PLAYERS)
    return gathering.material


@pytest.mark.slow
def test_a_page_holds_words_and_no_tags_of_theirs(material: Material) -> None:
    html = page(report_of(material), picture)
    found = Page(html)
    assert "script" not in found.tags
    assert "<script" not in html
    assert found.unclosed == []
    assert not any(name.startswith("on") for name, _ in found.attributes)
    assert "</table><script>alert(1)</script>" in found.text
    assert all(shows(char) or char == "\n" for char in html)
    ids = [value for name, value in found.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    assert not any(name in ("src", "srcset", "action") for name, _ in found.attributes)
    assert all(value.startswith("#") for name, value in found.attributes if name in ("href", "xlink:href"))


def plots_of(material: Material) -> list[Plot]:
    return [part for section in report_of(material).sections for part in section.parts if not isinstance(part, Table)]


@pytest.mark.slow
def test_plots_are_well_formed_and_show_names_as_they_are(material: Material) -> None:
    plots = plots_of(material)
    assert {plot.name for plot in plots} >= {"teams", "players-won", "matrix", "roles-won", "days", "glance"}
    every = ""
    for plot in plots:
        drawing = picture(plot)
        ET.fromstring(drawing)
        assert drawing == picture(plot)
        every += unescape(drawing)
        assert all(shows("".join(span.text for span in line)) for line in drawn(plot, 90))
    assert "$x^2$ \\frac{1}{" in every, "no formula was made of it"


def test_cells_of_text_are_no_formulas(material: Material) -> None:
    for text in (game_lines(material.games), sheet(material)):
        cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
        assert any(cell.startswith("'=cmd") for cell in cells)
        assert not any(cell[:1] in ("=", "+", "@", "\t", "\r") for cell in cells)
        assert all(shows(cell) for cell in cells)


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_text_that_a_spreadsheet_would_compute_has_an_apostrophe(cell: str) -> None:
    (row,) = csv.reader(io.StringIO(lines_of([(cell, -1, -0.5, None, "a=1")])))
    assert row[0].startswith("'")
    assert row[1:] == ["-1", "-0.5", "", "a=1"]


def test_markdown_keeps_its_tables(material: Material) -> None:
    text = markdown(report_of(material))
    assert "<script" not in text.replace("\\<script", "")
    assert "a\\|b\\`c\\`\\*d\\*\\_e\\_\\<\\!--" in text
    tables = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
    assert len(tables) > 10
    for table in tables:
        assert len({line.count("|") - line.count("\\|") for line in table}) == 1, table[0]
    assert all(shows(line) for line in text.splitlines())


@pytest.mark.slow
def test_a_terminal_is_written_nothing_that_it_obeys(material: Material) -> None:
    found = lines(report_of(material), 80, drawn)
    assert all(shows(span.text) for line in found for span in line)
    assert any("</table><script>" in span.text for line in found for span in line)
