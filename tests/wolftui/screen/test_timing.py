"""A time limit for people: its clock is in sight, stands while the game is held, and when it has
run the game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wolftui.screen.stage import app_for, live_of, sit, text_of, until, until_asked
from wolfcore.records import read_game
from wolftui.settings.config import Config

CLOCK = Config(clock=90.0)


async def test_the_clock_stands_before_the_question_and_runs_down(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human"), CLOCK).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot)
        table = live_of(pilot)
        table.beat(0.0)
        assert table.prompt.title_line.text.startswith("1:30 left  ")
        table.beat(30.5)
        assert table.prompt.title_line.text.startswith("1:00 left  ")
        table.beat(51.0)
        assert "0:09 left, then chance chooses for you" in " ".join(
            table.prompt.title_line.text.split()
        )


async def test_it_stands_while_the_game_is_paused_or_something_lies_over_it(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human"), CLOCK).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot)
        table = live_of(pilot)
        table.beat(0.0)
        await pilot.press("ctrl+q")
        await pilot.pause()
        table.beat(500.0)
        await pilot.press("escape")
        await pilot.pause()
        table.beat(0.0)
        assert table.prompt.title_line.text.startswith("1:30 left")
        await pilot.press("escape", "space")
        table.beat(500.0)
        assert table.prompt.title_line.text.startswith("1:30 left")


@pytest.mark.slow
async def test_when_it_has_run_a_speech_is_silence_and_the_draft_stays_with_its_writer(
    tmp_path: Path,
) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    async with app_for(running, CLOCK).run_test(size=(80, 24), notifications=True) as pilot:
        table = live_of(pilot)
        await until_asked(pilot, "speak")
        table.beat(0.0)
        asked = table.front.waiting
        assert asked
        await pilot.press(*"I think")
        table.beat(91.0)
        await until(pilot, lambda: table.front.waiting is not asked, seconds=0.0)
        await until(pilot, lambda: bool(pilot.app.screen.query("Toast")), seconds=0.0)
        told = "".join(str(toast.render()) for toast in pilot.app.screen.query("Toast"))
        assert "Your time is up: you say nothing." in " ".join(told.split())
        await until(pilot, lambda: "says nothing" in table.transcript.text)
        assert table.prompt.drafts == {4: "I think"}
    given = read_game(tmp_path / running.id).journal[asked.ask.id].answer
    assert (given.how, given.text) == ("timeout", "")


async def test_without_a_limit_nothing_runs(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot)
        table = live_of(pilot)
        asked = table.front.waiting
        table.beat(100_000.0)
        await pilot.pause()
        assert table.front.waiting is asked
        assert " left" not in text_of(pilot)


@pytest.mark.slow
async def test_two_people_have_a_clock_each(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human", "5=human", deal="4=Villager,5=Villager")
    async with app_for(running, CLOCK).run_test(size=(120, 36)) as pilot:
        table = live_of(pilot)

        async def speaker() -> int:
            for _ in range(200):
                waiting = table.front.waiting
                if waiting and waiting.ask.kind == "speak":
                    return waiting.ask.seat
                if pilot.app.screen is not table:
                    await pilot.press("enter")
                table.beat(100.0 if not waiting else 0.0)
                await pilot.pause()
            raise AssertionError(text_of(pilot))

        assert await speaker() == 4
        table.beat(0.0)
        table.beat(80.0)
        assert table.prompt.title_line.text.startswith("0:10 left")
        await pilot.press(*"hm", "enter")
        assert await speaker() == 5
        table.beat(0.0)
        assert table.prompt.title_line.text.startswith("1:30 left")
