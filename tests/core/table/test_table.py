"""The async table: asks together, a gate before each batch, notices in order."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from tests.core.players.sitters import (
    Listed,
    Talker,
    Waiting,
    a_spec,
    everywhere,
    new_folder,
    played,
    talkers,
)
from tests.core.table.moved_clock import MovedClock
from tests.core.table.notes import Notes, stopped, until_quiet
from wolfcore.errors import SeatError
from wolfcore.game import SPEECH_KINDS, Answer, Ask, Game, View, board_names
from wolfcore.players import CallRecord, Desk, TraceRecord
from wolfcore.records import CALLS_FILE, JOURNAL_FILE, is_locked, read_game
from wolfcore.table import Table, TableOptions, TimeLimits


@pytest.mark.parametrize("board", board_names())
async def test_the_table_and_the_fast_loop_play_the_same_game(tmp_path: Path, board: str) -> None:
    spec = a_spec(board)
    folder = new_folder(tmp_path / "table", spec)
    result = await Table(Game(spec), talkers(spec), folder=folder).run()
    quick = played(tmp_path / "quick", spec)
    slow = read_game(folder.path)
    assert slow.log == quick.log
    assert slow.answers == quick.answers
    assert slow.result == quick.result == result
    assert not is_locked(folder.path)


async def test_the_asks_of_a_batch_are_out_together_and_each_answer_is_on_disk_when_it_arrives(
    tmp_path: Path,
) -> None:
    spec = a_spec("helmsman7")
    sitter, folder = Waiting(), new_folder(tmp_path, spec)
    game = Game(spec)
    running = asyncio.ensure_future(Table(game, everywhere(spec, sitter), folder=folder).run())
    batch = await sitter.until_out(len(game.asks))
    assert {ask.id for ask in batch} == {ask.id for ask in game.asks}
    assert len(batch) > 1
    for done, ask in enumerate(reversed(batch), 1):
        assert {ask.id for ask in game.asks} == {ask.id for ask in batch}, (
            "nothing takes effect before the last answer"
        )
        sitter.give(ask)
        await until_quiet()
        journal = (folder.path / JOURNAL_FILE).read_bytes().splitlines()
        assert len(journal) == done
    await stopped(running)


async def test_a_closed_gate_holds_every_new_ask_and_keeps_replies_in_flight() -> None:
    spec, gate = a_spec(), asyncio.Event()
    sitter, notes, game = Waiting(), Notes(), Game(spec)
    running = asyncio.ensure_future(
        Table(
            game, everywhere(spec, sitter), options=TableOptions(gate=gate.wait, watchers=[notes])
        ).run()
    )
    await until_quiet()
    assert sitter.out == {}
    assert notes.notices == []
    gate.set()
    first = await sitter.until_out(len(game.asks))
    gate.clear()
    for ask in first:
        sitter.give(ask)
    await until_quiet()
    assert [notice for notice in notes.notices if notice.startswith("answered")] == [
        f"answered {ask.id} given" for ask in first
    ]
    assert sitter.out == {}
    gate.set()
    assert await sitter.until_out(1)
    await stopped(running)


async def test_nobody_opens_the_gate_for_answers_that_are_known(tmp_path: Path) -> None:
    saved = played(tmp_path)
    opened: list[str] = []

    async def gate() -> None:
        opened.append("opened")

    notes = Notes()
    nobody = Listed(lambda ask: SeatError(ask.seat, "should not be asked"))
    table = Table(
        Game(saved.spec),
        everywhere(saved.spec, nobody),
        journal=saved.answers,
        options=TableOptions(gate=gate, watchers=[notes]),
    )
    assert await table.run() == saved.result
    assert opened == []
    assert notes.notices == []
    assert tuple(notes.log) == saved.entries


class Streaming(Talker):
    """Says its words bit by bit, calls a model and takes a step."""

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        if ask.kind in SPEECH_KINDS:
            desk.say("I\x1b[2J")
            desk.say("I am")
        desk.trace(TraceRecord("reason", "hm"))
        for _ in range(2):
            desk.record(
                CallRecord(
                    "llama",
                    (("user", "who?"),),
                    "3",
                    tokens_in=10,
                    tokens_out=2,
                    cost=0.5,
                    tokens_cached=4,
                )
            )
        return Answer(ask.options[0])


async def test_what_a_player_says_meanwhile_is_a_notice_and_is_taken_back() -> None:
    spec, notes = a_spec(), Notes()
    await Table(
        Game(spec), everywhere(spec, Streaming()), options=TableOptions(watchers=[notes])
    ).run()
    partials = [notice.split(" ", 2)[2] for notice in notes.notices if notice.startswith("partial")]
    assert partials[:3] == ["'I[2J'", "'I am'", "''"]
    assert len(partials) % 3 == 0


async def test_nothing_is_shown_of_a_player_whose_time_is_up() -> None:
    spec, clock, sitter, notes = a_spec("duel6"), MovedClock(), Waiting(), Notes()
    game = Game(spec)
    table = Table(
        game,
        everywhere(spec, sitter),
        options=TableOptions(limits=TimeLimits(machine=5), clock=clock, watchers=[notes]),
    )
    running = asyncio.ensure_future(table.run())
    first, *_ = await sitter.until_out(len(game.asks))
    desk = sitter.out[first.id][2]
    desk.say("I am")
    clock.move(5)
    await until_quiet()
    desk.say("I am late")
    assert [notice for notice in notes.notices if notice.startswith("partial")] == [
        f"partial {first.id} 'I am'", f"partial {first.id} ''",
    ]  # fmt: skip
    await stopped(running)


async def test_calls_and_steps_are_written_and_counted_with_the_answer(tmp_path: Path) -> None:
    spec = a_spec()
    folder = new_folder(tmp_path, spec)
    await Table(Game(spec), everywhere(spec, Streaming()), folder=folder).run()
    saved = read_game(folder.path)
    mine = list(saved.journal.values())
    spent = {
        (record.calls, record.tokens_in, record.tokens_cached, record.tokens_out, record.cost)
        for record in mine
    }
    assert spent == {(2, 20, 8, 4, 1.0)}
    lines = [
        msgspec.json.decode(line) for line in (folder.path / CALLS_FILE).read_bytes().splitlines()
    ]
    assert len(lines) == 3 * len(mine)
    assert lines[0] == {
        "ask": mine[0].ask,
        "seat": mine[0].seat,
        "step": {"step": "reason", "text": "hm"},
        "time": lines[0]["time"],
    }
    assert lines[1]["call"]["messages"] == [["user", "who?"]]


async def test_watchers_hear_of_asks_answers_and_entries_in_order() -> None:
    spec, notes, game = a_spec(), Notes(), Game(a_spec())
    first = game.asks
    await Table(game, talkers(spec), options=TableOptions(watchers=[notes])).run()
    assert notes.log == list(game.log)
    assert notes.notices[0] == "asked " + " ".join(ask.id for ask in first)
    assert sorted(notes.notices[1 : 1 + len(first)]) == sorted(
        f"answered {ask.id} given" for ask in first
    )
