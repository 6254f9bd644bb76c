"""What all at a table have seen, folded once for all the seats that one bot plays there.

Only a cache: whoever folds it alone comes to the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.game import Board, Fact
from wolfcore.game.facts import Began

from .evidence import evidence
from .likelihoods import Likelihoods
from .misreading import misreadings
from .outlook import Outlook
from .posterior import Knowledge, Posterior, believed, with_attacks
from .record import Hears, Public
from .witness import attend


class CommonTable:
    """A table as everybody sees it.

    Args:
        board, names: Of the game.
        likely: The parameters of the belief.
        heeds_behaviour: Whether votes and words count.
        heeds_claims: Whether claims of roles do.
        noise: How far off a seat reads another at most (`misreading`).
        meant_by: As in `Public`.

    Attributes:
        public: What all have seen.
    """

    __slots__ = ("_beliefs", "_claims", "_facts", "_heeds", "_judged", "_likely", "_noise", "_outlook", "public")

    def __init__(
        self,
        board: Board,
        names: Sequence[str],
        likely: Likelihoods,
        *,
        heeds_behaviour: bool,
        heeds_claims: bool = True,
        noise: float = 0.0,
        meant_by: Hears | None = None,
    ) -> None:
        self.public = Public(board, names, meant_by)
        self._likely, self._heeds, self._claims, self._noise = likely, heeds_behaviour, heeds_claims, noise
        self._facts: list[Fact] = []
        self._outlook: Outlook | None = None
        self._judged = False
        self._beliefs: dict[tuple[int, int, Knowledge], Posterior] = {}

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
            fresh, public = facts[len(known) :], self.public
            before = public.day, len(public.stands)
            attend(public, fresh)
            self._facts += fresh
            if before != (public.day, len(public.stands)) or any(type(fact) is not Began for fact in fresh):
                self._judged = False  # that a part of the same day begins tells nothing about anybody
        return True

    @property
    def length(self) -> int:
        """How many facts are known that all learn."""
        return len(self._facts)

    @property
    def outlook(self) -> Outlook:
        """What everybody makes of it."""
        held = self._outlook
        if held is None or not self._judged:
            found = evidence(self.public, self._likely, heeds_behaviour=self._heeds, heeds_claims=self._claims)
            self._judged = True
            if held is None or held.evidence != found or held.stands != tuple(self.public.stands):
                self._outlook = held = Outlook(self.public, found)
                self._beliefs = {}
        return held

    def belief(self, me: int, known: Knowledge) -> Posterior:
        """What a seat believes that takes this for certain, and errs where it reasons from a role; kept until there is news."""
        outlook, reads = self.outlook, me if known.own else 0
        key = (reads, self.public.day, known)
        if key not in self._beliefs:
            errs = reads and self._noise and known.wolves.bit_count() < outlook.wolves  # a pack has nobody to misread
            errors = misreadings(self.public.names, me, self.public.day, self._noise) if errs else ()
            self._beliefs[key] = believed(outlook, me, known, with_attacks(errors, known, self._likely, self.public.size))
        return self._beliefs[key]
