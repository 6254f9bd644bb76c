"""A table that waits says so and for how long, never for whom; and a person may stop it, which has
a house bot answer this once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.wolftui.gone import RANDOM
from tests.wolftui.screen.stage import (
    SIZES,
    app_for,
    live_of,
    sit,
    table_of,
    text_of,
    until,
    until_asked,
)
from wolfcore.game import Answer, Ask, View
from wolfcore.game import facts as f
from wolfcore.records import read_game
from wolftui.games.running_game import RunningGame
from wolftui.screen.screens.dialogs import ChoiceDialog
from wolftui.settings.config import Config


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Players by chance never answer; gives the asks that they were put."""
    asked: list[str] = []

    async def never(self: object, view: View, ask: Ask, desk: object) -> Answer:
        asked.append(ask.id)
        return await asyncio.get_running_loop().create_future()

    monkeypatch.setattr(RANDOM, never)
    return asked


async def beats(pilot: Pilot[int], *seconds: float) -> None:
    for each in seconds:
        table_of(pilot).beat(each)
        await pilot.pause()


def a_game(root: Path, deal: str = "4=Villager,2=Seer,3=Doctor") -> RunningGame:
    """Seat 4 is a person; seat 2 never answers; the others are bots."""
    return sit(root, "sla7", 5, "4=human", "2=random", others="bot", deal=deal)


@pytest.mark.parametrize("size", SIZES)
async def test_at_night_the_table_waits_for_nobody_in_particular(
    tmp_path: Path, late: list[str], size: tuple[int, int]
) -> None:
    async with app_for(a_game(tmp_path)).run_test(size=size) as pilot:
        await until(pilot, lambda: bool(late))
        await beats(pilot, 2.5)
        assert "waits" not in text_of(pilot)
        assert "stop waiting" not in table_of(pilot).keys.text
        await beats(pilot, 60.0)
        assert table_of(pilot).timeline.text.rstrip().endswith("the table waits, 1 min 2 s")
        assert "w stop waiting" in table_of(pilot).keys.text
        table = live_of(pilot)
        assert table.session.seat_activity == {}
        assert not table.session.status.seats


@pytest.mark.slow
async def test_what_is_said_is_the_same_whoever_is_awake(tmp_path: Path, late: list[str]) -> None:
    """Whether the seat that is late is a wolf or the seer, the person sees the same words at the
    same seconds."""
    seen: list[list[str]] = []
    for place, deal in enumerate(
        ("4=Villager,2=Werewolf,3=Doctor", "4=Villager,2=Seer,3=Werewolf")
    ):
        lines: list[str] = []
        async with app_for(a_game(tmp_path / str(place), deal)).run_test(size=(120, 36)) as pilot:
            late.clear()
            await until(pilot, lambda: bool(late))
            for _ in range(6):
                await beats(pilot, 1.5)
                lines.append(table_of(pilot).timeline.text.split("  ")[-1])
        seen.append(lines)
    assert seen[0] == seen[1]
    assert seen[0][-1].strip() == "the table waits, 9 s"


async def test_a_person_stops_waiting_and_a_house_bot_answers_once(
    tmp_path: Path, late: list[str]
) -> None:
    running = a_game(tmp_path)
    async with app_for(running).run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: bool(late))
        await beats(pilot, 10.0)
        await pilot.press("w")
        assert isinstance(pilot.app.screen, ChoiceDialog)
        assert "A house bot answers for whoever is late, this time only" in " ".join(
            text_of(pilot).split()
        )
        await pilot.press("2")
        await beats(pilot, 1.0)
        assert not [entry for entry in running.game.log if isinstance(entry.fact, f.Fallback)]
        await pilot.press("w", "1")
        await until(pilot, lambda: live_of(pilot).session.state.phase != "night", 1.0)
        told = [entry.fact for entry in running.game.log if isinstance(entry.fact, f.Fallback)]
        assert told == [f.Fallback(2, "n1.check.2", "stand_in")]
        assert "late" not in text_of(pilot), "who was late is for the moderator's eyes"
        assert live_of(pilot).shown.players[1] == "random"
        assert "stop waiting" not in table_of(pilot).keys.text
    assert running.path is not None
    saved = read_game(running.path)
    assert saved.journal["n1.check.2"].answer.how == "stand_in"
    assert saved.about is not None
    assert saved.about.changes == ()


async def test_a_person_who_is_asked_waits_for_nobody(tmp_path: Path, late: list[str]) -> None:
    async with app_for(a_game(tmp_path, "4=Doctor,2=Seer")).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot, "protect")
        assert late == ["n1.check.2"]
        await beats(pilot, 60.0, 60.0)
        assert "waits" not in text_of(pilot)
        assert "stop waiting" not in table_of(pilot).keys.text


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("motion", [True, False])
async def test_something_moves_while_the_table_waits_unless_nothing_may(
    tmp_path: Path, late: list[str], motion: bool, size: tuple[int, int]
) -> None:
    app = app_for(a_game(tmp_path), Config(motion=motion))
    async with app.run_test(size=size) as pilot:
        app.animation_level = "full" if motion else "none"
        await until(pilot, lambda: bool(late))
        await beats(pilot, 5.0)
        first = table_of(pilot).timeline.text
        await beats(pilot, 0.25)
        assert ("5 s" in first, table_of(pilot).timeline.text != first) == (True, motion)


async def test_a_pause_of_the_reader_is_no_waiting(tmp_path: Path, late: list[str]) -> None:
    async with app_for(a_game(tmp_path)).run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: bool(late))
        await pilot.press("space")
        await beats(pilot, 60.0)
        assert "waits" not in text_of(pilot)
