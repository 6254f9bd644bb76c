"""Every key that a screen offers does something there, however the screen was opened; and the
palette offers each command once."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from textual.command import CommandPalette
from textual.pilot import Pilot

from tests.wolftui.screen.stage import (
    app_for,
    live_of,
    play_out,
    sit,
    text_of,
    to_result,
    until,
    until_asked,
)
from tests.wolftui.screen.test_forking import finished, reviewing
from tests.wolftui.screen.test_lobby import lobby, settle
from wolfcore.records import read_game
from wolftui.screen.screens.app_screen import APP_ACTIONS, AppScreen
from wolftui.screen.screens.library_screen import LibraryScreen
from wolftui.screen.screens.new_game_screen import NewGameScreen
from wolftui.screen.screens.number_pages import RecordScreen
from wolftui.screen.screens.result_screen import ResultScreen
from wolftui.screen.screens.reveal_screen import RevealScreen
from wolftui.screen.screens.review_table import ReviewTable
from wolftui.screen.screens.settings_screen import SettingsScreen
from wolftui.settings.actions import available_actions


def offered(pilot: Pilot[int]) -> set[str]:
    """What the help of the screen on top lists."""
    screen = pilot.app.screen
    assert isinstance(screen, AppScreen)
    return {action.id for action in available_actions(screen.situation)}


def check_keys(pilot: Pilot[int]) -> None:
    """Each offered action with a key has what carries it out, and no other has the same key."""
    screen = pilot.app.screen
    assert isinstance(screen, AppScreen)
    actions = [each for each in available_actions(screen.situation) if each.keys]
    dead = [
        each.id
        for each in actions
        if each.id not in APP_ACTIONS
        and screen.PLACE in each.places
        and screen.handler_for(each.id) is None
    ]
    assert dead == [], (screen, dead)
    keys = Counter(key for each in actions if screen.PLACE in each.places for key in each.keys)
    assert [key for key, count in keys.items() if count > 1] == [], screen


def check_palette(pilot: Pilot[int]) -> None:
    """No command of the palette is there twice, by its words or by what it does, and none says its
    name twice."""
    commands = list(pilot.app.get_system_commands(pilot.app.screen))  # pyright: ignore[reportUnknownMemberType]
    assert [each for each in commands if each.help[:-1].split(" (")[0] in each.title] == []
    words = Counter(each.title.split(": ", 1)[1] for each in commands)
    assert [said for said, count in words.items() if count > 1] == [], pilot.app.screen
    deeds = [each.callback for each in commands]
    assert [deed for deed in deeds if deeds.count(deed) > 1] == [], pilot.app.screen


def check(pilot: Pilot[int]) -> None:
    check_keys(pilot)
    check_palette(pilot)


@pytest.mark.slow
async def test_a_review_from_the_result_of_a_game_offers_what_any_review_does(
    tmp_path: Path,
) -> None:
    async with reviewing(finished(tmp_path)).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        await pilot.press("end")
        await pilot.pause()
        by_command = offered(pilot)
        check(pilot)
        assert {"guess", "fork", "compare"} <= by_command
    async with app_for(sit(tmp_path, "sla7", 8)).run_test(size=(120, 36)) as pilot:
        check(pilot)
        await to_result(pilot)
        check(pilot)
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ReviewTable)
        assert [block.kind for block in pilot.app.screen.session.blocks][-1] != "divider"
        assert "plays the game" in pilot.app.screen.transcript.text
        await pilot.press("end")
        await pilot.pause()
        check(pilot)
        assert offered(pilot) - {"back"} == by_command - {"back"}
        await pilot.press("g")
        await pilot.pause()
        assert "Guess along: with whose eyes?" in text_of(pilot)
        await pilot.press("escape")
        await pilot.press("f")
        await pilot.pause()
        assert "Play on differently from" in text_of(pilot)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ResultScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert pilot.app.screen is live_of(pilot)
        check(pilot)
        assert "Enter result" in live_of(pilot).keys.text


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_every_screen_offers_live_keys_and_each_command_once(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    folder = finished(tmp_path)
    app = lobby(tmp_path)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        check(pilot)
        for key, kind in {
            "n": NewGameScreen,
            "l": LibraryScreen,
            "m": RecordScreen,
            "s": SettingsScreen,
        }.items():
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(pilot.app.screen, kind)
            check(pilot)
            await pilot.press("escape")
            await pilot.pause()
        app.push_screen(app.make_review_table(read_game(folder)))
        await pilot.pause()
        check(pilot)
        await pilot.press("end")
        await pilot.pause()
        for key in ("t", "i", "slash", "escape", "1", "escape", "r", "down"):
            await pilot.press(key)
            await pilot.pause()
            check(pilot)
        assert isinstance(pilot.app.screen, ResultScreen)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_a_game_that_is_over_is_forked_and_guessed_at_wherever_it_is_looked_at(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = app_for(sit(tmp_path, "sla7", 5, "4=human"))
    keys = {"f": "Play on differently from", "g": "Guess along: with whose eyes?"}
    places: list[str] = []
    async with app.run_test(size=size) as pilot:
        await until_asked(pilot)
        assert not (live_of(pilot).situation.forkable or live_of(pilot).situation.guessable)
        table = await play_out(pilot)
        await until(pilot, lambda: table.end_notices.strip.display)

        async def looked_at(where: AppScreen) -> None:
            places.append(where.PLACE)
            check(pilot)
            assert {"f fork", "g guess"} <= set(re.split(r"  +", where.keys.text.strip()))
            for key, title in keys.items():
                await pilot.press(key)
                await pilot.pause()
                await pilot.pause()
                assert title in text_of(pilot)
                await pilot.press("escape")
                await pilot.pause()
                if pilot.app.screen is not where:
                    assert isinstance(pilot.app.screen, ReviewTable)
                    await pilot.press("escape")
                    await pilot.pause()
                assert pilot.app.screen is where

        await looked_at(table)
        await pilot.press("enter")
        await pilot.pause()
        reveal = pilot.app.screen
        assert isinstance(reveal, RevealScreen)
        assert not {"fork", "guess"} & offered(pilot), "cards are turned first"
        await pilot.press("space")
        await pilot.pause()
        await looked_at(reveal)
        await pilot.press("enter")
        await pilot.pause()
        result = pilot.app.screen
        assert isinstance(result, ResultScreen)
        await looked_at(result)
        app.push_screen(LibraryScreen(tmp_path, app.glyphs))
        await pilot.pause()
        library = pilot.app.screen
        assert isinstance(library, LibraryScreen)
        await looked_at(library)
        await pilot.press("enter")
        await pilot.pause()
        review = pilot.app.screen
        assert isinstance(review, ReviewTable)
        await looked_at(review)
    assert places == ["table", "reveal", "result", "library", "table"]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_two_presses_open_one_palette(tmp_path: Path, size: tuple[int, int]) -> None:
    async with lobby(tmp_path).run_test(size=size) as pilot:
        await settle(pilot)
        await pilot.press("ctrl+p", "ctrl+p")
        await pilot.pause()
        assert sum(isinstance(each, CommandPalette) for each in pilot.app.screen_stack) == 1
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, CommandPalette)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_a_person_who_is_asked_is_offered_live_keys_and_each_command_once(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=size) as pilot:
        await until_asked(pilot)
        check(pilot)
        await pilot.press("escape")
        await pilot.pause()
        check(pilot)
