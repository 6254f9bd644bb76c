"""The library: newest first, Enter reviews, r resumes what did not end, and what cannot be read says why."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wolftui.app import WolfApp
from wolftui.screens.library import LibraryScreen
from wolftui.screens.live import LiveTable
from wolftui.screens.table import TableScreen

from .stage import sit, text_of


def library(root: Path) -> WolfApp:
    return WolfApp(lambda app: LibraryScreen(root, app.glyphs), heartbeat=False)


async def test_no_game_is_said_to_be_none(tmp_path: Path) -> None:
    async with library(tmp_path / "none").run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "No game is saved yet." in text_of(pilot)


async def test_a_finished_game_is_reviewed_and_left_again(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5)
    running.play_now()
    running.close()
    async with library(tmp_path).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert running.id in text_of(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LibraryScreen)


async def test_a_game_that_did_not_end_is_resumed_and_shows_no_role_before(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    running.close()
    async with library(tmp_path).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        words = text_of(pilot)
        assert "not begun" in words
        assert "Werewolf" not in words
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LiveTable)
        assert pilot.app.screen.session.eyes == 4


async def test_a_game_that_cannot_be_read_says_why_and_breaks_nothing(tmp_path: Path) -> None:
    (tmp_path / "20260101-odd-aaaaaa").mkdir(parents=True)
    (tmp_path / "20260101-odd-aaaaaa" / "game.jsonl").write_text("[b]no[/b]\n", encoding="utf-8")
    async with library(tmp_path).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert "cannot be read" in text_of(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LibraryScreen)


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (100, 30), (120, 36)])
async def test_how_a_game_ended_is_never_cut(tmp_path: Path, size: tuple[int, int]) -> None:
    for board in ("sla7", "helmsman7+appointed", "duel6"):
        running = sit(tmp_path, board, 5)
        running.play_now()
        running.close()
    sit(tmp_path, "sla7", 6, "4=human").close()
    async with library(tmp_path).run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, LibraryScreen)
        lines = screen.menu.text.splitlines()
        assert len(lines) == 4
        assert all(re.search(r"((the (village|wolves) won|stopped), day \d+|not begun)$", line) for line in lines), lines
        assert all(re.search(r" (sla7|duel6|helms\S*) ", line) for line in lines), lines
