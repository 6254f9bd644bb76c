"""All k-element subsets of n things in a fixed numbering, with fast sums and products over them.

The numbering is shared by every caller, so that a quantity per subset is a plain list. Products
over members and pairs take two steps per subset, built from the subsets one element smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple, Protocol, TypeVar, cast

T = TypeVar("T")


class Take(Protocol):
    """A function that gathers the values at fixed indexes of a list."""

    def __call__(self, values: Sequence[T], /) -> tuple[T, ...]:
        """Return the values at the indexes, in the order of the indexes."""
        ...


class Subsets(NamedTuple):
    """All k-element subsets of n things in lexicographic order, numbered from 0.

    A subset is a smaller subset and one thing more. With R for the rest, x and y for its last two
    things, p for a factor of two things:

        product(R + x + y) = product(R + x) * last(R + x + y)    over all its members and all pairs
        last(R + x + y) = last(R + y) * p(x, y)                  the factor that y adds to R + x

    R + x and R + y are smaller subsets, so that such a product takes two steps for any k.

    Attributes:
        k: The number of things in a subset.
        masks: Each subset as a mask of things: thing t is bit 1 << t.
        halves: The subsets of size k // 2 and of size k - k // 2, which is no smaller; None where k
            is below 2.
        split: For each subset the index of its lower half and of its upper half in `halves`.
        pair_steps: For the subsets of two, of three, ..: the indexes of R + x, of R + y, and of x +
            y among the subsets of two.
        containing: For each thing a `Take` that gathers, from a list with one number per subset,
            the numbers of the subsets that contain it.
    """

    k: int
    masks: tuple[int, ...]
    halves: tuple[Subsets, Subsets] | None
    split: tuple[tuple[int, int], ...]
    pair_steps: tuple[tuple[tuple[int, int, int], ...], ...]
    containing: tuple[Take, ...]

    def pair_products(self, members: Sequence[float], pairs: Sequence[float]) -> Sequence[float]:
        """Compute, for each subset, the product of the factors of its members and pairs.

        Args:
            members: A factor for each thing.
            pairs: A factor for each subset of two things.
        """
        if not self.pair_steps:
            return members if self.k else (1.0,)
        products = last = members
        for size in self.pair_steps[:-1]:
            last = [last[late] * pairs[pair] for _, late, pair in size]
            products = [
                products[rest] * more for (rest, _, _), more in zip(size, last, strict=True)
            ]
        return [
            products[rest] * last[late] * pairs[pair] for rest, late, pair in self.pair_steps[-1]
        ]

    def sums(self, members: Sequence[float]) -> Sequence[float]:
        """Compute, for each subset, the sum of its members' numbers."""
        if not self.halves:
            return members if self.k else (0.0,)
        lower, upper = self.halves
        low = lower.sums(members)
        # With an even k both halves are the same subsets.
        high = low if upper is lower else upper.sums(members)
        return [low[here] + high[there] for here, there in self.split]

    def products(self, members: Sequence[float]) -> Sequence[float]:
        """Compute, for each subset, the product of its members' numbers."""
        if not self.halves:
            return members if self.k else (1.0,)
        lower, upper = self.halves
        low = lower.products(members)
        high = low if upper is lower else upper.products(members)
        return [low[here] * high[there] for here, there in self.split]


class SubsetSelection(NamedTuple):
    """The subsets that contain some given things and lack others.

    Attributes:
        places: Their indexes among all subsets, ascending.
        take: Gathers the values at these indexes.
        reduced: The subsets of the remaining things that complete them, in the same order.
    """

    places: Sequence[int]
    take: Take
    reduced: Subsets


@lru_cache(maxsize=256)
def subsets(n: int, k: int) -> Subsets:
    """Build and cache all k-element subsets of n things; 0 <= k <= n."""
    things = range(n)
    of_size = [list(combinations(things, size)) for size in range(k + 1)]
    places = [{chosen: place for place, chosen in enumerate(found)} for found in of_size]
    pairs: dict[tuple[int, ...], int] = {
        chosen: place for place, chosen in enumerate(combinations(things, 2))
    }
    joined = [
        tuple(
            [
                (places[len(c) - 1][c[:-1]], places[len(c) - 1][*c[:-2], c[-1]], pairs[c[-2:]])
                for c in found
            ]
        )
        for found in of_size[2:]
    ]
    half = k // 2
    halves = (subsets(n, half), subsets(n, k - half)) if half else None
    split = (
        tuple([(places[half][c[:half]], places[k - half][c[half:]]) for c in of_size[k]])
        if half
        else ()
    )
    masks = tuple([sum([1 << thing for thing in chosen]) for chosen in of_size[k]])
    having = tuple(
        [
            gather_at([place for place, mask in enumerate(masks) if mask >> thing & 1])
            for thing in things
        ]
    )
    return Subsets(k, masks, halves, split, tuple(joined), having)


@lru_cache(maxsize=1024)
def select_subsets(open_: int, many: int, without: int, having: int) -> SubsetSelection | None:
    """Select the subsets that contain some given things and lack others.

    Args:
        open_: The number of things.
        many: The size of the subsets.
        without: A mask of things (thing t is bit 1 << t) that the subsets lack.
        having: A mask of things that the subsets contain.

    Returns:
        The selection, or None if no subset fits.
    """
    left, more = open_ - (without | having).bit_count(), many - having.bit_count()
    if without & having or not 0 <= more <= left:
        return None
    masks, fixed = subsets(open_, many).masks, without | having
    places = (
        range(len(masks))
        if not fixed
        else tuple([place for place, mask in enumerate(masks) if mask & fixed == having])
    )
    return SubsetSelection(places, gather_at(places), subsets(left, more))


def gather_at(places: Sequence[int]) -> Take:
    """Return a function that gathers the values at these indexes of a list into a tuple."""
    if len(places) > 1:
        return cast(
            "Take", itemgetter(*places)
        )  # faster than a loop; for one index it returns no tuple

    def take(values: Sequence[T]) -> tuple[T, ...]:
        return tuple([values[place] for place in places])

    return take


@lru_cache(maxsize=1 << 14)
def compressed_mask(mask: int, among: int) -> int:
    """Renumber the bits of a mask by their position among the set bits of `among`.

    For example, 0b1010 among 0b1110 is 0b101. Bits outside `among` are dropped.
    """
    bits = [bit for bit in range(among.bit_length()) if among >> bit & 1]
    return sum([1 << place for place, bit in enumerate(bits) if mask >> bit & 1])
