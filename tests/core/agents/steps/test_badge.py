"""On helmsman7 the badge of a dead sheriff goes to whom its deductions found most reliable, and
nobody is asked for it."""

from __future__ import annotations

import pytest

from tests.core.agents.golden.acting import Actor
from tests.core.agents.steps.one_ask import seated
from wolfcore.agents.turn import Deduction
from wolfcore.game import Answer, Belief, Game, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.players import Desk


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["helmsman", "deduce"])
async def test_the_badge_goes_to_the_most_reliable(preset: str) -> None:
    passed = 0
    for seed in range(6):
        actor = Actor()
        game, player = Game(make_spec(get_board("helmsman7"), seed)), seated(preset, actor)
        beliefs: dict[int, tuple[Belief, ...]] = {}
        while game.asks:
            answers: dict[str, Answer] = {}
            for ask in game.asks:
                actor.turn_to(ask)
                answers[ask.id] = await player.answer(
                    game.view(ask.seat), ask, Desk.of_seed(ask, seed)
                )
                beliefs[ask.seat] = answers[ask.id].beliefs
                assert ask.kind != "badge"
            before, holder = len(game.log), game.state.sheriff
            game.submit(answers)
            for fact in (entry.fact for entry in game.log[before:]):
                if isinstance(fact, f.Badge) and fact.how == "trusted":
                    passed += 1
                    assert fact.seat == _most_reliable(beliefs[holder], game)
    assert passed


def _most_reliable(beliefs: tuple[Belief, ...], game: Game) -> int:
    found = [
        Deduction(each.seat, each.role, each.confidence)
        for each in beliefs
        if game.state.alive(each.seat)
    ]
    return min(found, key=lambda each: (-each.reliability, each.seat)).seat
