"""Scripted people, who play several games in a row with the same agents and learn from those that were revealed.

`Person` is one over its games, `Capabilities` what it brings to one of them, and `PersonPlayer` who plays that one. They stand in for the
people of papers; nothing here knows who sits at the other seats.
"""

from .person import Known, Person, kind_of, person_player, read_known, write_known
from .player import PersonPlayer
from .ways import ADAPTIVE, KINDS, USUAL_WAY, WAYS, PersonKind, Way

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
