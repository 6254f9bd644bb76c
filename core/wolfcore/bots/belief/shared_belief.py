"""SharedBelief: the public record and beliefs, computed once for all seats that one bot plays.

Only a cache: a seat that computes them alone gets the same. `extend` refuses facts that do not
continue those it holds, and its caller then starts a new one.
"""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.game import Board, Fact
from wolfcore.game.facts import Began

from .evidence import evidence
from .likelihoods import Likelihoods
from .observation import observe_public
from .posterior import Knowledge, Posterior, reading_errors, seat_posterior, with_attack_evidence
from .public_weights import PublicWeights
from .seat_record import KnownLineReader, PublicRecord


class SharedBelief:
    """A table as everybody sees it.

    Args:
        board, names: Of the game.
        likely: The parameters of the belief.
        heeds_behaviour: Whether votes and words count.
        heeds_claims: Whether claims of roles do.
        max_reading_error: How far off a seat reads another at most (`misreading`).
        meant_by: As in `Public`.

    Attributes:
        public: What all have seen.
    """

    __slots__ = (
        "_beliefs",
        "_claims",
        "_facts",
        "_heeds",
        "_judged",
        "_likely",
        "_noise",
        "_outlook",
        "public",
    )

    def __init__(
        self,
        board: Board,
        names: Sequence[str],
        likely: Likelihoods,
        *,
        heeds_behaviour: bool,
        heeds_claims: bool = True,
        max_reading_error: float = 0.0,
        meant_by: KnownLineReader | None = None,
    ) -> None:
        self.public = PublicRecord(board, names, meant_by)
        self._likely, self._heeds, self._claims, self._noise = (
            likely,
            heeds_behaviour,
            heeds_claims,
            max_reading_error,
        )
        self._facts: list[Fact] = []
        self._outlook: PublicWeights | None = None
        self._judged = False
        self._beliefs: dict[tuple[int, int, Knowledge], Posterior] = {}

    def extend(self, start: int, facts: list[Fact]) -> bool:
        """Take in facts that all learn.

        Args:
            start: How many came before them.
            facts: As many as there are by now.

        Returns:
            Whether this is their table: what is known of them here agrees, and nothing is known
                beyond them.
        """
        known = self._facts[start:]
        if start > len(self._facts) or known != facts[: len(known)]:
            return False
        if len(known) < len(facts):
            fresh, public = facts[len(known) :], self.public
            before = public.day, len(public.living_masks)
            observe_public(public, fresh)
            self._facts += fresh
            if before != (public.day, len(public.living_masks)) or any(
                type(fact) is not Began for fact in fresh
            ):
                self._judged = (
                    False  # that a part of the same day begins tells nothing about anybody
                )
        return True

    @property
    def fact_count(self) -> int:
        """How many facts are known that all learn."""
        return len(self._facts)

    @property
    def public_weights(self) -> PublicWeights:
        """What everybody makes of it."""
        held = self._outlook
        if held is None or not self._judged:
            found = evidence(
                self.public, self._likely, use_behaviour=self._heeds, use_claims=self._claims
            )
            self._judged = True
            if (
                held is None
                or held.evidence != found
                or held.living_masks != tuple(self.public.living_masks)
            ):
                self._outlook = held = PublicWeights(self.public, found)
                self._beliefs = {}
        return held

    def posterior(self, me: int, known: Knowledge) -> Posterior:
        """What a seat believes that takes this for certain, and errs where it reasons from a role; kept until there is news."""
        outlook, reads = self.public_weights, me if known.own_role else 0
        key = (reads, self.public.day, known)
        if key not in self._beliefs:
            errs = (
                reads and self._noise and known.known_wolves.bit_count() < outlook.wolves
            )  # a pack has nobody to misread
            errors = (
                reading_errors(self.public.names, me, self.public.day, self._noise) if errs else ()
            )
            self._beliefs[key] = seat_posterior(
                outlook,
                me,
                known,
                with_attack_evidence(errors, known, self._likely, self.public.size),
            )
        return self._beliefs[key]
