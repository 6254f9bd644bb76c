"""The acts and role claims of a speech; acts as indices in the observation arrays.

Lines of house bots are looked up in a table; any other speech is parsed as the house bots do.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from wolfcore.bots.talk.phrasebook import acts_of_speech
from wolfcore.game import RoleName, team_of
from wolfcore.speech import Act, ClaimsRole, ContentAct, ReportsCheck, Retracts

ACTS: tuple[str, ...] = (
    "Accuses", "Vouches", "Defends", "CallsVote", "AsksSeat", "ReportsWolf", "ReportsGood",
    "TellsProtected", "TellsSaved", "TellsPoisoned",
)  # fmt: skip
"""Acts about a seat; a report is one of two acts, by its result."""


_ACT_PLACES = {name: place for place, name in enumerate(ACTS)}


EVERY_ROLE = ""
"""Stands for all roles that the speaker claimed, when the claim is taken back."""


class SpeechPlaces(NamedTuple):
    """The acts and role claims of one speech.

    Attributes:
        acts: (index in ACTS, seat), each once; seat 0 where a vote is called for no seat.
        claims: In order, a role, and True if it is claimed or False if it is taken back; EVERY_ROLE
            for all claimed roles.
    """

    acts: tuple[tuple[int, int], ...] = ()
    claims: tuple[tuple[str, bool], ...] = ()


@lru_cache(maxsize=1 << 14)
def speech_places(
    text: str, speaker: int, names: tuple[str, ...], roles: tuple[RoleName, ...]
) -> SpeechPlaces:
    """Find the acts and role claims of a speech; lines of house bots are looked up, others parsed.

    Args:
        text: The text as spoken; empty gives no acts.
        speaker: The seat that speaks, 1..N.
        names: The names of all seats, in seat order.
        roles: The roles that the board deals.
    """
    if not text:
        return SpeechPlaces()
    acts, claims = list[tuple[int, int]](), list[tuple[str, bool]]()
    for act in acts_of_speech(text, speaker, names, roles):
        if isinstance(act, ClaimsRole):
            claims.append((act.role, True))
        elif isinstance(act, Retracts):
            claims.append((act.role or EVERY_ROLE, False))
        # Content of speeches came later and has no place in this layout.
        elif not isinstance(act, ContentAct):
            acts.append((_ACT_PLACES[_named(act)], act.seat))
    return SpeechPlaces(tuple(dict.fromkeys(acts)), tuple(claims))


def _named(act: Act) -> str:
    if isinstance(act, ReportsCheck):
        team = act.result if act.result in ("wolves", "village") else team_of(act.result)
        return "ReportsWolf" if team == "wolves" else "ReportsGood"
    return type(act).__name__
