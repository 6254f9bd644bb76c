"""What all at a table have seen, folded once for all the seats that one bot plays there.

Only a cache: whoever folds it alone comes to the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Board, Fact

from .evidence import Evidence, evidence
from .likelihoods import Likelihoods
from .record import Public
from .witness import attend


class CommonTable:
    """A table as everybody sees it.

    Args:
        board, names: Of the game.
        likely: The parameters of the belief.
        heeds_behaviour: Whether votes and words count.

    Attributes:
        public: What all have seen.
    """

    __slots__ = ("_conduct", "_facts", "_heeds", "_likely", "public")

    def __init__(self, board: Board, names: Sequence[str], likely: Likelihoods, *, heeds_behaviour: bool) -> None:
        self.public = Public(board, names)
        self._likely, self._heeds = likely, heeds_behaviour
        self._facts: list[Fact] = []
        self._conduct: Evidence | None = None

    def follow(self, start: int, facts: list[Fact]) -> bool:
        """Take in facts that all learn.

        Args:
            start: How many came before them.
            facts: As many as there are by now.

        Returns:
            Whether this is their table: what is known of them here agrees, and nothing is known beyond them.
        """
        known = self._facts[start:]
        if start > len(self._facts) or known != facts[: len(known)]:
            return False
        if len(known) < len(facts):
            fresh = facts[len(known) :]
            attend(self.public, fresh)
            self._facts += fresh
            self._conduct = None
        return True

    @property
    def length(self) -> int:
        """How many facts are known that all learn."""
        return len(self._facts)

    @property
    def conduct(self) -> Evidence:
        """What is known of everybody's conduct."""
        if self._conduct is None:
            self._conduct = evidence(self.public, self._likely, heeds_behaviour=self._heeds)
        return self._conduct
