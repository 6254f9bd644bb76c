"""With plain ASCII signs every screen, sheet and panel is drawn in ASCII, what the program's frame
adds included."""

from __future__ import annotations

import html
import re
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.wolftui.screen.stage import (
    SIZES,
    answer,
    app_for,
    live_of,
    sit,
    to_result,
    until,
    until_asked,
)
from wolfcore.records import LOG_FILE, read_game
from wolfcore.records.layout import FolderLock
from wolftui.games.arrangement import PlayOptions
from wolftui.games.favourites import Favourites
from wolftui.games.game_starts import start_game
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.library_screen import LibraryScreen
from wolftui.screen.screens.lobby_screen import LobbyScreen
from wolftui.screen.screens.result_screen import ResultScreen
from wolftui.screen.screens.wall_screen import WallScreen
from wolftui.settings.config import Config
from wolftui.settings.paths import games_folder
from wolftui.words.glyphs import ASCII


def drawn(pilot: Pilot[int]) -> str:
    """All that the terminal shows, as the picture of it has it."""
    texts = re.findall(
        r"<text class=\"[^\"]*-r\d[^>]*>([^<]*)</text>", pilot.app.export_screenshot()
    )
    return "\n".join(html.unescape(text).replace("\xa0", " ") for text in texts)


def check(pilot: Pilot[int], where: str) -> None:
    words = drawn(pilot)
    assert len(words.split()) > 5, where
    assert sorted({sign for sign in words if not sign.isascii()}) == [], f"{where}:\n{words}"


async def look(pilot: Pilot[int], *keys: str) -> None:
    """Press keys, each followed by a look, and leave what they opened."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
        check(pilot, key)
    await pilot.press("escape")
    await pilot.pause()


@contextmanager
def half_played(root: Path, seed: int) -> Generator[None]:
    """A game that another process seems to play and that has come half-way."""
    running = sit(root, "sla7", seed)
    running.play_now()
    running.close()
    log = root / running.id / LOG_FILE
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:40]))
    lock = FolderLock(root / running.id)
    yield
    lock.release()


@pytest.mark.slow
@pytest.mark.parametrize("size", [*SIZES, (60, 15)])
async def test_nothing_on_any_screen_is_more_than_ascii(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    options = PlayOptions(
        board="helmsman7",
        seats=("4=human",),
        seed=5,
        default_player="bot:easy",
        games_root=tmp_path,
        suspicions=True,
    )
    running = start_game(options)
    seen: set[str] = set()
    async with app_for(running, Config(ascii=True)).run_test(size=size) as pilot:
        await until_asked(pilot)
        table = live_of(pilot)
        for keys in (
            "f1",
            "f2 plus tab",
            "ctrl+q",
            "escape B",
            "escape v",
            "escape slash a",
            "ctrl+p",
        ):
            await look(pilot, *keys.split())
        if size[0] < 120:
            await look(pilot, "tab")
        for _ in range(100):
            await until(pilot, lambda: table.front.waiting is not None or table.session.over)
            if table.session.over:
                break
            if table.front.waiting:
                table.prompt.take_focus()
                await pilot.pause()
                seen.add(table.front.waiting.ask.kind)
                check(pilot, table.front.waiting.ask.kind)
                await pilot.press(
                    *(["down", "right"] if table.front.waiting.kind == "beliefs" else [])
                )
                check(pilot, table.front.waiting.ask.kind)
                await answer(pilot)
            check(pilot, "the game")
        assert table.session.over
        await to_result(pilot)
        await look(pilot, "f1")
        check(pilot, "the result")
        await pilot.press("r")
        await look(
            pilot, "right_square_bracket", "right_square_bracket", "right_square_bracket", "t", "v"
        )
        await look(pilot, "i")
        for _ in range(12):
            await pilot.press("right_curly_bracket")
            await pilot.pause()
            check(pilot, "the review")
        pilot.app.push_screen(LibraryScreen(tmp_path, ASCII))
        await pilot.pause()
        await pilot.pause()
        check(pilot, "the library")
    assert {"vote", "speak", "suspect"} <= seen


ALL_SIZES = [*SIZES, (60, 15)]


@pytest.mark.slow
@pytest.mark.parametrize("size", ALL_SIZES)
@pytest.mark.parametrize("first", [True, False])
async def test_the_lobby_and_all_that_opens_from_it_is_ascii(
    tmp_path: Path, size: tuple[int, int], first: bool
) -> None:
    for seed in (5, 6):
        running = sit(games_folder(), "sla7", seed, "4=human")
        if seed == 5:
            running.play_now()
        running.close()
    with half_played(games_folder(), 7):
        app = WolfApp(
            lambda app: LobbyScreen(
                games_folder(), app.glyphs, favourites=Favourites(tmp_path / "tables"), first=first
            ),
            Config(ascii=True),
            heartbeat=False,
        )
        async with app.run_test(size=size) as pilot:
            await pilot.pause(0.2)
            check(pilot, "the first page")
            for _ in range(10):
                await pilot.press("down")
                await pilot.pause()
                check(pilot, "the lobby")
            if first:  # looking around leaves the first page
                await pilot.press("l")
                await pilot.pause()
                check(pilot, "all that can be done")
            await look(pilot, "f1")
            for opens, keys in (
                ("n", ["down", "right"] * 12),
                ("s", ["down"] * 14),
                ("l", ["down"] * 3),
                ("m", ["down"] * 4),
            ):
                await pilot.press(opens)
                await pilot.pause(0.1)
                check(pilot, f"what {opens} opens")
                for key in keys:  # none that changes a setting, such as that of the signs
                    await pilot.press(key)
                    await pilot.pause()
                    check(pilot, f"what {opens} opens, after {key}")
                for _ in pilot.app.screen_stack[2:]:
                    await pilot.press("escape")
                    await pilot.pause()
                assert isinstance(app.screen, LobbyScreen), opens


@pytest.mark.parametrize("size", ALL_SIZES)
async def test_the_wall_is_ascii(tmp_path: Path, size: tuple[int, int]) -> None:
    ending = sit(tmp_path, "sla7", 5)
    with half_played(tmp_path, 6):
        app = WolfApp(
            lambda app: WallScreen(tmp_path, app.glyphs, heartbeat=False),
            Config(ascii=True),
            heartbeat=False,
        )
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            check(pilot, "the wall")
            ending.play_now()
            ending.close()
            screen = app.screen
            assert isinstance(screen, WallScreen)
            screen.look()
            await pilot.pause()
            check(pilot, "the wall with a game that ended")
            await look(pilot, "right", "f1")


@pytest.mark.slow
@pytest.mark.parametrize("size", ALL_SIZES)
async def test_all_tabs_with_their_explanations_and_a_review_with_its_sheets_are_ascii(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    running = sit(tmp_path, "plus9+sheriff", 5)
    running.play_now()
    running.close()
    app = WolfApp(
        lambda app: app.make_review_table(read_game(tmp_path / running.id)),
        Config(ascii=True),
        heartbeat=False,
    )
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for keys in ("m", "ampersand", "e", "b", "B", "v", "i", "slash a enter", "s"):
            await look(pilot, *keys.split())
        await look(pilot, "g", "right_curly_bracket", "right_curly_bracket")
        await pilot.press("end", "enter")
        await pilot.pause()
        result = app.screen
        assert isinstance(result, ResultScreen)
        for number in "1234567":
            await pilot.press(number)
            await pilot.pause()
            check(pilot, f"tab {number}")
            for key in ("down", "down", "pagedown", "enter"):
                await pilot.press(key)
                await pilot.pause()
                check(pilot, f"tab {number}, {key}")
            if app.screen is not result:  # what is behind a number, or the replay
                await pilot.press("escape")
                await pilot.pause()
            assert app.screen is result
