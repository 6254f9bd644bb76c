"""What is a habit and no evidence: how much somebody says, and of which kind. People have other
habits than bots."""

from __future__ import annotations

from math import isclose

import pytest

from tests.core.bots.play.test_night import DAY_1, NAMES
from tests.core.bots.playing import play
from wolfcore.bots.belief.likelihoods import FITTED
from wolfcore.bots.belief.posterior import Knowledge
from wolfcore.bots.belief.shared_belief import SharedBelief
from wolfcore.game import Answer, Ask, RoleName, View, dice_of, get_board
from wolfcore.game import facts as f

HABITS = {
    "silent": "",
    "plain claimer": "I'm only a Villager. I think {x} is a wolf.",
    "says only that it is plain": "I am a Villager.",
    "newcomer": "Sorry, this is my first game. What am I supposed to say?",
    "joker": "I vote we eat the moderator, he looks tasty.",
    "accuser": "{x} is a wolf. Vote for {x}.",
    "praises": "I trust {x}.",
    "hedger": "Maybe {x} is a wolf, maybe not. It's hard to say.",
    "gibberish": "asdf jkl qwer",
}
CONFESSION = "I am a werewolf."


def suspicion(board: str, *said: str) -> tuple[float, ...]:
    """What all make of seat 1 and the others after seat 1 has said this."""
    of = get_board(board)
    table = SharedBelief(of, NAMES[: of.size], FITTED, heeds_behaviour=True)
    table.extend(0, [*DAY_1, *(f.Said(1, "speak", text) for text in said)])
    return table.posterior(0, Knowledge()).p_wolf


@pytest.mark.parametrize("board", ["sla7", "classic9", "plus12"])
@pytest.mark.parametrize("kind", HABITS)
def test_nobody_is_more_or_less_suspect_for_how_much_it_says(board: str, kind: str) -> None:
    """The first to accuse is a little less suspect than before: its target rests on nothing."""
    heard, before = suspicion(board, HABITS[kind].format(x="Cleo"))[1], suspicion(board)[1]
    if kind in ("plain claimer", "accuser", "hedger"):
        assert before - 0.04 < heard <= before
    else:
        assert isclose(heard, before, rel_tol=1e-9)


def test_whom_somebody_is_against_is_evidence_of_both() -> None:
    accused = suspicion("sla7", "Cleo is a wolf.")
    assert accused[3] > suspicion("sla7")[3] + 0.01


@pytest.mark.slow(only=("plain claimer-normal",))
@pytest.mark.parametrize("level", ["normal", "hard"])
@pytest.mark.parametrize("kind", HABITS)
def test_no_habit_is_exiled_on_the_first_day_more_than_twice_as_often_as_an_average_seat(
    kind: str, level: str
) -> None:
    exiled, lived = fate(HABITS[kind], level)
    assert lived > 30
    assert exiled <= 2 * lived / 6, "of six seats that live on the first day about one is exiled"


def test_a_confession_is_taken_seriously() -> None:
    assert suspicion("sla7", CONFESSION)[1] > suspicion("sla7")[1] + 0.3
    exiled, lived = fate(CONFESSION, "normal")
    assert exiled > 0.4 * lived


def fate(text: str, level: str) -> tuple[int, int]:
    """How often a villager in seat 4 who says this is exiled on day 1, and of how many days 1 on
    which it lives."""
    exiled = lived = 0
    deal: dict[int, RoleName] = {
        1: "Villager",
        2: "Werewolf",
        3: "Seer",
        4: "Villager",
        5: "Werewolf",
        6: "Doctor",
        7: "Villager",
    }
    for seed in range(48):

        def person(view: View, ask: Ask, seed: int = seed) -> Answer | None:
            if ask.seat != 4 or ask.kind not in ("speak", "vote"):
                return None
            named = dice_of(seed).pick("whom", [seat for seat in view.living if seat != 4])
            return Answer(
                named if ask.kind == "vote" else ask.options[0], text.format(x=view.name(named))
            )

        game = play(
            "sla7",
            seed,
            deal=deal,
            level=level,
            takeover=person,
            until=lambda game: game.state.day == 2 or game.over,
        )
        facts = [entry.fact for entry in game.log]
        day = next(
            place
            for place, fact in enumerate(facts)
            if isinstance(fact, f.Began) and fact.phase == "discussion"
        )
        lived += f.Died(4) not in facts[:day]
        exiled += f.Exiled(4) in facts[day:]
    return exiled, lived
