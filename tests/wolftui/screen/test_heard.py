"""While a person writes they are told what the table will hear: quietly, not at every letter, and
for nobody else."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from textual.pilot import Pilot

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
from wolfcore.game import Ask, View
from wolfcore.game import facts as f
from wolfcore.speech import Act
from wolftui.settings.config import Config
from wolftui.words.questions import make_question
from wolftui.words.recognised_acts import READING_PAUSE, acts_in
from wolftui.words.wrapping import width_of


def heard(pilot: Pilot[int]) -> str:
    line = live_of(pilot).prompt.heard
    assert line is not None
    words = " ".join(line.text.split())
    return (
        "" if words == "F3 has sentences that the table understands." or not line.display else words
    )


def is_read(pilot: Pilot[int]) -> bool:
    """Whether what is told is of the words as they stand there."""
    line, composer = live_of(pilot).prompt.heard, live_of(pilot).prompt.composer
    return line is not None and line.shown_for is not None and line.shown_for[0] == composer.text


async def write(pilot: Pilot[int], words: str) -> None:
    """Put words where the person writes, and let them stand there until they are read."""
    live_of(pilot).prompt.composer.insert(words)
    await pilot.pause()
    await until(pilot, lambda: is_read(pilot), seconds=READING_PAUSE)


@pytest.mark.slow
@pytest.mark.parametrize("size", [*SIZES, (60, 15)])
async def test_what_is_written_is_told_as_it_is_heard(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    name = running.spec.names[2]
    async with app_for(running).run_test(size=size) as pilot:
        await until_asked(pilot, "speak")
        assert heard(pilot) == ""
        await write(pilot, "Well, well.")
        assert heard(pilot) == "heard: no claim, suspicion or question"
        live_of(pilot).prompt.composer.clear()
        await write(pilot, "Good morning.")
        assert heard(pilot) == "heard: a greeting"
        live_of(pilot).prompt.composer.clear()
        await write(pilot, "Ayer votó muy raro.")
        assert heard(pilot) == "heard: nothing: only English is heard"
        live_of(pilot).prompt.composer.clear()
        await write(pilot, f"I am the Seer. {name} is a wolf.")
        assert heard(pilot) == f"heard: you claim the Seer · you accuse 3 {name}"
        table = live_of(pilot)
        assert table.prompt.heard is not None
        assert table.prompt.heard.region.bottom <= table.keys.region.y
        assert table.keys.region.bottom == size[1]
        await pilot.press("enter")
        await pilot.pause()
        assert heard(pilot) == ""


async def test_what_was_told_stands_until_the_new_words_are_read_and_goes_with_the_words(
    tmp_path: Path,
) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, "speak")
        await write(pilot, "I am the Seer")
        live_of(pilot).prompt.composer.insert(" and I take it back.")
        await pilot.pause()
        table_of(pilot).beat(READING_PAUSE)
        assert heard(pilot) == "heard: you claim the Seer"
        await until(pilot, lambda: is_read(pilot), seconds=READING_PAUSE)
        assert heard(pilot) == "heard: you claim the Seer · you take back what you claimed"
        live_of(pilot).prompt.composer.clear()
        await pilot.pause()
        table_of(pilot).beat(0.0)
        await pilot.pause()
        assert heard(pilot) == ""


@pytest.mark.slow(only=("size0",))
@pytest.mark.parametrize("size", [(60, 15), (80, 24)])
async def test_many_acts_take_no_more_than_their_lines(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    others = [name for seat, name in enumerate(running.spec.names, 1) if seat != 4]
    async with app_for(running).run_test(size=size) as pilot:
        await until_asked(pilot, "speak")
        await write(pilot, " ".join(f"{name} is a wolf." for name in others))
        line = live_of(pilot).prompt.heard
        assert line is not None
        assert line.size.height == (1 if size[1] < 20 else 2)
        assert heard(pilot).endswith(f"you accuse 7 {others[-1]}")
        assert all(width_of(row) <= line.size.width for row in line.compose_lines(line.size.width))


async def test_it_can_be_switched_off(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "4=human"), Config(heard=False)).run_test(
        size=(80, 24)
    ) as pilot:
        await until_asked(pilot, "speak")
        live_of(pilot).prompt.composer.insert("I am the Seer.")
        for _ in range(3):
            table_of(pilot).beat(READING_PAUSE)
            await pilot.pause()
        assert live_of(pilot).prompt.heard is None
        assert "heard:" not in text_of(pilot)


@pytest.mark.slow
async def test_a_whisper_is_heard_by_the_pack_as_an_attack(tmp_path: Path) -> None:
    running = sit(tmp_path, "classic9", 5, "2=human", deal="2=Werewolf")
    async with app_for(running).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, "whisper")
        table = live_of(pilot)
        prey = next(
            seat
            for seat in range(1, 10)
            if seat != 2 and table.session.state.roles[seat] != "Werewolf"
        )
        name = running.spec.names[prey - 1]
        await write(pilot, f"Let us attack {name}.")
        assert heard(pilot) == f"heard: you propose to attack {prey} {name} tonight"


@pytest.mark.slow
async def test_the_next_person_at_this_screen_sees_nothing_of_it(tmp_path: Path) -> None:
    async with app_for(sit(tmp_path, "sla7", 5, "3=human", "4=human")).run_test(
        size=(80, 24)
    ) as pilot:
        table = live_of(pilot)
        for _ in range(60):
            await until(
                pilot, lambda: table.front.waiting is not None or len(pilot.app.screen_stack) > 2
            )
            asked = table.front.waiting
            if asked is None:
                await pilot.press("enter")
            elif asked.ask.kind == "speak":
                break
            else:
                await pilot.press("right", "enter")
            await pilot.pause()
        first = table.session.eyes
        await write(pilot, "I am the Seer.")
        assert heard(pilot) == "heard: you claim the Seer"
        await pilot.press("enter")
        await until(
            pilot,
            lambda: any(
                isinstance(fact, f.Said) and fact.seat == first for fact in table.session.facts
            ),
        )
        assert "you claim" not in text_of(pilot)


@pytest.mark.slow
async def test_a_slow_reader_holds_up_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def slowly(
        text: str, seat: int, names: tuple[str, ...], roles: tuple[str, ...]
    ) -> tuple[Act, ...]:
        go_on.wait(60)
        return acts_in(text, seat, names, roles)

    monkeypatch.setattr("wolftui.words.recognised_acts.acts_in", slowly)
    async with app_for(sit(tmp_path, "sla7", 5, "4=human")).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, "speak")
        await pilot.press(*"I am")
        for _ in range(3):
            table_of(pilot).beat(READING_PAUSE)
        await pilot.press(*" the Seer.")
        for _ in range(3):
            table_of(pilot).beat(READING_PAUSE)
        assert live_of(pilot).prompt.composer.text == "I am the Seer."
        assert heard(pilot) == ""
        go_on.set()
        await until(pilot, lambda: is_read(pilot), seconds=READING_PAUSE)
        assert heard(pilot) == "heard: you claim the Seer"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 15), (80, 24)])
async def test_with_a_long_speech_and_a_choice_the_line_of_keys_stays_on_the_screen(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    running = sit(tmp_path, "sla7", 5, "4=human")
    async with app_for(running).run_test(size=size) as pilot:
        await until_asked(pilot, "speak")
        table = live_of(pilot)
        seen = View(4, table.session.board, running.spec.names, list(table.session.facts))
        ask = Ask("d1.summarise.4", 4, "summarise", 1, "summary", (0, 1, 2, 3, 5, 6, 7))
        table.prompt.ask(make_question(ask, seen), night=False)
        await write(
            pilot,
            " ".join(f"{name} is a wolf." for name in running.spec.names)
            + " And what do you all think of that? " * 4,
        )
        await pilot.pause()
        assert table.keys.region.bottom == size[1]
        assert table.prompt.targets.region.height > 0
        line = table.prompt.heard
        assert line is not None
        assert line.size.height == (0 if size[1] < 20 else 2)
