"""Whatever ends a run: what was answered is kept, and the game goes on from there."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import pytest

from tests.core.players.sitters import Listed, Talker, Waiting, a_spec, everywhere, new_folder
from tests.core.records.disks import full_disk
from tests.core.table.notes import stopped, until_quiet
from wolfcore.errors import ConfigError, GameStopped, LogError
from wolfcore.game import Answer, Ask, Game, View
from wolfcore.players import CallRecord, Desk, LostAttempts, Player, ScriptedPlayer
from wolfcore.records import JOURNAL_FILE, is_locked, read_game
from wolfcore.table import Table, read_calls, replay_answers, resume


async def test_a_person_who_stops_ends_the_run_with_everything_answered_on_disk(
    tmp_path: Path,
) -> None:
    spec, sitter = a_spec("helmsman7"), Waiting()
    folder, game = new_folder(tmp_path, spec), Game(spec)
    running = asyncio.ensure_future(Table(game, everywhere(spec, sitter), folder=folder).run())
    first, second, *_ = await sitter.until_out(len(game.asks))
    sitter.give(first, Answer(thought="mine"))
    await until_quiet()
    sitter.fail(second, GameStopped("the input ended"))
    with pytest.raises(GameStopped, match="the input ended"):
        await running
    assert not is_locked(folder.path)
    resumed = resume(folder.path)
    assert resumed.journal == {first.id: Answer(thought="mine")}
    again = Waiting()
    running = asyncio.ensure_future(
        Table(
            resumed.game, everywhere(spec, again), folder=resumed.folder, journal=resumed.journal
        ).run()
    )
    out = await again.until_out(len(game.asks) - 1)
    assert first.id not in {ask.id for ask in out}
    await stopped(running)


@pytest.mark.parametrize("after", range(0, 40, 3))
async def test_cancelling_at_any_moment_loses_no_answer(tmp_path: Path, after: int) -> None:
    spec, sitter = a_spec("duel6"), Waiting()
    folder, game, given = new_folder(tmp_path, spec), Game(spec), list[str]()
    running = asyncio.ensure_future(Table(game, everywhere(spec, sitter), folder=folder).run())
    await until_quiet()
    while len(given) < after and not running.done():
        await asyncio.wait(
            {running, asyncio.ensure_future(sitter.until_out(1))},
            return_when=asyncio.FIRST_COMPLETED,
        )
        if sitter.out:
            ask = sorted(sitter.out)[0]
            sitter.give(sitter.out[ask][0], Answer(sitter.out[ask][0].options[-1]))
            given.append(ask)
            await until_quiet()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert not is_locked(folder.path)
    saved = read_game(folder.path)
    assert set(given) - set(saved.journal) == set()
    resumed = resume(folder.path)
    with resumed.folder:
        assert replay_answers(spec, resumed.journal).asks == resumed.game.asks


class Paying(Talker):
    """Records what its call took when it is cancelled, a little later."""

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        try:
            return await asyncio.get_running_loop().create_future()
        finally:
            for _ in range(20):
                await asyncio.sleep(0)
            lost = LostAttempts(1, 900, 40, 940)
            desk.record(CallRecord("m", (), "", replied=False, lost=lost))


async def test_what_calls_took_until_they_were_cancelled_is_recorded(tmp_path: Path) -> None:
    spec = a_spec("helmsman7")
    folder, game = new_folder(tmp_path, spec), Game(spec)
    running = asyncio.ensure_future(Table(game, everywhere(spec, Paying()), folder=folder).run())
    await until_quiet()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    calls = read_calls(folder.path).records
    assert {each.ask for each in calls} == {ask.id for ask in game.asks}
    assert all(each.call and each.call.lost for each in calls)


async def test_an_illegal_line_of_an_answers_file_stops_the_game_and_names_it(
    tmp_path: Path,
) -> None:
    spec = a_spec()
    folder, game = new_folder(tmp_path, spec), Game(spec)
    ask = game.asks[0]
    scripted: Player = ScriptedPlayer({ask.id: Answer(66)}, Talker())
    with pytest.raises(
        ConfigError, match=rf"{ask.id}: the answer 66 is not legal\. Seat {ask.seat} may answer"
    ):
        await Table(game, everywhere(spec, scripted), folder=folder).run()
    assert not is_locked(folder.path)


async def test_a_full_disk_stops_the_run_with_the_answers_in_memory_and_it_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    spec = a_spec()
    folder, game = new_folder(tmp_path, spec), Game(spec)
    sitter = Listed(lambda ask: Answer(ask.options[-1]))
    table = Table(game, everywhere(spec, sitter), folder=folder)
    with full_disk(folder.path / JOURNAL_FILE):
        for _ in range(2):
            with pytest.raises(
                LogError, match=r"answers\.jsonl: cannot be written \(no space left on device\)"
            ):
                await table.run()
            assert is_locked(folder.path)
    asked = len(sitter.asked)
    assert await table.run() == game.result
    assert [ask.id for ask in sitter.asked[:asked]] == [ask.id for ask in sitter.asked][:asked]
    assert len({ask.id for ask in sitter.asked}) == len(sitter.asked), "nobody was asked twice"


@pytest.mark.slow
@pytest.mark.parametrize("rounds", range(12))
@pytest.mark.parametrize("by", ["cancelling", "another error"])
async def test_a_run_that_is_stopped_while_an_error_is_on_its_way_leaves_no_error_to_asyncio(
    by: str, rounds: int
) -> None:
    spec, sitter, unheard = a_spec("helmsman7"), Waiting(), list[object]()
    asyncio.get_running_loop().set_exception_handler(
        lambda _, told: unheard.append(told.get("exception"))
    )
    game = Game(spec)
    running = asyncio.ensure_future(Table(game, everywhere(spec, sitter)).run())
    first, second, *_ = await sitter.until_out(len(game.asks))
    sitter.fail(first, GameStopped("the person left"))
    for _ in range(rounds):
        await asyncio.sleep(0)
    if by == "cancelling":
        running.cancel()
    elif second.id in sitter.out and not sitter.out[second.id][1].done():
        sitter.fail(second, GameStopped("another person left"))
    await asyncio.gather(running, return_exceptions=True)
    await until_quiet()
    del running, game
    gc.collect()
    assert not unheard
