"""When the screen is gone, standard output says how to go on with a game that was left, whichever
way it came to the screen."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.wolftui.screen.stage import sit, text_of
from wolftui.screen.app import WolfApp
from wolftui.screen.entry_points import run_library, run_live, run_lobby
from wolftui.screen.screens.lobby_screen import LobbyScreen
from wolftui.settings.config import load_config
from wolftui.settings.paths import config_file, games_folder


@pytest.mark.parametrize("over", [True, False])
def test_a_game_that_was_resumed_from_the_list_and_left_is_named_after_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    over: bool,
) -> None:
    running = sit(tmp_path)

    def run(app: WolfApp) -> int:
        app.make_play_table(running)
        if over:
            running.play_now()
            running.session.entries(running.game.log)
        return 0

    monkeypatch.setattr(WolfApp, "run", run)
    assert run_library(tmp_path) == 0
    said = "" if over else f"The game is saved. Go on with it: wolftui resume {running.path}\n"
    assert capsys.readouterr().out == said


def test_of_two_games_in_a_row_the_one_that_was_left_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = sit(tmp_path), sit(tmp_path, "sla7", 6)

    def run(app: WolfApp) -> int:
        app.make_play_table(first)
        first.play_now()
        first.session.entries(first.game.log)
        app.make_play_table(second)
        return 0

    monkeypatch.setattr(WolfApp, "run", run)
    assert run_live(first) == 0
    assert (
        capsys.readouterr().out
        == f"The game is saved. Go on with it: wolftui resume {second.path}\n"
    )


@pytest.mark.parametrize(("kept", "first"), [("", True), ("game", False), ("settings", False)])
def test_the_first_run_is_that_of_whoever_has_neither_played_nor_set_anything(
    monkeypatch: pytest.MonkeyPatch, kept: str, *, first: bool
) -> None:
    if kept == "game":
        sit(games_folder()).close()
    if kept == "settings":
        config_file().parent.mkdir(parents=True, exist_ok=True)
        config_file().write_text('name = "Ada"\n')
    seen = list[str]()

    async def looked(app: WolfApp) -> None:
        async with app.run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            assert isinstance(pilot.app.screen, LobbyScreen)
            seen.append(text_of(pilot))

    def run(app: WolfApp) -> int:
        asyncio.run(looked(app))
        return 0

    monkeypatch.setattr(WolfApp, "run", run)
    assert run_lobby(load_config()) == 0
    assert ("first time here" in seen[0]) == first
