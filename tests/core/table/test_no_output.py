"""What the table does when a player gives no output at all."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.core.players.sitters import (
    Listed,
    Talker,
    a_spec,
    asked_first,
    everywhere,
    new_folder,
    played,
    talkers,
)
from tests.core.table.notes import Notes, errors_of
from wolfcore.errors import SeatError
from wolfcore.game import Answer, Ask, Game
from wolfcore.records import SeatSpec, is_locked, read_game
from wolfcore.table import Replacement, Table, TableOptions, play_now, resume, verify


def broke(ask: Ask) -> object:
    raise ZeroDivisionError("oh")


async def test_no_output_stops_the_game_saved_where_nothing_else_was_agreed(tmp_path: Path) -> None:
    spec = a_spec()
    folder = new_folder(tmp_path, spec)
    silent = Listed(
        lambda ask: (
            SeatError(ask.seat, "the key was refused")
            if ask.kind == "vote"
            else Answer(ask.options[0])
        )
    )
    with pytest.raises(SeatError, match=r"seat \d: the key was refused"):
        await Table(Game(spec), everywhere(spec, silent), folder=folder).run()
    assert not is_locked(folder.path)
    assert errors_of(folder.path)[-1].done == "the game was stopped"
    with resume(folder.path).folder as again:
        assert again.path == folder.path


async def test_a_player_that_breaks_gives_no_output_and_its_traceback_is_kept(
    tmp_path: Path,
) -> None:
    spec = a_spec()
    seat = asked_first(spec)
    folder = new_folder(tmp_path, spec)
    with pytest.raises(
        SeatError, match=rf"seat {seat}: its player failed \(ZeroDivisionError: oh\)"
    ):
        await Table(Game(spec), {**talkers(spec), seat: Listed(broke)}, folder=folder).run()
    assert "in broke" in errors_of(folder.path)[-1].detail
    with pytest.raises(
        SeatError,
        match=rf"seat {seat}: its player failed at n1\.\w+\.{seat} \(ZeroDivisionError: oh\)",
    ):
        play_now(Game(spec), {**talkers(spec), seat: Listed(broke)})


async def test_a_player_that_gives_up_is_no_stop_of_the_game(tmp_path: Path) -> None:
    def give_up(ask: Ask) -> object:
        raise asyncio.CancelledError

    spec = a_spec()
    seat = asked_first(spec)
    folder, game = new_folder(tmp_path, spec), Game(spec)
    await Table(
        game,
        {**talkers(spec), seat: Listed(give_up)},
        folder=folder,
        options=TableOptions(on_dead="fallback"),
    ).run()
    assert game.over
    assert {error.problem for error in errors_of(folder.path)} == {
        f"seat {seat}: its player cancelled the answer"
    }


async def test_no_output_may_be_replaced_by_the_fallback(tmp_path: Path) -> None:
    spec = a_spec()
    seat = asked_first(spec)
    folder, silent = new_folder(tmp_path, spec), Listed(lambda ask: SeatError(ask.seat, "no reply"))
    await Table(
        Game(spec),
        {**talkers(spec), seat: silent},
        folder=folder,
        options=TableOptions(on_dead="fallback"),
    ).run()
    saved = read_game(folder.path)
    assert {record.answer.how for record in saved.journal.values() if record.seat == seat} == {
        "fallback"
    }
    assert verify(saved).finished


async def test_a_replacement_takes_over_for_good_and_only_about_says_so(tmp_path: Path) -> None:
    spec = a_spec()
    seat = asked_first(spec)
    folder, silent = new_folder(tmp_path, spec), Listed(lambda ask: SeatError(ask.seat, "no reply"))
    stand_in, notes = Replacement(SeatSpec("bot", ("easy",)), Talker()), Notes()
    await Table(
        Game(spec),
        {**talkers(spec), seat: silent},
        folder=folder,
        options=TableOptions(on_dead=stand_in, watchers=[notes]),
    ).run()
    assert [notice for notice in notes.notices if notice.startswith("seated")] == [
        f"seated {seat} bot:easy: no reply"
    ]
    saved = read_game(folder.path)
    assert saved.log == played(tmp_path / "other").log
    assert len(silent.asked) == 1
    assert saved.about is not None
    assert [(change.seat, change.ask, change.player.text) for change in saved.about.changes] == [
        (seat, silent.asked[0].id, "bot:easy")
    ]
    assert {record.player for record in saved.journal.values() if record.seat == seat} == {
        "bot:easy"
    }
    assert {record.player for record in saved.journal.values() if record.seat != seat} == {"random"}


async def test_a_replacement_that_breaks_as_well_stops_the_game() -> None:
    spec = a_spec()
    silent = Listed(lambda ask: SeatError(ask.seat, "no reply"))
    with pytest.raises(SeatError):
        await Table(
            Game(spec),
            everywhere(spec, silent),
            options=TableOptions(on_dead=Replacement(SeatSpec("bot"), silent)),
        ).run()


async def test_a_pause_waits_for_somebody_to_take_over_one_seat_after_the_other(
    tmp_path: Path,
) -> None:
    spec = a_spec()
    waiting: asyncio.Queue[tuple[int, asyncio.Future[Replacement]]] = asyncio.Queue()

    async def take_over(seat: int, error: SeatError, decided: bool) -> Replacement:
        answer: asyncio.Future[Replacement] = asyncio.get_running_loop().create_future()
        waiting.put_nowait((seat, answer))
        return await answer

    silent = Listed(lambda ask: SeatError(ask.seat, "no reply"))
    folder, notes, game = new_folder(tmp_path, spec), Notes(), Game(spec)
    table = Table(
        game,
        everywhere(spec, silent),
        folder=folder,
        options=TableOptions(on_dead="pause", take_over=take_over, watchers=[notes]),
    )
    running = asyncio.ensure_future(table.run())
    seen: list[int] = []
    while not running.done():
        getting = asyncio.ensure_future(waiting.get())
        await asyncio.wait({getting, running}, return_when=asyncio.FIRST_COMPLETED)
        if not getting.done():
            getting.cancel()
            break
        seat, answer = getting.result()
        assert waiting.empty(), "one pause at a time"
        seen.append(seat)
        answer.set_result(Replacement(SeatSpec("bot", ("hard",)), Talker()))
    assert await running == game.result
    assert len(seen) == len(set(seen))
    assert notes.notices[1].startswith(f"paused {silent.asked[0].id}: seat {seen[0]}: no reply")
    assert notes.notices[2:4] == [
        f"seated {seen[0]} bot:hard: no reply",
        f"resumed {silent.asked[0].id}",
    ]
    assert read_game(folder.path).log == played(tmp_path / "other").log


async def test_the_player_of_before_may_go_on_after_a_pause(tmp_path: Path) -> None:
    spec, tries = a_spec(), list[str]()
    seat = asked_first(spec)

    def give(ask: Ask) -> object:
        tries.append(ask.id)
        return (
            SeatError(ask.seat, "the line was down") if len(tries) == 1 else Answer(ask.options[0])
        )

    sitter = Listed(give)

    async def take_over(seat: int, error: SeatError, decided: bool) -> Replacement:
        return Replacement(SeatSpec("random"), sitter)

    folder = new_folder(tmp_path, spec)
    await Table(
        Game(spec),
        {**talkers(spec), seat: sitter},
        folder=folder,
        options=TableOptions(on_dead="pause", take_over=take_over),
    ).run()
    assert tries[0] == tries[1]
    saved = read_game(folder.path)
    assert saved.about is not None
    assert saved.about.changes == ()


def test_a_pause_without_anybody_to_take_over_is_refused() -> None:
    with pytest.raises(ValueError, match="take_over"):
        Table(Game(a_spec()), {}, options=TableOptions(on_dead="pause"))
