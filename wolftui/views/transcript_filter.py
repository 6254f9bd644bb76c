"""The transcript filter: which seats and kinds each block is about, indexed once per block."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from msgspec import Struct

from wolfcore.game import RoleName
from wolfcore.game import facts as f
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.visible_log import Fold
from wolftui.words.spans import Block, Line, Span
from wolftui.words.transcript_layout import common_prefix_length

from .labels import seat_span
from .seat_claims import claimed_roles

FilterKind = Literal["speeches", "votes", "claims", "deaths", "thoughts", "private"]


KINDS: tuple[FilterKind, ...] = get_args(FilterKind)


_TABLES = 8


class TranscriptFilter(Struct, frozen=True):
    """A transcript filter: a block passes if it matches one of the seats and one of the kinds.

    Attributes:
        seats: Seats to show; empty for all.
        kinds: Kinds of block to show; empty for all.
    """

    seats: frozenset[int] = frozenset()
    kinds: frozenset[FilterKind] = frozenset()

    @property
    def active(self) -> bool:
        """Whether the filter can hide any block."""
        return bool(self.seats or self.kinds)

    def summary(self, names: Sequence[str]) -> Line:
        """Describe the filter: its seats and kinds."""
        parts: list[Span] = [seat_span(tuple(names), seat) for seat in sorted(self.seats)]
        parts += [Span(kind, "accent") for kind in KINDS if kind in self.kinds]
        return tuple(
            span
            for number, part in enumerate(parts)
            for span in ((Span(" ", "dim"), part) if number else (part,))
        )


class BlockTraits(NamedTuple):
    """The filterable traits of one block.

    Attributes:
        seats: The seats that the block is about.
        kinds: The kinds that the block belongs to.
        fact_range: The facts that the block tells: from the first number, exclusive, to the second.
    """

    seats: frozenset[int]
    kinds: frozenset[FilterKind]
    fact_range: tuple[int, int]


class DeathFacts(NamedTuple):
    """The dead seats, and the fact counts of deaths, their causes and the roles of the dead."""

    dead: frozenset[int] = frozenset()
    counts: tuple[int, ...] = ()


def _add_death(
    before: DeathFacts, fact: f.Died | f.Shot | f.Cause | f.Revealed, fact_count: int
) -> DeathFacts:
    dead = before.dead
    match fact:
        case f.Died(seat=seat):
            dead |= {seat}
        case f.Shot(target=0):
            return before
        case f.Revealed(seat=seat) if seat not in dead:
            return before
        case _:
            pass
    return DeathFacts(dead, (*before.counts, fact_count))


DEATH_FACTS: Fold[DeathFacts] = Fold(
    DeathFacts(), _add_death, (f.Died, f.Shot, f.Cause, f.Revealed)
)


@lru_cache(maxsize=_TABLES)
def claim_counts(names: tuple[str, ...], roles: tuple[RoleName, ...]) -> Fold[tuple[int, ...]]:
    """Return the fold of the fact counts at which a seat claimed a role or took a claim back.

    Each speech is slow to read and read once.
    """

    def after(before: tuple[int, ...], fact: f.Said | f.Voted, fact_count: int) -> tuple[int, ...]:
        speaker, text = f.public_words(fact)
        claimed = claimed_roles(text, speaker, names, roles)
        return (*before, fact_count) if claimed else before

    return Fold((), after, (f.Said, f.Voted))


class FilterIndex:
    """The blocks of a growing list that pass a filter; the traits of each block are computed once.

    Attributes:
        filter: The current filter.
        version: A number that changes whenever other blocks may pass.
        is_reading_claims: Whether speeches are still unread for role claims. Claims pass the filter
            once all are read.
    """

    def __init__(self) -> None:
        self.filter, self.version, self.is_reading_claims = TranscriptFilter(), 0, False
        self._blocks: list[Block] = []
        self._traits: list[BlockTraits] = []
        self._words: list[int] = []
        self._claims: Sequence[int] = ()
        self._passing: list[int] = []
        self._found: list[int] = []
        self._sifted: tuple[TranscriptFilter, int, int] | None = None

    def reset(self) -> None:
        """Forget all blocks; called when the viewer changes."""
        self._blocks, self._traits, self._words = [], [], []

    def add_blocks(self, session: GameSession, blocks: Sequence[Block], most: int) -> None:
        """Index the traits of a session's blocks; blocks that are already indexed are kept.

        `blocks` is the start of a longer list or has grown since the last call. At most `most`
        further speeches a call are read for role claims, and none unless the filter asks for
        claims.
        """
        counts = claim_counts(session.names, session.board.roles)
        claims = session.value_known_within(counts, most if "claims" in self.filter.kinds else 0)
        self.is_reading_claims, self._claims = claims is None, claims or ()
        kept = common_prefix_length(self._blocks, blocks)
        if kept == len(blocks):
            return
        del self._blocks[kept:], self._traits[kept:], self._words[bisect_left(self._words, kept) :]
        self._sifted = None
        deaths = session.value_known(DEATH_FACTS).counts
        before = blocks[kept - 1].fact_count if kept else 0
        for number, block in enumerate(blocks[kept:], kept):
            self._traits.append(_traits(block, before, deaths))
            before = block.fact_count
            if block.kind != "divider":
                self._words.append(number)
        self._blocks += blocks[kept:]

    def matching(self, count: int) -> Sequence[int]:
        """Return the indices of the first `count` blocks that pass, with their dividers."""
        self._refilter()
        return self._passing[: bisect_left(self._passing, count)]

    def counts(self, count: int) -> tuple[int, int]:
        """Count the blocks that pass among the first `count`, and all; without dividers."""
        self._refilter()
        return bisect_left(self._found, count), bisect_left(self._words, count)

    def _refilter(self) -> None:
        now = (
            self.filter,
            len(self._traits),
            len(self._claims) if "claims" in self.filter.kinds else 0,
        )
        if now == self._sifted:
            return
        self._sifted, self._passing, self._found = now, [], []
        self.version += 1
        heading = -1
        for number, block in enumerate(self._blocks):
            if block.kind == "divider":
                heading = number
            elif self._matches(self.filter, number):
                self._passing += [heading, number] if heading >= 0 else [number]
                self._found.append(number)
                heading = -1

    def _matches(self, wanted: TranscriptFilter, number: int) -> bool:
        traits = self._traits[number]
        if wanted.seats and wanted.seats.isdisjoint(traits.seats):
            return False
        claims = (
            "claims" in wanted.kinds
            and "speeches" in traits.kinds
            and _within(self._claims, *traits.fact_range)
        )
        return claims or not (wanted.kinds and wanted.kinds.isdisjoint(traits.kinds))

    def count(self, wanted: TranscriptFilter) -> int | None:
        """Count the indexed blocks that pass another filter; None while claims are still unread."""
        if "claims" in wanted.kinds and self.is_reading_claims:
            return None
        return sum(self._matches(wanted, number) for number in self._words)


def _traits(block: Block, before: int, deaths: Sequence[int]) -> BlockTraits:
    """Compute the traits of a block that tells the facts after number `before`.

    Role claims are found later, for reading speeches is slow.
    """
    kinds: set[FilterKind] = set()
    if block.kind == "speech" and not block.secret:
        kinds.add("speeches")
    if block.kind == "votes":
        kinds.add("votes")
    if _within(deaths, before, block.fact_count):
        kinds.add("deaths")
    if block.thought:
        kinds.add("thoughts")
    if block.secret:
        kinds.add("private")
    seats = frozenset({block.seat} if block.seat else _seats(block))
    return BlockTraits(seats, frozenset(kinds), (before, block.fact_count))


def _within(fact_counts: Sequence[int], before: int, until: int) -> bool:
    return bisect_right(fact_counts, until) > bisect_right(fact_counts, before)


def _seats(block: Block) -> set[int]:
    """Collect the seats that a block mentions."""
    styles = (span.style for line in (block.head, *block.lines) for span in line)
    return {int(style.removeprefix("seat-")) for style in styles if style.startswith("seat-")}
