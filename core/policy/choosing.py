"""A learned policy as one more way to choose among candidates."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np

from core.agents import Chosen, Turn
from core.bots import HouseThinker
from core.players import Desk

from .acts import ActsDescriber
from .checkpoints import check_reads, file_of, load_checkpoint
from .describing import Describer
from .network import Floats, Network, Seen

Notes: TypeAlias = Callable[[Turn, Desk, Seen, Chosen], object]
"""Told of a choice: the turn and its dice, what the network read of it, and what came of it."""


class Shares(Protocol):
    """Whatever says how likely each candidate is to be chosen: a `Network`, or something simpler that learners begin with."""

    def shares(self, seen: Seen) -> Floats:
        """How likely each candidate is chosen, [N], adding up to 1."""
        ...


class PolicyChooser:
    """Draws a candidate from what a network makes of the turn.

    Args:
        network: The network.
        describer: Turns turns into its numbers.
        note: Told of every choice, for whoever learns.
    """

    def __init__(self, network: Shares, describer: Describer, note: Notes | None = None) -> None:
        self._network, self._describer, self._note = network, describer, note

    def choose(self, turn: Turn, desk: Desk) -> Chosen:
        """As `Chooser.choose`: drawn with the ask's own dice, so that equal games are chosen alike."""
        seen = self._describer.describe(turn, desk)
        shares = self._network.shares(seen)
        chosen = Chosen(drawn(shares, desk.dice.chance("policy")), tuple(map(float, shares)))
        if self._note:
            self._note(turn, desk, seen, chosen)
        return chosen


def drawn(shares: Floats, chance: float) -> int:
    """The place that a number in [0, 1) falls on where each place has its share."""
    return min(int(np.searchsorted(np.cumsum(shares, dtype=np.float64), chance, side="right")), len(shares) - 1)


USUAL = "sla-acts"
"""The policy for seats for which house bots think."""


def chooser_of_acts(policy: str, thinker: HouseThinker) -> PolicyChooser:
    """The policy of a seat for which a house bot thinks.

    Args:
        policy: The name of a shipped policy, or a file; empty for the usual one.
        thinker: The bot.

    Raises:
        ConfigError: There is no such policy, or it cannot be read, or it reads something else.
    """
    describer, file = ActsDescriber(thinker), file_of(policy or USUAL)
    written = file.stat().st_mtime_ns if file.exists() else 0
    return PolicyChooser(_network(file, written, describer.name, describer.lengths), describer)


@lru_cache(maxsize=16)
def _network(file: Path, written: int, describer: str, lengths: tuple[int, int, int]) -> Network:
    """The network of a file, read once as long as nobody writes it anew."""
    checkpoint = load_checkpoint(file)
    check_reads(file, checkpoint, describer, lengths)
    return checkpoint.network()
