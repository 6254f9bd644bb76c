"""What people say with content reaches the bots: plans are answered and followed, every topic of a
question has an answer of its own, small talk is met once, links and conditions are evidence."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest

from tests.core.bots.play.test_night import DAY_1, NAMES, view_with
from tests.core.bots.scenes import ADA, BRAM, CLEO, DOV, ELIF, FAY, GIL, QUIET_NIGHT, says
from tests.core.bots.talk.test_own_claims import minds
from wolfcore.bots import HouseBot
from wolfcore.bots.belief.arguments import holds
from wolfcore.bots.belief.observation import observe
from wolfcore.bots.belief.seat_record import OpenQuestion, SeatRecord
from wolfcore.bots.play.ballots import agreed_on_no_exile
from wolfcore.bots.talk.answers import answers
from wolfcore.bots.talk.dialogue_moves import Move
from wolfcore.bots.talk.reasons import case_against
from wolfcore.bots.talk.speeches import outline_speech
from wolfcore.game import Ask, Fact, RoleName, get_board
from wolfcore.game import facts as f
from wolfcore.players import Desk
from wolfcore.speech import Subject
from wolfcore.speech.acts import Reason


def kinds(*facts: Fact, role: RoleName = "Villager", many: int = 60) -> Counter[str]:
    """The kinds of the moves of seat 4 after some facts, over seeds."""
    found = (outline_speech(mind).moves for mind in minds(role, *facts, many=many))
    return Counter(move.kind for moves in found for move in moves)


@pytest.mark.parametrize(
    ("plan", "replies"),
    [
        ("Let us not exile anyone today.", {"agree_no_exile", "refuse_no_exile"}),
        ("Everybody should claim now.", {"agree_all_claim", "refuse_all_claim"}),
        ("The Seer should check Cleo tonight.", {"agree_plan", "refuse_plan"}),
        ("Witch, please save Dov tonight.", {"agree_plan"}),
    ],
)
def test_a_plan_is_answered_once(plan: str, replies: set[str]) -> None:
    told = kinds(says(ADA, plan))
    assert sum(told[kind] for kind in replies) > 30
    answered = kinds(says(ADA, plan), says(DOV, "Ada, I disagree."))
    assert not any(answered[kind] for kind in replies)


@pytest.mark.parametrize(
    ("chat", "kind"),
    [
        ("Good morning everybody!", "meet_greeting"),
        ("thanks dov", "meet_thanks"),
        ("you are all idiots", "meet_insult"),
        ("are you bots?", "meet_bots"),
        ("what a lovely weather", "meet_smalltalk"),
    ],
)
def test_small_talk_is_met_by_one_seat_and_is_no_evidence(chat: str, kind: str) -> None:
    assert kinds(says(ADA, chat))[kind] > 5
    assert not kinds(says(ADA, chat), says(BRAM, "Ada, good to see you."))[kind]
    (talked,) = minds("Villager", says(ADA, chat), many=1)
    (quiet,) = minds("Villager", says(ADA, "Well, well."), many=1)
    assert talked.belief.p_wolf == quiet.belief.p_wolf


def test_every_topic_of_a_question_is_answered() -> None:
    asked = says(ADA, "Dov, do you trust me?")
    found: dict[str, tuple[str, ...]] = {}
    for topic in get_args(Subject):
        for mind in minds("Villager", asked, many=1):
            question = OpenQuestion(ADA, topic, day=0, target=BRAM, was_skipped=False, second=CLEO)
            mind.record.open_questions[DOV] = {ADA: question}
            (moves,) = answers(mind, [])
            assert moves, topic
            found[topic] = tuple(move.kind for move in moves)
    # Some topics share a reply where nothing has happened yet.
    assert len(set(found.values())) >= 9, found


def ballots(*facts: Fact, board: str = "sla7") -> list[int]:
    """The ballots of seat 4, a villager who may abstain, over seeds."""
    view = view_with(board, DOV, "Villager", *facts)
    ask = Ask("d1.vote.4", DOV, "vote", 1, "vote", (0, ADA, BRAM, CLEO, ELIF, FAY, GIL))
    bot = HouseBot(("hard",))
    return [bot.answer_now(view, ask, Desk.of_seed(ask, seed)).choice for seed in range(20)]


DEAD = (f.Began(2, "night"), f.Began(2, "dawn"), f.Died(GIL), f.Began(2, "discussion"))
AGREED = tuple(says(seat, "Let us not exile anyone today.") for seat in (ADA, BRAM, ELIF, DOV))


def test_the_table_exiles_nobody_where_half_of_it_agrees() -> None:
    assert set(ballots(*DAY_1, *DEAD, *AGREED)) == {0}
    assert 0 not in ballots(*DAY_1, *DEAD, *AGREED[:1])


@pytest.mark.parametrize(
    "news",
    [
        (says(FAY, "I am the Seer. I checked Cleo last night: Cleo is a wolf."),),
        (says(CLEO, "I am a werewolf."),),
    ],
)
def test_a_plan_to_exile_nobody_ends_where_a_wolf_is_found(news: tuple[Fact, ...]) -> None:
    facts = (*DAY_1, *DEAD, *AGREED, *news)
    assert 0 not in ballots(*facts)


def test_who_has_found_a_wolf_follows_no_plan_to_exile_nobody() -> None:
    checked = f.Checked(DOV, CLEO, "wolves")
    for mind in minds("Seer", *DEAD[:2], checked, *DEAD[2:], *AGREED, many=1):
        assert not agreed_on_no_exile(mind)


def test_who_proposes_a_plan_is_not_said_to_have_named_nobody() -> None:
    later = QUIET_NIGHT

    def cases(text: str) -> set[str]:
        found = minds("Villager", *later, says(ADA, text))
        return {case_against(mind, ADA).kind for mind in found}

    assert "suspect_silent" in cases("Good morning.")
    assert "suspect_silent" not in cases("Let us not exile anyone today.")


BORNE_OUT: dict[Reason, tuple[Fact, ...]] = {
    "voted": (f.Began(1, "vote"), f.Voted(ADA, BRAM, "vote")),
    "defended": (says(ADA, "I trust Bram."),),
    "accused": (says(ADA, "Bram is a wolf."),),
    "copied": (says(BRAM, "Cleo is a wolf."), says(ADA, "Cleo is a wolf.")),
    "changed": (says(ADA, "I am a Villager."), says(ADA, "I am the Hunter.")),
    "late": (f.Began(2, "night"), f.Began(2, "discussion"), says(ADA, "I am the Hunter.")),
    "gained": (says(BRAM, "Ada is a wolf."), *DEAD[:2], f.Died(BRAM)),
    "silent": (says(ADA, "Good morning."),),
    "first": (says(ADA, "Bram is a wolf."),),
    "checked": (says(BRAM, "I am the Seer. I checked Ada last night: Ada is good."),),
}
"""What Ada did, by the reason that it bears out; with Bram where the reason has a second seat."""


@pytest.mark.parametrize(("reason", "facts"), BORNE_OUT.items())
def test_each_reason_is_looked_up_in_the_log(reason: Reason, facts: tuple[Fact, ...]) -> None:
    other = BRAM if reason not in ("changed", "late", "silent", "first") else 0
    record = SeatRecord(DOV, get_board("sla7"), NAMES[:7])
    observe(record, DAY_1)
    assert not holds(record, ADA, reason, other)
    observe(record, facts)
    assert holds(record, ADA, reason, other)


def test_nobody_gains_by_a_seat_that_lives() -> None:
    record = SeatRecord(DOV, get_board("sla7"), NAMES[:7])
    observe(record, (*DAY_1, says(BRAM, "Ada is a wolf.")))
    assert not holds(record, ADA, "gained", BRAM)


def test_who_is_asked_for_agreement_with_a_seat_names_that_seat() -> None:
    found = kinds(says(BRAM, "Cleo is a wolf."), says(ADA, "Dov, do you agree with Bram?"))
    assert found["answer_agree_with"] + found["answer_disagree_with"] > 50


def test_a_seat_knows_its_own_bluff() -> None:
    bluff = says(DOV, "I am the Seer.")
    (mind,) = minds("Villager", bluff, many=1)
    assert mind.belief.claim_probability("Seer", DOV) == 0.0
    (true,) = minds("Seer", bluff, many=1)
    assert true.belief.claim_probability("Seer", DOV) > 0.9


def test_every_reason_has_a_case_above() -> None:
    assert set(BORNE_OUT) == set(get_args(Reason))


def test_a_pair_and_a_condition_link_two_seats() -> None:
    def together(*facts: Fact) -> float:
        (mind,) = minds("Villager", *facts, many=1)
        return mind.belief.pack_probability(1 << ADA | 1 << BRAM | 1 << CLEO)

    plain = together(says(ELIF, "Well, well."))
    assert together(says(ELIF, "Ada and Bram are wolves together.")) > plain
    assert together(says(ELIF, "If Ada is a wolf then Bram is good.")) < plain


def test_a_move_that_no_plan_asks_for_answers_nobody() -> None:
    assert Move(kind="agree_plan", other=ADA) not in [
        move
        for mind in minds("Villager", says(ADA, "I suspect Bram."), many=60)
        for move in outline_speech(mind).moves
    ]
