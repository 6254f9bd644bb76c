"""Suspicions: what stands at the start, and how a typed line changes it."""

from __future__ import annotations

import re

import pytest

from wolfcore.game import Answer, Ask, Belief, View, get_board
from wolfcore.game import facts as f
from wolfcore.game.views import AnsweredAsk
from wolftui.words.questions import Option, make_question
from wolftui.words.questions.seat_options import apply_suspicions, possible_roles

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")
BOARD = get_board("helmsman7")
ROLES = possible_roles(BOARD.roles)
OPTIONS = [Option(seat, f"{seat} {NAMES[seat - 1]}", "Say it.") for seat in (1, 2, 3, 5)]
HELD = (Belief(2, "Werewolf", 8), Belief(5, "Uncertain", 6))


def asked(number: int) -> Ask:
    return Ask(f"d{number}.vote.4.suspect", 4, "suspect", number, "vote", (0,))


def view(*given: Answer) -> View:
    facts: list[f.Fact] = [
        f.Began(0, "setup"),
        f.Dealt(4, "Villager"),
        f.Began(1, "night"),
        f.Died(7),
        f.Died(3),
    ]
    return View(
        4,
        BOARD,
        NAMES,
        facts,
        [AnsweredAsk(asked(day), answer) for day, answer in enumerate(given, 1)],
    )


def test_what_was_stated_last_is_the_start_and_the_dead_leave_it() -> None:
    first = Answer(beliefs=(Belief(1, "Seer", 5),))
    last = Answer(beliefs=(Belief(2, "Werewolf", 8), Belief(3, "Werewolf", 9)))
    put = make_question(asked(3), view(first, last))
    assert put.stated_beliefs == (Belief(2, "Werewolf", 8),)
    assert [option.value for option in put.options] == [1, 2, 5, 6], (
        "all other living seats at once"
    )
    assert (
        make_question(asked(4), view(first, last, Answer())).stated_beliefs == put.stated_beliefs
    ), "who passed once loses nothing"
    assert make_question(asked(1), view()).stated_beliefs == ()


@pytest.mark.parametrize(
    "machine",
    [
        Answer(beliefs=(Belief(2, "Werewolf", 8, 0.7),)), Answer(beliefs=HELD, thought="hm"), Answer(beliefs=HELD, memo='{"a":1}'),
    ],
)  # fmt: skip
def test_what_a_machine_in_this_seat_believed_is_put_into_nobodys_mouth(machine: Answer) -> None:
    assert make_question(asked(3), view(machine)).stated_beliefs == ()
    own = Answer(beliefs=(Belief(1, "Seer", 5),))
    assert make_question(asked(3), view(own, machine)).stated_beliefs == own.beliefs


@pytest.mark.parametrize(
    ("typed", "then"),
    [
        ("", HELD),
        ("1 seer", (Belief(1, "Seer", 5), *HELD)),
        ("5 w 10, 2 -", (Belief(5, "Werewolf", 10),)),
        (" , bram unc 7 ,", (Belief(2, "Uncertain", 7), HELD[1])),
    ],
)
def test_a_line_changes_what_it_names_and_keeps_the_rest(
    typed: str, then: tuple[Belief, ...]
) -> None:
    assert apply_suspicions(HELD, typed, OPTIONS, ROLES) == then


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("4 Seer 5", "4 is not among the choices"),
        ("2 Witch 5", "`Witch` is not a role: Werewolf, Seer, Guard, Villager, Uncertain."),
        ("2 Seer ²", "`²` is not a confidence"),
        ("2 Seer 11", "from 5, a guess, to 10, certain"),
        ("2 Seer 5 5", "is not a suspicion"),
    ],
)
def test_what_cannot_be_read_is_told_and_changes_nothing(typed: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        apply_suspicions(HELD, typed, OPTIONS, ROLES)


def test_a_beginning_that_fits_two_roles_names_them() -> None:
    with pytest.raises(ValueError, match=r"`w` is more than one role: Werewolf, Witch\."):
        apply_suspicions((), "1 w 5", OPTIONS, possible_roles(("Werewolf", "Witch", "Werewolf")))
