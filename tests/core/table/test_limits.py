"""How long an ask may take."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.core.players.sitters import Waiting, a_spec, everywhere, new_folder
from tests.core.table.moved_clock import MovedClock
from tests.core.table.notes import Notes, errors_of, stopped, until_quiet
from wolfcore.game import Answer, Ask, Game, View
from wolfcore.players import HumanPlayer, Player, ScriptedPlayer
from wolfcore.records import read_game
from wolfcore.table import Table, TableOptions, TimeLimits


@pytest.mark.parametrize("seconds", [4.9, 5.0])
async def test_an_ask_out_of_time_gets_the_seats_fallback_and_a_late_answer_is_dropped(
    tmp_path: Path, seconds: float
) -> None:
    spec, clock, sitter = a_spec("duel6"), MovedClock(), Waiting()
    game, folder, notes = Game(spec), new_folder(tmp_path, spec), Notes()
    table = Table(
        game,
        everywhere(spec, sitter),
        folder=folder,
        options=TableOptions(limits=TimeLimits(machine=5), clock=clock, watchers=[notes]),
    )
    running = asyncio.ensure_future(table.run())
    first, *others = await sitter.until_out(len(game.asks))
    assert sitter.out[first.id][2].seconds == 5
    for ask in others:
        sitter.give(ask)
    clock.move(seconds)
    await until_quiet()
    timed_out = f"answered {first.id} timeout" in notes.notices
    assert timed_out == (seconds == 5.0)
    if timed_out:
        assert first.id in sitter.dropped
        record = read_game(folder.path).journal[first.id]
        assert (record.answer.how, record.seconds) == ("timeout", 5.0)
        assert record.started == 1_700_000_100.0
        assert errors_of(folder.path)[0].problem == "no answer within 5 seconds"
    await stopped(running)


async def test_people_have_as_much_time_as_they_take_unless_told_otherwise() -> None:
    class Front:
        async def ask(self, ask: Ask, view: View) -> Answer:
            return await asyncio.get_running_loop().create_future()

    for limits, out_of_time in ((TimeLimits(machine=5), False), (TimeLimits(person=5), True)):
        spec, clock, notes = a_spec("duel6"), MovedClock(), Notes()
        person: Player = ScriptedPlayer({}, HumanPlayer(Front()))
        running = asyncio.ensure_future(
            Table(
                Game(spec),
                everywhere(spec, person),
                options=TableOptions(limits=limits, clock=clock, watchers=[notes]),
            ).run()
        )
        await until_quiet()
        clock.move(3600)
        await until_quiet()
        assert any("timeout" in notice for notice in notes.notices) == out_of_time
        await stopped(running)
