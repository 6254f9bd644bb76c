"""What goes out of a speech that is held to an intention, and what stays."""

from __future__ import annotations

import pytest

from tests.core.bots.playing import play
from wolfcore.bots import HouseBot
from wolfcore.bots.mind import Mind
from wolfcore.bots.talk.dialogue_moves import Move, MoveKind, accused_seats
from wolfcore.bots.talk.outlines import Outline, constrain_to
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
        Move(kind="accuse", target=other),
        Move(kind="call_vote", target=other),
        Move(kind="tally", target=other, count=2),
        Move(kind="vouch", target=target),
        Move(kind="report_good", target=target, night=1),
        Move(kind="thank", other=other),
        Move(kind="vouch", target=other),
        Move(kind="report_wolf", target=other, night=1),
    ]
    moves = constrain_to(mind, Intention("target", seat=target), Outline(said)).moves
    assert moves[:3] == said[5:]
    assert accused_seats(moves[3], mind.me) == (target,)
    assert all(move.target == target for move in moves[3:])


@pytest.mark.parametrize(
    ("role", "kept"),
    [("Seer", {"report_good", "deny", "thank"}), ("Doctor", {"told_protected", "deny", "thank"}), ("Villager", {"claim_villager",
     "deny", "thank"}), ("Werewolf", {"thank"})],
)  # fmt: skip
def test_beside_a_claim_no_other_role_is_told(mind: Mind, role: RoleName, kept: set[str]) -> None:
    intents: tuple[MoveKind, ...] = (
        "report_good",
        "told_protected",
        "told_saved",
        "claim_villager",
        "bluff_over",
        "answer_hidden",
        "deny",
        "thank",
    )
    said = [
        Move(kind=intent, target=mind.others[0], other=mind.others[1], night=1)
        for intent in intents
    ]
    assert {
        move.kind for move in constrain_to(mind, Intention("claim", role=role), Outline(said)).moves
    } == kept
