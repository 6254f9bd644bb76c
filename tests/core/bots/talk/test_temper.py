"""Each manner is a temperament: what its seats do with the same facts differs, and never what they
believe."""

from __future__ import annotations

import pytest

from tests.core.bots.play.test_night import DAY_1, view_with
from wolfcore.bots import HouseBot
from wolfcore.bots.profiles import MANNERS, NEUTRAL_TEMPERAMENT, TEMPERAMENTS
from wolfcore.game import Answer, Ask, Fact, View
from wolfcore.game import facts as f
from wolfcore.players import Desk
from wolfcore.speech import Accuses, CallsVote, Vouches, read

NIGHT_2: tuple[Fact, ...] = (
    f.Began(2, "night"),
    f.Began(2, "dawn"),
    f.QuietNight(2),
    f.Began(2, "discussion"),
)
MINE = f.Said(4, "speak", "I suspect Elif.")
BACK = f.Said(5, "speak", "Dov, I am not a wolf. I suspect Dov.")
CLEARED = f.Said(1, "speak", "I am the Seer. I checked Elif on night 1, and Elif is good.")
FOUND = f.Said(1, "speak", "I am the Seer. I checked Elif on night 1, and Elif is a wolf.")


def said_by(manner: str, *facts: Fact, day: int = 2, seeds: int = 80) -> list[Answer]:
    """What a Villager on seat 4 says at its turn, over seeds."""
    view = view_with("sla7", 4, "Villager", *DAY_1, *facts)
    ask = Ask(f"d{day}.speak.4", 4, "speak", day, "discussion", (0,))
    return [
        HouseBot((manner,)).answer_now(view, ask, Desk.of_seed(ask, seed)) for seed in range(seeds)
    ]


def share(intent: str, said: list[Answer]) -> float:
    """How many of the speeches mean this."""
    return sum(intent in answer.thought.partition("Saying: ")[2] for answer in said) / len(said)


def test_every_manner_has_a_temperament_of_its_own() -> None:
    assert set(TEMPERAMENTS) == set(MANNERS)
    assert len(set(TEMPERAMENTS.values())) == len(MANNERS)
    assert NEUTRAL_TEMPERAMENT not in TEMPERAMENTS.values()


def test_the_nervous_take_back_what_they_no_longer_hold_and_the_dramatic_do_not() -> None:
    facts = (MINE, BACK, *NIGHT_2, CLEARED)
    assert share("take back", said_by("nervous", *facts)) > 0.8
    assert share("take back", said_by("dramatic", *facts)) < 0.15


def test_nobody_takes_back_what_it_holds_nor_what_nobody_presses_it_for() -> None:
    assert share("take back", said_by("nervous", MINE, BACK, *NIGHT_2, FOUND)) == 0
    assert share("take back", said_by("nervous", MINE, *NIGHT_2, CLEARED)) == 0
    assert share("take back", said_by("nervous", BACK, *NIGHT_2, CLEARED)) == 0


def test_an_accusation_is_taken_back_once_and_then_the_table_hears_the_opposite() -> None:
    facts = (MINE, BACK, *NIGHT_2, CLEARED)
    said = [answer for answer in said_by("nervous", *facts) if "take back" in answer.thought]
    for answer in said:
        acts = read(answer.text, 4, view_names(), 7)
        assert Vouches(5, sure=False) in acts
        assert not any(isinstance(act, Accuses | CallsVote) and act.seat == 5 for act in acts)
    again = f.Said(4, "speak", "I no longer suspect Elif.")
    assert share("take back", said_by("nervous", *facts, again, BACK)) == 0


def test_who_takes_back_what_it_said_today_names_another_in_the_same_breath() -> None:
    """So that its ballot goes where its words went."""
    facts = (*NIGHT_2, MINE, BACK, CLEARED)
    said = [answer for answer in said_by("nervous", *facts) if "take back" in answer.thought]
    assert len(said) > 40
    for answer in said:
        against = [
            act.seat for act in read(answer.text, 4, view_names(), 7) if isinstance(act, Accuses)
        ]
        assert against and 5 not in against, answer.text


def test_the_dramatic_say_it_again_for_certain_and_call_for_the_vote() -> None:
    # What speaks against Elif is no check, which would be cited.
    lied = (f.Revealed(2, "Doctor"), f.Said(5, "speak", "I am the Doctor."))
    facts = (*lied, MINE, *NIGHT_2)
    said = said_by("dramatic", *facts)
    assert share("escalate", said) > 0.5
    for answer in said:
        if "escalate" in answer.thought:
            acts = read(answer.text, 4, view_names(), 7)
            assert Accuses(5) in acts
            assert CallsVote(5) in acts
    assert share("escalate", said_by("warm", *facts)) < 0.15
    assert share("escalate", said_by("dramatic", *lied, *NIGHT_2)) == 0, (
        "what was never said is not said again"
    )
    assert share("escalate", said_by("dramatic", MINE, *NIGHT_2, CLEARED)) == 0, (
        "nor what is no longer held"
    )


def test_the_terse_say_less_and_answer_with_a_name() -> None:
    against = tuple(f.Said(seat, "speak", "Elif is a wolf.") for seat in (3, 6))
    questions = (
        *against,
        f.Said(1, "speak", "Dov, who is it?"),
        f.Said(2, "speak", "Dov, what do you think?"),
    )
    words = {
        manner: sum(len(answer.text.split()) for answer in said_by(manner, *questions, day=1))
        for manner in MANNERS
    }
    assert words["terse"] == min(words.values())
    assert words["terse"] < 0.7 * sum(words.values()) / len(words)
    brief, plain = said_by("terse", *questions, day=1), said_by("warm", *questions, day=1)
    assert share("answer asked", brief) < share("answer asked", plain)
    assert all(
        not ("Ada" in answer.text and "Bram" in answer.text)
        for answer in brief
        if "answer" in answer.thought
    )


@pytest.mark.parametrize(("manner", "other"), [("warm", "dry"), ("formal", "terse")])
def test_some_thank_whoever_speaks_for_them_and_some_do_not(manner: str, other: str) -> None:
    kind = f.Said(1, "speak", "I trust Dov.")
    assert share("thank", said_by(manner, kind, day=1)) > 2 * share(
        "thank", said_by(other, kind, day=1)
    )


def test_the_folksy_remember_who_came_for_them_and_the_warm_forgive() -> None:
    against = tuple(f.Said(seat, "speak", "Elif is a wolf.") for seat in (1, 2, 3))
    facts = (f.Said(5, "speak", "I suspect Dov."), *NIGHT_2, *against)
    folksy, warm = (
        share("suspect grudge", said_by(manner, *facts, seeds=200)) for manner in ("folksy", "warm")
    )
    assert folksy > warm


def test_the_analyst_counts() -> None:
    against = (FOUND, *(f.Said(seat, "speak", "Elif is a wolf.") for seat in (2, 3)))
    counting, warm = (
        share("tally", said_by(manner, *against, seeds=200)) for manner in ("analyst", "warm")
    )
    assert counting > 0.2
    assert counting > 2 * warm


@pytest.mark.parametrize("day", [1, 2])
def test_a_temperament_moves_no_ballot(day: int) -> None:
    view: View = view_with(
        "sla7", 4, "Villager", *DAY_1, MINE, BACK, *(NIGHT_2 if day == 2 else ()), CLEARED
    )
    ask = Ask(f"d{day}.vote.4", 4, "vote", day, "vote", (1, 2, 3, 5, 6, 7))
    votes = {
        HouseBot((manner,)).answer_now(view, ask, Desk.of_seed(ask, 1)).choice for manner in MANNERS
    }
    assert len(votes) == 1


def view_names() -> tuple[str, ...]:
    """The names at the table."""
    return view_with("sla7", 4, "Villager", *DAY_1).names
