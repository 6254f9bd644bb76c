"""No seat gives a reason that the record refutes, that holds of itself as well, or that another seat
gave today; and what many would say of one report is said by a few."""

from __future__ import annotations

import pytest

from tests.core.bots.scenes import ADA, BRAM, CLEO, DOV, ELIF, FAY, GIL, QUIET_NIGHT, says
from tests.core.bots.talk.test_consistency import (
    ballot_lines,
    cases,
    kinds,
    lines_of_ballots,
    praised,
    table,
    tells,
)
from tests.core.bots.talk.test_own_claims import minds
from wolfcore.bots.play.ballots import exile_choice
from wolfcore.bots.talk.dialogue_moves import Move, accused_seats
from wolfcore.bots.talk.move_filters import without_own_faults
from wolfcore.bots.talk.reason_filters import (
    is_drawn_among,
    may_give,
    strikes_back,
    was_first_unasked,
)
from wolfcore.bots.talk.speeches import outline_speech
from wolfcore.game import Fact, get_board
from wolfcore.game import facts as f

HELLO, BARE = says(ADA, "Good morning."), says(ADA, "I suspect Elif.")
SAME, NEXT_DAY = says(CLEO, "I suspect Elif."), QUIET_NIGHT
NAMED, RIVALS = (
    says(BRAM, "I suspect Fay."),
    (says(BRAM, "I am the Seer."), says(CLEO, "I am the Seer.")),
)
TORN = (says(ADA, "I trust Elif."), says(ADA, "I suspect Elif."))
COPIED = Move(kind="suspect_echo", target=CLEO, other=ADA)
SILENT = Move(kind="suspect_silent", target=CLEO)
FIRST = Move(kind="suspect_first", target=BRAM)
KIND = Move(kind="suspect_kind", target=ADA, other=BRAM)
FOR_AND_AGAINST = Move(kind="suspect_torn", target=ADA, other=ELIF)

FAIR: dict[Move, tuple[Fact, ...]] = {
    COPIED: (BARE, SAME),
    SILENT: (HELLO, says(CLEO, "Good morning."), NAMED),
    FIRST: (HELLO, NAMED),
    KIND: (*RIVALS, says(ADA, "I trust Bram.")),
    FOR_AND_AGAINST: TORN,
}
"""A scene in which each reason may be given."""

UNFAIR: dict[str, tuple[Move, tuple[Fact, ...]]] = {
    "joined openly": (COPIED, (BARE, says(CLEO, "Like Ada, I suspect Elif."))),
    "copied with a reason": (COPIED, (BARE, says(CLEO, "I suspect Elif, because Elif named nobody."))),
    "struck back": (COPIED, (says(ELIF, "I suspect Cleo."), BARE, SAME)),
    "named it yesterday": (COPIED, (SAME, *NEXT_DAY, BARE, SAME)),
    "follows a report": (
        COPIED, (says(BRAM, "I am the Seer. I checked Elif last night: Elif is a wolf."), BARE, SAME),
    ),
    "joined somebody too": (COPIED, (BARE, SAME, NAMED, says(DOV, "I suspect Fay."))),
    "said by another": (
        COPIED, (NAMED, says(CLEO, "I suspect Fay."), says(GIL, "Cleo copied Bram; I doubt Cleo."),
                 BARE, SAME),
    ),
    "named somebody good": (SILENT, (HELLO, says(CLEO, "I trust Fay."), NAMED)),
    "claimed": (SILENT, (HELLO, says(CLEO, "I am the Hunter."), NAMED)),
    "reported": (SILENT, (HELLO, says(CLEO, "I checked Fay last night: Fay is good."), NAMED)),
    "named nobody too": (SILENT, (*FAIR[SILENT], says(DOV, "Good morning."))),
    "opened the game": (SILENT, (says(CLEO, "Good morning."), HELLO, NAMED)),
    "nor has half of the table": (
        SILENT, (*FAIR[SILENT], *(says(seat, "Good morning.") for seat in (ELIF, FAY, GIL))),
    ),
    "was asked": (FIRST, (says(ADA, "Bram, whom do you suspect?"), NAMED)),
    "all were asked": (FIRST, (says(ADA, "Whom does everybody suspect?"), NAMED)),
    "was first itself": (FIRST, (HELLO, says(DOV, "I suspect Fay."), *NEXT_DAY, *FAIR[FIRST])),
    "stands by it too": (KIND, (*FAIR[KIND], says(DOV, "I trust Bram."))),
    "is against its rival": (KIND, (*FAIR[KIND], says(DOV, "I suspect Cleo."))),
    "changed too": (
        FOR_AND_AGAINST, (*TORN, says(DOV, "I trust Fay."), says(DOV, "I suspect Fay."))
    ),
}  # fmt: skip
"""The same scenes with what makes each reason false, or true of seat 4 as well."""


@pytest.mark.parametrize("reason", FAIR, ids=lambda move: move.kind)
def test_a_reason_that_fits_is_given(reason: Move) -> None:
    assert reason in cases(reason.target, *FAIR[reason])


@pytest.mark.parametrize("scene", UNFAIR)
def test_a_reason_that_does_not_fit_or_hits_its_speaker_is_not_given(scene: str) -> None:
    reason, facts = UNFAIR[scene]
    assert reason.kind not in {move.kind for move in cases(reason.target, *facts)}


def held_back(move: Move, *facts: Fact) -> bool:
    """Whether seat 4 may not give a reason, whatever it believes."""
    (mind,) = minds("Villager", *facts, many=1)
    return not may_give(mind, move)


def test_a_reason_that_holds_of_its_speaker_is_not_given_whatever_it_believes() -> None:
    voted = (f.Began(1, "vote"), f.Voted(ADA, ELIF, "vote"), *NEXT_DAY)
    for move, facts, own in (
        (Move(kind="suspect_voted", target=ADA, other=ELIF, day=1), voted, "I suspect Elif."),
        (Move(kind="suspect_accused", target=ADA, other=ELIF), (BARE,), "I suspect Elif."),
        (KIND, FAIR[KIND], "I trust Bram."),
        (KIND, FAIR[KIND], "I suspect Cleo."),
    ):
        assert not held_back(move, *facts)
        assert held_back(move, says(DOV, own), *facts), (move, own)


def test_the_first_to_speak_is_not_blamed_for_accusing_first() -> None:
    (late,) = minds("Villager", HELLO, NAMED, many=1)
    (early,) = minds("Villager", NAMED, many=1)
    assert was_first_unasked(late, BRAM) and not was_first_unasked(early, BRAM)


def test_some_seats_take_an_accusation_as_a_reason_and_some_do_not() -> None:
    assert {strikes_back(mind) for mind in table()} == {True, False}


def test_a_speech_that_makes_its_reason_true_of_its_speaker_gives_none() -> None:
    bare = Move(kind="suspect", target=ADA)
    belief = Move(kind="believe", target=BRAM, role="Seer")
    joins = Move(kind="suspect_with", target=ELIF, other=FAY)
    echo = Move(kind="suspect_echo", target=ADA, other=GIL)
    assert without_own_faults([belief, KIND], DOV) == [belief, bare]
    assert without_own_faults([joins, echo], DOV) == [joins, bare]
    assert without_own_faults([belief, echo], DOV) == [belief, echo]


# -- a ballot as a defence

ACCUSED = says(ADA, "I suspect Dov.")
VOTED = (f.Began(1, "vote"), f.Voted(DOV, ELIF, "vote"))
SHOWN = (f.Exiled(ELIF), f.Revealed(ELIF, "Werewolf"))
CAUGHT = says(ELIF, "I am a werewolf.")


@pytest.mark.parametrize("kind", ["speak", "plead"])
def test_only_a_ballot_against_a_known_wolf_is_a_defence(kind: str) -> None:
    def told(*facts: Fact) -> bool:
        spoken = (
            outline_speech(mind).moves
            for mind in minds("Villager", *facts, kind="plead" if kind == "plead" else "speak")
        )
        return any(move.kind == "deny_voted" for moves in spoken for move in moves)

    assert told(*VOTED, *SHOWN, *NEXT_DAY, ACCUSED)
    assert not told(*VOTED, f.Exiled(ELIF), *NEXT_DAY, ACCUSED)
    assert told(*VOTED, *NEXT_DAY, CAUGHT, ACCUSED)
    # Nor is it one to the wolf, or to who blames the seat for it.
    assert not told(*VOTED, *NEXT_DAY, CAUGHT, says(ELIF, "I suspect Dov."))
    blamed = says(ADA, "I suspect Dov, because Dov voted for Elif.")
    assert not told(*VOTED, *SHOWN, *NEXT_DAY, blamed)


# -- a report that many believe

FOUND = says(BRAM, "I am the Seer. I checked Elif last night: Elif is a wolf.")
CITING = tuple(says(seat, "I believe Bram, so Elif is a wolf.") for seat in (ADA, CLEO))


def test_a_report_is_cited_by_two_and_the_others_say_something_else() -> None:
    assert kinds(FOUND, CITING[0])["follow_report"]
    others = kinds(FOUND, *CITING)
    assert not others["follow_report"]
    assert others["believe"] and others["call_vote"] + others["split_loses"]


def test_at_most_three_cite_a_report_with_their_ballots(monkeypatch: pytest.MonkeyPatch) -> None:
    voters = [mind for mind in table(FOUND, kind="vote") if mind.me not in (BRAM, ELIF)]
    said = [move for _, move in lines_of_ballots(monkeypatch, ELIF, voters)]
    assert 1 <= sum(move.kind == "follow_report" for move in said) <= 3


def test_three_say_unasked_that_they_believe_a_claim() -> None:
    claim = says(BRAM, "I am the Hunter.")
    belief = tuple(says(seat, "I believe Bram.") for seat in (ADA, CLEO, ELIF))
    assert kinds(claim, *belief[:2])["believe"]
    assert not kinds(claim, *belief)["believe"]


def test_that_a_rival_was_killed_is_told_by_the_first_two_against_its_claimant() -> None:
    claims = tuple(says(seat, "I am the Seer.") for seat in (BRAM, ELIF))
    night = (f.Began(2, "night"), f.Began(2, "dawn"), f.Died(BRAM), f.Began(2, "discussion"))
    killed = (*claims, *night)
    told = {"doubt_eaten", "chain_eaten"}
    against = [says(seat, "Elif is a wolf.") for seat in (ADA, CLEO)]
    assert told & {move.kind for move in cases(ELIF, *killed, against[0])}
    assert not told & {move.kind for move in cases(ELIF, *killed, *against)}


def test_who_is_accused_without_a_reason_may_ask_for_it_where_it_can_be_given() -> None:
    def asked(board: str, said: str) -> bool:
        spoken = minds("Villager", says(ADA, said), board=get_board(board))
        return Move(kind="ask_reason", target=ADA) in [
            move for mind in spoken for move in outline_speech(mind).moves
        ]

    assert asked("arena8", "I suspect Dov.")
    assert not asked("arena8", "I suspect Dov, because Dov claimed late.")
    assert not asked("classic9", "I suspect Dov.")


def test_some_of_those_whose_ballots_surprise_cite_the_report(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cited = Move(kind="follow_report", target=ELIF, other=BRAM)
    lines = ballot_lines(monkeypatch, ELIF, FOUND)
    (mind,) = minds("Villager", FOUND, many=1)
    able = [seat for seat in mind.others if seat not in (BRAM, ELIF)]
    drawn = is_drawn_among(mind, [*able, DOV], f"cites {ELIF}", 3)
    assert lines == ({cited} if drawn else set[Move]())


def test_a_draw_among_seats_falls_on_so_many_of_them() -> None:
    (mind,) = minds("Villager", many=1)
    drawn = 0
    for seat in range(1, 10):
        mind.me = seat
        drawn += is_drawn_among(mind, range(1, 10), "", 3)
    assert drawn == 3


def test_a_seat_gets_no_third_praise_without_ground_on_a_day() -> None:
    spoke = says(FAY, "Good morning.")
    one, two = (says(seat, "I trust Fay.") for seat in (ADA, BRAM))
    assert FAY in praised(spoke, one)
    assert FAY not in praised(spoke, one, two)


# -- replies before the vote

WHY_ME = says(ADA, "Dov, why me?")
GONE = says(ELIF, "I am the Hunter.")


@pytest.mark.parametrize("claims", [(), (Move(kind="claim", role="Hunter"),)], ids=["", "claims"])
def test_a_reply_answers_who_asks_for_the_reason_against_it(
    claims: tuple[Move, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    tells(monkeypatch, *claims)
    answers = {"answer_lead", "answer_trust_you", "answer_feeling_you", "answer_never"}
    for mind in minds("Hunter", says(DOV, "I suspect Ada."), WHY_ME, kind="defend"):
        moves = outline_speech(mind).moves
        answer = next(move for move in moves if move.kind in answers)
        assert answer.other == ADA
        assert answer.kind != "answer_lead" or any(ADA in accused_seats(m, DOV) for m in moves)
        assert moves[: len(claims)] == list(claims)


def test_a_reply_names_the_new_suspect_where_news_has_changed_it() -> None:
    before = (*RIVALS, says(DOV, "I suspect Elif."), says(ADA, "I suspect Dov."))
    named = [
        (mind, {seat for move in outline_speech(mind).moves for seat in accused_seats(move, DOV)})
        for facts in (before, (*before, GONE))
        for mind in minds("Villager", *facts, kind="defend")
    ]
    for mind, seats in named:
        choice = exile_choice(mind, mind.others).seat
        assert not seats or choice in seats
    assert any(seats for _, seats in named)


def test_a_reply_takes_a_call_back_by_a_call() -> None:
    called = says(DOV, "I suspect Elif. Vote for Elif.")
    changed = (*RIVALS, called, says(ADA, "I suspect Dov."), GONE)
    calls = {
        move.target
        for mind in minds("Villager", *changed, kind="defend")
        for move in outline_speech(mind).moves
        if move.kind == "call_vote"
    }
    assert calls and ELIF not in calls
