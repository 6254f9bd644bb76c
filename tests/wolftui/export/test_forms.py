"""What a file says, whatever a player is called and says: words, in every form."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import pytest

from tests.core.game.planting import log_of, rounds
from tests.wolftui.export.games import shared_log
from tests.wolftui.export.report.reading import Page
from wolfcore.errors import ConfigError
from wolfcore.game import Entry, GameSpec, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.visible import is_visible
from wolftui.cli.game_commands import EXPORT_FORMS
from wolftui.export.formats import (
    SUFFIXES,
    TEXT_FORMATS,
    CallFormat,
    RenderedFormat,
    render_text,
    unused_path,
    write_file,
)
from wolftui.export.redaction import RedactedGame
from wolftui.export.transcripts import CSV_COLUMNS, fact_rows_csv

HOSTILE = "</script><b>"
SAYS = (
    "<!--<script>alert(1)</script>",
    "=1+1",
    "\x1b[31mred\u202etxt",
    "- a\n# b\n1. c\n| d |",
    "`x` *y* ![z](http://example.com)",
    "李雷 🐺",
)


def told(spec: GameSpec, says: Sequence[str] = ()) -> RedactedGame:
    """A game by chance in which speeches are what the test wants, one after another and again."""
    log = log_of(rounds(spec))
    spoken = 0
    grown: list[Entry] = []
    for entry in log:
        if says and isinstance(entry.fact, f.Said):
            entry = Entry(
                entry.to, f.Said(entry.fact.seat, entry.fact.kind, says[spoken % len(says)])
            )
            spoken += 1
        grown.append(entry)
    assert not says or spoken >= len(says)
    return shared_log(spec, grown)


def named(*names: str) -> GameSpec:
    board = get_board("classic9")
    spec = make_spec(board, 3)
    return make_spec(board, 3, names=(*names, *spec.names[len(names) :]))


@pytest.fixture(scope="module")
def hostile() -> RedactedGame:
    return told(named(HOSTILE, '"><img src=x>', "a&b"), SAYS)


def test_a_page_holds_words_and_no_tags_of_theirs(hostile: RedactedGame) -> None:
    html = render_text(hostile, "html")
    found = Page(html)
    assert html.count("<script") == html.count("</script>") == found.tags["script"] == 2
    assert found.unclosed == []
    assert "b" not in {tag for tag in found.tags if tag == "img"} and "img" not in found.tags
    assert f"1 {HOSTILE}" in found.text
    assert all(is_visible(char) or char == "\n" for char in html)
    assert not any(
        name in ("src", "srcset", "action") or name.startswith("on") for name, _ in found.attributes
    )
    assert all(value.startswith("#") for name, value in found.attributes if name == "href")


def test_a_page_s_data_are_the_game(hostile: RedactedGame) -> None:
    data = re.search(
        r'<script type="application/json" id="game">(.*?)</script>',
        render_text(hostile, "html"),
        re.DOTALL,
    )
    assert data and not re.search("[<>&]", data[1])
    game = json.loads(data[1])
    assert game["names"][0] == HOSTILE
    seats = [f"{seat} {name}" for seat, name in enumerate(game["names"], 1)]
    assert [each["name"] for each in game["eyes"]] == ["moderator", "public", *seats]
    for each in game["eyes"]:
        places = [step[0] for step in each["steps"]]
        assert places == sorted(places)
        assert places[-1] <= len(hostile.entries)
        assert each["cells"][0][0] < each["cells"][-1][0] < len(each["steps"])


def test_a_usual_page_is_small() -> None:
    assert len(render_text(told(named()), "html").encode()) < 500_000


def test_csv_has_a_row_a_fact_and_no_formula(hostile: RedactedGame) -> None:
    head, *found = csv.reader(io.StringIO(fact_rows_csv(hostile)))
    assert tuple(head) == CSV_COLUMNS
    assert [row[0] for row in found] == [
        str(number) for number in range(1, len(hostile.entries) + 1)
    ]
    said = [row for row in found if row[4] == "Said"]
    assert "'=1+1" in {row[8] for row in said}
    assert all(row[3] == "all" and row[6] for row in said)
    assert not any(cell[:1] in ("=", "+", "@") for row in found for cell in row)


def test_markdown_is_words_alone(hostile: RedactedGame) -> None:
    text = render_text(hostile, "md")
    assert not re.search(r"(?<!\\)<", text)
    assert "![" not in text.replace(r"\!\[", "")
    assert re.findall(r"^# .*", text, re.MULTILINE) == ["# Werewolf, classic9"]
    assert "\\- a\\\n\\# b\\\n1\\. c\\\n\\| d \\|" in text
    parts = [entry.fact.phase for entry in hostile.entries if isinstance(entry.fact, f.Began)]
    assert text.count("\n## ") == parts.count("night") + parts.count("discussion") + 1


@pytest.mark.parametrize("form", TEXT_FORMATS)
def test_no_file_holds_what_a_terminal_obeys(hostile: RedactedGame, form: str) -> None:
    text = render_text(hostile, next(each for each in TEXT_FORMATS if each == form))
    assert all(is_visible(char) or char == "\n" for char in text)
    assert text.endswith("\n")


def test_text_fits_eighty_cells_and_ascii_is_ascii() -> None:
    shared = told(named())
    assert max(map(len, render_text(shared, "txt").splitlines())) <= 80
    for form in TEXT_FORMATS:
        text = render_text(shared, form, ascii_only=True)
        if form != "html":
            assert text.isascii()
        else:
            assert "☾" not in text and "◈" not in text


def test_how_a_game_ended_stands_at_its_end() -> None:
    game = told(named())
    assert game.outcome is not None
    for form in ("md", "txt"):
        lines = render_text(game, form).splitlines()
        first = next(place for place, line in enumerate(lines) if game.outcome.title in line)
        assert first > len(lines) / 2


def test_a_page_opens_on_who_won_and_when() -> None:
    game = told(named())
    assert game.outcome is not None
    first = render_text(game, "html").partition('id="told"')[0]
    day = game.end.day
    assert f">{game.outcome.title} on day {day}</h2>" in first
    assert f">{game.outcome.why}<" in first


def test_where_nobody_may_look_nothing_is_written_and_that_is_said(tmp_path: Path) -> None:
    endless = "x" * 300
    with pytest.raises(ConfigError, match=r"cannot be written \("):
        unused_path(tmp_path, endless, "md")
    with pytest.raises(ConfigError, match=r"cannot be written \("):
        write_file(tmp_path / endless, "words")


def test_a_link_that_leads_nowhere_has_its_name(tmp_path: Path) -> None:
    (tmp_path / "game.md").symlink_to(tmp_path / "nowhere")
    assert unused_path(tmp_path, "game", "md").name == "game-2.md"
    with pytest.raises(ConfigError, match="already exists"):
        write_file(tmp_path / "game.md", "words")


def test_every_form_can_be_chosen_by_option_and_by_suffix() -> None:
    forms = {*TEXT_FORMATS, *get_args(RenderedFormat)}
    calls = set(get_args(CallFormat))
    assert set(EXPORT_FORMS) == forms | calls
    assert set(SUFFIXES.values()) == forms | calls - {"otel"}
