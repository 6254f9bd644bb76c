"""What goes out of a speech that is held to an intention, and what stays."""

from __future__ import annotations

import pytest

from tests.core.bots.playing import play
from wolfcore.bots import HouseBot
from wolfcore.bots.mind import Mind
from wolfcore.bots.talk.intended import Outline, held_to
from wolfcore.bots.talk.moves import Intent, Move, accused_by
from wolfcore.game import RoleName
from wolfcore.players import Desk, Intention


@pytest.fixture
def mind() -> Mind:
    """The first speaker of a game."""
    game = play("sla7", 3, until=lambda game: any(ask.kind == "speak" for ask in game.asks))
    (ask,) = game.asks
    return HouseBot().mind(game.view(ask.seat), ask, Desk.of_seed(ask, 3))


def test_words_for_a_target_or_against_others_go_out_and_what_is_told_stays(mind: Mind) -> None:
    target, other = mind.others[:2]
    said = [
        Move(intent="accuse", target=other), Move(intent="call_vote", target=other), Move(intent="tally", target=other, count=2),
        Move(intent="vouch", target=target), Move(intent="report_good", target=target, night=1),
        Move(intent="thank", other=other), Move(intent="vouch", target=other), Move(intent="report_wolf", target=other, night=1),
    ]  # fmt: skip
    moves = held_to(mind, Intention("target", seat=target), Outline(said)).moves
    assert moves[:3] == said[5:]
    assert accused_by(moves[3], mind.me) == (target,)
    assert all(move.target == target for move in moves[3:])


@pytest.mark.parametrize(
    ("role", "kept"),
    [("Seer", {"report_good", "deny", "thank"}), ("Doctor", {"told_protected", "deny", "thank"}), ("Villager", {"claim_villager",
     "deny", "thank"}), ("Werewolf", {"thank"})],
)  # fmt: skip
def test_beside_a_claim_no_other_role_is_told(mind: Mind, role: RoleName, kept: set[str]) -> None:
    intents: tuple[Intent, ...] = (
        "report_good", "told_protected", "told_saved", "claim_villager", "bluff_over", "answer_hidden", "deny", "thank",
    )  # fmt: skip
    said = [Move(intent=intent, target=mind.others[0], other=mind.others[1], night=1) for intent in intents]
    assert {move.intent for move in held_to(mind, Intention("claim", role=role), Outline(said)).moves} == kept
