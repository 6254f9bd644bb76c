"""`e`: a game becomes a file, from its result, a review and the library; what may not be known yet is in none."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from core.records import read_game
from wolftui.app import WolfApp
from wolftui.games.running import RunningGame
from wolftui.screens.giving import FORMS, Giving
from wolftui.screens.library import LibraryScreen
from wolftui.screens.result import ResultScreen
from wolftui.settings.actions import ACTIONS, Situation, possible

from .stage import SIZES, app_for, sit, table_of, text_of, until, until_asked


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


async def ended(root: Path) -> RunningGame:
    """A game of machines, played to its end."""
    running = sit(root)
    async with app_for(running).run_test() as pilot:
        await until(pilot, lambda: table_of(pilot).session.over)
    return running


def files_in(folder: Path) -> set[Path]:
    """The whole files in a folder."""
    return {file for file in folder.iterdir() if not file.name.startswith(".")}


async def written(pilot: Pilot[int], folder: Path, key: str) -> Path:
    """Ask for a form by its key; returns the file that is written."""
    before = files_in(folder)
    await pilot.press("e")
    await pilot.pause()
    assert isinstance(pilot.app.screen, Giving)
    await pilot.press(key)
    for _ in range(600):
        await pilot.pause(0.05)
        if new := files_in(folder) - before:
            return new.pop()
    raise AssertionError(f"nothing was written; the screen says:\n{text_of(pilot)}")


@pytest.mark.parametrize("size", SIZES)
async def test_a_review_gives_away_what_its_eyes_see(tmp_path: Path, here: Path, size: tuple[int, int]) -> None:
    path = (await ended(tmp_path / "games")).path
    assert path is not None
    app = WolfApp(lambda app: app.review_of(read_game(path)), heartbeat=False)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        file = await written(pilot, here, "t")
        assert file.name == f"{path.name}.txt"
        assert " is ▲ Werewolf." in file.read_text(encoding="utf-8")
        table_of(pilot).session.look_through(0)
        second = await written(pilot, here, "m")
        assert "◈" not in second.read_text(encoding="utf-8")
        third = await written(pilot, here, "t")
        assert third.name == f"{path.name}-2.txt"
        assert "◈" not in third.read_text(encoding="utf-8")


async def test_the_library_gives_away_the_chosen_game(tmp_path: Path, here: Path) -> None:
    await ended(tmp_path / "games")
    app = WolfApp(lambda app: LibraryScreen(tmp_path / "games", app.glyphs), heartbeat=False)
    async with app.run_test() as pilot:
        await pilot.pause()
        file = await written(pilot, here, "h")
        assert file.read_text(encoding="utf-8").startswith("<!doctype html>")


async def test_the_result_gives_the_whole_game_away(tmp_path: Path, here: Path) -> None:
    async with app_for(sit(tmp_path / "games")).run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: table_of(pilot).session.over)
        pilot.app.push_screen(ResultScreen(table_of(pilot).shown, table_of(pilot).glyphs))
        await pilot.pause()
        file = await written(pilot, here, "c")
    assert ",Protected,4," in file.read_text(encoding="utf-8")


async def test_a_running_game_gives_nothing_away(tmp_path: Path, here: Path) -> None:
    running = sit(tmp_path / "games", "sla7", 5, "4=human")
    async with app_for(running).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot)
        table_of(pilot).transcript.focus()
        await pilot.press("e")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, Giving)
    assert files_in(here) == set()
    assert "export" not in {action.id for action in possible(Situation("table", live=True, person=True))}


def test_every_form_has_a_key_of_its_own() -> None:
    assert len({form[0] for form, _ in FORMS}) == len(FORMS)
    assert any(action.id == "export" for action in ACTIONS)
