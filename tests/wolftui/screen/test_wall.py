"""The wall of running games: what runs hangs there, Enter looks on, what ends stays, and no secret
of a person's game shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.wolftui.screen.stage import SIZES, sit, text_of
from tests.wolftui.screen.test_offered_keys import check
from wolfcore.records import LOG_FILE
from wolfcore.records.layout import FolderLock
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.screens.table_screen import TableScreen
from wolftui.screen.screens.wall_screen import WallScreen
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES


def wall(root: Path) -> WolfApp:
    return WolfApp(lambda app: WallScreen(root, app.glyphs, heartbeat=False), heartbeat=False)


def wall_of(app: WolfApp) -> WallScreen:
    return next(screen for screen in app.screen_stack if isinstance(screen, WallScreen))


def half_played(root: Path, seed: int) -> FolderLock:
    """A game that somebody plays and that has come half-way; it runs until the lock is released."""
    running = sit(root, "sla7", seed)
    running.play_now()
    running.close()
    log = root / running.id / LOG_FILE
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:40]))
    return FolderLock(root / running.id)


async def test_where_nothing_runs_it_says_so_and_takes_what_begins(tmp_path: Path) -> None:
    done = sit(tmp_path, "sla7", 5)
    done.play_now()
    done.close()
    async with (app := wall(tmp_path)).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "No game is being played now." in text_of(pilot)
        assert "look on" not in wall_of(app).keys.text
        begun = sit(tmp_path, "duel6", 5)
        wall_of(app).find()
        await pilot.pause()
        assert begun.id in text_of(pilot)
        assert done.id not in text_of(pilot)
        assert "look on" in wall_of(app).keys.text
        begun.close()


@pytest.mark.parametrize("size", SIZES)
async def test_enter_looks_on_from_where_the_game_is_and_esc_comes_back(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    games = [half_played(tmp_path, seed) for seed in (5, 6)]
    async with (app := wall(tmp_path)).run_test(size=size) as pilot:
        await pilot.press("down", "right")
        assert wall_of(app).tiles.at == 1
        check(pilot)
        chosen = wall_of(app).wall.games[1].folder.name
        await pilot.press("enter")
        await pilot.pause()
        table = app.screen
        assert isinstance(table, LiveTable)
        assert table.shown.game == chosen
        assert table.session.caught_up
        assert table.session.state.day > 0
        assert table.session.eyes == MODERATOR_EYES
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, WallScreen)
    for game in games:
        game.release()


async def test_a_game_that_ends_stays_behind_the_others_and_is_replayed(tmp_path: Path) -> None:
    first, second = sit(tmp_path, "sla7", 5), sit(tmp_path, "sla7", 6)
    async with (app := wall(tmp_path)).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        screen = wall_of(app)
        ending, other = (
            (first, second) if screen.wall.games[0].folder.name == first.id else (second, first)
        )
        ending.play_now()
        ending.close()
        screen.look()
        await pilot.pause()
        assert [game.folder.name for game in screen.wall.games] == [other.id, ending.id]
        assert "1 ended while you looked" in screen.heading.text
        assert screen.tiles.tiles[screen.tiles.at].name == ending.id
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert not isinstance(app.screen, LiveTable)
    other.close()


async def test_a_game_with_a_person_is_seen_with_public_eyes(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    async with (app := wall(tmp_path)).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        shown = wall_of(app).wall.games[0].shown
        assert shown is not None
        assert shown.session.eyes == PUBLIC_EYES
        assert "public eyes" in text_of(pilot)
        assert not any(sign in wall_of(app).tiles.text for sign in "▲◉✚")
    running.close()


async def test_a_log_that_breaks_says_so_and_the_others_go_on(tmp_path: Path) -> None:
    broken, whole = sit(tmp_path, "sla7", 5), sit(tmp_path, "duel6", 6)
    async with (app := wall(tmp_path)).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        with (tmp_path / broken.id / "game.jsonl").open("ab") as log:
            log.write(json.dumps({"is": "nothing \x1b[31m"}).encode() + b"\n")
        wall_of(app).look()
        await pilot.pause()
        assert "cannot be read" in wall_of(app).wall.games[1].problem
        assert "game.jsonl" in wall_of(app).tiles.text
        assert wall_of(app).wall.running == 1
        assert "\x1b" not in text_of(pilot)
    broken.close()
    whole.close()


async def test_a_click_looks_on(tmp_path: Path) -> None:
    games = [sit(tmp_path, "sla7", seed) for seed in (5, 6, 7)]
    async with (app := wall(tmp_path)).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        third = wall_of(app).wall.games[2].folder.name
        await pilot.click("#tiles", offset=(10, 19))
        await pilot.pause()
        assert isinstance(app.screen, LiveTable)
        assert app.screen.shown.game == third
    for game in games:
        game.close()


async def test_of_an_arena_its_games_hang_there(tmp_path: Path) -> None:
    running = sit(tmp_path / "games", "sla7", 5)
    async with wall(tmp_path).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert running.id in text_of(pilot)
    running.close()


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
async def test_the_last_words_of_the_chosen_game_stand_beside_the_tiles_where_there_is_room(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    games = [half_played(tmp_path, seed) for seed in (5, 6)]
    async with (app := wall(tmp_path)).run_test(size=size) as pilot:
        await pilot.pause()
        screen = wall_of(app)
        screen.look()
        await pilot.pause()
        assert screen.pane.display == (size[0] > 80)
        if screen.pane.display:
            first = screen.pane.text
            assert "night 1" in first
            assert screen.tiles.region.right == screen.pane.region.x
            assert screen.pane.region.right == size[0]
            await pilot.press("end")
            await pilot.pause()
            assert screen.pane.text != first
    for game in games:
        game.release()
