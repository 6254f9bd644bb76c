"""Two people at one screen: between them nothing of either is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wolftui.screen.stage import SIZES, answer, app_for, live_of, sit, text_of, until
from wolftui.screen.screens.person_dialogs import HandOver
from wolftui.words.spans import PUBLIC_EYES


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_the_screen_is_handed_over_before_anybody_sees_anything_of_their_own(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human", "5=human")).run_test(size=size) as pilot:
        table = live_of(pilot)
        assert table.session.eyes == PUBLIC_EYES
        for _ in range(6):
            await until(pilot, lambda: isinstance(pilot.app.screen, HandOver))
            assert table.session.eyes == PUBLIC_EYES
            assert "You are" not in table.transcript.text
            assert "YOUR SEAT" not in table.side.lines_view.text
            await pilot.press("enter")
            await until(pilot, lambda: table.front.waiting is not None)
            assert table.front.waiting is not None
            seat = table.front.waiting.ask.seat
            assert table.session.eyes == seat
            assert f"You are {seat} " in table.transcript.text
            await answer(pilot)


async def test_who_has_nothing_to_do_at_night_has_the_screen_all_the_same(tmp_path: Path) -> None:
    running = sit(tmp_path, "sla7", 5, "2=human", "4=human", deal="2=Villager,4=Seer")
    async with app_for(running).run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, HandOver))
        assert "The screen goes to 2 " in text_of(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert "You are Villager, and there is nothing for you to do now." in " ".join(
            text_of(pilot).split()
        )
        assert live_of(pilot).front.waiting is None
        await pilot.press("enter")
        await until(pilot, lambda: "The screen goes to 4 " in text_of(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: live_of(pilot).front.waiting is not None)


@pytest.mark.parametrize("size", SIZES)
async def test_nobody_at_the_screen_can_choose_the_eyes_of_another(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human", "5=human")).run_test(size=size) as pilot:
        table = live_of(pilot)
        assert table.allowed_eyes() == [PUBLIC_EYES]
        await until(pilot, lambda: isinstance(pilot.app.screen, HandOver))
        await pilot.press("enter")
        await until(pilot, lambda: table.front.waiting is not None)
        assert table.allowed_eyes() == [table.session.eyes]
        await pilot.press("escape", "v")
        await pilot.pause()
        assert pilot.app.screen is table


async def test_what_one_person_drafts_is_taken_off_the_screen_and_comes_back_to_them_alone(
    tmp_path: Path,
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human", "5=human")).run_test(
        size=(120, 36)
    ) as pilot:
        prompt = live_of(pilot).prompt
        prompt.draft(4, "You speak next.", "", night=False)
        prompt.composer.insert("MINE")
        prompt.hide_draft()
        assert "MINE" not in text_of(pilot)
        prompt.draft(5, "You speak next.", "", night=False)
        assert prompt.composer.text == ""
        prompt.draft(4, "You speak next.", "", night=False)
        assert prompt.composer.text == "MINE"
