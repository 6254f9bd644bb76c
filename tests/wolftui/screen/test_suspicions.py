"""A person states suspicions at the moments at which models do: on one screen, by keys alone,
passed at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wolftui.screen.stage import SIZES, answer, app_for, live_of, sit, text_of, until_asked
from wolfcore.game import Belief
from wolfcore.records import read_game

BOARD = "helmsman7+appointed"
SEAT = 4


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_all_others_are_judged_at_once_by_number_letter_and_signs(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    running = sit(tmp_path, BOARD, 5, f"{SEAT}=human:suspicions")
    async with app_for(running).run_test(size=size) as pilot:
        await until_asked(pilot, "suspect")
        table = live_of(pilot)
        others = [seat for seat in table.session.state.living if seat != SEAT]
        assert all(
            f"{seat} {running.spec.names[seat - 1]}" in table.prompt.beliefs.text for seat in others
        )
        asked = table.front.waiting
        await pilot.press(
            str(others[1]),
            "w",
            "plus",
            "plus",
            str(others[2]),
            "u",
            "minus",
            "right",
            "down",
            "down",
            "backspace",
        )
        assert table.front.waiting is asked, "nothing is stated before Enter"
        assert "Werewolf 7" in table.prompt.beliefs.text
        await pilot.press("enter")
        await until_asked(pilot, "suspect")
        assert "Werewolf 7" in table.prompt.beliefs.text, "what was stated last is the start"
        await pilot.press("enter")
        await pilot.pause()
    given = [
        record.answer
        for record in read_game(tmp_path / running.id).journal.values()
        if record.ask.endswith(f".{SEAT}.suspect")
    ]
    assert [answer.beliefs for answer in given] == [
        (Belief(others[1], "Werewolf", 7), Belief(others[2], "Uncertain", 5))
    ] * 2


@pytest.mark.slow
async def test_a_number_ends_with_what_is_done_to_its_seat(tmp_path: Path) -> None:
    running = sit(tmp_path, "plus12", 5, "3=human:suspicions")
    async with app_for(running).run_test(size=SIZES[0]) as pilot:
        await until_asked(pilot, "suspect")
        pad = live_of(pilot).prompt.beliefs
        pad.clock = lambda: 0.0
        await pilot.press("1", "w", "2", "v", "1", "right", "1", "u", "enter")
        await pilot.pause()
    given = [
        record.answer
        for record in read_game(tmp_path / running.id).journal.values()
        if record.ask.endswith(".3.suspect")
    ]
    assert given[0].beliefs == (Belief(1, "Uncertain", 5), Belief(2, "Villager", 5))


@pytest.mark.slow
async def test_escape_passes_at_once_and_tab_only_looks_at_the_transcript(tmp_path: Path) -> None:
    running = sit(tmp_path, BOARD, 5, f"{SEAT}=human:suspicions")
    async with app_for(running).run_test(size=SIZES[1]) as pilot:
        await until_asked(pilot, "suspect")
        table = live_of(pilot)
        asked = table.front.waiting
        await pilot.press("w", "tab")
        assert table.front.waiting is asked
        assert table.transcript.has_focus
        await pilot.press("tab")
        assert table.prompt.beliefs.has_focus
        assert "skip" in text_of(pilot)
        await pilot.press("escape")
        await until_asked(pilot, "suspect")
        assert table.front.waiting is not asked
        assert "Werewolf 5" not in table.prompt.beliefs.text, "what was passed was never stated"
    journal = read_game(tmp_path / running.id).journal
    assert [
        record.answer.beliefs
        for record in journal.values()
        if record.ask.endswith(f".{SEAT}.suspect")
    ] == [()]


@pytest.mark.slow
async def test_two_people_at_one_screen_do_not_see_each_others_suspicions(tmp_path: Path) -> None:
    running = sit(tmp_path, BOARD, 5, f"{SEAT}=human:suspicions", "7=human:suspicions")
    async with app_for(running).run_test(size=SIZES[0]) as pilot:
        table = live_of(pilot)
        seen = set[int]()
        for _ in range(40):
            await pilot.press("enter") if table.front.waiting is None else None
            await pilot.pause()
            waiting = table.front.waiting
            if waiting is None:
                table.beat(0.2)
                continue
            if waiting.ask.kind != "suspect":
                await answer(pilot)
                continue
            if waiting.ask.seat not in seen:
                assert "Werewolf" not in table.prompt.beliefs.text
                await pilot.press("w")
            seen.add(waiting.ask.seat)
            await pilot.press("enter")
            if len(seen) == 2:
                break
        assert seen == {SEAT, 7}
