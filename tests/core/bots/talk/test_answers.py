"""Who is asked answers in its next turn, across days, by kind and truthfully."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.core.bots.play.test_night import DAY_1, NAMES, answered, view_with
from tests.core.bots.scenes import QUIET_NIGHT
from wolfcore.bots.belief.likelihoods import FITTED
from wolfcore.bots.belief.seat_record import OpenQuestion
from wolfcore.bots.belief.shared_belief import SharedBelief
from wolfcore.bots.profiles import MANNERS
from wolfcore.bots.talk.dialogue_moves import MoveKind
from wolfcore.bots.talk.line_templates import PLAIN_MANNER, manner_lines
from wolfcore.game import Fact, RoleName, get_board
from wolfcore.game import facts as f
from wolfcore.speech import Accuses, Act, ClaimsRole, ReportsCheck, Vouches, read

QUIET = f.Said(4, "speak", "Good morning.")


def replied(*facts: Fact, role: RoleName = "Villager", day: int = 1, seeds: int = 30) -> list[str]:
    """What Dov, in seat 4, says in a turn after these facts of day 1, over seeds."""
    view = view_with("sla7", 4, role, *DAY_1, *facts)
    return [
        answered(view, "speak", (0,), day=day, phase="discussion", seed=seed).text
        for seed in range(seeds)
    ]


def done_by(texts: list[str]) -> list[tuple[Act, ...]]:
    """What these words of seat 4 do."""
    names = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")
    return [read(text, 4, names, 7) for text in texts]


def to(name: str, texts: list[str]) -> int:
    """How many of these name somebody."""
    return sum(name in text for text in texts)


@pytest.mark.parametrize(
    "question",
    [
        "Dov, whom do you suspect?",
        "Dov, what are you?",
        "Dov, who is the true Seer?",
        "Dov, why me?",
    ],
)
def test_a_question_after_the_own_turn_is_answered_on_the_next_day(question: str) -> None:
    texts = replied(QUIET, f.Said(1, "speak", question), *QUIET_NIGHT, day=2)
    assert to("Ada", texts) > 26
    passed_over = replied(
        QUIET,
        f.Said(1, "speak", question),
        f.Said(4, "speak", "To Ada, no answer."),
        *QUIET_NIGHT,
        day=2,
    )
    assert to("Ada", passed_over) < 15


def test_a_question_that_was_passed_over_once_is_kept_for_one_turn_more() -> None:
    table = SharedBelief(get_board("sla7"), NAMES[:7], FITTED, heeds_behaviour=True)
    facts: list[Fact] = [*DAY_1, f.Said(1, "speak", "Dov, what are you?"), QUIET, *QUIET_NIGHT]
    table.extend(0, facts)
    assert table.public.open_questions == {4: {1: OpenQuestion(1, "role", 0, 0, was_skipped=True)}}
    table.extend(0, [*facts, QUIET])
    assert not table.public.open_questions


def test_a_charge_after_the_own_turn_is_answered_on_the_next_day() -> None:
    texts = replied(QUIET, f.Said(1, "speak", "Dov is a wolf."), *QUIET_NIGHT, day=2)
    assert to("Ada", texts) > 15


def test_two_who_ask_are_both_answered() -> None:
    asked = (
        f.Said(1, "speak", "Dov, whom do you suspect?"),
        f.Said(2, "speak", "Dov, what are you?"),
    )
    texts = replied(*asked)
    assert min(to("Ada", texts), to("Bram", texts)) > 26


def test_who_is_asked_about_a_ballot_tells_that_ballot() -> None:
    votes = (f.Voted(4, 2, "vote"), *QUIET_NIGHT[:4], f.Voted(4, 3, "vote"))
    third = (f.Began(3, "night"), f.Began(3, "dawn"), f.QuietNight(3), f.Began(3, "discussion"))
    for name, other in (("Bram", "Cleo"), ("Cleo", "Bram")):
        texts = replied(
            QUIET, *votes, *third, f.Said(1, "speak", f"Dov, why did you vote for {name}?"), day=3
        )
        firsts = [text for text in texts if "Ada" in text]
        assert len(firsts) > 26
        assert sum(name in text for text in firsts) == len(firsts)
        assert not any(
            f"vote for {other}" in text or f"voted for {other}" in text for text in firsts
        )


def test_who_never_cast_such_a_ballot_says_so() -> None:
    texts = replied(
        QUIET,
        f.Voted(4, 2, "vote"),
        *QUIET_NIGHT,
        f.Said(1, "speak", "Dov, why did you vote for Cleo?"),
        day=2,
    )
    assert sum("never voted for Cleo" in text or "not vote for Cleo" in text for text in texts) > 24
    to_ada = replied(
        QUIET,
        f.Voted(4, 2, "vote"),
        *QUIET_NIGHT,
        f.Said(1, "speak", "Dov, why did you vote for me?"),
        day=2,
    )
    assert sum("never voted for you" in text for text in to_ada) > 24


def test_why_me_is_answered_by_a_reason_or_by_having_said_nothing() -> None:
    charged = replied(
        f.Said(4, "speak", "I suspect Ada."),
        f.Said(1, "speak", "Dov, why me?"),
        *QUIET_NIGHT,
        day=2,
    )
    judged = [
        any(isinstance(act, Accuses | Vouches) and act.seat == 1 for act in acts)
        for acts in done_by(charged)
    ]
    assert sum(judged) > 26
    never = replied(QUIET, f.Said(1, "speak", "Dov, why do you suspect me?"), *QUIET_NIGHT, day=2)
    assert (
        sum(
            "not me" in text or "somebody else" in text or "never" in text or "nothing" in text
            for text in never
        )
        > 20
    )


def test_who_is_asked_for_its_role_tells_what_it_claimed_or_keeps_it() -> None:
    claimed = replied(
        f.Said(4, "speak", "I am the Seer."),
        f.Said(1, "speak", "Dov, what are you?"),
        *QUIET_NIGHT,
        role="Seer",
        day=2,
    )
    assert sum(ClaimsRole("Seer") in acts for acts in done_by(claimed)) > 26
    plain = replied(f.Said(1, "speak", "Dov, what are you?"))
    assert 5 < sum(ClaimsRole("Villager") in acts for acts in done_by(plain)) < 25


def test_who_is_the_true_seer_is_answered_by_the_belief() -> None:
    ask = f.Said(1, "speak", "Dov, who is the true Seer?")
    one = replied(
        f.Said(2, "speak", "I am the Seer. I checked Cleo last night, and Cleo is good."), ask
    )
    assert (
        sum(
            any(isinstance(act, Vouches) and act.seat == 2 for act in acts) for acts in done_by(one)
        )
        > 20
    )
    none = replied(ask)
    assert not any(
        isinstance(act, Vouches) and not act.seat for acts in done_by(none) for act in acts
    )
    assert sum("Seer" in text for text in none) > 26


def test_a_seer_who_is_asked_tells_its_checks_again_as_they_were() -> None:
    told = (
        f.Checked(4, 2, "wolves"),
        f.Said(4, "speak", "I am the Seer. I checked Bram on night 1, and Bram is a wolf."),
    )
    facts = (
        *DAY_1,
        *told,
        f.Said(1, "speak", "Dov, what did you check?"),
        f.Began(2, "night"),
        *QUIET_NIGHT[1:],
    )
    view = view_with("sla7", 4, "Seer", *facts)
    texts = [
        answered(view, "speak", (0,), day=2, phase="discussion", seed=seed).text
        for seed in range(30)
    ]
    assert sum(ReportsCheck(2, "wolves", 1) in acts for acts in done_by(texts)) > 26


def test_every_answer_names_who_asked() -> None:
    """By that the table knows that a question has been answered."""
    for manner in (PLAIN_MANNER, *MANNERS):
        for intent in (intent for intent in get_args(MoveKind) if intent.startswith("answer_")):
            for line in manner_lines("en", manner).get(intent, ()):
                assert all("{other}" in words for words in line.variants), (manner, intent)


CLAIMED = f.Said(4, "speak", "I am the Seer. I checked Bram last night, and Bram is good.")
PROOF = {
    shape
    for manner in (PLAIN_MANNER, *MANNERS)
    for line in manner_lines("en", manner)["answer_claim"]
    for shape in line.variants
}


def proofs(texts: list[str]) -> int:
    """How many of these begin with what is said for a claim of one's own."""
    return sum(any(way.format(other="Ada") in text for way in PROOF) for text in texts)


def test_only_who_asks_for_proof_is_answered_with_a_word_for_the_claim() -> None:
    asked = replied(
        CLAIMED, f.Said(1, "speak", "Dov, can you prove that?"), *QUIET_NIGHT, role="Seer", day=2
    )
    assert proofs(asked) > 20
    for words in (
        "Dov, would you shoot Elif or Fay?",
        "Dov, what would change your mind?",
        "Dov, who are you voting for and why?",
    ):
        assert (
            proofs(replied(CLAIMED, f.Said(1, "speak", words), *QUIET_NIGHT, role="Seer", day=2))
            == 0
        ), words


ABOUT_CLEO = OpenQuestion(1, "accuse", 0, 3, was_skipped=False)
ABOUT_ADA = OpenQuestion(1, "accuse", 0, 1, was_skipped=False)
BALLOT = OpenQuestion(1, "vote", 0, 3, was_skipped=False)


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("Dov, why Cleo?", ABOUT_CLEO),
        ("Dov, why Cleo? She has said one sentence so far.", ABOUT_CLEO),
        ("Why Cleo, Dov?", ABOUT_CLEO),
        ("Dov, why are you after Cleo?", ABOUT_CLEO),
        ("Dov, what do you have against Cleo?", ABOUT_CLEO),
        ("Dov, how come Cleo?", ABOUT_CLEO),
        ("You voted for Cleo. Dov, why did you vote like that?", BALLOT),
        ("Bram, I think Elif is the wolf. Dov, what did I do to you?", ABOUT_ADA),
        ("Bram, why Elif? Dov, why Cleo?", ABOUT_CLEO),
        ("Dov, why did you vote for Cleo?", BALLOT),
        ("Bram, you are a wolf. Dov, why did you vote for Cleo? Elif seems fine.", BALLOT),
    ],
)
def test_a_question_is_about_the_seat_that_its_own_sentence_names(
    words: str, question: OpenQuestion
) -> None:
    table = SharedBelief(get_board("sla7"), NAMES[:7], FITTED, heeds_behaviour=True)
    table.extend(0, [*DAY_1, f.Said(1, "speak", words)])
    found = table.public.open_questions[4][1]
    assert found._replace(target=found.target or 1) == question


@pytest.mark.parametrize(("name", "kind"), [("Cleo", "answer feeling"), ("me", "answer trust you")])
def test_why_that_seat_is_answered_by_a_reason_or_by_owning_to_a_feeling(
    name: str, kind: str
) -> None:
    mine = f.Said(4, "speak", f"I suspect {'Ada' if name == 'me' else name}.")
    asked = f.Said(1, "speak", f"Dov, why {name}?")
    view = view_with("sla7", 4, "Villager", *DAY_1, mine, asked, *QUIET_NIGHT)
    thoughts = [
        answered(view, "speak", (0,), day=2, phase="discussion", seed=seed).thought
        for seed in range(30)
    ]
    told = ("answer lead", kind)
    assert sum(any(word in thought for word in told) for thought in thoughts) > 26
    assert sum(kind in thought for thought in thoughts) > 5


def test_why_only_now_is_answered_by_who_has_claimed_something() -> None:
    late = f.Said(1, "speak", "Dov, why didn't you say so before?")
    texts = replied(CLAIMED, late, *QUIET_NIGHT, role="Seer", day=2)
    ways = [
        way.format(other="Ada")
        for line in manner_lines("en")["answer_late"]
        for way in line.variants
    ]
    assert sum(any(way in text for way in ways) for text in texts) > 20


def test_a_question_of_no_known_kind_is_followed_by_the_suspect() -> None:
    texts = replied(f.Said(1, "speak", "Dov, who are you voting for and why?"))
    assert all(any(isinstance(act, Accuses) for act in acts) for acts in done_by(texts))


def test_between_two_the_likelier_one_is_named() -> None:
    found = f.Said(2, "speak", "I am the Seer. I checked Cleo last night, and Cleo is a wolf.")
    trusts = done_by(replied(found, f.Said(1, "speak", "Dov, whom do you believe, Cleo or Elif?")))
    assert (
        sum(any(isinstance(act, Vouches) and act.seat == 5 for act in acts) for acts in trusts) > 26
    )
    blames = done_by(replied(found, f.Said(1, "speak", "Dov, would you vote out Cleo or Elif?")))
    assert (
        sum(any(isinstance(act, Accuses) and act.seat == 3 for act in acts) for acts in blames) > 26
    )


@pytest.mark.slow
def test_whom_one_believes_is_no_question_about_a_seer_that_nobody_named() -> None:
    texts = replied(f.Said(1, "speak", "Dov, whom do you believe?"))
    assert not any("Seer" in text for text in texts)
    assert sum(any(isinstance(act, Vouches) for act in acts) for acts in done_by(texts)) > 26


@pytest.mark.parametrize("kind", ["summarise", "plead", "campaign"])
def test_only_a_turn_in_the_discussion_passes_over_a_question(kind: f.PublicSpeechKind) -> None:
    table = SharedBelief(get_board("sla7"), NAMES[:7], FITTED, heeds_behaviour=True)
    asked = f.Said(1, "speak", "Dov, what are you?")
    table.extend(0, [*DAY_1, asked, f.Said(4, kind, "Nothing to add.")])
    assert not table.public.open_questions[4][1].was_skipped
