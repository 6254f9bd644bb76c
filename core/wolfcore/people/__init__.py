"""Scripted people, who play several games in a row with the same agents and learn from those that were revealed.

`Person` is one over its games, `Known` what it brings to one of them, and `PersonPlayer` who plays that one. They stand in for the
people of papers; nothing here knows who sits at the other seats.
"""

from .person import Known, Person, kind_of, person_player, read_known, write_known
from .player import PersonPlayer
from .ways import ADAPTIVE, KINDS, USUAL, WAYS, Kind, Way

__all__ = [
    "ADAPTIVE", "KINDS", "USUAL", "WAYS", "Kind", "Known", "Person", "PersonPlayer", "Way", "kind_of", "person_player",
    "read_known", "write_known",
]  # fmt: skip
