"""Every prompt of every step keeps secrets: of what a seat may not know nothing is in any of its
own."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from tests.core.agents.steps.one_ask import Seen, put
from tests.core.game.planting import MARK, log_of, two_games
from tests.core.game.random_play import steps
from tests.core.game.twins import Twins, cornered, play_part, twins
from wolfcore.agents import PRESETS
from wolfcore.game import Ask, Entry, Game, GameSpec, View, get_board, make_spec, may_know
from wolfcore.models import ChatRequest


def asks_to(seat: int) -> list[Ask]:
    """A speech and a ballot of a seat, with all steps that come before them."""
    options = tuple(other for other in range(8) if other != seat)
    return [
        Ask(f"d1.speak.{seat}", seat, "speak", 1, "discussion", (0,)),
        Ask(f"d1.vote.{seat}", seat, "vote", 1, "vote", options),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_games_that_differ_in_what_a_seat_may_not_know_give_every_step_equal_prompts(
    preset: str,
) -> None:
    compared = 0

    @given(twins())
    @settings(max_examples=12, deadline=None)
    def check(pair: Twins) -> None:
        nonlocal compared
        games, memo = (Game(pair.one), Game(pair.two)), ""
        while not cornered(games[0], pair) and games[0].asks and games[1].asks:
            for now in (
                *(ask for ask in games[0].asks if ask.seat == pair.seat),
                *asks_to(pair.seat)[:1],
            ):
                one, two = (
                    asyncio.run(put(_copied(game, pair.seat), now, preset, memo=memo))
                    for game in games
                )
                assert texts(one.requests) == texts(two.requests)
                assert (one.answer, one.said) == (two.answer, two.said)
                memo, compared = one.answer.memo, compared + 1
            for game in games:
                play_part(game, pair)

    check()
    assert compared >= 12


def _copied(game: Game, seat: int) -> View:
    """What a seat knows, without what it noted in this game, so that a test may leave it another
    memo."""
    view = game.view(seat)
    return View(seat, view.board, view.names, list(view.facts))


def texts(requests: Sequence[ChatRequest]) -> list[str]:
    """All that a model is sent."""
    return [
        json.dumps([[each.text for each in request.messages], request.schema], ensure_ascii=False)
        for request in requests
    ]


@pytest.mark.parametrize("board", ["sla7", "plus12+sheriff"])
@pytest.mark.parametrize("preset", PRESETS)
async def test_planted_secrets_of_every_kind_are_in_no_prompt_of_any_step(
    preset: str, board: str
) -> None:
    spec, seat = make_spec(get_board(board), 5), 4
    for ask in asks_to(seat):
        one, two = [
            await _of_log(log_of(each), seat, spec, ask, preset) for each in two_games(spec, seat)
        ]
        assert texts(one.requests) == texts(two.requests)
        assert one.said == two.said
        assert MARK not in "".join(texts(two.requests))


async def _of_log(log: list[Entry], seat: int, spec: GameSpec, ask: Ask, preset: str) -> Seen:
    view = View(
        seat, spec.board, spec.names, [entry.fact for entry in log if may_know(entry.to, seat)]
    )
    return await put(view, ask, preset)


@pytest.mark.slow(only=("xu2023-helmsman7",))
@pytest.mark.parametrize("board", ["sla7", "helmsman7"])
@pytest.mark.parametrize("preset", PRESETS)
async def test_what_others_thought_and_noted_is_in_no_prompt_of_a_seat(
    preset: str, board: str
) -> None:
    own = 0
    for game in steps(make_spec(get_board(board), 5), mark=MARK):
        for ask in game.asks[:2]:
            for request in (await put(game.view(ask.seat), ask, preset)).requests:
                thought = re.findall(
                    f"{MARK}(?:thought|memo) ([a-z0-9.]+)", "".join(texts([request]))
                )
                assert {_seat_in(each) for each in thought} <= {ask.seat}
                own += len(thought)
    assert bool(own) == PRESETS[preset].settings.shows_all, (
        "only who is shown the whole record is shown own reasons"
    )


def _seat_in(ask: str) -> int:
    return int(ask.split(".")[2])
