"""Random draws as keyed hashes: the seed is the key, and each draw hashes its scope and purpose.

No draw depends on how many came before it, so a new draw in one place changes no other. Changing
a purpose string changes every game.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

from msgspec import Struct

T = TypeVar("T")


MAX_SEED = 2**63 - 1
"""Seeds are 0..MAX_SEED: as wide as every reader of JSON with 64-bit integers keeps exactly, and
too wide to be found by trial from a role, the names and what bots do. One that reads numbers as
doubles keeps seeds up to 2**53 alone."""


class DiceSet:
    """All dice of a game: the moderator's, and those of every ask.

    Args:
        seed: The seed of the game, 0..MAX_SEED.
    """

    __slots__ = ("_new_hash",)

    def __init__(self, seed: int) -> None:
        keyed = blake2b(key=seed.to_bytes(16, "little"), digest_size=32)
        keyed.update(b"\0")  # has the key's block mixed in here and now instead of at every draw
        self._new_hash = keyed.copy  # a copy, since keying costs more than hashing

    def for_scope(self, scope: str) -> Dice:
        """The dice of a scope: empty for the moderator, the ask's id for a player. Purposes are told apart by scope."""
        fed = self._new_hash()
        fed.update(f"{scope}\0".encode())
        return Dice(fed)


def dice_of(seed: int, scope: str = "") -> Dice:
    """The dice of one scope under a seed, as `DiceSet` gives them."""
    return DiceSet(seed).for_scope(scope)


class Dice(Struct, frozen=True, eq=False, gc=False):
    """All draws of one scope.

    They hold a hash that has been fed key and scope, out of which neither can be had again: whoever
        holds dice can draw for
    their own scope and no other.
    """

    _hash: blake2b

    def __repr__(self) -> str:
        return "Dice()"

    def _number(self, purpose: str) -> int:
        mixed = self._hash.copy()
        mixed.update(purpose.encode())
        return int.from_bytes(mixed.digest(), "little")

    def draw(self, purpose: str, n: int) -> int:
        """A whole number 0..n-1, uniform (the bias of 256 bits modulo n is below n / 2**256); n >= 1."""
        return self._number(purpose) % n

    def draws(self, purpose: str, n: int, count: int) -> tuple[int, ...]:
        """`count` whole numbers 0..n-1 at once; n**count up to 2**192 keeps them uniform."""
        number, drawn = self._number(purpose), list[int]()
        for _ in range(count):
            number, value = divmod(number, n)
            drawn.append(value)
        return tuple(drawn)

    def chance(self, purpose: str) -> float:
        """A float in [0, 1)."""
        return (self._number(purpose) >> 203) / 2**53

    def pick(self, purpose: str, items: Sequence[T]) -> T:
        """One of `items`, which must not be empty."""
        mixed = self._hash.copy()
        mixed.update(purpose.encode())
        return items[int.from_bytes(mixed.digest(), "little") % len(items)]

    def shuffle(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """All of `items` in a drawn order; 256 bits order up to 26 of them without a bias that matters."""
        number, left = self._number(purpose), list(items)
        drawn: list[T] = []
        while left:
            number, index = divmod(number, len(left))
            drawn.append(left.pop(index))
        return tuple(drawn)
