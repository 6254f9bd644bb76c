"""What a network reads is made by a describer: one for each way to turn a turn into numbers."""

from __future__ import annotations

from typing import Protocol

from wolfcore.agents import Turn
from wolfcore.players import Desk

from .network import PolicyInput


class Describer(Protocol):
    """Turns a turn with candidates into numbers."""

    @property
    def name(self) -> str:
        """What its numbers mean, with the version of that: a checkpoint is for one describer."""
        ...

    @property
    def lengths(self) -> tuple[int, int, int]:
        """How many numbers describe the player, the state and a candidate."""
        ...

    def describe(self, turn: Turn, desk: Desk) -> PolicyInput:
        """The numbers of a turn, of all its candidates in order."""
        ...
