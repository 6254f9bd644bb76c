"""Suspicions as a person gives them: what can be deduced, what stood before, and how a typed line changes it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, TypeAlias

from wolfcore.game import Belief, RoleName, View

from .matching import match_option
from .model import Option

GuessedRole: TypeAlias = RoleName | Literal["Uncertain"]

GUESS, CERTAIN = 5, 10
"""The ends of a confidence (Helmsman 3.1)."""


def possible_roles(roles: Iterable[RoleName]) -> tuple[GuessedRole, ...]:
    """What a seat may be taken for: each role of a board once, in its order, and nothing certain."""
    return (*dict.fromkeys(roles), "Uncertain")


def guess_options(seats: Iterable[int], names: Sequence[str]) -> tuple[Option, ...]:
    """The seats that somebody who looks on judges."""
    return tuple(Option(seat, f"{seat} {names[seat - 1]}", f"Say what you hold {names[seat - 1]} for.") for seat in seats)


def last_stated(view: View, seats: Collection[int]) -> tuple[Belief, ...]:
    """What the person of a view stated last about some seats.

    An answer that holds anything beside its beliefs is none of theirs: where a machine sat here before, what it believed is
    not put into their mouth.

    Args:
        view: Whose view it is.
        seats: The seats that are asked about now.
    """
    for own in reversed(view.answered):
        given = own.answer
        if own.ask.kind != "suspect" or not given.beliefs or given.thought or given.memo:
            continue
        if all(belief.p_wolf is None for belief in given.beliefs):
            return tuple(belief for belief in given.beliefs if belief.seat in seats)
    return ()


def apply_suspicions(
    held: Iterable[Belief], typed: str, options: Sequence[Option], roles: Sequence[GuessedRole]
) -> tuple[Belief, ...]:
    """The suspicions after a line such as `3 Werewolf 8, 5 Seer, 6 -`, by seat; an empty line changes none.

    Args:
        held: What stood before.
        typed: Parts with commas between: a seat, the beginning of a role and, from 5 to 10, how surely (5 where it is left
            out); or a seat and `-`, which leaves it out.
        options: The seats that may be judged.
        roles: What they may be taken for.

    Raises:
        ValueError: A part cannot be read; the message is a sentence for the person.
    """
    kept = {belief.seat: belief for belief in held}
    for part in filter(None, map(str.strip, typed.split(","))):
        words = part.split()
        if len(words) not in (2, 3):
            raise ValueError(f"`{part}` is no suspicion: write a seat, a role and a confidence from {GUESS} to {CERTAIN}.")
        seat = match_option(options, words[0])
        if isinstance(seat, str):
            raise ValueError(seat)
        if words[1:] == ["-"]:
            kept.pop(seat.value, None)
        else:
            kept[seat.value] = Belief(seat.value, _begun(words[1], roles), _confidence(words[2:]))
    return tuple(kept[seat] for seat in sorted(kept))


def _confidence(words: Sequence[str]) -> int:
    word = words[0] if words else str(GUESS)
    if not (word.isascii() and word.isdecimal()) or not GUESS <= int(word) <= CERTAIN:
        raise ValueError(f"`{word}` is no confidence: it goes from {GUESS}, a guess, to {CERTAIN}, certain.")
    return int(word)


def _begun(word: str, roles: Sequence[GuessedRole]) -> GuessedRole:
    found: list[GuessedRole] = [role for role in roles if role.casefold().startswith(word.casefold())]
    if len(found) != 1:
        raise ValueError(f"`{word}` is {'more than one role' if found else 'no role'}: {', '.join(found or roles)}.")
    return found[0]
