"""Candidates: whole answers that somebody proposes, so that a learner may choose words by a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from wolfcore.bots import HouseThinker
from wolfcore.errors import ConfigError
from wolfcore.game import Answer, Ask, View
from wolfcore.players import Desk


class Proposer(Protocol):
    """Whoever proposes answers to one ask from what one seat may know."""

    @property
    def most(self) -> int:
        """At most how many answers it proposes, 1 or more."""
        ...

    def propose(self, view: View, ask: Ask, desk: Desk) -> Sequence[Answer]:
        """Answers within the ask's options, the first one what the proposer would give; equal inputs give equal answers."""
        ...


class BotProposer:
    """What a house bot would answer: in its usual way first, and then by plans of another strategy (`core/wolfcore/bots/plans.py`).

    Args:
        options: The words of the bot: at most one level, one style and one manner.
        most: At most how many answers it proposes; the paper tells no number, and 3 is ours.

    Attributes:
        most: As above.

    Raises:
        ConfigError: There is no such option, or nothing is to be proposed.
    """

    __slots__ = ("_thinker", "most")

    def __init__(self, options: tuple[str, ...] = ("hard",), most: int = 3) -> None:
        if most < 1:
            raise ConfigError(f"{most} candidates cannot be proposed", key="most", hint="Propose one or more.")
        self._thinker = HouseThinker(options)
        self.most = most

    def propose(self, view: View, ask: Ask, desk: Desk) -> Sequence[Answer]:
        """One answer a plan, without those that do and say what one before does."""
        return [answer for _, answer in self._thinker.propose(view, ask, desk, self.most)]
