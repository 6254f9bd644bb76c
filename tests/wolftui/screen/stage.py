"""Games for screen tests: no clock runs by itself, nothing moves by itself, and nobody waits."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widget import Widget

from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.games.running_game import RunningGame
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.screens.result_screen import ResultScreen
from wolftui.screen.screens.reveal_screen import RevealScreen
from wolftui.screen.screens.table_screen import TableScreen
from wolftui.screen.widgets.line_view import LineView
from wolftui.settings.config import Config

W = TypeVar("W", bound=Widget)
SIZES = ((80, 24), (120, 36))
LONG = 100_000.0
"""Seconds in which anybody has read anything."""


def sit(
    root: Path,
    board: str = "sla7",
    seed: int = 5,
    *seats: str,
    others: str = "random",
    names: tuple[str, ...] = (),
    deal: str = "",
) -> RunningGame:
    """A game that is saved below `root`; on sla7 seat 4 is the Doctor unless another deal is
    forced."""
    deal = deal or ("4=Doctor" if board == "sla7" else "")
    return start_game(
        PlayOptions(
            board=board,
            seats=seats,
            seed=seed,
            names=names,
            default_player=others,
            games_root=root,
            deal=deal,
        )
    )


def answered(
    root: Path, board: str, deal: str, said: Mapping[str, Mapping[str, object]]
) -> RunningGame:
    """A saved game of a person in seat 4 among random players, with answers given by ask."""
    file = root / "said.jsonl"
    file.write_text(
        "".join(json.dumps({"ask": ask, "answer": given}) + "\n" for ask, given in said.items())
    )
    options = PlayOptions(
        board=board,
        seats=("4=human",),
        default_player="random",
        seed=5,
        deal=deal,
        answers=file,
        games_root=root,
    )
    return start_game(options)


def app_for(running: RunningGame, config: Config | None = None) -> WolfApp:
    """The program with a game, in which time passes only by `beat`."""
    return WolfApp(lambda app: app.make_play_table(running), config, heartbeat=False)


def app_showing(shown: ShownGame) -> WolfApp:
    """The program with a game that a test feeds itself."""
    return WolfApp(lambda app: app.make_table(shown), heartbeat=False)


def table_of(pilot: Pilot[int]) -> TableScreen:
    """The table, wherever it lies in the stack."""
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen))


def live_of(pilot: Pilot[int]) -> LiveTable:
    """The table of a running game."""
    table = table_of(pilot)
    assert isinstance(table, LiveTable)
    return table


async def until(pilot: Pilot[int], true: Callable[[], bool], seconds: float = LONG) -> None:
    """Let the game run and time pass until something is so."""
    for _ in range(600):
        if true():
            return
        table_of(pilot).beat(seconds)
        await pilot.pause()
    raise AssertionError(f"it never was so; the screen says:\n{text_of(pilot)}")


async def play_out(pilot: Pilot[int], when_out: str = "1") -> LiveTable:
    """Answer all that the person here is asked until the game is over.

    Args:
        pilot: The app with the table.
        when_out: The key for the question whether a person who is out sees all.
    """
    table = live_of(pilot)
    asked, notices = table.front, table.end_notices
    while not table.session.over:
        await until(pilot, lambda: asked.waiting is not None or notices.asks or table.session.over)
        if notices.asks:
            await pilot.press(when_out)
        elif asked.waiting:
            await answer(pilot)
    return table


async def to_result(pilot: Pilot[int]) -> None:
    """Let the game run to its end, which waits at the table, and go on to the result by the key
    that is said there."""
    table = live_of(pilot)
    await until(pilot, lambda: table.session.over and table.end_notices.strip.display)
    await pilot.press("enter")
    await pilot.pause()
    await past_the_reveal(pilot)
    assert isinstance(pilot.app.screen, ResultScreen)


async def past_the_reveal(pilot: Pilot[int]) -> None:
    """Show all cards and go on, if they are being turned."""
    if isinstance(pilot.app.screen, RevealScreen):
        await pilot.press("space", "enter")
        await pilot.pause()


async def until_asked(pilot: Pilot[int], kind: str = "") -> None:
    """Let the game run until the person here is asked (something of a kind), answering everything
    else by its first option."""
    table = live_of(pilot)
    for _ in range(60):
        await until(pilot, lambda: table.front.waiting is not None or table.session.over)
        waiting = table.front.waiting
        assert waiting is not None, "the game is over and nobody was asked"
        if not kind or waiting.ask.kind == kind:
            await pilot.pause()
            return
        await answer(pilot)
    raise AssertionError(f"nobody was ever asked to {kind}")


async def answer(pilot: Pilot[int], words: str = "hm") -> None:
    """Answer what the person here is asked, by keys alone: the first choice, and a word where words
    are wanted."""
    asked = live_of(pilot).front.waiting
    assert asked is not None
    if asked.wants_text:
        await pilot.press(*words, "enter")
    if asked.wants_choice:
        await pilot.press(*(["right"] if len(asked.options) > 1 else []), "enter")
    if asked.kind == "beliefs":
        await pilot.press("enter")
    await pilot.pause()


async def click_words(pilot: Pilot[int], paper: LineView, words: str, *, into: int = 0) -> None:
    """Click words where they stand on a paper of the screen on top; `into` is how many cells behind
    their beginning."""
    row, line = next(
        (row, line) for row, line in enumerate(paper.text.split("\n")) if words in line
    )
    left, top = paper.content_region.offset
    await pilot.click(offset=(left + cell_len(line[: line.index(words)]) + into, top + row))
    await pilot.pause()


def text_of(pilot: Pilot[int]) -> str:
    """Every word that any widget of any screen holds."""
    parts: list[str] = []
    for screen in pilot.app.screen_stack:
        for widget in screen.query(Widget):
            text = getattr(widget, "text", "") or getattr(widget, "value", "")
            parts.append(text if isinstance(text, str) else "")
    return "\n".join(parts)
