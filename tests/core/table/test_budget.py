"""A budget that is spent stops the game, and nothing that was paid for is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.core.players.sitters import Talker, Waiting, a_spec, everywhere, new_folder
from tests.core.table.notes import errors_of, until_quiet
from wolfcore.errors import OverBudget, SeatError
from wolfcore.game import Answer, Ask, Game, View
from wolfcore.players import HumanPlayer
from wolfcore.records import SeatSpec, is_locked, read_game
from wolfcore.table import Replacement, Table, TableOptions, resume

SPENT = OverBudget("The budget of 1.00 is spent")


async def test_what_machines_are_answering_by_then_is_waited_for_and_kept(tmp_path: Path) -> None:
    spec, sitter = a_spec("helmsman7"), Waiting()
    folder, game = new_folder(tmp_path, spec), Game(spec)
    running = asyncio.ensure_future(Table(game, everywhere(spec, sitter), folder=folder).run())
    first, second, *others = await sitter.until_out(len(game.asks))
    assert others
    sitter.fail(first, SPENT)
    await until_quiet()
    assert not running.done(), "the game stopped before the replies that were paid for had come"
    sitter.give(second, Answer(thought="paid"))
    for ask in others:
        sitter.give(ask, Answer(thought="paid too"))
    with pytest.raises(OverBudget, match=r"1\.00 is spent"):
        await running
    assert sitter.dropped == []
    assert not is_locked(folder.path)
    resumed = resume(folder.path)
    with resumed.folder:
        assert resumed.journal.keys() == {ask.id for ask in (second, *others)}


async def test_meanwhile_nobody_is_asked_to_take_over_and_no_person_is_waited_for(
    tmp_path: Path,
) -> None:
    async def nobody(seat: int, error: SeatError, decided: bool) -> Replacement:
        raise AssertionError("the game has stopped: nobody can take over")

    class Nowhere:
        async def ask(self, ask: Ask, view: View) -> Answer:
            return await asyncio.get_running_loop().create_future()

    spec, sitter = a_spec("helmsman7"), Waiting()
    folder, game = new_folder(tmp_path, spec), Game(spec)
    person, *machines = sorted(ask.seat for ask in game.asks)
    players = {**everywhere(spec, sitter), person: HumanPlayer(Nowhere(), suspicions=True)}
    table = Table(
        game, players, folder=folder, options=TableOptions(on_dead="pause", take_over=nobody)
    )
    running = asyncio.ensure_future(table.run())
    first, second, *others = await sitter.until_out(len(machines))
    sitter.fail(first, SPENT)
    await until_quiet()
    sitter.fail(second, SeatError(second.seat, "the line is dead"))
    for ask in others:
        sitter.give(ask)
    with pytest.raises(OverBudget):
        await running
    assert errors_of(folder.path)[-1].done == "the game was stopped"
    assert read_game(folder.path).journal.keys() == {ask.id for ask in others}


async def test_a_seat_that_dies_in_the_same_moment_does_not_hide_that_the_budget_is_spent() -> None:
    # Each seat in turn, since it is chance which of several tasks that ended together is looked at
    # first.
    for last in range(4):
        spec, sitter = a_spec("helmsman7"), Waiting()
        game = Game(spec)
        running = asyncio.ensure_future(Table(game, everywhere(spec, sitter)).run())
        out = await sitter.until_out(len(game.asks))
        assert len(out) == 4
        for place, ask in enumerate(out):
            sitter.fail(ask, SPENT if place == last else SeatError(ask.seat, "the line is dead"))
        with pytest.raises(OverBudget):
            await running


async def test_after_it_the_same_table_goes_on_and_pauses_again_for_a_dead_seat() -> None:
    asked: list[int] = []

    async def take_over(seat: int, error: SeatError, decided: bool) -> Replacement:
        asked.append(seat)
        return Replacement(SeatSpec("random"), Talker())

    spec, sitter = a_spec(), Waiting()
    game = Game(spec)
    table = Table(
        game, everywhere(spec, sitter), options=TableOptions(on_dead="pause", take_over=take_over)
    )
    running = asyncio.ensure_future(table.run())
    out = await sitter.until_out(len(game.asks))
    for ask in out:
        sitter.fail(ask, SPENT)
    with pytest.raises(OverBudget):
        await running
    running = asyncio.ensure_future(table.run())
    out = await sitter.until_out(len(game.asks))
    sitter.fail(out[0], SeatError(out[0].seat, "the line is dead"))
    await until_quiet()
    assert asked == [out[0].seat]
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
