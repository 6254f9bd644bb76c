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
"""The largest seed: seeds are 0..MAX_SEED.

Every JSON reader with 64-bit integers keeps such a seed exactly, and the range is too large to find
a seed by brute force from a role, the names and the actions of bots. A reader that parses numbers
as doubles keeps only seeds up to 2**53 exactly.
"""


class DiceSet:
    """The random generators of a game: one scope for the moderator and one for each ask.

    Args:
        seed: The seed of the game, 0..MAX_SEED.
    """

    __slots__ = ("_new_hash",)

    def __init__(self, seed: int) -> None:
        keyed = blake2b(key=seed.to_bytes(16, "little"), digest_size=32)
        keyed.update(b"\0")  # hashes the key's block once here instead of at every draw
        self._new_hash = keyed.copy  # copying the keyed state costs less than keying again

    def for_scope(self, scope: str) -> Dice:
        """Return the dice of a scope: an empty string for the moderator, the ask's id for a player.

        The same purpose gives independent draws in different scopes.
        """
        fed = self._new_hash()
        fed.update(f"{scope}\0".encode())
        return Dice(fed)


def dice_of(seed: int, scope: str = "") -> Dice:
    """Return the dice of one scope under a seed; the same as `DiceSet(seed).for_scope(scope)`."""
    return DiceSet(seed).for_scope(scope)


class Dice(Struct, frozen=True, eq=False, gc=False):
    """The random draws of one scope, keyed by purpose.

    The object holds a hash state that already contains key and scope, from which neither can be
    recovered. So the holder can draw for this scope only.
    """

    _hash: blake2b

    def __repr__(self) -> str:
        return "Dice()"

    def _number(self, purpose: str) -> int:
        mixed = self._hash.copy()
        mixed.update(purpose.encode())
        return int.from_bytes(mixed.digest(), "little")

    def draw(self, purpose: str, n: int) -> int:
        """Draw a uniform integer in 0..n-1; n >= 1.

        The bias of 256 bits modulo n is below n / 2**256.
        """
        return self._number(purpose) % n

    def draws(self, purpose: str, n: int, count: int) -> tuple[int, ...]:
        """Draw `count` integers in 0..n-1 at once.

        They are uniform as long as n**count is at most 2**192.
        """
        # One number, read digit by digit in base n.
        number, drawn = self._number(purpose), list[int]()
        for _ in range(count):
            number, value = divmod(number, n)
            drawn.append(value)
        return tuple(drawn)

    def chance(self, purpose: str) -> float:
        """Draw a float in [0, 1)."""
        # The upper 53 of the 256 bits: a double holds no more without rounding.
        return (self._number(purpose) >> 203) / 2**53

    def pick(self, purpose: str, items: Sequence[T]) -> T:
        """Draw one of `items`, which must not be empty."""
        mixed = self._hash.copy()
        mixed.update(purpose.encode())
        return items[int.from_bytes(mixed.digest(), "little") % len(items)]

    def shuffle(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """Return all of `items` in a random order.

        256 bits order up to 26 items without a bias that matters.
        """
        number, left = self._number(purpose), list(items)
        drawn: list[T] = []
        while left:
            number, index = divmod(number, len(left))
            drawn.append(left.pop(index))
        return tuple(drawn)
