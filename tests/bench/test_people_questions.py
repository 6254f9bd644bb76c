"""Which questions of a person are counted, and which speeches answer them."""

from __future__ import annotations

import pytest

from bench.people.bot_lines import intents_like, lines_of
from bench.people.counts import Count
from bench.people.game_log import GameLog
from bench.people.questions import (
    NOTHING,
    WORDS,
    Matter,
    answered,
    answered_in_discussion,
    asker_of,
    questions,
)
from bench.people.scripted_people import ScriptedPerson
from tests.bench.hand_written import (
    ADA,
    BRAM,
    CLEO,
    DINA,
    EVERYBODY,
    NAMES,
    day,
    game,
    line,
    night,
    says,
)
from wolfcore.game import Ask, Game, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.players import Desk

BOTS = tuple(seat for seat in EVERYBODY if seat != DINA)
"""Dina is the person."""


def asks(matter: Matter, about: str = "Elif") -> f.Said:
    return says(DINA, WORDS[matter].format(asked="Cleo", about=about))


def next_turn(matter: Matter, reply: str, *before: f.Fact) -> Count:
    """The count where Cleo, who was asked, says this on the next day."""
    return answered(matter, game(*before, asks(matter), night(2), day(2), says(CLEO, reply)), BOTS)


@pytest.mark.parametrize("matter", WORDS)
def test_the_words_of_the_person_are_found_again(matter: Matter) -> None:
    (found,) = questions(matter, game(asks(matter)))
    assert (found.asker, found.asked) == (DINA, CLEO)
    assert found.about == (5 if matter == "why that vote" else 0)
    assert not any(questions(other, game(asks(matter))) for other in WORDS if other != matter)


@pytest.mark.parametrize("matter", WORDS)
def test_silence_and_an_answer_to_somebody_else_answer_nothing(matter: Matter) -> None:
    assert next_turn(matter, "") == Count(0, 1)
    assert next_turn(matter, line("answer_vote", "Elif", "Ada")) == Count(0, 1)
    assert next_turn(
        matter, line("answer_seer", "Bram", "Ada"), says(BRAM, "I am the Seer.")
    ) == Count(0, 1)


def test_a_vote_is_answered_by_a_line_about_that_ballot() -> None:
    assert next_turn("why that vote", line("answer_vote", "Elif")) == Count(1, 1)
    assert next_turn("why that vote", line("answer_vote", "Bram")) == Count(0, 1)
    assert next_turn("why that vote", line("answer_suspect")) == Count(0, 1)


def test_the_true_seer_is_answered_by_a_stand_on_whoever_claims_it() -> None:
    claim = says(ADA, "I am the Seer.")
    assert next_turn("who is the true Seer", line("answer_suspect", "Ada"), claim) == Count(1, 1)
    assert next_turn("who is the true Seer", line("answer_suspect"), claim) == Count(0, 1)


def test_a_claim_is_answered_by_a_line_about_it_or_a_claim() -> None:
    assert next_turn("what do you claim", line("answer_nothing") + " I am the Doctor.") == Count(
        1, 1
    )
    assert next_turn("what do you claim", line("answer_nothing")) == Count(0, 1)


def test_a_defence_in_between_may_answer_or_leave_it_to_the_next_discussion() -> None:
    reply = line("answer_hidden")
    defence, later = f.Said(CLEO, "defend", "I am innocent."), (night(2), day(2), says(CLEO, reply))
    matter: Matter = "what do you claim"
    open_yet = game(asks(matter), defence, *later)
    assert answered(matter, open_yet, BOTS) == Count(0, 1)
    assert answered_in_discussion(matter, open_yet, BOTS) == Count(1, 1)
    at_once = game(asks(matter), f.Said(CLEO, "defend", reply), night(2), day(2), says(CLEO, "Hm."))
    assert (
        answered(matter, at_once, BOTS)
        == answered_in_discussion(matter, at_once, BOTS)
        == Count(1, 1)
    )
    hanged = game(asks(matter), defence)
    assert answered_in_discussion(matter, hanged, BOTS) == Count(0, 0)
    too_late = game(
        asks(matter), night(2), day(2), says(CLEO, "Hm."), night(3), day(3), says(CLEO, reply)
    )
    assert answered_in_discussion(matter, too_late, BOTS) == Count(0, 1)


def test_why_me_is_answered_by_no_line_about_another_matter() -> None:
    known = {"answer_suspect", "answer_nothing", "answer_vote", "answer_claim"}
    assert known <= set(intents_like("answer"))
    assert next_turn("why me", line("answer_suspect")) == Count(0, 1)
    assert next_turn("why me", line("answer_vote", "Elif")) == Count(0, 1)


LEAD = line("answer_lead")


@pytest.mark.parametrize(
    ("matter", "reply", "answered"),
    [
        ("why me", f"{LEAD} {line('suspect', 'Dina')}", 1),
        ("why me", f"{LEAD} {line('suspect')}", 0),
        ("why me", line("answer_never"), 1),
        ("why me", line("answer_dropped", "Dina"), 1),
        ("why that vote", line("answer_no_vote", "Elif"), 0),
        ("who is the true Seer", line("answer_seer", "Ada"), 1),
        ("who is the true Seer", line("answer_seer_open"), 1),
        ("who is the true Seer", line("answer_no_seer", role="Seer"), 0),
        ("what do you claim", line("answer_hidden"), 1),
        ("what do you claim", line("answer_role"), 1),
        ("what do you claim", f"{LEAD} {line('suspect')}", 0),
    ],
)
def test_the_bots_own_answers_suit_the_matter(matter: Matter, reply: str, answered: int) -> None:
    assert next_turn(matter, reply, says(ADA, "I am the Seer.")) == Count(answered, 1)


def test_a_question_without_a_next_turn_or_whose_asker_has_died_is_not_counted() -> None:
    assert answered("why me", game(asks("why me")), BOTS) == Count(0, 0)
    died = game(asks("why me"), f.Died(DINA), night(2), day(2), says(CLEO, "Hm."))
    assert answered("why me", died, BOTS) == Count(0, 0)


def test_a_line_is_found_with_its_seats_and_none_within_another() -> None:
    text = f"{line('answer_suspect')} {line('ask_vote', 'Cleo')}"
    answer, question = lines_of(
        text, ADA, NAMES, (*intents_like("answer"), *intents_like("ask_vote"))
    )
    assert (answer.intent, answer.target, answer.other) == ("answer_suspect", BRAM, DINA)
    assert (question.intent, question.target, question.other) == ("ask_vote", CLEO, DINA)


SUSPECTED = says(CLEO, "I think Dina is a wolf.")
VOTED = (f.Voted(CLEO, 5, "vote"), night(2), day(2), says(CLEO, "Good morning."))


@pytest.mark.parametrize(
    ("matter", "facts", "words"),
    [
        ("why me", (SUSPECTED,), "Cleo, why do you suspect me?"),
        ("why me", (says(CLEO, "Good morning."),), NOTHING),
        ("why that vote", VOTED, "Cleo, why did you vote for Elif?"),
        ("why that vote", VOTED[:3], NOTHING),  # Cleo has not spoken on day 2
        (
            "who is the true Seer",
            (says(ADA, "I am the Seer."), says(CLEO, "Hm.")),
            "Cleo, who is the true Seer?",
        ),
        ("who is the true Seer", (says(CLEO, "Hm."),), NOTHING),
        ("what do you claim", (says(CLEO, "Hm."),), "Cleo, what do you claim to be?"),
        ("what do you claim", (says(CLEO, "I am the Doctor."),), NOTHING),
    ],
)
def test_the_person_asks_whoever_has_spoken_if_there_is_something_to_ask(
    matter: Matter, facts: tuple[f.Fact, ...], words: str
) -> None:
    assert said_by(matter, game(*facts)) == words


def said_by(matter: Matter, so_far: GameLog) -> str:
    """What Dina says after these facts."""
    spec = make_spec(get_board("sla7"), 0, names=NAMES)
    view = Game(spec).view(DINA)
    view.facts.clear()
    view.facts.extend(entry.fact for entry in so_far.recorded.entries)
    ask = Ask(f"d{view.state.day}.speak.{DINA}", DINA, "speak", view.state.day, "discussion", (0,))
    return ScriptedPerson(asker_of(matter)).answer_now(view, ask, Desk.of_seed(ask, 0)).text
