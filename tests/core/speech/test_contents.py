"""A claim, a memory and a figure of speech are read as no plan of the table."""

from __future__ import annotations

import pytest

from wolfcore.speech import AsksSeat, CallsVote, ClaimsRole, Proposes, read
from wolfcore.speech.acts import Subject

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")
DEALT = ("Werewolf", "Werewolf", "Seer", "Witch", "Hunter", "Guard", "Villager")


@pytest.mark.parametrize("role", ["Seer", "Witch", "Hunter", "Guard", "Villager"])
@pytest.mark.parametrize(
    "words",
    [
        "I claim the {}.",
        "I claim {}.",
        "I'm claiming {}.",
        "I am the {}, please look after me a bit.",
        "I'm the {}, protect me tonight.",
    ],
)
def test_a_claim_stays_beside_a_plan_for_that_role(words: str, role: str) -> None:
    acts = read(words.format(role), 1, NAMES, len(NAMES), DEALT)
    assert ClaimsRole(role) in acts
    assert not any(isinstance(act, Proposes) and act.plan == "claim" for act in acts)


@pytest.mark.parametrize(
    "words",
    [
        "No votes, no claims, so no data yet.",
        "There was no vote at all on day 2.",
        "No vote from Bram yesterday.",
        "Bram left no vote to analyse.",
        "We should exile Bram and sleep on it.",
        "Cleo, go home and sleep on it.",
    ],
)
def test_the_lack_of_a_vote_calls_for_no_empty_day(words: str) -> None:
    assert CallsVote(0) not in read(words, 1, NAMES, len(NAMES), DEALT)


@pytest.mark.parametrize(
    "words", ["No vote today.", "Let us sleep on it.", "No exile, please.", "Skip the vote."]
)
def test_a_call_for_an_empty_day_is_still_read(words: str) -> None:
    assert CallsVote(0) in read(words, 1, NAMES, len(NAMES), DEALT)


@pytest.mark.parametrize(
    "words",
    [
        "I want to hear from Bram, before it is too late!",
        "I'd like to hear from Bram before I update.",
        "I'd like to hear from Bram, before the coffee's gone.",
    ],
)
def test_a_wish_to_hear_a_seat_is_no_question_about_a_late_claim(words: str) -> None:
    asked = [act for act in read(words, 1, NAMES, len(NAMES), DEALT) if isinstance(act, AsksSeat)]
    assert [act.seat for act in asked] == [2]
    assert asked[0].about != "late"


@pytest.mark.parametrize(
    "words",
    [
        "Cleo, give me your hand: I'm innocent.",
        "Cleo, please, just give me one night.",
        "Cleo, give us a break.",
        "Cleo, give me a second: this is what I have.",
    ],
)
def test_a_seat_asked_for_a_hand_or_time_is_asked_nothing(words: str) -> None:
    acts = read(words, 1, NAMES, len(NAMES), DEALT)
    assert not any(isinstance(act, AsksSeat) for act in acts)


@pytest.mark.parametrize(
    ("words", "about"),
    [
        ("Cleo, give me your reads.", "suspect"),
        ("Cleo, give us your role and your result.", "check"),
        ("Cleo, give us a reason to trust you.", "proof"),
        ("Cleo, what had Bram done to your chickens, that you voted like that yesterday?", "vote"),
        ("Cleo, you voted Bram yesterday and now you defend him?", "changed"),
        ("Cleo, why did you not claim before?", "late"),
    ],
)
def test_the_topic_of_a_question_is_what_the_seat_is_asked_for(words: str, about: Subject) -> None:
    assert AsksSeat(3, about) in read(words, 1, NAMES, len(NAMES), DEALT)


def test_you_is_the_seat_that_the_sentence_itself_speaks_to() -> None:
    acts = read("Fay, hello. So Bram, what do you think of Cleo?", 1, NAMES, len(NAMES), DEALT)
    assert {act.seat for act in acts if isinstance(act, AsksSeat)} == {2}
