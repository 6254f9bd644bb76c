"""The check for authors of players: good ones pass, and each way of breaking the contract is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pytest

from tests.core.players.sitters import Listed, Talker
from wolfcore.game import Answer, AnsweredAsk, Ask, View
from wolfcore.players import Desk, Player, RandomPlayer
from wolfcore.players.conformance import BOARDS, check_player


@pytest.mark.parametrize("make", [RandomPlayer, Talker])
def test_players_that_keep_the_contract_pass(make: Callable[[], Player]) -> None:
    check_player(make, seeds=(3,))


class Counting(Talker):
    """Keeps a count between asks."""

    def __init__(self) -> None:
        self.count = 0

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        self.count += 1
        return Answer(ask.options[self.count // 2 % len(ask.options)])


class Jealous(Talker):
    """What it answers depends on who else in its batch was asked before."""

    asked: ClassVar[tuple[str, str]] = ("", "")

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        if Jealous.asked[1] != ask.id:
            Jealous.asked = (Jealous.asked[1], ask.id)
        step, before = ask.id.rpartition(".")[0], Jealous.asked[0].rpartition(".")[0]
        return Answer(ask.options[-1 if step == before else 0])


class Fickle(Talker):
    """Answers differently with and without waiting."""

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return Answer(ask.options[0])


class Meddling(Talker):
    """Writes into its view."""

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        view.facts.append(view.facts[-1])
        return super().answer_now(view, ask, desk)


class Misremembering(Talker):
    """Writes an answer of its own into its view."""

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        answer = super().answer_now(view, ask, desk)
        view.answered.append(AnsweredAsk(ask, answer))
        return answer


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (Counting, "a fresh player before every ask|answer_now gives"),
        (Jealous, "the asks of a batch put in reverse: n1"),
        (Fickle, "answer_now gives"),
        (Meddling, "changed its view"),
        (Misremembering, "changed its view"),
        (lambda: Listed(lambda ask: Answer(77)), "77 is not among"),
        (lambda: Listed(lambda ask: None), "None is not an Answer"),
        (
            lambda: Listed(lambda ask: Answer(ask.options[0], memo="x" * 20_000)),
            "memo has more than",
        ),
        (lambda: Listed(lambda ask: Answer(ask.options[0], how="timeout")), "cannot be a timeout"),
    ],
)
def test_players_that_break_the_contract_are_told_how(
    make: Callable[[], Player], complaint: str
) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_player(make, boards=("sla7",), seeds=(3,))


def test_the_boards_of_the_check_hold_every_kind_of_ask() -> None:
    kinds: set[str] = set()

    class Noting(Talker):
        def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
            kinds.add(ask.kind)
            return super().answer_now(view, ask, desk)

    check_player(Noting, boards=BOARDS, seeds=range(6))
    every = {
        "kill",
        "whisper",
        "protect",
        "check",
        "save",
        "poison",
        "shoot",
        "run",
        "campaign",
        "elect",
        "order",
        "speak",
        "suspect",
        "lean",
        "summarise",
        "defend",
        "vote",
        "plead",
        "badge",
        "last_words",
        "bid",
    }
    assert kinds == every
