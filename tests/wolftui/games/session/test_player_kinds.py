"""Who played the other seats: asked once, of a person at a table whose seats were given by role, and of nobody
else; until then the end names no player."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from tests.core.game.planting import log_of, rounds
from tests.wolftui.cli.running import first_choice
from tests.wolftui.plain.consoles import ListedConsole
from tests.wolftui.screen.stage import (
    SIZES,
    answer,
    app_for,
    live_of,
    past_the_reveal,
    sit,
    text_of,
    until,
)
from wolfcore.errors import ConfigError
from wolfcore.game import get_board, make_spec
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.games.running_game import RunningGame
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.player_kinds import kind_question
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.sources import local_shown_game
from wolftui.plain.line_layout import LineLook
from wolftui.plain.live_game import PlainGame
from wolftui.screen.screens.result_screen import ResultScreen
from wolftui.words.glyphs import FANCY, Glyphs

GUESS = "Your guess, or Enter to skip: "
NAMES = {seat: f"N{seat}" for seat in range(1, 8)}
MIXED = {1: "vanilla@m", 2: "bot:hard", 3: "human:suspicions", 5: "deduce:plan@n", 6: "random"}


def test_a_guess_is_told_beside_the_truth() -> None:
    question = kind_question(MIXED, NAMES)
    assert question
    for text in ("MBPmb", " m b p m b ", "m,b,p,m,b"):
        question.check(text)
        assert question.verdict(text)[0] == "5 of 5 right"
    right, lines = question.verdict("mmmmm")
    assert right == "2 of 5 right"
    assert [line.split() for line in lines][:2] == [
        ["1", "N1", "model", "right"], ["2", "N2", "bot", "you", "guessed", "model"],
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["m", "mbpmbb", "mbpmx", "12345", "m" * 400, "\x1b[2Jm"])
def test_another_guess_is_a_sentence(text: str) -> None:
    question = kind_question(MIXED, NAMES)
    assert question
    question.check("")
    with pytest.raises(ConfigError, match="the guess needs 5 letters"):
        question.check(text)


@pytest.mark.parametrize(
    "players", [{}, {1: "bot"}, {1: "bot", 2: "random"}, {1: "vanilla@a", 2: "deduce@b"}]
)
def test_seats_of_one_kind_are_not_asked_about(players: dict[int, str]) -> None:
    assert kind_question(players, NAMES) is None


def mixed(shown: ShownGame) -> None:
    """Let every other seat but one have been a bot."""
    shown.players = ("vanilla@m", *("bot",) * 2, "human", *("bot",) * 3)


def by_role(root: Path) -> RunningGame:
    return sit(root, "sla7", 5, "4=human", "wolves=bot:easy", others="random")


async def to_the_end(pilot: Pilot[int]) -> None:
    """Play by first choices until the end waits at the table."""
    table = live_of(pilot)
    for _ in range(100):
        await until(
            pilot,
            lambda: bool(
                table.end_notices.asks or table.front.waiting or table.end_notices.strip.display
            ),
        )
        if table.end_notices.asks:
            await pilot.press("1")
        elif table.front.waiting:
            await answer(pilot)
        elif table.session.over:
            return
    raise AssertionError("the game never ended")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("guess", ["mbbbbb", ""])
async def test_the_screen_asks_before_the_result_and_not_again(
    tmp_path: Path, size: tuple[int, int], guess: str
) -> None:
    async with app_for(by_role(tmp_path)).run_test(size=size) as pilot:
        table = live_of(pilot)
        mixed(table.shown)
        await to_the_end(pilot)
        assert table.shown.player(1) == ""
        assert not (table.situation.forkable or table.situation.guessable)
        await pilot.press("enter")
        await pilot.pause()
        assert "Who played the other seats?" in text_of(pilot)
        await pilot.press(*(guess or ["escape"]), *(["enter"] if guess else []))
        await pilot.pause()
        if guess:
            assert "6 of 6 right" in text_of(pilot)
            await pilot.press("escape")
            await pilot.pause()
        await past_the_reveal(pilot)
        assert isinstance(pilot.app.screen, ResultScreen)
        assert table.shown.player(1) == "vanilla@m"
        assert table.situation.forkable
        assert table.situation.guessable
        await pilot.press("escape", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ResultScreen)


@pytest.mark.parametrize(
    ("seats", "terminal", "asks"),
    [
        (("4=human", "wolves=bot:easy"), True, 2),
        (("4=human", "wolves=bot:easy"), False, 0),
        (("4=human",), True, 0),
    ],
)
async def test_plain_lines_ask_a_terminal_in_one_line(
    monkeypatch: pytest.MonkeyPatch, seats: tuple[str, ...], terminal: bool, asks: int
) -> None:
    def shown_game(running: RunningGame, glyphs: Glyphs) -> ShownGame:
        shown = local_shown_game(running, glyphs)
        mixed(shown)
        return shown

    monkeypatch.setattr("wolftui.plain.live_game.local_shown_game", shown_game)
    wrong_first = iter(["mbb", "mbbbbb"])

    def choose(lines: list[str]) -> str:
        if lines[-1] == GUESS:
            return next(wrong_first)
        return "" if lines[-1].startswith("Tab,") else first_choice(lines)

    console = ListedConsole(choose, terminal=terminal)
    options = PlayOptions(board="sla7", seats=seats, default_player="random", seed=7, save=False)
    await PlainGame(start_game(options), console, LineLook()).play()
    assert console.lines.count(GUESS) == asks
    assert ("6 of 6 right:" in console.lines) == (asks > 0)
    if asks:
        told = console.text.partition(GUESS)
        assert "vanilla@m" not in told[0]
        assert " 1 " in told[2]


async def test_before_the_end_nothing_is_asked_and_no_player_named(tmp_path: Path) -> None:
    running = by_role(tmp_path)
    shown = local_shown_game(running, FANCY)
    mixed(shown)
    assert shown.kind_question is None, "the game has not ended"
    assert shown.player(1) == ""
    running.close()


def finished(*, unlock: bool) -> list[ShownGame]:
    """A finished game in the eyes of each seat that died early enough to see everything."""
    spec = make_spec(get_board("sla7"), 3)
    log = log_of(rounds(spec))
    found: list[ShownGame] = []
    for seat in range(1, 8):
        session = GameSession(spec.board, spec.names, people=(seat,), by_role=True)
        may = False
        for entry in log:
            session.entries([entry])
            session.go_end()
            may = may or session.may_unlock
            if unlock:
                session.unlock_after_death()
        players = tuple("human" if each == seat else "bot" for each in range(1, 8))
        shown = ShownGame(session, "play", players=(*players[:-1], "vanilla@m"))
        if may and seat < 7:
            found.append(shown)
    return found


def test_a_person_who_saw_everything_after_their_death_is_not_asked() -> None:
    asked = finished(unlock=False)
    assert asked
    for shown in asked:
        question = shown.kind_question
        assert question
        assert shown.session.people[0] not in question.kinds
        assert replace(shown, mode="review").kind_question is None
        shown.kinds_asked = True
        assert shown.kind_question is None
        assert shown.player(7) == "vanilla@m"
    assert [shown.kind_question for shown in finished(unlock=True)] == [None] * len(asked)
