"""Wolf sets: those that a board allows, and those that what happened leaves over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple, cast


class World(NamedTuple):
    """One wolf set.

    Attributes:
        mask: Its seats as a mask.
        seats: The same, ascending.
        weights_in: Takes what concerns its seats and pairs out of a vector of weights (`behaviour`).
        seats_in: Takes what concerns its seats out of a vector by seat number.
    """

    mask: int
    seats: tuple[int, ...]
    weights_in: Callable[[Sequence[float]], tuple[float, ...]]
    seats_in: Callable[[Sequence[float]], tuple[float, ...]]


@lru_cache(maxsize=64)
def worlds_of(size: int, wolves: int) -> tuple[World, ...]:
    """All wolf sets of a board."""
    return tuple(_world(size + 1, seats) for seats in combinations(range(1, size + 1), wolves))


def _world(n: int, seats: tuple[int, ...]) -> World:
    pairs = (n + low * n + high for low, high in combinations(seats, 2))
    return World(sum(1 << seat for seat in seats), seats, _taking((0, *seats, *pairs)), _taking((0, *seats)))


def _taking(places: tuple[int, ...]) -> Callable[[Sequence[float]], tuple[float, ...]]:
    """Takes two or more places out of a vector; much faster than a loop."""
    return cast("Callable[[Sequence[float]], tuple[float, ...]]", itemgetter(*places))


@lru_cache(maxsize=1024)
def possible_worlds(size: int, wolves: int, rule: str, stands: tuple[int, ...]) -> tuple[World, ...]:
    """The wolf sets with which the game could have gone on at every moment at which it did.

    Args:
        size: How many seats there are.
        wolves: How many wolves were dealt.
        rule: The board's `wolves_win`.
        stands: The masks of the living at those moments.
    """
    if not stands:
        return worlds_of(size, wolves)
    before = possible_worlds(size, wolves, rule, stands[:-1])
    return tuple(world for world in before if _goes_on(rule, world.mask, stands[-1]))


@lru_cache(maxsize=1 << 12)
def worlds_with(size: int, wolves: int, rule: str, stands: tuple[int, ...], good: int, pack: int) -> tuple[World, ...]:
    """The possible worlds in which nobody of `good` is a wolf and everybody of `pack` is, both of them masks."""
    worlds = possible_worlds(size, wolves, rule, stands)
    return tuple(world for world in worlds if not world[0] & good and not pack & ~world[0])


def _goes_on(rule: str, mask: int, living: int) -> bool:
    wolves = (mask & living).bit_count()
    others = living.bit_count() - wolves
    if rule == "parity":
        return 0 < wolves < others
    if rule == "outnumber":
        return 0 < wolves <= others
    return wolves > 0
