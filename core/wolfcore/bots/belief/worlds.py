"""Worlds: the possible wolf sets given the deaths so far, as bit masks in a fixed order.

A wolf set is excluded if the game would have ended earlier with it. Cached for all seats and
games with the same board size, rule and deaths.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import exp
from operator import mul
from typing import NamedTuple

from .seat_record import seats_of
from .subsets import Subsets, SubsetSelection, compressed_mask, gather_at, select_subsets, subsets


class WolfSets(NamedTuple):
    """Wolf sets that have some wolves in common, beside any choice of some other seats.

    Attributes:
        open_seats: The mask of these others.
        open_wolves: How many of them are wolves.
        certain_wolves: The mask of the wolves that all sets have.
    """

    open_seats: int
    open_wolves: int
    certain_wolves: int

    def selection(self, good: int, wolves: int) -> SubsetSelection | None:
        """The sets, as choices of the open seats, in which nobody of `good` and everybody of `wolves` is a wolf, both masks."""
        return _selection(self.open_seats, self.open_wolves, self.certain_wolves, good, wolves)

    def remaining(self, good: int, wolves: int) -> RemainingSets | None:
        """As `part`, with all that follows from it alone."""
        return _remaining(self.open_seats, self.open_wolves, self.certain_wolves, good, wolves)


class RemainingSets(NamedTuple):
    """The sets that are left to a seat that knows some to be good and some to be wolves.

    Attributes:
        selection: Which of all sets these are.
        sets: These alone.
        seats: The open seats of these, ascending; thing t of `part.rest` is seats[t].
        certain: The seats that are wolves in all of them, ascending.
        masks: Each as a mask of seats.
    """

    selection: SubsetSelection
    sets: WolfSets
    seats: tuple[int, ...]
    certain: tuple[int, ...]
    masks: tuple[int, ...]


@lru_cache(maxsize=1 << 9)
def _remaining(open_: int, many: int, held: int, good: int, wolves: int) -> RemainingSets | None:
    """As `WolfSets.left`, of the sets whose wolves in common are `held`."""
    found = _selection(open_, many, held, good, wolves)
    if found is None:
        return None
    more = wolves & open_
    sets = WolfSets(open_ & ~(good | more), many - more.bit_count(), held | more)
    seats = seats_of(sets.open_seats)
    return RemainingSets(found, sets, seats, seats_of(sets.certain_wolves), _masks(sets))


@lru_cache(maxsize=1 << 12)
def _selection(open_: int, many: int, held: int, good: int, wolves: int) -> SubsetSelection | None:
    """As `WolfSets.part`, of the sets whose wolves in common are `held`."""
    if good & held or wolves & ~(open_ | held):
        return None
    return select_subsets(
        open_.bit_count(), many, compressed_mask(good, open_), compressed_mask(wolves, open_)
    )


class Worlds:
    """The wolf sets of a board in which nobody of some seats is a wolf.

    Attributes:
        sets: What they have in common.
        seats: The open seats, ascending.
        subsets: The sets as choices of these seats, thing t being seats[t].
        masks: The same as masks of seats, those that are ruled out in another way (`odds`) among
            them.
    """

    __slots__ = ("_pairs", "_possible", "_singles", "masks", "seats", "sets", "subsets")

    def __init__(
        self, size: int, wolves: int, rule: str, stands: Sequence[int], innocent: int
    ) -> None:
        n = size + 1
        self.sets = WolfSets((1 << n) - 2 & ~innocent, wolves, 0)
        self.seats = seats_of(self.sets.open_seats)
        self.subsets: Subsets = subsets(len(self.seats), wolves)
        self.masks = _masks(self.sets)
        self._singles = gather_at(self.seats)
        self._pairs = gather_at([n + low * n + high for low, high in combinations(self.seats, 2)])
        self._possible = _possible(self.sets, rule, tuple(stands))

    def odds(self, weights: Sequence[float]) -> Sequence[float]:
        """For each wolf set how likely it is beside the others, by the weights (`Evidence`) of its seats and pairs.

        It is 0 where the set cannot be. No factor overflows: as many of the likeliest seats as
        there are wolves weigh 1 together.
        """
        singles = self._singles(weights)
        mean = sum(sorted(singles)[-self.sets.open_wolves :]) / self.sets.open_wolves
        pairs = [exp(weight) if weight else 1.0 for weight in self._pairs(weights)]
        odds = self.subsets.pair_products([exp(weight - mean) for weight in singles], pairs)
        return list(map(mul, odds, self._possible)) if self._possible else odds


@lru_cache(maxsize=256)
def _masks(sets: WolfSets) -> tuple[int, ...]:
    """Wolf sets as masks of seats, numbered as `Subsets`."""
    bits = [1 << seat for seat in seats_of(sets.open_seats)]
    return tuple(
        [sum(wolves, sets.certain_wolves) for wolves in combinations(bits, sets.open_wolves)]
    )


@lru_cache(maxsize=256)
def _possible(sets: WolfSets, rule: str, stands: tuple[int, ...]) -> Sequence[float] | None:
    """For each wolf set 1, or 0 where the game would have been over at one of these moments; None where all may be."""
    if not stands:
        return None
    before, living = _possible(sets, rule, stands[:-1]), stands[-1]
    bars = _game_goes_on_by_wolves(rule, sets.open_wolves, living.bit_count())
    left = [bars[(mask & living).bit_count()] for mask in _masks(sets)]
    if before:
        left = list(map(mul, left, before))
    return tuple(left) if 0.0 in left else None


def possible_worlds(
    size: int, wolves: int, rule: str, living_masks: tuple[int, ...], innocent: int
) -> Worlds | None:
    """The wolf sets with which the game could have gone on at every moment at which it did.

    Args:
        size: How many seats there are.
        wolves: How many wolves were dealt.
        rule: The board's `wolves_win`.
        living_masks: The masks of the living at those moments.
        innocent: The mask of seats that are known not to be wolves.

    Returns:
        None where there are too few seats left for the wolves.
    """
    if size - innocent.bit_count() < wolves:
        return None
    return _worlds(
        size, wolves, rule, _informative_masks(size, wolves, rule, living_masks), innocent
    )


@lru_cache(maxsize=256)
def _worlds(size: int, wolves: int, rule: str, stands: tuple[int, ...], innocent: int) -> Worlds:
    return Worlds(size, wolves, rule, stands, innocent)


@lru_cache(maxsize=1 << 10)
def _informative_masks(
    size: int, wolves: int, rule: str, stands: tuple[int, ...]
) -> tuple[int, ...]:
    """Of these moments those that tell anything: the game might have been over, had more or fewer wolves lived."""
    telling: list[int] = []
    for living in stands:
        alive = living.bit_count()
        counts = range(max(0, wolves - (size - alive)), min(wolves, alive) + 1)
        if not all(_game_goes_on(rule, count, alive - count) for count in counts):
            telling.append(living)
    return tuple(telling)


def _game_goes_on_by_wolves(rule: str, wolves: int, alive: int) -> list[float]:
    """By how many of the wolves live: 1 where a game goes on with so many among those `alive`, 0 where it does not."""
    return [float(_game_goes_on(rule, count, alive - count)) for count in range(wolves + 1)]


def _game_goes_on(rule: str, wolves: int, others: int) -> bool:
    """Whether a game goes on with so many living."""
    if rule == "parity":
        return 0 < wolves < others
    if rule == "outnumber":
        return 0 < wolves <= others
    return wolves > 0
