"""The tabs after a game as plain lines: on request by number, complete, and asked of nobody but a
person at a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.analysis.spoken_games import play_spoken, says
from tests.wolftui.cli.running import first_choice
from tests.wolftui.plain.consoles import ListedConsole
from wolfcore.analysis.decisions import Coaching, Decision, read_coaching, write_coaching
from wolfcore.errors import ConfigError
from wolfcore.records import read_game
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.games.sources import review_game
from wolftui.plain.line_layout import LineLook
from wolftui.plain.live_game import PlainGame
from wolftui.plain.result_tabs import (
    PlainTabs,
    decision_lines,
    explained_lines,
    parse_tabs,
    result_book,
    tab_lines,
    words_lines,
)
from wolftui.views.result.game_numbers import GameNumbers
from wolftui.views.result.tabs import OWN_TAB, TABS, Tab
from wolftui.words.glyphs import FANCY
from wolftui.words.wrapping import plain_text

LOOK = LineLook()
ASKED = "Tab, with ? for its numbers in words (Enter ends): "


def a_book(root: Path, board: str = "helmsman7") -> GameNumbers:
    running = start_game(PlayOptions(board=board, seed=3, games_root=root))
    running.play_now()
    running.close()
    assert running.path
    book = result_book(review_game(read_game(running.path)), FANCY)
    assert book
    return book


def as_person(book: GameNumbers, *seats: int) -> GameNumbers:
    """The same game as if persons had played these seats."""
    players = tuple(
        "human" if seat in seats else player for seat, player in enumerate(book.shown.players, 1)
    )
    return GameNumbers(replace(book.shown, players=players), book.outcome, FANCY)


async def test_each_tab_is_told_by_its_number_as_the_screen_has_it(tmp_path: Path) -> None:
    book = a_book(tmp_path)
    for number, tab in enumerate(TABS, 1):
        console = ListedConsole([str(number), ""], terminal=True)
        await PlainTabs(book, console, LOOK).ask()
        assert console.lines[1:3] == ["More of this game:", "  1  Result"]
        told = console.text.partition(ASKED)[2].rpartition(ASKED)[0].strip().split("\n")
        assert told[0] == tab.name
        assert told[1:] == [plain_text(line).rstrip() for line in tab.page(book, 80).lines]


async def test_what_is_no_number_of_a_tab_is_answered_with_what_there_is_and_the_end_of_input_ends_it(
    tmp_path: Path,
) -> None:
    console = ListedConsole(["9", "votes", "0?"], terminal=True)
    await PlainTabs(a_book(tmp_path), console, LOOK).ask()
    assert sum("More of this game" in line for line in console.lines) == 4
    assert console.lines[-1] == ASKED


@pytest.mark.parametrize("tab", TABS, ids=lambda tab: tab.name)
def test_every_number_of_a_tab_is_explained_with_the_moments_behind_it(
    tmp_path: Path, tab: Tab
) -> None:
    book = a_book(tmp_path)
    told = " ".join(" ".join(explained_lines(book, tab, LOOK)).split())
    spots = tab.page(book, 80).spots
    assert [
        spot.derivation.title
        for spot in spots
        if " ".join(spot.derivation.title.split()) not in told
    ] == []
    if not spots:
        assert "Nothing here is a number." in told
    elif any(spot.derivation.entries for spot in spots):
        assert "☀ 1" in told or "☾ 1" in told


@pytest.mark.parametrize(("terminal", "asks"), [(True, 1), (False, 0)])
async def test_after_a_game_a_person_at_a_terminal_is_asked_and_no_pipe_is(
    *, terminal: bool, asks: int
) -> None:
    def choose(lines: list[str]) -> str | None:
        return "" if lines[-1] == ASKED else first_choice(lines)

    console = ListedConsole(choose, terminal=terminal)
    running = start_game(
        PlayOptions(board="sla7", seats=("4=human",), default_player="random", seed=7, save=False)
    )
    await PlainGame(running, console, LOOK).play()
    assert console.lines.count(ASKED) == asks


def test_a_tab_is_meant_by_its_name_its_beginning_or_its_number(tmp_path: Path) -> None:
    book = a_book(tmp_path)
    words = ("votes", "Vo", "2", "more", "8")
    found = [tab.name for word in words for tab in parse_tabs(word, book)]
    assert found == ["Votes", "Votes", "Votes", "More", "More"]
    assert parse_tabs(" All", book) == TABS
    for word in ("9", "r", "", "voices", "you"):
        with pytest.raises(ConfigError, match="there is no tab"):
            parse_tabs(word, book)


def test_the_first_tab_of_a_person_s_game_is_you(tmp_path: Path) -> None:
    book = as_person(a_book(tmp_path), 4)
    assert [list(parse_tabs(word, book)) for word in ("1", "yo", "2")] == [[OWN_TAB]] * 2 + [
        [TABS[0]]
    ]
    assert parse_tabs("all", book) == (OWN_TAB, *TABS)


@pytest.mark.parametrize("width", [24, 40, 60, 120])
def test_no_line_is_wider_than_the_look(tmp_path: Path, width: int) -> None:
    book = a_book(tmp_path)
    lines = [line for tab in (OWN_TAB, *TABS) for line in tab_lines(book, tab, LineLook(width))]
    assert max(map(len, lines)) <= width


async def test_w_tells_what_the_words_of_the_person_did_as_the_command_does(
    tmp_path: Path,
) -> None:
    saved = play_spoken(tmp_path, "duel6", 5, {3: says("I suspect seat 2.")})
    book = result_book(review_game(saved), FANCY)
    assert book
    console = ListedConsole(["w", ""], terminal=True)
    await PlainTabs(book, console, LOOK).ask()
    lines = words_lines(saved, None, LOOK)
    assert lines[0].startswith(f"What your words did: you were 3 {saved.header.names[2]}, ")
    assert "         Heard: you suspect 2 " in "\n".join(lines)
    assert "\n".join(lines) in console.text
    assert "  w  What your words did" in console.lines
    running = play_spoken(tmp_path, "duel6", 5, {3: says("I suspect seat 2.")}, ends=False)
    with pytest.raises(ConfigError, match="has not ended"):
        words_lines(running, None, LOOK)


async def test_c_tells_what_the_person_could_have_done_as_the_command_does(tmp_path: Path) -> None:
    saved = play_spoken(tmp_path, "duel6", 5, {3: says("I suspect seat 2.")})
    vote = Decision("d1.vote.3", "vote", 1, 2, 4, "wolf", {2: 0.2}, -0.09, -0.14, -0.04, 80)
    kept, _ = read_coaching(saved)
    write_coaching(saved, replace(kept, seats={3: Coaching((vote,))}))
    book = result_book(review_game(saved), FANCY)
    assert book
    console = ListedConsole(["c", ""], terminal=True)
    await PlainTabs(book, console, LOOK).ask()
    lines = decision_lines(saved, None, LOOK)
    assert lines[0].startswith(f"Your decisions: you were 3 {saved.header.names[2]}, ")
    assert "         It cost about 9 games of 100 (4 to 14)." in lines
    assert "\n".join(lines) in console.text
    assert "  c  Your decisions" in console.lines
