"""A turn within its budget: what the seat owes to others, then one thing of its own."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.core.bots.scenes import ADA, BRAM, CLEO, DOV, ELIF, FAY, QUIET_NIGHT, says
from tests.core.bots.talk.test_own_claims import minds
from wolfcore.bots import mind
from wolfcore.bots.profiles import Leanings
from wolfcore.bots.talk.dialogue_moves import Move, accused_seats
from wolfcore.bots.talk.reasons import case_against
from wolfcore.bots.talk.speeches import outline_speech
from wolfcore.game import AskKind, Fact, get_board
from wolfcore.game import facts as f

MORNING = tuple(f.Said(seat, "speak", "Good morning.") for seat in (BRAM, CLEO))


def moves(*facts: Fact, kind: AskKind = "speak", many: int = 80) -> list[list[Move]]:
    """The speeches of seat 4, a villager, over seeds."""
    found = minds("Villager", *facts, kind=kind, many=many)
    return [outline_speech(one).moves for one in found]


def kinds(spoken: list[list[Move]]) -> Counter[str]:
    return Counter(move.kind for speech in spoken for move in speech)


@pytest.mark.parametrize(
    ("reason", "refutation"),
    [
        ("Dov voted for Elif yesterday.", Move(kind="refute_voted", other=ADA, target=ELIF)),
        ("Dov defended Fay.", Move(kind="refute_spoke", other=ADA, target=FAY)),
        ("Dov accused Fay.", Move(kind="refute_spoke", other=ADA, target=FAY)),
        ("Dov claimed late.", Move(kind="refute", other=ADA)),
    ],
)
def test_a_false_reason_is_refuted_first_by_whom_it_is_about(reason: str, refutation: Move) -> None:
    spoken = moves(says(ADA, f"Dov is a wolf. {reason}"))
    assert all(speech.count(refutation) == 1 for speech in spoken)
    answered = moves(says(ADA, f"Dov is a wolf. {reason}"), says(DOV, "Ada, that is not so."))
    assert not kinds(answered).keys() & {"refute_voted", "refute_spoke", "refute"}


def test_a_true_reason_is_not_refuted() -> None:
    said = says(DOV, "I suspect Fay.")
    spoken = moves(said, says(ADA, "Dov is a wolf. Dov accused Fay."))
    assert not kinds(spoken).keys() & {"refute_voted", "refute_spoke", "refute"}


def test_a_false_reason_about_another_is_refuted_by_some_and_once() -> None:
    false = says(ADA, "Fay is a wolf. Fay voted for Elif yesterday.")
    others = (says(BRAM, "Ada is a wolf."), says(ELIF, "Ada is a wolf."))
    assert kinds(moves(*others, false, many=200))["refute_for"] > 5
    helped = says(BRAM, "I trust Fay.")
    assert not kinds(moves(*others, false, helped, many=200))["refute_for"]


def test_a_reason_that_another_gave_today_is_joined_and_not_said_again() -> None:
    vote = (f.Began(1, "vote"), f.Voted(ELIF, FAY, "vote"), f.Revealed(FAY, "Villager"))
    facts = (*vote, *QUIET_NIGHT)
    alone = {case_against(mind, ELIF) for mind in minds("Villager", *facts)}
    assert alone == {Move(kind="suspect_voted", target=ELIF, other=FAY, day=1)}
    given = says(ADA, "I suspect Elif. Elif voted for Fay yesterday.")
    joined = {case_against(mind, ELIF) for mind in minds("Villager", *facts, given)}
    assert joined == {Move(kind="suspect_with", target=ELIF, other=ADA)}


def test_a_report_is_cited_itself_and_not_by_who_cited_it_before() -> None:
    found = f.Said(BRAM, "speak", "I am the Seer. I checked Elif last night: Elif is a wolf.")
    cited = says(ADA, "I believe Bram, so Elif is a wolf.")
    for facts in ((found,), (found, cited)):
        cases = {case_against(mind, ELIF) for mind in minds("Villager", *facts)}
        assert cases == {Move(kind="follow_report", target=ELIF, other=BRAM)}


def test_no_speech_speaks_for_and_against_a_seat() -> None:
    asked = says(ADA, "Dov, do you trust Bram?")
    for one in minds("Villager", says(BRAM, "I suspect Ada."), asked, many=200):
        spoken = outline_speech(one).moves
        good = {move.target for move in spoken if move.kind in ("answer_opinion_good", "trust")}
        bad = {move.target for move in spoken if move.kind in ("suspect", "accuse", "call_vote")}
        assert good.isdisjoint(bad), spoken


def test_a_question_to_everybody_is_taken_by_two() -> None:
    asked = says(ADA, "What should we do today?")
    plan = {"answer_plan_vote", "answer_plan_hear", "answer_plan_powers"}
    assert kinds(moves(asked)).keys() & plan
    taken = (says(BRAM, "Ada, let us hear everybody."), says(CLEO, "Ada, I would wait."))
    assert kinds(moves(asked, taken[0])).keys() & plan
    assert not kinds(moves(asked, *taken)).keys() & plan


def test_nobody_is_answered_at_the_cost_of_more_than_two_moves() -> None:
    asked = (says(ADA, "Dov, do you trust me?"), says(BRAM, "Dov, what is your role?"))
    charged = (says(CLEO, "Dov is a wolf."), says(ELIF, "Let us not exile anyone today."))
    owed = [
        [move for move in speech if move.other in (ADA, BRAM, CLEO, ELIF)]
        for speech in moves(*asked, *charged)
    ]
    assert max(map(len, owed)) <= 4


def test_an_uncontested_claim_is_what_a_seat_pleads_with() -> None:
    claim = says(DOV, "I am the Hunter.")
    pressed = (says(ADA, "Dov is a wolf."), says(BRAM, "Dov is a wolf."))
    found = minds("Hunter", claim, *pressed, kind="plead")
    spoken = [outline_speech(mind).moves for mind in found]
    assert all(Move(kind="plead_claim", role="Hunter") in speech for speech in spoken)
    rival = says(CLEO, "I am the Hunter, not Dov.")
    contested = minds("Hunter", claim, *pressed, rival, kind="plead")
    assert not any(
        move.kind == "plead_claim" for mind in contested for move in outline_speech(mind).moves
    )


def test_the_table_is_told_when_a_wrong_exile_may_lose_the_game() -> None:
    board = get_board("sla7")
    late = (
        f.Began(2, "night"),
        f.Died(FAY),
        f.Began(2, "discussion"),
        says(ADA, "Bram is a wolf."),
        says(BRAM, "Ada is a wolf."),
        says(CLEO, "I suspect Ada."),
    )
    early = late[3:]
    found = minds("Villager", *late, board=board, many=200)
    assert kinds([outline_speech(mind).moves for mind in found])["split_loses"] > 10
    found = minds("Villager", *early, board=board, many=200)
    assert not kinds([outline_speech(mind).moves for mind in found])["split_loses"]


def test_who_drops_a_suspect_without_a_cause_says_so_as_often_as_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def even(*_: object) -> Leanings:
        return Leanings(odd_words=0.0, trust=0.0, grudge=0.0, grip=0.3)

    monkeypatch.setattr(mind, "leanings_of", even)
    yesterday = says(DOV, "I suspect Elif.")
    night = QUIET_NIGHT
    found = tuple(says(seat, "I trust Elif.") for seat in (ADA, BRAM, FAY))
    dropped = Move(kind="drops_suspect", target=ELIF, day=1)
    spoken = moves(yesterday, *night, *found, many=200)
    against = [
        speech
        for speech in spoken
        if any(accused_seats(move, DOV) for move in speech)
        and not any(move.target == ELIF for move in speech if move != dropped)
    ]
    assert len(against) > 50
    assert 0.2 < sum(dropped in speech for speech in against) / len(against) < 0.8
    again = [speech for speech in spoken if any(move.target == ELIF for move in speech)]
    assert not any(
        dropped in speech and sum(move.target == ELIF for move in speech) > 1 for speech in again
    )
    assert not kinds(moves(*night, *found))["drops_suspect"]
    assert not kinds(moves(yesterday, *night, says(DOV, "Hello."), *found))["drops_suspect"]
