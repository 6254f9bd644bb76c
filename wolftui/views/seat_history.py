"""Folds over the facts about one seat: votes by and for it, night deeds, last thought."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.game import Power
from wolfcore.game import facts as f
from wolftui.games.session.visible_log import Fold

_SEATS = 64
"""Cache size: the number of seats with a fold."""


DeedFact: TypeAlias = (
    f.Attacked | f.Protected | f.Checked | f.Victim | f.Saved | f.Poisoned | f.Shot
)


class Round(Struct, frozen=True):
    """One voting round, reduced to the ballots by and for one seat.

    Attributes:
        day: The day.
        ballot: The kind of ballot.
        own: The seat's vote: 0 for nobody, None if it did not vote.
        voters: The seats that voted for it, in order.
        voted: All seats that voted, in order.
    """

    day: int
    ballot: f.Ballot
    own: int | None = None
    voters: tuple[int, ...] = ()
    voted: tuple[int, ...] = ()

    @property
    def involves_seat(self) -> bool:
        """Whether the seat voted in this round or received a vote."""
        return self.own is not None or bool(self.voters)


class Rounds(Struct, frozen=True):
    """The current day and all voting rounds so far."""

    day: int = 0
    rounds: tuple[Round, ...] = ()


@lru_cache(maxsize=_SEATS)
def rounds_fold(seat: int) -> Fold[Rounds]:
    """Return the fold of the ballots by and for a seat, per voting round."""

    def after(before: Rounds, fact: f.Began | f.Voted, fact_count: int) -> Rounds:
        del fact_count
        if isinstance(fact, f.Began):
            return before if fact.day == before.day else replace(before, day=fact.day)
        *earlier, last = before.rounds or (Round(0, fact.ballot),)
        if (last.day, last.ballot) != (before.day, fact.ballot) or fact.voter in last.voted:
            earlier, last = list(before.rounds), Round(before.day, fact.ballot)
        own = fact.target if fact.voter == seat else last.own
        voters = (*last.voters, fact.voter) if fact.target == seat else last.voters
        return replace(
            before,
            rounds=(
                *earlier,
                replace(last, own=own, voters=voters, voted=(*last.voted, fact.voter)),
            ),
        )

    return Fold(Rounds(), after, (f.Began, f.Voted))


class Deed(Struct, frozen=True):
    """One action with its day, and whether it was done at night."""

    day: int
    at_night: bool
    fact: DeedFact


class Deeds(Struct, frozen=True):
    """The current time and all actions so far."""

    day: int = 0
    at_night: bool = True
    deeds: tuple[Deed, ...] = ()


def _add_deed(before: Deeds, fact: f.Began | DeedFact, fact_count: int) -> Deeds:
    del fact_count
    if isinstance(fact, f.Began):
        now = fact.day, fact.phase in ("setup", "night", "dawn")
        return before if now == (before.day, before.at_night) else Deeds(*now, before.deeds)
    return (
        replace(before, deeds=(*before.deeds, Deed(before.day, before.at_night, fact)))
        if fact.target
        else before
    )


class DeedWords(NamedTuple):
    """The words for an action of a power upon a seat.

    Attributes:
        power: The power.
        does: The verb beside the night's other actions; empty for a fact that is no action of it.
        did: The verb among the actions by and upon a seat; empty for one that is left out there.
    """

    power: Power
    does: str
    did: str


DEED_WORDS: dict[type, DeedWords] = {
    f.Proposed: DeedWords("kill", "picks", ""),
    f.Attacked: DeedWords("kill", "attacks", "attacked"),
    f.Victim: DeedWords("kill", "", "attacked"),
    f.Protected: DeedWords("protect", "protects", "protected"),
    f.Checked: DeedWords("check", "checks", "checked"),
    f.Saved: DeedWords("potions", "saves", "saved"),
    f.Poisoned: DeedWords("potions", "poisons", "poisoned"),
    f.Shot: DeedWords("shoot", "", "shot"),
}
"""The words for each fact by which a power chooses a seat."""


DEEDS: Fold[Deeds] = Fold(
    Deeds(), _add_deed, (f.Began, *(fact for fact, words in DEED_WORDS.items() if words.did))
)
"""The fold of all night actions and shots that the viewer knows."""


def doer(fact: f.Proposed | DeedFact) -> int:
    """Return the seat that acted; 0 for an attack of the whole pack."""
    match fact:
        case f.Attacked() | f.Victim():
            return 0
        case f.Checked(seer=seer):
            return seer
        case _:
            return fact.seat


@lru_cache(maxsize=_SEATS)
def last_thought_fold(seat: int) -> Fold[str]:
    """Return the fold of a seat's last thought; empty for viewers who may not read thoughts."""
    return Fold(
        "", lambda before, fact, _: fact.text if fact.seat == seat else before, (f.Thought,)
    )
