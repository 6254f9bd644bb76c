"""A person's decisions on the screen: from the result, to the tab You, and on from there."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.core.analysis.spoken_games import play_spoken, says
from tests.wolftui.screen.stage import SIZES, text_of, until
from wolfcore.analysis import coach
from wolfcore.analysis.decisions import Coaching, Decision, read_coaching, write_coaching
from wolfcore.records import SavedGame, read_game
from wolftui.games.running_game import RunningGame
from wolftui.screen.app import WolfApp
from wolftui.screen.screens.decisions_screen import DecisionsScreen
from wolftui.screen.screens.live_table import LiveTable
from wolftui.screen.screens.result_screen import ResultScreen

pytestmark = pytest.mark.slow

ME = 3


def a_game(root: Path, *, coached: bool) -> SavedGame:
    """A game of a person, with or without a file of what the coach found."""
    saved = play_spoken(root, "duel6", 5, {ME: says("")})
    if coached:
        vote = Decision(
            "d1.vote.3", "vote", 1, 2, 4, "wolf", {2: 0.2, 4: 0.6}, -0.09, -0.14, -0.04, 80, (), 3
        )
        save = Decision("n1.save.3", "save", 1, 0, 2, "wolf", {2: 0.1}, games=20)
        kept, _ = read_coaching(saved)
        found = type(kept)(kept.version, kept.bots, kept.log, {ME: Coaching((save, vote))})
        assert not write_coaching(saved, found)
    return saved


async def decisions_of(pilot: Pilot[int]) -> DecisionsScreen:
    """The screen, opened from the result."""
    await pilot.pause()
    await pilot.press("end", "r")
    await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
    await pilot.pause()
    assert "c  What each of your decisions cost" in text_of(pilot)
    assert "YOUR WORST MOMENT" not in text_of(pilot)
    await pilot.press("c")
    await until(pilot, lambda: isinstance(pilot.app.screen, DecisionsScreen))
    screen = pilot.app.screen
    assert isinstance(screen, DecisionsScreen)
    return screen


@pytest.mark.parametrize("size", SIZES)
async def test_a_decision_is_chosen_and_t_tries_again_in_ones_own_seat(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    saved = a_game(tmp_path, coached=True)
    app = WolfApp(lambda app: app.make_review_table(saved), heartbeat=False)
    async with app.run_test(size=size) as pilot:
        screen = await decisions_of(pilot)
        await until(pilot, lambda: screen.chosen is not None)
        await pilot.pause()
        assert "Your decisions" in text_of(pilot)
        assert "t try again" in text_of(pilot)
        assert screen.chosen, "what cost most is chosen first"
        assert screen.chosen.ask == "d1.vote.3"
        assert "1 other decision: too close to tell.  x shows all" in text_of(pilot)
        await pilot.press("x")
        await pilot.pause()
        assert "Or save" in text_of(pilot)
        assert "show all" not in text_of(pilot)
        assert screen.chosen.ask == "d1.vote.3"
        await pilot.press("t")
        await until(pilot, lambda: isinstance(pilot.app.screen, LiveTable))
        running = app.current_game
        assert isinstance(running, RunningGame)
        assert running.people == (ME,)
        assert running.path
        about = read_game(running.path).about
        assert about
        assert about.fork
        assert (about.fork.game, about.fork.ask) == (saved.id, "d1.vote.3")


async def test_the_worst_decision_comes_to_the_tab_you(tmp_path: Path) -> None:
    saved = a_game(tmp_path, coached=True)
    app = WolfApp(lambda app: app.make_review_table(saved), heartbeat=False)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await decisions_of(pilot)
        await until(pilot, lambda: screen.chosen is not None)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
        await until(pilot, lambda: "YOUR WORST MOMENT" in text_of(pilot))
        assert "It cost about 9 games of 100" in text_of(pilot)


async def test_it_shows_how_far_it_is_and_escape_stops_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It would go on for hours.
    monkeypatch.setattr(coach, "MOST_CONFIRMED", 1 << 40)
    monkeypatch.setattr(coach, "LEAST_CONFIRMED", 1 << 40)
    saved = a_game(tmp_path, coached=False)
    app = WolfApp(lambda app: app.make_review_table(saved), heartbeat=False)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await decisions_of(pilot)
        await until(pilot, lambda: " of " in screen.page.text)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
        await until(pilot, lambda: not list(app.workers))
        assert not (saved.path / "coach.json").exists()
