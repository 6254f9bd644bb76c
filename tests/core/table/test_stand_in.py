"""Who answers for a machine that is late: because its time is over, or because nobody wants to wait
any longer."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.core.players.sitters import (
    Listed,
    Talker,
    Waiting,
    a_spec,
    everywhere,
    new_folder,
    talkers,
)
from tests.core.table.moved_clock import MovedClock
from tests.core.table.notes import Notes, errors_of, stopped, until_quiet
from wolfcore.game import Answer, Ask, Game, View
from wolfcore.game import facts as f
from wolfcore.game.facts import MODERATOR
from wolfcore.players import Desk, HumanPlayer, Player, Progress
from wolfcore.records import SeatSpec, read_game
from wolfcore.table import Replacement, Table, TableOptions, TimeLimits, verify

BOT = Replacement(SeatSpec("bot", ("normal",)), Talker())


class Once(Waiting):
    """Keeps its first ask, and answers the others like a talker."""

    def __init__(self) -> None:
        super().__init__()
        self.first = ""

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        self.first = self.first or ask.id
        return (
            await super().answer(view, ask, desk)
            if ask.id == self.first
            else Talker().answer_now(view, ask, desk)
        )


async def test_whoever_is_late_is_answered_for_this_time_and_asked_again_the_next(
    tmp_path: Path,
) -> None:
    spec, late = a_spec(), Once()
    seat = Game(spec).asks[0].seat
    folder, notes, game = new_folder(tmp_path, spec), Notes(), Game(spec)
    table = Table(
        game,
        {**talkers(spec), seat: late},
        folder=folder,
        options=TableOptions(watchers=[notes], stand_in=BOT),
    )
    running = asyncio.ensure_future(table.run())
    (ask,) = await late.until_out(1)
    table.stop_waiting()
    await running
    assert late.dropped == [ask.id]
    saved = read_game(folder.path)
    answer = saved.journal[ask.id].answer
    talked = Talker().answer_now(Game(spec).view(seat), ask, Desk(ask, Game(spec).dice(ask.id)))
    assert (answer.how, answer.choice, answer.text) == (
        "stand_in",
        talked.choice,
        "" if not talked.text else answer.text,
    )
    told = [entry for entry in game.log if isinstance(entry.fact, f.Fallback)]
    assert [(entry.to, entry.fact) for entry in told] == [
        (MODERATOR, f.Fallback(seat, ask.id, "stand_in"))
    ]
    assert errors_of(folder.path)[0].done == "bot:normal answered in its place"
    assert [record.answer.how for record in saved.journal.values() if record.seat == seat][
        1:
    ].count("stand_in") == 0
    assert saved.about is not None
    assert saved.about.changes == (), "the seat stays its player's"
    assert not [notice for notice in notes.notices if notice.startswith("seated")]
    assert verify(saved).finished


async def test_a_batch_is_over_at_once_when_nobody_waits_any_longer() -> None:
    spec, sitter, notes = a_spec("duel6"), Waiting(), Notes()
    table = Table(
        Game(spec), everywhere(spec, sitter), options=TableOptions(stand_in=BOT, watchers=[notes])
    )
    table.stop_waiting()
    running = asyncio.ensure_future(table.run())
    asks = await sitter.until_out(len(table.game.asks))
    assert len(asks) > 1
    sitter.give(asks[0])
    await until_quiet()
    table.stop_waiting()
    await until_quiet()
    came = [notice for notice in notes.notices if notice.startswith("answered")]
    assert came == [
        f"answered {asks[0].id} given",
        *(f"answered {ask.id} stand_in" for ask in asks[1:]),
    ]
    await stopped(running)


async def test_nobody_answers_for_a_person() -> None:
    class Front:
        async def ask(self, ask: Ask, view: View) -> Answer:
            return await asyncio.get_running_loop().create_future()

    spec, notes = a_spec("duel6"), Notes()
    player: Player = HumanPlayer(Front())
    table = Table(
        Game(spec),
        everywhere(spec, player),
        options=TableOptions(stand_in=BOT, limits=TimeLimits(machine=1), watchers=[notes]),
    )
    running = asyncio.ensure_future(table.run())
    await until_quiet()
    table.stop_waiting()
    await until_quiet()
    assert not [notice for notice in notes.notices if notice.startswith("answered")]
    await stopped(running)


async def test_the_time_of_a_machine_runs_only_while_its_model_is_at_work() -> None:
    spec, clock, sitter, notes = a_spec("duel6"), MovedClock(), Waiting(), Notes()
    limits = TimeLimits(machine=5)
    table = Table(
        Game(spec),
        everywhere(spec, sitter),
        options=TableOptions(limits=limits, stand_in=BOT, clock=clock, watchers=[notes]),
    )
    running = asyncio.ensure_future(table.run())
    queued, *others = await sitter.until_out(len(table.game.asks))
    for ask in others:
        sitter.give(ask)
    desk = sitter.out[queued.id][2]
    desk.progress(Progress("queued"))
    clock.move(3600)
    await until_quiet()
    desk.progress(Progress("thinking"))
    clock.move(4.9)
    await until_quiet()
    assert queued.id in sitter.out
    clock.move(0.1)
    await until_quiet()
    assert f"answered {queued.id} stand_in" in notes.notices
    await stopped(running)


async def test_what_stands_in_is_looked_over_as_any_answer() -> None:
    spec, sitter = a_spec("duel6"), Waiting()
    wrong = Replacement(SeatSpec("bot"), Listed(lambda ask: Answer(99)))
    notes = Notes()
    table = Table(
        Game(spec), everywhere(spec, sitter), options=TableOptions(stand_in=wrong, watchers=[notes])
    )
    running = asyncio.ensure_future(table.run())
    asks = await sitter.until_out(len(table.game.asks))
    table.stop_waiting()
    await until_quiet()
    assert [notice for notice in notes.notices if notice.startswith("answered")][: len(asks)]
    await stopped(running)
