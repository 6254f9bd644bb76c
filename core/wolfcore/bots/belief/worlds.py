"""Worlds: the possible wolf sets given the deaths so far, as bit masks in a fixed order.

A wolf set is excluded if the game would have ended earlier with it. Cached for all seats and games
with the same board size, rule and deaths.
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
    """All wolf sets made of the certain wolves and any `open_wolves` of the open seats.

    Attributes:
        open_seats: The mask of the open seats.
        open_wolves: The number of wolves among them.
        certain_wolves: The mask of the wolves that all sets share.
    """

    open_seats: int
    open_wolves: int
    certain_wolves: int

    def selection(self, good: int, wolves: int) -> SubsetSelection | None:
        """Select the sets without the seats of `good` and with those of `wolves`, both masks.

        The selection is over subsets of the open seats. None if no set fits.
        """
        return _selection(self.open_seats, self.open_wolves, self.certain_wolves, good, wolves)

    def remaining(self, good: int, wolves: int) -> RemainingSets | None:
        """Like `selection`, with the remaining sets, seats and masks; None if no set fits."""
        return _remaining(self.open_seats, self.open_wolves, self.certain_wolves, good, wolves)


class RemainingSets(NamedTuple):
    """The wolf sets that a seat's knowledge leaves.

    Attributes:
        selection: The indexes of these sets among all.
        sets: These sets alone.
        seats: The open seats of these sets, ascending; thing t of `selection.reduced` is seats[t].
        certain: The seats that are wolves in all of them, ascending.
        masks: Each set as a mask of seats.
    """

    selection: SubsetSelection
    sets: WolfSets
    seats: tuple[int, ...]
    certain: tuple[int, ...]
    masks: tuple[int, ...]


@lru_cache(maxsize=1 << 9)
def _remaining(open_: int, many: int, held: int, good: int, wolves: int) -> RemainingSets | None:
    """Compute `WolfSets.remaining` for the sets with the certain wolves `held`; cached."""
    found = _selection(open_, many, held, good, wolves)
    if found is None:
        return None
    more = wolves & open_
    sets = WolfSets(open_ & ~(good | more), many - more.bit_count(), held | more)
    seats = seats_of(sets.open_seats)
    return RemainingSets(found, sets, seats, seats_of(sets.certain_wolves), _masks(sets))


@lru_cache(maxsize=1 << 12)
def _selection(open_: int, many: int, held: int, good: int, wolves: int) -> SubsetSelection | None:
    """Compute `WolfSets.selection` for the sets with the certain wolves `held`; cached."""
    if good & held or wolves & ~(open_ | held):
        return None
    return select_subsets(
        open_.bit_count(), many, compressed_mask(good, open_), compressed_mask(wolves, open_)
    )


class Worlds:
    """The wolf sets of a board that contain no seat of a given mask.

    Args:
        size: The number of seats.
        wolves: The number of wolves dealt.
        rule: The board's `wolves_win`.
        stands: The masks of the living at the moments at which the game went on.
        innocent: The mask of the seats that are known not to be wolves.

    Attributes:
        sets: The open seats and the number of wolves.
        seats: The open seats, ascending.
        subsets: The sets as subsets of these seats, thing t being seats[t].
        masks: The sets as masks of seats, including those that `odds` rules out.
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
        """Compute the relative likelihood of each wolf set from the weights (`Evidence`).

        It is 0 for a set with which the game would have ended. No factor overflows: the weights of
        seats are shifted so that the likeliest seats, as many as there are wolves, weigh 1
        together.
        """
        singles = self._singles(weights)
        mean = sum(sorted(singles)[-self.sets.open_wolves :]) / self.sets.open_wolves
        pairs = [exp(weight) if weight else 1.0 for weight in self._pairs(weights)]
        odds = self.subsets.pair_products([exp(weight - mean) for weight in singles], pairs)
        return list(map(mul, odds, self._possible)) if self._possible else odds


@lru_cache(maxsize=256)
def _masks(sets: WolfSets) -> tuple[int, ...]:
    """Return wolf sets as masks of seats, numbered as `Subsets`."""
    bits = [1 << seat for seat in seats_of(sets.open_seats)]
    return tuple(
        [sum(wolves, sets.certain_wolves) for wolves in combinations(bits, sets.open_wolves)]
    )


@lru_cache(maxsize=256)
def _possible(sets: WolfSets, rule: str, stands: tuple[int, ...]) -> Sequence[float] | None:
    """For each wolf set 1.0, or 0.0 if the game would have ended at one of these moments.

    None where no set is ruled out.
    """
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
    """Build the wolf sets with which the game could go on at every moment at which it did.

    Args:
        size: The number of seats.
        wolves: The number of wolves dealt.
        rule: The board's `wolves_win`.
        living_masks: The masks of the living at those moments.
        innocent: The mask of seats that are known not to be wolves.

    Returns:
        The worlds, or None if fewer seats are left than wolves were dealt.
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
    """Return the masks at which the game would have ended with some number of living wolves."""
    telling: list[int] = []
    for living in stands:
        alive = living.bit_count()
        # As many wolves live as the dead leave: those who fell may all have been wolves, or none.
        counts = range(max(0, wolves - (size - alive)), min(wolves, alive) + 1)
        if not all(_game_goes_on(rule, count, alive - count) for count in counts):
            telling.append(living)
    return tuple(telling)


def _game_goes_on_by_wolves(rule: str, wolves: int, alive: int) -> list[float]:
    """For each number of living wolves 0..wolves, 1.0 if the game goes on with `alive` living."""
    return [float(_game_goes_on(rule, count, alive - count)) for count in range(wolves + 1)]


def _game_goes_on(rule: str, wolves: int, others: int) -> bool:
    """Whether the game goes on with this many living wolves and others."""
    if rule == "parity":
        return 0 < wolves < others
    if rule == "outnumber":
        return 0 < wolves <= others
    # The other rules depend on roles that are not known; what is sure is that a wolf lives.
    return wolves > 0
