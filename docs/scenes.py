"""The moments shown in pictures, each from a game that is played for it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias
from unittest.mock import patch

from rich.console import Console
from rich.text import Text
from textual.pilot import Pilot

from wolfcore.analysis.computation import course_until
from wolfcore.records import LOG_FILE, read_game
from wolfcore.records.layout import FolderLock
from wolftui.games.arrangement import PlayOptions
from wolftui.games.coached_seat import coached_seat
from wolftui.games.favourites import Favourites
from wolftui.games.game_starts import fork_saved, start_game
from wolftui.games.spoken_words import words_of_seat
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.library_screen import LibraryScreen
from wolftui.screen.screens.lobby_screen import LobbyScreen
from wolftui.screen.screens.number_pages import RecordScreen
from wolftui.screen.screens.result_screen import ResultScreen
from wolftui.screen.screens.seat_pages import SeatPages
from wolftui.screen.screens.table_screen import TableScreen
from wolftui.screen.screens.wall_screen import WallScreen

from .film import Film
from .stage import WIDE, answer, found_wolf, play_out, table_of, until, until_asked, write

Keep: TypeAlias = Callable[[Pilot[int], str], None]
"""Keeps what the screen shows under a name."""
DRAFT, REST = "I kept quiet for a day. I am the Seer, and {} is a wolf", "."
SHELF = (
    ("sla7", 3, ""),
    ("helmsman7", 5, ""),
    ("classic9", 8, "4=human"),
    ("xu7", 2, ""),
    ("duel6", 4, ""),
    ("plus12", 6, ""),
)
"""The games of the library and the lobby: board, seed, and who sits there beside house bots."""
WALL = (
    ("sla7", 7, 30),
    ("helmsman7", 2, 60),
    ("classic9", 4, 45),
    ("plus12", 1, 70),
    ("xu7", 5, 50),
    ("arena8", 3, 40),
)
"""The games of the wall: board, seed, and how many entries of the log are written."""


RECORD = (("sla7", 11), ("sla7", 12), ("duel6", 13), ("classic9", 14), ("sla7", 15))
"""The further games of the record: board and seed."""
PICTURED: Mapping[str, tuple[str, ...]] = {
    "LobbyScreen": ("lobby",),
    "NewGameScreen": ("new-game",),
    "TableScreen": ("day", "night", "review"),
    "RevealScreen": ("reveal",),
    "ResultScreen": ("result", "beliefs"),
    "SeatPages": ("words", "decisions"),
    "LibraryScreen": ("library",),
    "RecordScreen": ("record",),
    "GameDiffScreen": ("compare",),
    "WallScreen": ("wall",),
    "SettingsScreen": ("settings",),
}
"""The pictures of each full screen, by its class; all of them are on the page `screens.md`."""
NOT_PICTURED = {
    "FriendsScreen": "It shows the address of the machine on which it is drawn.",
    "InspectorScreen": "It shows the calls of a model, and no game of the pictures has a model.",
    "GuessesScreen": "It shows the guesses of a reader, who hides the roles of a saved game.",
}
"""The full screens without a picture, each with the reason."""


PLAIN_LINES = 40
"""Lines of plain mode that are shown."""


async def play(
    seed: int, size: tuple[int, int], root: Path, keep: Keep, film: Film | None = None
) -> Path:
    """Play a game at a screen size and keep pictures of a night, a day, the end and what follows.

    Returns the path where the game is saved.

    Raises:
        AnotherGameError: There is no such night or day in this game.
    """
    running = start_game(
        PlayOptions(board="sla7", seats=("4=human",), seed=seed, games_root=root, deal="4=Seer")
    )
    app = WolfApp(lambda app: app.make_play_table(running), heartbeat=False)

    def shoot(pilot: Pilot[int], seconds: float) -> None:
        if film:
            film.shoot(pilot, seconds)

    async with app.run_test(size=size) as pilot:
        await until_asked(pilot, "check", 2)
        shoot(pilot, 2.5)
        await pilot.press("right")
        await pilot.pause()
        keep(pilot, "night")
        shoot(pilot, 2.0)
        await until_asked(pilot, "speak", 2)
        shoot(pilot, 2.5)
        words = DRAFT.format(found_wolf(pilot)).split(" ")
        for number, word in enumerate(words):
            await write(pilot, f" {word}" if number else word)
            shoot(pilot, 0.25)
        table = table_of(pilot)
        heard = table.prompt.heard
        await until(pilot, lambda: heard is None or heard.shown_for is not None)
        keep(pilot, "day")
        shoot(pilot, 3.0)
        await answer(pilot, REST)
        await play_out(pilot, lambda: shoot(pilot, 1.2))
        await until(pilot, lambda: table.end_notices.strip.display)
        keep(pilot, "end")
        shoot(pilot, 3.5)
        await pilot.press("enter", "space")
        await pilot.pause()
        keep(pilot, "reveal")
        await pilot.press("enter")
        await pilot.pause()
        result = pilot.app.screen
        assert isinstance(result, ResultScreen)
        analyse(result)
        await pilot.pause()
        keep(pilot, "result")
        shoot(pilot, 3.5)
        await pilot.press("w")
        await until(pilot, lambda: page_of(pilot).place is not None)
        keep(pilot, "words")
        await pilot.press("escape", "c")
        await until(pilot, lambda: page_of(pilot).place is not None)
        keep(pilot, "decisions")
        await pilot.press("escape", *["right"] * 3)
        await pilot.pause()
        keep(pilot, "beliefs")
        shoot(pilot, 3.0)
    assert running.path is not None
    return running.path


def analyse(result: ResultScreen) -> None:
    """Compute what the tab You shows, which a screen without a heartbeat does not begin."""
    folder = Path(result.shown.path)
    saved = read_game(folder)
    spoken = {seat: words_of_seat(saved, seat) for seat in result.numbers.own_seats}
    for seat in result.numbers.own_seats:
        coached_seat(saved, seat)
    result.show_analysis(course_until(folder), spoken)


def page_of(pilot: Pilot[int]) -> SeatPages:
    """Return the screen of what the person's words did, or of what their decisions cost."""
    return next(each for each in pilot.app.screen_stack if isinstance(each, SeatPages))


async def review(path: Path, keep: Keep) -> None:
    """Keep a picture of a moment of the saved game in the moderator view, with its curve."""
    app = WolfApp(lambda app: app.make_review_table(read_game(path)), heartbeat=False)
    async with app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        for key in ("right_square_bracket",) * 4 + ("full_stop",) * 5:
            await pilot.press(key)
        await pilot.press("t", "u")
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        await until(pilot, lambda: table.curve.rows > 0)
        keep(pilot, "review")


async def compare(path: Path, keep: Keep) -> None:
    """Keep a picture of the saved game beside a fork in which a bot plays from day 2 on."""
    saved = read_game(path)
    at = next(ask for ask in saved.journal if ask.startswith("d2.") and ask.endswith(".4"))
    fork = fork_saved(saved, at, ("4=bot:hard",), root=path.parent)
    fork.play_now()
    fork.close()
    app = WolfApp(lambda app: app.make_review_table(saved), heartbeat=False)
    async with app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        await pilot.press("d")
        await pilot.pause()
        keep(pilot, "compare")


async def record(root: Path, keep: Keep) -> None:
    """Keep a picture of the person's record, after some more games."""
    for board, seed in RECORD:
        running = start_game(
            PlayOptions(board=board, seats=("4=human",), seed=seed, games_root=root)
        )
        app = WolfApp(lambda app, game=running: app.make_play_table(game), heartbeat=False)
        async with app.run_test(size=WIDE) as pilot:
            await play_out(pilot, lambda: None)
    app = WolfApp(lambda app: RecordScreen(root, app.glyphs), heartbeat=False)
    async with app.run_test(size=WIDE) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, RecordScreen)
        await until(pilot, lambda: screen.record is not None)
        await pilot.pause()
        keep(pilot, "record")


def fill(root: Path) -> None:
    """Play the games that the library and the lobby show.

    Games with a person stop where that person is asked.
    """
    for board, seed, seat in SHELF:
        running = start_game(
            PlayOptions(
                board=board, seats=(seat,) if seat else (), seed=seed, games_root=root, names=()
            )
        )
        if not seat:
            running.play_now()
        running.close()


async def lobby(root: Path, favourites: Path, keep: Keep) -> None:
    """Keep pictures of the lobby, and of the forms that it opens."""
    app = WolfApp(
        lambda app: LobbyScreen(root, app.glyphs, favourites=Favourites(favourites)),
        heartbeat=False,
    )
    async with app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        keep(pilot, "lobby")
        for key, name in (("n", "new-game"), ("s", "settings")):
            # The settings name their file, which is not that of the machine of the pictures.
            with patch.dict(os.environ, WOLFTUI_HOME="/home/you/wolftui"):
                await pilot.press(key, "home", "down", "down", "down")
                await pilot.pause()
                keep(pilot, name)
            await pilot.press("escape")


async def library(root: Path, keep: Keep) -> None:
    """Keep a picture of the library."""
    app = WolfApp(lambda app: LibraryScreen(root, app.glyphs), heartbeat=False)
    async with app.run_test(size=WIDE) as pilot:
        await pilot.pause()
        await pilot.press("down", "down")
        await pilot.pause()
        keep(pilot, "library")


async def wall(root: Path, keep: Keep) -> None:
    """Keep a picture of the wall of running games.

    The games here are cut in the middle and locked, so that they count as running.
    """
    with ExitStack() as held:
        for board, seed, entries in WALL:
            running = start_game(PlayOptions(board=board, seed=seed, games_root=root))
            running.play_now()
            running.close()
            assert running.path is not None
            log = running.path / LOG_FILE
            log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:entries]))
            held.callback(FolderLock(running.path).release)
        app = WolfApp(lambda app: WallScreen(root, app.glyphs, heartbeat=False), heartbeat=False)
        async with app.run_test(size=WIDE) as pilot:
            await pilot.pause()
            keep(pilot, "wall")


def plain(seed: int, home: Path) -> str:
    """The beginning of a game as plain lines, up to the first question, as SVG.

    Args:
        seed: The seed of the game.
        home: An empty folder, for what the program keeps.
    """
    words = [
        sys.executable,
        "-m",
        "wolftui",
        "play",
        "--plain",
        "--seat",
        "4=human",
        "--board",
        "sla7",
        "--deal",
        "4=Seer",
    ]
    kept = dict.fromkeys(
        ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"), str(home)
    )
    words += ["--seed", str(seed), "--name", "Dana"]
    done = subprocess.run(
        words, env={**os.environ, **kept}, input="2\n", capture_output=True, text=True, check=False
    )
    lines = done.stdout.splitlines()[:PLAIN_LINES]
    console = Console(record=True, width=100, file=io.StringIO())
    console.print(Text("\n".join(lines)))
    return console.export_svg(title="wolftui play --plain")
