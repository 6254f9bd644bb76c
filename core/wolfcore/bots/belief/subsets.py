"""All k-element subsets of n things in a fixed numbering, with fast sums and products over them.

The numbering is shared by every caller, so that a quantity per subset is a plain list. Products
over members and pairs take two steps a subset, built from the subsets one element smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple, Protocol, TypeVar, cast

T = TypeVar("T")


class Take(Protocol):
    """Takes what is at some places of a list."""

    def __call__(self, values: Sequence[T], /) -> tuple[T, ...]:
        """As many as there are places, in their order."""
        ...


class Subsets(NamedTuple):
    """Every choice of `many` of `n` things, things and choices numbered from 0, choices with the lowest things first.

    Each is a smaller choice and one thing more. With R for the rest, x and y for its last two, p
    for a factor of two things:

        product(R + x + y) = product(R + x) * last(R + x + y)    over all its members and all pairs of them
        last(R + x + y) = last(R + y) * p(x, y)                  what y brings to R + x

    R + x and R + y are smaller choices, so that such a product takes two steps however many are
    chosen.

    Attributes:
        k: How many are chosen.
        masks: Each as a mask of things: thing t is bit 1 << t.
        halves: The choices of the lower half of the members and of the upper one, which is no
            smaller; the same choices where the halves are equal, and none where fewer than two
            things are chosen.
        split: For each choice the places of its lower and of its upper half among those.
        pair_steps: For the choices of two, of three, ..: the places of R + x, of R + y, and of x +
            y among the choices of two.
        containing: For each thing: takes, of a list with one number a choice, those of the choices
            that have it.
    """

    k: int
    masks: tuple[int, ...]
    halves: tuple[Subsets, Subsets] | None
    split: tuple[tuple[int, int], ...]
    pair_steps: tuple[tuple[tuple[int, int, int], ...], ...]
    containing: tuple[Take, ...]

    def pair_products(self, members: Sequence[float], pairs: Sequence[float]) -> Sequence[float]:
        """For each choice the product over its members and pairs.

        Args:
            members: A factor for each thing.
            pairs: A factor for each choice of two.
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
        """For each choice the sum of its members, each of which has a number."""
        if not self.halves:
            return members if self.k else (0.0,)
        lower, upper = self.halves
        low = lower.sums(members)
        high = low if upper is lower else upper.sums(members)
        return [low[here] + high[there] for here, there in self.split]

    def products(self, members: Sequence[float]) -> Sequence[float]:
        """For each choice the product of its members, each of which has a number."""
        if not self.halves:
            return members if self.k else (1.0,)
        lower, upper = self.halves
        low = lower.products(members)
        high = low if upper is lower else upper.products(members)
        return [low[here] * high[there] for here, there in self.split]


class SubsetSelection(NamedTuple):
    """Those of all choices that have some things and lack others.

    Attributes:
        places: Where they are among all, ascending.
        take: Takes what is at these places.
        reduced: The choices among the things that are open in them, in the same order.
    """

    places: Sequence[int]
    take: Take
    reduced: Subsets


@lru_cache(maxsize=256)
def subsets(n: int, k: int) -> Subsets:
    """Every choice of `many` of `n` things; 0 <= many <= open_."""
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
    """Of the choices of `many` of `n` things those that fit.

    Args:
        open_: How many things there are.
        many: How many of them are chosen.
        without: A mask of things (thing t is bit 1 << t) that are not chosen.
        having: A mask of things that are.

    Returns:
        What fits, or None if nothing does.
    """
    left, more = open_ - (without | having).bit_count(), many - having.bit_count()
    if without & having or not 0 <= more <= left:
        return None
    masks, told = subsets(open_, many).masks, without | having
    places = (
        range(len(masks))
        if not told
        else tuple([place for place, mask in enumerate(masks) if mask & told == having])
    )
    return SubsetSelection(places, gather_at(places), subsets(left, more))


def gather_at(places: Sequence[int]) -> Take:
    """Takes what is at these places of a list."""
    if len(places) > 1:
        return cast(
            "Take", itemgetter(*places)
        )  # much faster than a loop, but of one place it makes no tuple

    def take(values: Sequence[T]) -> tuple[T, ...]:
        return tuple([values[place] for place in places])

    return take


@lru_cache(maxsize=1 << 14)
def compressed_mask(mask: int, among: int) -> int:
    """The bits of a mask that are set in `among`, numbered as those are from the lowest on: 0b1010 among 0b1110 is 0b101."""
    bits = [bit for bit in range(among.bit_length()) if among >> bit & 1]
    return sum([1 << place for place, bit in enumerate(bits) if mask >> bit & 1])
