"""What a person is told that the table hears: every kind of act has words, they fit, and the seats
are named as everywhere."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest
from msgspec.structs import replace

from wolfcore.game import get_board
from wolfcore.speech import (
    LAST_NIGHT,
    Accuses,
    Act,
    Agrees,
    AsksSeat,
    CallsVote,
    ClaimsRole,
    Defends,
    Plan,
    Proposes,
    ReportsCheck,
    Retracts,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
    read,
)
from wolftui.words.glyphs import ASCII, FANCY
from wolftui.words.recognised_acts import (
    ACT_WORDS,
    SpeechContext,
    act_text,
    acts_heard,
    acts_line,
    is_foreign,
    wrapped_acts,
)
from wolftui.words.spans import Span
from wolftui.words.wrapping import plain_text, width_of

HERE = SpeechContext(
    4, ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil"), get_board("sla7").roles, day=2
)


def said(act: Act, occasion: SpeechContext = HERE) -> str:
    return plain_text(act_text(act, occasion))


def test_every_kind_of_act_has_words() -> None:
    assert set(ACT_WORDS) == set(get_args(Act))


@pytest.mark.parametrize("plan", get_args(Plan))
def test_every_plan_has_words_of_its_own(plan: Plan) -> None:
    words = said(Proposes(plan, 3, "Seer"))
    assert [words == said(Proposes(other, 3, "Seer")) for other in get_args(Plan)].count(True) == 1


@pytest.mark.parametrize("about", get_args(get_type_hints(AsksSeat)["about"]))
def test_every_kind_of_question_has_words(about: str) -> None:
    asked = said(replace(AsksSeat(3), about=about))
    assert asked.startswith("you ask 3 Cleo ")
    assert (asked == "you ask 3 Cleo for their view") == (not about)


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (ClaimsRole("Seer"), "you claim the Seer"),
        (ClaimsRole("Villager"), "you claim to be a Villager"),
        (ClaimsRole("Witch"), "you claim the Witch"),
        (ClaimsRole("Werewolf"), "you claim to be a Werewolf"),
        (ReportsCheck(3, "wolves", 2), "3 Cleo is a wolf, checked in night 2"),
        (ReportsCheck(3, "village"), "3 Cleo is not a wolf, checked"),
        (ReportsCheck(3, "Doctor", LAST_NIGHT), "3 Cleo is the Doctor, checked in night 2"),
        (ReportsCheck(3, "Villager", 1), "3 Cleo is a Villager, checked in night 1"),
        (ReportsCheck(4, "village", 1), "you are not a wolf, checked in night 1"),
        (Accuses(3), "you accuse 3 Cleo"),
        (Accuses(3, sure=False), "you suspect 3 Cleo"),
        (Vouches(1), "you vouch for 1 Ada"),
        (Vouches(1, sure=False), "you lean to trust 1 Ada"),
        (Defends(4), "you defend yourself"),
        (Defends(7), "you defend 7 Gil"),
        (CallsVote(3), "you call to vote for 3 Cleo"),
        (CallsVote(0), "you propose to exile nobody"),
        (AsksSeat(5, "vote"), "you ask 5 Elif about a vote"),
        (TellsProtected(4, 1), "you protected yourself in night 1"),
        (TellsSaved(2), "you saved 2 Bram"),
        (TellsPoisoned(2, LAST_NIGHT), "you poisoned 2 Bram in night 2"),
        (Retracts("Seer"), "you take back that you are the Seer"),
        (Retracts(), "you take back what you claimed"),
        (Proposes("all_claim"), "you propose that everybody names a role"),
        (Proposes("kill", 3), "you propose to attack 3 Cleo tonight"),
        (Proposes("push", 3), "you propose to exile 3 Cleo"),
        (Proposes("give_up", 4), "you propose to give up yourself"),
        (Proposes("spare", 1), "you propose to spare 1 Ada"),
        (Proposes("check", 1), "you propose to check 1 Ada"),
        (Proposes("protect", 1), "you propose to protect 1 Ada"),
        (Proposes("claim", 3, "Seer"), "you propose that 3 Cleo claims the Seer"),
        (Proposes("claim", 4, "Seer"), "you propose to claim the Seer"),
        (Proposes("claim", 0, "Seer"), "you propose that somebody claims the Seer"),
        (Proposes("claim", 3), "you propose that 3 Cleo claims a role"),
        (
            Proposes("counter", 3, "Seer"),
            "you propose that 3 Cleo contradicts the claim of the Seer",
        ),
        (Proposes("counter", 4), "you propose to contradict the claim of a role"),
        (Agrees(3), "you agree with 3 Cleo"),
        (Agrees(3, yes=False), "you object to 3 Cleo"),
    ],
)
def test_an_act_is_said_in_a_few_words(act: Act, words: str) -> None:
    assert said(act) == words


def test_a_whisper_is_heard_as_plans_and_answers_to_the_mate_that_spoke_last() -> None:
    night = replace(HERE, pack=(4, 6), proposer=6)
    heard = acts_heard("ok, Cleo tonight, and I'll claim seer tomorrow", night)
    assert plain_text(acts_line(heard, night, FANCY)) == (
        "heard: you agree with 6 Fay · you propose to attack 3 Cleo tonight · "
        "you propose to claim the Seer"
    )


def test_seats_have_their_colours() -> None:
    assert Span("3 Cleo", "seat-3") in act_text(Accuses(3), HERE)


def test_a_speech_is_heard_in_the_order_in_which_it_was_said() -> None:
    acts = read("I am the Seer. I checked Cleo in night 2, and Cleo is a wolf.", 4, HERE.names, 7)
    assert (
        plain_text(acts_line(acts, HERE, FANCY))
        == "heard: you claim the Seer · 3 Cleo is a wolf, checked in night 2"
    )


def test_words_without_an_act_are_heard_as_nothing_that_counts() -> None:
    assert plain_text(acts_line((), HERE, ASCII)) == "heard: no claim, suspicion or question"


def test_words_of_another_language_are_said_not_to_be_heard() -> None:
    names = HERE.names
    assert is_foreign("Cleo ist ein Wolf, glaubt mir doch", names)
    assert not is_foreign("cleo is deffo scum imo", names)
    assert plain_text(acts_line((), HERE, ASCII, foreign=True)) == (
        "heard: nothing: only English is heard"
    )
    assert plain_text(acts_line((Accuses(3),), HERE, ASCII, foreign=True)) == (
        "heard: you accuse 3 Cleo | only English is heard"
    )


@pytest.mark.parametrize("width", [24, 40, 58, 78])
@pytest.mark.parametrize("rows", [1, 2])
def test_where_there_is_no_room_the_last_acts_are_shown(width: int, rows: int) -> None:
    acts = [Accuses(seat) for seat in (1, 2, 3, 5, 6, 7)]
    lines = wrapped_acts(acts, HERE, ASCII, width, rows)
    assert 1 <= len(lines) <= rows
    assert max(width_of(line) for line in lines) <= width
    text = " ".join(plain_text(line) for line in lines)
    assert text.startswith("heard: ")
    assert text.isascii()
    if width >= 40:
        assert text.endswith("you accuse 7 Gil")
        assert text.startswith("heard: ... | you") or width * rows > 120
