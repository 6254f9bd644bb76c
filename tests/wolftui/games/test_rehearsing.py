"""What a game will ask of models is what the real pipeline asks of them at a real table."""

from __future__ import annotations

import asyncio

import pytest

from bench.agent_games import play
from wolfcore.agents import PRESETS, has_one_option
from wolfcore.game import Game, get_board, make_spec
from wolfcore.players import Desk, SyncPlayer
from wolfcore.seating import DEFAULT_SEAT, make_player, parse_player
from wolftui.games.cost_estimate import ModelLoad, Rehearsal, bot_answers, rehearse
from wolftui.games.instant_models import run_skipping_waits

OTHERS = (
    "helmsman:batch",
    "xu2023:questions=free:experience=none",
    "vanilla:record=retrieved:recent=5",
    "vanilla:words=swapped:brief",
)


def rehearsed(seat: str, board: str = "helmsman7", seed: int = 2) -> Rehearsal:
    spec = make_spec(get_board(board), seed)
    return rehearse(spec, [parse_player(f"{seat}@m")] * spec.board.size)


def load_of(seat: str) -> ModelLoad:
    return rehearsed(seat).loads["m"]


@pytest.mark.slow
@pytest.mark.parametrize("board", ["duel6", "helmsman7"])
@pytest.mark.parametrize("seat", [*PRESETS, *OTHERS])
def test_it_is_what_a_game_at_a_real_table_takes(seat: str, board: str) -> None:
    took, rehearsal = play(board, 2, parse_player(f"{seat}@m")), rehearsed(seat, board)
    load = rehearsal.loads["m"]
    assert took.calls > took.days
    pairs = (
        (took.calls, load.calls),
        (took.sent, load.tokens_sent),
        (took.received, load.tokens_received),
        (took.waits, rehearsal.sequential_waits),
    )
    for measured, estimated in pairs:
        assert abs(estimated - measured) <= measured / 10


def open_batches() -> list[int]:
    """How many asks are open in each batch of a game of house bots in which any is."""
    game, bot = Game(make_spec(get_board("helmsman7"), 2)), make_player(DEFAULT_SEAT)
    assert isinstance(bot, SyncPlayer)
    sizes = list[int]()
    while game.asks:
        sizes.append(sum(not has_one_option(ask) for ask in game.asks))
        game.submit(
            {
                ask.id: bot.answer_now(game.view(ask.seat), ask, Desk.of_seed(ask, 2))
                for ask in game.asks
            }
        )
    return [size for size in sizes if size]


def test_calls_side_by_side_are_one_wait_and_one_call_for_all_deductions_is_no_shorter() -> None:
    vanilla, each, batch = (rehearsed(seat) for seat in ("vanilla", "helmsman", "helmsman:batch"))
    assert vanilla.loads["m"].calls == sum(open_batches())
    assert vanilla.sequential_waits == len(open_batches())
    assert each.sequential_waits == batch.sequential_waits
    assert each.loads["m"].calls > 2 * batch.loads["m"].calls


MORE = (
    "deduce=batch",
    "reflect=on",
    "questions=free",
    "candidates=3",
    "intentions=on",
    "reflect=on:experience=xu",
    "experience=plus",
)


@pytest.mark.parametrize("switches", [f"{each}:stages=vote+speech+night" for each in MORE])
def test_every_switch_that_asks_more_counts(switches: str) -> None:
    plain, more = (rehearsed(f"vanilla:{each}", "sla7") for each in ("style=default", switches))
    assert more.sequential_waits > plain.sequential_waits
    assert more.loads["m"].calls > plain.loads["m"].calls


def test_every_switch_that_says_less_counts() -> None:
    plain = load_of("vanilla")
    assert load_of("vanilla:rules=off").tokens_sent < plain.tokens_sent
    assert load_of("vanilla:reason=off").tokens_received < plain.tokens_received


@pytest.mark.slow
def test_what_a_prompt_shares_with_one_before_is_no_more_than_a_cache_could_have() -> None:
    for seat in ("vanilla", "helmsman", "helmsman:batch"):
        load = load_of(seat)
        assert 0 < load.tokens_cached < load.tokens_sent
    # What is sent at the same moment shares nearly all, and nobody can have kept it by then.
    assert load_of("helmsman").tokens_cached < 0.7 * load_of("helmsman").tokens_sent
    assert load_of("vanilla").tokens_cached > 0.7 * load_of("vanilla").tokens_sent


def test_each_model_of_a_seat_counts_for_itself() -> None:
    loads = rehearsed("sla-llm:speaker=poet:judge=wise").loads
    whole = load_of("sla-llm")
    assert loads.keys() == {"m", "poet", "wise"}
    assert sum(load.calls for load in loads.values()) == whole.calls
    assert sum(load.tokens_sent for load in loads.values()) == whole.tokens_sent


def test_seats_without_an_agent_ask_no_model() -> None:
    spec = make_spec(get_board("duel6"), 2)
    seats = [
        parse_player(each)
        for each in ("human", "bot:hard", "random", "vanilla@m", "human", "human")
    ]
    rehearsal = rehearse(spec, seats)
    bot = make_player(DEFAULT_SEAT)
    assert isinstance(bot, SyncPlayer)
    asked = [ask for ask in bot_answers(bot, spec) if ask.endswith(".4")]
    assert 0 < rehearsal.loads["m"].calls <= len(asked)


async def test_it_runs_where_a_loop_runs_already() -> None:
    before = asyncio.get_running_loop()
    assert rehearsed("helmsman").sequential_waits == rehearsed("helmsman").sequential_waits > 0
    assert asyncio.get_running_loop() is before


def test_waiting_takes_no_time_and_what_is_raised_comes_out() -> None:
    async def waits() -> float:
        await asyncio.gather(asyncio.sleep(3600), asyncio.sleep(7200))
        return asyncio.get_running_loop().time()

    async def fails() -> None:
        await asyncio.sleep(10)
        raise LookupError("gone")

    assert round(run_skipping_waits(waits)) == 7200
    with pytest.raises(LookupError, match="gone"):
        run_skipping_waits(fails)
