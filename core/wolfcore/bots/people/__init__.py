"""Scripted people: house bots that play several games in a row and learn from revealed games.

They stand in for the human subjects of papers, and know nothing about the players at other seats.
"""

from .person import Known, Person, PersonPlayer, kind_of, person_player, read_known, write_known
from .strategies import ADAPTIVE, KINDS, USUAL_WAY, WAYS, PersonKind, Way

__all__ = [
    "ADAPTIVE",
    "KINDS",
    "USUAL_WAY",
    "WAYS",
    "Known",
    "Person",
    "PersonKind",
    "PersonPlayer",
    "Way",
    "kind_of",
    "person_player",
    "read_known",
    "write_known",
]  # fmt: skip
