"""The acts and role claims of a speech as places in the observation arrays.

Lines of house bots are looked up; any other speech is read as the house bots read it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from wolfcore.bots.talk.phrasebook import known_acts
from wolfcore.game import ROLES, team_of
from wolfcore.speech import Act, ClaimsRole, ReportsCheck, Retracts, mark_seats, read

ACTS: tuple[str, ...] = (
    "Accuses",
    "Vouches",
    "Defends",
    "CallsVote",
    "AsksSeat",
    "ReportsWolf",
    "ReportsGood",
    "TellsProtected",
    "TellsSaved",
    "TellsPoisoned",
)
"""Acts about a seat; a report is one of two by its result."""


_ACT_PLACES = {name: place for place, name in enumerate(ACTS)}


_ROLE_PLACES = {name: place for place, name in enumerate(ROLES)}


EVERY_ROLE = -1


class SpeechPlaces(NamedTuple):
    """What a speech does.

    Attributes:
        acts: (place in ACTS, seat), each once; seat 0 where a vote is called for nobody.
        claims: In order, the place of a role and whether it is claimed (True) or taken back;
            EVERY_ROLE for whatever was claimed.
    """

    acts: tuple[tuple[int, int], ...] = ()
    claims: tuple[tuple[int, bool], ...] = ()


@lru_cache(maxsize=1 << 14)
def speech_places(text: str, speaker: int, names: tuple[str, ...]) -> SpeechPlaces:
    """What a speech does: lines of house bots are looked up, and the rest is read.

    Args:
        text: The words as spoken.
        speaker: Who speaks, 1..N.
        names: Everybody's name, in seat order.
    """
    if not text:
        return SpeechPlaces()
    known = known_acts(mark_seats(text, names, len(names)), speaker)
    found = read(text, speaker, names, len(names)) if known is None else known
    acts, claims = list[tuple[int, int]](), list[tuple[int, bool]]()
    for act in found:
        if isinstance(act, ClaimsRole):
            claims.append((_ROLE_PLACES[act.role], True))
        elif isinstance(act, Retracts):
            claims.append((_ROLE_PLACES[act.role] if act.role else EVERY_ROLE, False))
        else:
            acts.append((_ACT_PLACES[_named(act)], act.seat))
    return SpeechPlaces(tuple(dict.fromkeys(acts)), tuple(claims))


def _named(act: Act) -> str:
    if isinstance(act, ReportsCheck):
        team = act.result if act.result in ("wolves", "village") else team_of(act.result)
        return "ReportsWolf" if team == "wolves" else "ReportsGood"
    return type(act).__name__
