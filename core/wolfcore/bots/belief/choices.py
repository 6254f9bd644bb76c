"""Choices of some of many, numbered alike for all who ask, so that what is known of each of them is a plain list."""

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


class Choices(NamedTuple):
    """Every choice of `many` of `open_` things, things and choices numbered from 0, choices with the lowest things first.

    Each is a smaller choice and one thing more. With R for the rest, x and y for its last two, p for a factor of two things:

        product(R + x + y) = product(R + x) * last(R + x + y)    over all its members and all pairs of them
        last(R + x + y) = last(R + y) * p(x, y)                  what y brings to R + x

    R + x and R + y are smaller choices, so that such a product takes two steps however many are chosen.

    Attributes:
        many: How many are chosen.
        masks: Each as a mask of things: thing t is bit 1 << t.
        halves: The choices of the lower half of the members and of the upper one, which is no smaller; the same choices where
            the halves are equal, and none where fewer than two things are chosen.
        split: For each choice the places of its lower and of its upper half among those.
        joined: For the choices of two, of three, ..: the places of R + x, of R + y, and of x + y among the choices of two.
        having: For each thing: takes, of a list with one number a choice, those of the choices that have it.
    """

    many: int
    masks: tuple[int, ...]
    halves: tuple[Choices, Choices] | None
    split: tuple[tuple[int, int], ...]
    joined: tuple[tuple[tuple[int, int, int], ...], ...]
    having: tuple[Take, ...]

    def of_pairs(self, members: Sequence[float], pairs: Sequence[float]) -> Sequence[float]:
        """For each choice the product over its members and pairs.

        Args:
            members: A factor for each thing.
            pairs: A factor for each choice of two.
        """
        if not self.joined:
            return members if self.many else (1.0,)
        products = last = members
        for size in self.joined[:-1]:
            last = [last[late] * pairs[pair] for _, late, pair in size]
            products = [products[rest] * more for (rest, _, _), more in zip(size, last, strict=True)]
        return [products[rest] * last[late] * pairs[pair] for rest, late, pair in self.joined[-1]]

    def sums(self, members: Sequence[float]) -> Sequence[float]:
        """For each choice the sum of its members, each of which has a number."""
        if not self.halves:
            return members if self.many else (0.0,)
        lower, upper = self.halves
        low = lower.sums(members)
        high = low if upper is lower else upper.sums(members)
        return [low[here] + high[there] for here, there in self.split]

    def products(self, members: Sequence[float]) -> Sequence[float]:
        """For each choice the product of its members, each of which has a number."""
        if not self.halves:
            return members if self.many else (1.0,)
        lower, upper = self.halves
        low = lower.products(members)
        high = low if upper is lower else upper.products(members)
        return [low[here] * high[there] for here, there in self.split]


class Part(NamedTuple):
    """Those of all choices that have some things and lack others.

    Attributes:
        places: Where they are among all, ascending.
        take: Takes what is at these places.
        rest: The choices among the things that are open in them, in the same order.
    """

    places: Sequence[int]
    take: Take
    rest: Choices


@lru_cache(maxsize=256)
def choices(open_: int, many: int) -> Choices:
    """Every choice of `many` of `open_` things; 0 <= many <= open_."""
    things = range(open_)
    of_size = [list(combinations(things, size)) for size in range(many + 1)]
    places = [{chosen: place for place, chosen in enumerate(found)} for found in of_size]
    pairs: dict[tuple[int, ...], int] = {chosen: place for place, chosen in enumerate(combinations(things, 2))}
    joined = [
        tuple([(places[len(c) - 1][c[:-1]], places[len(c) - 1][*c[:-2], c[-1]], pairs[c[-2:]]) for c in found])
        for found in of_size[2:]
    ]
    half = many // 2
    halves = (choices(open_, half), choices(open_, many - half)) if half else None
    split = tuple([(places[half][c[:half]], places[many - half][c[half:]]) for c in of_size[many]]) if half else ()
    masks = tuple([sum([1 << thing for thing in chosen]) for chosen in of_size[many]])
    having = tuple([taking([place for place, mask in enumerate(masks) if mask >> thing & 1]) for thing in things])
    return Choices(many, masks, halves, split, tuple(joined), having)


@lru_cache(maxsize=1024)
def part(open_: int, many: int, without: int, having: int) -> Part | None:
    """Of the choices of `many` of `open_` things those that fit.

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
    masks, told = choices(open_, many).masks, without | having
    places = range(len(masks)) if not told else tuple([place for place, mask in enumerate(masks) if mask & told == having])
    return Part(places, taking(places), choices(left, more))


def taking(places: Sequence[int]) -> Take:
    """Takes what is at these places of a list."""
    if len(places) > 1:
        return cast("Take", itemgetter(*places))  # much faster than a loop, but of one place it makes no tuple

    def take(values: Sequence[T]) -> tuple[T, ...]:
        return tuple([values[place] for place in places])

    return take


@lru_cache(maxsize=1 << 14)
def squeezed(mask: int, among: int) -> int:
    """The bits of a mask that are set in `among`, numbered as those are from the lowest on: 0b1010 among 0b1110 is 0b101."""
    bits = [bit for bit in range(among.bit_length()) if among >> bit & 1]
    return sum([1 << place for place, bit in enumerate(bits) if mask >> bit & 1])
