"""Nobody is blamed or asked for what it had no turn to do, and nobody for trusting whom the speaker
trusts."""

from __future__ import annotations

import pytest

from tests.core.bots.play.test_night import DAY_1, NAMES
from tests.core.bots.talk.test_own_claims import minds
from wolfcore.bots.belief.observation import observe
from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.talk.reasons import case_against
from wolfcore.bots.talk.speeches import outline_speech
from wolfcore.game import Fact, get_board
from wolfcore.game import facts as f

MORNING = tuple(f.Said(seat, "speak", "Good morning.") for seat in (1, 2, 3))


def kinds(*facts: Fact, against: int) -> set[str]:
    """The kinds of the cases of seat 4 against a seat, over seeds."""
    return {case_against(mind, against).kind for mind in minds("Villager", *facts)}


def test_who_spoke_first_is_not_blamed_for_naming_somebody_first() -> None:
    named = f.Said(1, "speak", "I suspect Cleo.")
    assert "suspect_first" not in kinds(named, against=1)
    late = f.Said(2, "speak", "I suspect Cleo.")
    assert "suspect_first" in kinds(MORNING[0], late, against=2)


def test_nobody_is_blamed_for_trusting_whom_the_speaker_trusts() -> None:
    trusts = f.Said(1, "speak", "I trust Cleo.")
    doubts = (f.Said(2, "speak", "Cleo is a wolf."), f.Said(5, "speak", "I suspect Cleo."))
    assert "suspect_kind" in kinds(*doubts, trusts, against=1)
    assert "suspect_kind" not in kinds(trusts, against=1)
    own = f.Said(4, "speak", "I trust Cleo.")
    assert "suspect_kind" not in kinds(*doubts, trusts, own, against=1)


@pytest.mark.parametrize("kind", ["campaign", "speak"])
def test_a_campaign_is_no_turn_to_have_named_nobody_in(kind: f.PublicSpeechKind) -> None:
    said = (f.Said(3, "speak", "Good morning."), f.Said(1, kind, "Good morning."))
    assert ("suspect_silent" in kinds(*said, against=1)) == (kind == "speak")


def test_questions_go_to_seats_that_can_answer_before_the_ballots() -> None:
    asked = [
        move.target
        for mind in minds("Villager", *MORNING, many=400)
        for move in outline_speech(mind).moves
        if move.kind in ("ask", "ask_vote", "ask_claim")
    ]
    assert len(asked) > 20
    assert min(asked) > 4


@pytest.mark.parametrize(
    ("board", "facts", "left"),
    [
        ("classic9", MORNING, {4, 5, 6, 7, 8, 9}),
        ("classic12", (f.Badge(2, "elected"), f.Said(5, "campaign", "Vote for me."), *MORNING[:1]),
         set(range(2, 13))),
        ("classic12", (f.Badge(2, "elected"), f.Said(2, "summarise", "Good morning.")),
         {1, *range(3, 13)}),
        ("arena8", MORNING, set(range(1, 9))),
        ("arena8", MORNING * 3, set[int]()),
    ],
)  # fmt: skip
def test_a_turn_is_left_to(board: str, facts: tuple[Fact, ...], left: set[int]) -> None:
    record = SeatRecord(4, get_board(board), NAMES[: get_board(board).size])
    observe(record, (*DAY_1, *facts))
    assert {seat for seat in record.alive if record.has_turn_left(seat)} == left
