"""Whom a bot calls to the block: a seat that has had its turn, or one that no word can save; others
are asked to speak first."""

from __future__ import annotations

import pytest

from tests.core.bots.play.test_night import DAY_1, NAMES, view_with
from wolfcore.bots import HouseBot
from wolfcore.bots.talk.accusations import top_suspect
from wolfcore.game import Ask, Fact
from wolfcore.game import facts as f
from wolfcore.players import Desk
from wolfcore.speech import Accuses, Act, AsksSeat, CallsVote, read

CLEO = 3
AGAINST = (f.Said(1, "speak", "Cleo is a wolf."), f.Said(2, "speak", "Cleo is a wolf."))
FIND = f.Said(1, "speak", "I am the Seer. I checked Cleo last night: a wolf.")


def spoken(level: str, *facts: Fact) -> list[Act]:
    """What seat 4 does to Cleo with its words after these facts, over many seeds."""
    view, found = view_with("sla7", 4, "Villager", *DAY_1, *facts), list[Act]()
    for seed in range(60):
        ask = Ask("d1.speak.4", 4, "speak", 1, "discussion", (0,))
        text = HouseBot((level,)).answer_now(view, ask, Desk.of_seed(ask, seed)).text
        found += [act for act in read(text, 4, NAMES[:7], 7) if getattr(act, "seat", 0) == CLEO]
    return found


def how_many(acts: list[Act], kind: type[Act]) -> int:
    return sum(isinstance(act, kind) for act in acts)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_vote_is_called_on_who_has_spoken(level: str) -> None:
    yet_to_speak = spoken(level, *AGAINST)
    assert how_many(yet_to_speak, CallsVote) == 0
    assert how_many(yet_to_speak, Accuses) > 10
    assert how_many(spoken(level, *AGAINST, f.Said(CLEO, "speak", "I trust Gil.")), CallsVote) > 10


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_who_is_all_but_certainly_a_wolf_is_called_on_before_it_speaks(level: str) -> None:
    assert how_many(spoken(level, FIND), CallsVote) > 5


def test_a_suspect_that_has_not_spoken_is_now_and_then_asked_to_unless_much_speaks_against_it() -> (
    None
):
    hint, morning = f.Said(1, "speak", "I suspect Cleo."), f.Said(CLEO, "speak", "Good morning.")
    asked = how_many(spoken("normal", hint), AsksSeat)
    # Seldom where ballots have no line: what is said before them has to explain them.
    assert asked > 6
    assert how_many(spoken("normal", hint, morning), AsksSeat) < asked / 3
    assert how_many(spoken("hard", FIND), AsksSeat) == 0


def first_named(*facts: Fact, seed: int = 1) -> set[int]:
    """Whom the hard Villagers on seats 5, 6 and 7 of different tables speak of first."""
    named = set[int]()
    for me in (5, 6, 7):
        for odd in ("Gus", "Ida", "Lou", "Nia", "Oda"):
            view = view_with("sla7", me, "Villager", *DAY_1, *facts)
            view.names = (odd, *view.names[1:])
            ask = Ask(f"d1.speak.{me}", me, "speak", 1, "discussion", (0,))
            mind = HouseBot(("hard",)).mind(view, ask, Desk.of_seed(ask, seed))
            named.add(top_suspect(mind, set()))
            # A draw of the day, not of the ask.
            again = Ask(f"d1.speak.{me}.2", me, "speak", 1, "discussion", (0,))
            other = HouseBot(("hard",)).mind(view, again, Desk.of_seed(again, seed + 1))
            assert top_suspect(other, set()) == top_suspect(mind, set())
    return named


def test_hard_seats_do_not_all_speak_of_the_likeliest_wolf_unless_it_is_proven() -> None:
    doubt = (f.Said(1, "speak", "I suspect Cleo."), f.Said(2, "speak", "I trust Dov."))
    assert len(first_named(*doubt)) > 2
    confessed = (f.Said(3, "speak", "I am the Werewolf."), f.Said(4, "speak", "I am a wolf."))
    assert first_named(*confessed) <= {3, 4}
