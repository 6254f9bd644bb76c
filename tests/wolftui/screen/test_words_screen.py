"""What your words did, on the screen: from the result, into the replay, and on from there."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from tests.core.analysis.spoken_games import play_spoken, says
from tests.wolftui.screen.stage import SIZES, text_of, until
from tests.wolftui.screen.test_offered_keys import check
from wolfcore.analysis.spoken_effects import MovedBallot
from wolfcore.game import facts as f
from wolfcore.records import SavedGame, read_game
from wolftui.games.running_game import RunningGame
from wolftui.games.spoken_words import WordsOfSeat, words_of_seat
from wolftui.screen.app import WolfApp
from wolftui.screen.screens import words_screen
from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.screens.result_screen import ResultScreen
from wolftui.screen.screens.table_screen import TableScreen
from wolftui.screen.screens.words_screen import WordsScreen

pytestmark = pytest.mark.slow

ACCUSATION = "I suspect seat 2."


def reviewing(saved: SavedGame) -> WolfApp:
    return WolfApp(lambda app: app.make_review_table(saved), heartbeat=False)


async def words_of(pilot: Pilot[int]) -> WordsScreen:
    """The screen, opened from the result and filled."""
    await pilot.pause()
    await pilot.press("end", "r")
    await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
    await pilot.pause()
    assert "w  What each of your lines did" in text_of(pilot)
    await pilot.press("w")
    await until(pilot, lambda: isinstance(pilot.app.screen, WordsScreen))
    screen = pilot.app.screen
    assert isinstance(screen, WordsScreen)
    await until(pilot, lambda: screen.chosen is not None)
    await pilot.pause()
    check(pilot)
    return screen


@pytest.mark.parametrize("size", SIZES)
async def test_each_line_is_chosen_and_shown_in_the_replay(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    saved = play_spoken(tmp_path, "duel6", 5, {3: says(ACCUSATION)})
    async with reviewing(saved).run_test(size=size) as pilot:
        screen = await words_of(pilot)
        text = text_of(pilot)
        assert "What your words did" in text
        assert f"you were 3 {saved.header.names[2]}" in text
        assert ACCUSATION in text
        first = screen.chosen
        await pilot.press("up", "up")
        await pilot.pause()
        assert screen.chosen == first, "above the first one there is nothing"
        await pilot.press("down")
        await pilot.pause()
        second = screen.chosen
        assert first
        assert second
        assert first.entry < second.entry
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        said = table.session.facts[-1]
        assert said == saved.entries[second.entry].fact
        assert isinstance(said, f.Said | f.Voted)
        await pilot.pause()
        assert ACCUSATION in text_of(pilot)


async def test_the_line_that_moved_most_votes_is_chosen_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = play_spoken(tmp_path, "duel6", 5, {3: says(ACCUSATION)})
    told = words_of_seat(saved, 3)
    first, *others, last = told.effects.words
    moved = replace(last, outcome="moved", moved=(MovedBallot("vote", 1, 2, 3),))
    effects = replace(told.effects, words=(first, *others, moved))
    changed = replace(told, effects=effects)

    def tell(*_: object) -> WordsOfSeat:
        return changed

    monkeypatch.setattr(words_screen, "words_of_seat", tell)
    async with reviewing(saved).run_test(size=(80, 24)) as pilot:
        screen = await words_of(pilot)
        await until(pilot, lambda: screen.chosen == moved)


async def test_t_plays_on_from_the_chosen_line_in_ones_own_seat(tmp_path: Path) -> None:
    saved = play_spoken(tmp_path, "duel6", 5, {3: says(ACCUSATION)})
    app = reviewing(saved)
    async with app.run_test(size=(120, 36)) as pilot:
        screen = await words_of(pilot)
        chosen = screen.chosen
        assert chosen
        await pilot.press("t")
        await until(pilot, lambda: isinstance(pilot.app.screen, LiveTable))
        running = app.current_game
        assert isinstance(running, RunningGame)
        assert running.people == (3,)
        assert running.path
        about = read_game(running.path).about
        assert about
        assert about.fork
        assert (about.fork.game, about.fork.ask) == (saved.id, chosen.ask)
        assert [spec.text for spec in about.seats if spec.player != "human"] == ["bot"] * 5


@pytest.mark.parametrize("size", SIZES)
async def test_left_and_right_show_another_person_and_t_then_plays_on_as_that_one(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    # At 80 columns there is no room for the name of this board.
    spoken = {3: says(ACCUSATION), 5: says("I trust seat 1.")}
    saved = play_spoken(tmp_path, "duel6+safe-night", 5, spoken)
    app = reviewing(saved)
    async with app.run_test(size=size) as pilot:
        screen = await words_of(pilot)
        assert ACCUSATION in screen.page.text
        assert screen.heading.text.endswith(("Villager", "Witch", "Seer", "Werewolf"))
        assert ("duel6, safe night" in screen.heading.text) == (size[0] > 80)
        assert "← → other person" in text_of(pilot)
        await pilot.press("right")
        await until(pilot, lambda: "I trust seat 1." in screen.page.text)
        assert f"you were 5 {saved.header.names[4]}" in screen.heading.text
        assert ACCUSATION not in screen.page.text
        await until(pilot, lambda: screen.chosen is not None)
        await pilot.press("t")
        await until(pilot, lambda: isinstance(pilot.app.screen, LiveTable))
        running = app.current_game
        assert isinstance(running, RunningGame)
        assert running.people == (5,)


async def test_a_game_of_bots_alone_has_no_words_of_a_person(tmp_path: Path) -> None:
    saved = play_spoken(tmp_path, "duel6", 5, {})
    async with reviewing(saved).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("end", "r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
        await pilot.pause()
        assert "your words" not in text_of(pilot)
        await pilot.press("w")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ResultScreen)
