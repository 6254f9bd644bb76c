"""Agents: whoever chooses among candidates in the place of a model, such as a learned policy (SLA 4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from wolfcore.players import Desk

from .turn import Turn


class CandidateChoice(NamedTuple):
    """A choice among the candidates of a turn.

    Attributes:
        position: Which of them, from 0.
        probabilities: How likely each of them was to be chosen, adding up to 1.
    """

    position: int
    probabilities: tuple[float, ...]

    def summary(self, plans: Sequence[str]) -> str:
        """The choice for a trace: how likely each of the candidates was, by its name."""
        return ", ".join(f"{plan} {share:.0%}" for plan, share in zip(plans, self.probabilities, strict=True))


class Chooser(Protocol):
    """Chooses among the candidates of a turn, at once."""

    async def prepare(self, desk: Desk) -> None:
        """Load what takes a while to load, beside the event loop, and tell the table meanwhile; harmless when repeated.

        Raises:
            MemoryProblem: What it reads texts with is not to be had.
        """
        ...

    def choose(self, turn: Turn, desk: Desk) -> CandidateChoice:
        """Choose one of `turn.candidates`, of which there are two or more.

        Args:
            turn: The turn, its view as far as it is in sight.
            desk: The dice of the ask.

        Raises:
            MemoryProblem: What it reads texts with is not to be had.
        """
        ...


class AsyncChooser(Protocol):
    """Chooses among the candidates of a turn where the table waits for it."""

    async def choose_async(self, turn: Turn, desk: Desk) -> CandidateChoice:
        """As `Chooser.choose`, without holding up the event loop.

        Raises:
            MemoryProblem: What it reads texts with is not to be had.
        """
        ...
