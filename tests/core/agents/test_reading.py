"""What a reply means, whatever is said of it beside its fields."""

from __future__ import annotations

import pytest

from core.agents.reading import understand
from core.game import Answer, Ask, Game, get_board, make_spec
from core.models import ChatReply

GAME = Game(make_spec(get_board("duel6"), 4))
VIEW = GAME.view(3)
VOTE = Ask("d1.vote.3", 3, "vote", 1, "vote", (0, 1, 2, 4))
SUSPECT = Ask("d1.vote.3.suspect", 3, "suspect", 1, "vote", (0,))


def test_words_that_are_not_those_of_the_option_are_repaired_whatever_the_model_says_of_them() -> None:
    parsed = ChatReply(text="", parsed={"reasoning": "", "choice": "Player 2"}, reading="strict")
    assert understand(parsed, VOTE, VIEW).answer == Answer(2, how="repaired")


@pytest.mark.parametrize("sure", [float("nan"), float("inf"), "8", None])
def test_a_suspicion_without_a_confidence_is_none(sure: object) -> None:
    fields = {"reasoning": "", "suspicions": [{"player": f"1 {GAME.spec.names[0]}", "role": "Seer", "confidence": sure}]}
    problem = "`suspicions` holds no suspicion of a living player"
    assert understand(ChatReply(text="", parsed=fields, reading="strict"), SUSPECT, VIEW) == (None, problem)
