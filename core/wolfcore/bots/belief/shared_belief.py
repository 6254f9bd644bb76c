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
    """The public record of a table and the posteriors computed from it.

    Args:
        board, names: The board of the game and the names of its seats.
        likely: The parameters of the belief.
        heeds_behaviour: Whether votes and words count.
        heeds_claims: Whether claims of roles count.
        max_reading_error: The greatest error with which a seat reads another (`reading_errors`).
        meant_by: The lookup of known lines that is passed to `PublicRecord`; None parses every
            speech.

    Attributes:
        public: The public record.
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
        """Append public facts, if they continue the facts known here.

        Args:
            start: The number of public facts before `facts`.
            facts: All public facts from there on.

        Returns:
            False, without any change, if the known facts differ from these or go beyond them.
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
                self._judged = False  # a phase that begins within the same day is no evidence
        return True

    @property
    def fact_count(self) -> int:
        """The number of public facts in the record."""
        return len(self._facts)

    @property
    def public_weights(self) -> PublicWeights:
        """The public weights; recomputed after new facts, and kept if the evidence is unchanged."""
        held = self._outlook
        if held is None or not self._judged:
            found = evidence(
                self.public, self._likely, use_behaviour=self._heeds, use_claims=self._claims
            )
            self._judged = True
            # Equal evidence gives equal weights, so that they and all posteriors stay.
            if (
                held is None
                or held.evidence != found
                or held.living_masks != tuple(self.public.living_masks)
            ):
                self._outlook = held = PublicWeights(self.public, found)
                self._beliefs = {}
        return held

    def posterior(self, me: int, known: Knowledge) -> Posterior:
        """Return the cached posterior of seat `me` with this certain knowledge.

        The seat errs only if it reasons from a role (`known.own_role`) and does not know the whole
        pack. The cache is emptied when the public evidence changes.
        """
        # Seats that do not err share one entry, under seat 0.
        outlook, reads = self.public_weights, me if known.own_role else 0
        key = (reads, self.public.day, known)
        if key not in self._beliefs:
            errs = (
                reads and self._noise and known.known_wolves.bit_count() < outlook.wolves
            )  # a seat that knows the whole pack misreads nobody
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
