"""The transcript filter: which seats and kinds each block is about, indexed once per block."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from msgspec import Struct

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
    """What passes: whatever is about one of the seats and of one of the kinds; an empty set of either lets all of them pass."""

    seats: frozenset[int] = frozenset()
    kinds: frozenset[FilterKind] = frozenset()

    @property
    def active(self) -> bool:
        """Whether anything may be left out."""
        return bool(self.seats or self.kinds)

    def summary(self, names: Sequence[str]) -> Line:
        """What passes, in words."""
        parts: list[Span] = [seat_span(tuple(names), seat) for seat in sorted(self.seats)]
        parts += [Span(kind, "accent") for kind in KINDS if kind in self.kinds]
        return tuple(
            span
            for number, part in enumerate(parts)
            for span in ((Span(" ", "dim"), part) if number else (part,))
        )


class BlockTraits(NamedTuple):
    """Which seats a block is about, of which kinds it is, and which facts it tells: behind the first number, up to the second."""

    seats: frozenset[int]
    kinds: frozenset[FilterKind]
    fact_range: tuple[int, int]


def _add_death(before: tuple[int, ...], fact: f.Fact, told: int) -> tuple[int, ...]:
    nobody = (isinstance(fact, f.Exiled) and not fact.seat) or (
        isinstance(fact, f.Shot) and not fact.target
    )
    return before if nobody else (*before, told)


DEATH_COUNTS: Fold[tuple[int, ...]] = Fold(
    (), _add_death, (f.Died, f.Exiled, f.Shot, f.Cause, f.Revealed)
)
"""After how many facts somebody fell, or it was said what they were or why they fell."""


@lru_cache(maxsize=_TABLES)
def claim_counts(names: tuple[str, ...]) -> Fold[tuple[int, ...]]:
    """After how many facts somebody claimed a role or took it back. Each speech takes a while to read, once."""

    def after(before: tuple[int, ...], fact: f.Said, told: int) -> tuple[int, ...]:
        return (*before, told) if claimed_roles(fact.text, fact.seat, names) else before

    return Fold((), after, (f.Said,))


class FilterIndex:
    """The blocks of a growing list that pass a sieve; each block is looked at once.

    Attributes:
        filter: What passes.
        version: Another number whenever something else may pass.
        is_reading_claims: Whether speeches are still to be read for claims, which pass as soon as
            all are.
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
        """The blocks are others from now on: other eyes look."""
        self._blocks, self._traits, self._words = [], [], []

    def add_blocks(self, session: GameSession, blocks: Sequence[Block], most: int) -> None:
        """Know the traits of blocks of a session, which are the start of a longer list or longer than it was.

        At most `most` speeches are read for claims, each time, where claims are wanted; else none.
        """
        claims = session.value_known_within(
            claim_counts(session.names), most if "claims" in self.filter.kinds else 0
        )
        self.is_reading_claims, self._claims = claims is None, claims or ()
        kept = common_prefix_length(self._blocks, blocks)
        if kept == len(blocks):
            return
        del self._blocks[kept:], self._traits[kept:], self._words[bisect_left(self._words, kept) :]
        self._sifted = None
        deaths = session.value_known(DEATH_COUNTS)
        before = blocks[kept - 1].fact_count if kept else 0
        for number, block in enumerate(blocks[kept:], kept):
            self._traits.append(_traits(block, before, deaths))
            before = block.fact_count
            if block.kind != "divider":
                self._words.append(number)
        self._blocks += blocks[kept:]

    def matching(self, count: int) -> Sequence[int]:
        """The numbers of the blocks that pass among the first `count` of those known, with the night or day each is of."""
        self._refilter()
        return self._passing[: bisect_left(self._passing, count)]

    def counts(self, count: int) -> tuple[int, int]:
        """How many of the first `count` blocks pass, and how many there are; nights and days are not counted."""
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

    def _matches(self, sieve: TranscriptFilter, number: int) -> bool:
        traits = self._traits[number]
        if sieve.seats and sieve.seats.isdisjoint(traits.seats):
            return False
        claims = (
            "claims" in sieve.kinds
            and "speeches" in traits.kinds
            and _within(self._claims, *traits.fact_range)
        )
        return claims or not (sieve.kinds and sieve.kinds.isdisjoint(traits.kinds))

    def count(self, sieve: TranscriptFilter) -> int | None:
        """How many of the blocks known pass a sieve; None where that is not read yet."""
        if "claims" in sieve.kinds and self.is_reading_claims:
            return None
        return sum(self._matches(sieve, number) for number in self._words)


def _traits(block: Block, before: int, deaths: Sequence[int]) -> BlockTraits:
    """The traits of a block that tells the facts behind the `before`-th one; whether it claims anything is found later."""
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


def _within(told: Sequence[int], before: int, until: int) -> bool:
    return bisect_right(told, until) > bisect_right(told, before)


def _seats(block: Block) -> set[int]:
    """The seats that a block names."""
    styles = (span.style for line in (block.head, *block.lines) for span in line)
    return {int(style.removeprefix("seat-")) for style in styles if style.startswith("seat-")}
