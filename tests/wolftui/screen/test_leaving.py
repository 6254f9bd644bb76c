"""Leaving a running game for the lobby: it is kept and offered first, another begins at once, and
nothing of it goes on."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.wolftui.screen.stage import SIZES, answer, live_of, sit, text_of, until, until_asked
from wolfcore.records import is_locked, read_game
from wolftui.games.favourites import Favourites
from wolftui.games.running_game import RunningGame
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.game_dialogs import LeaveDialog
from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.screens.lobby_screen import LobbyScreen
from wolftui.settings.config import Config
from wolftui.settings.paths import games_folder

CONFIG = Config(board="sla7", others="random")


def lobby(folder: Path) -> WolfApp:
    return WolfApp(
        lambda app: LobbyScreen(
            games_folder(), app.glyphs, favourites=Favourites(folder / "tables")
        ),
        CONFIG,
        heartbeat=False,
    )


async def settle(pilot: Pilot[int]) -> LobbyScreen:
    """Wait until the lobby has looked at what is saved since it was seen again."""
    await pilot.pause()
    screen = pilot.app.screen
    assert isinstance(screen, LobbyScreen)
    for _ in range(500):
        if not any(
            worker.group == "games" and not worker.is_finished for worker in pilot.app.workers
        ):
            break
        await pilot.pause(0.01)
    await pilot.pause()
    return screen


async def begin_and_leave(pilot: Pilot[int]) -> RunningGame:
    """Play a little of a game that begins in the lobby, and go back."""
    await pilot.press("p")
    await pilot.pause()
    table = live_of(pilot)
    await until(
        pilot, lambda: bool(table.front.waiting) or table.session.entry_count > 12
    )  # whatever one is dealt
    if table.front.waiting:
        await answer(pilot)
    app = pilot.app
    assert isinstance(app, WolfApp)
    assert app.current_game
    await pilot.press("ctrl+q", "2")
    await settle(pilot)
    return app.current_game


@pytest.mark.slow
@pytest.mark.parametrize("size", [*SIZES, (60, 15)])
async def test_a_game_that_is_left_is_saved_and_goes_on_where_it_was(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    sit(games_folder(), "sla7", 5, "4=human").close()
    async with lobby(tmp_path).run_test(size=size) as pilot:
        await settle(pilot)
        left = await begin_and_leave(pilot)
        assert left.path
        assert not is_locked(left.path)
        answered = len(read_game(left.path).answers)
        assert answered
        screen = pilot.app.screen
        assert isinstance(screen, LobbyScreen)
        unfinished = screen.state.open_games.unfinished
        assert unfinished
        assert unfinished.id == left.id
        await pilot.press("c")
        await pilot.pause()
        assert live_of(pilot).shown.game == left.id
        assert len(read_game(left.path).answers) >= answered


async def test_esc_asks_and_says_what_becomes_of_the_game(tmp_path: Path) -> None:
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("p")
        await pilot.pause()
        live_of(pilot).focus_transcript()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LeaveDialog)
        words = text_of(pilot)
        assert "Continue in the lobby goes on with it" in " ".join(words.split())
        assert [each in words for each in ("Stay", "Back to the lobby", "Quit wolftui")] == [
            True
        ] * 3
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LiveTable)


async def test_the_game_that_was_left_last_goes_before_newer_ones(tmp_path: Path) -> None:
    older = sit(games_folder(), "sla7", 5, "4=human")
    older.close()
    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.press("c")
        await pilot.pause()
        newer = sit(games_folder(), "sla7", 6, "4=human")
        newer.close()
        await pilot.press("ctrl+q", "2")
        screen = await settle(pilot)
        unfinished = screen.state.open_games.unfinished
        assert unfinished
        assert unfinished.id == older.id


@pytest.mark.slow
@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="counts open files as Linux shows them"
)
async def test_whoever_begins_and_leaves_again_and_again_leaves_nothing_behind(
    tmp_path: Path,
) -> None:
    def alive() -> tuple[int, int, int]:
        gc.collect()
        # `isinstance` would ask each object for its class, and what lives in a library may answer
        # with a warning.
        tables = sum(issubclass(type(each), LiveTable) for each in gc.get_objects())
        return len(asyncio.all_tasks()), len(list(Path("/proc/self/fd").iterdir())), tables

    async with lobby(tmp_path).run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await begin_and_leave(pilot)
        await settle(pilot)
        before = alive()
        for _ in range(4):
            await begin_and_leave(pilot)
        await settle(pilot)
        tasks, files, tables = alive()
        assert tasks <= before[0]
        assert files <= before[1]
        assert tables <= before[2] + 1, "one may still be held by what was painted last"
    assert len(list(games_folder().iterdir())) == 5


async def test_where_no_lobby_lies_behind_leaving_ends_the_program_as_before(
    tmp_path: Path,
) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    app = WolfApp(lambda app: app.make_play_table(running), heartbeat=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot)
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert "Back to the lobby" not in text_of(pilot)
        await pilot.press("2")
        await pilot.pause()
    assert not app.is_running


class Driver:
    """What a driver sets as handlers of signals."""

    def __init__(self) -> None:
        self.stopped = 0

    def stop(self, *_: object) -> None:
        self.stopped += 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
async def test_a_stop_waits_for_the_end_of_what_is_being_written(tmp_path: Path) -> None:
    """Within a write the handler of the driver would wait for that write's lock for ever."""
    driver, before = Driver(), {sign: signal.getsignal(sign) for sign in SIGNS}
    try:
        for sign in SIGNS:
            signal.signal(sign, driver.stop)
        async with lobby(tmp_path).run_test() as pilot:
            for count, sign in enumerate(SIGNS):
                signal.raise_signal(sign)
                assert driver.stopped == count
                for _ in range(100):
                    await pilot.pause()
                    if driver.stopped > count:
                        break
                assert driver.stopped == count + 1
    finally:
        for sign, handler in before.items():
            asyncio.get_running_loop().remove_signal_handler(sign)
            signal.signal(sign, handler)


SIGNS = () if sys.platform == "win32" else (signal.SIGTSTP, signal.SIGCONT)
