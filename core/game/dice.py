"""Chance without a generator's state: every draw is a keyed hash of what it is for.

Equal seeds give equal games on every Python, and one draw more in one place moves none elsewhere, because no draw
depends on how many came before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import TypeVar

from msgspec import Struct

T = TypeVar("T")

MAX_SEED = 2**63 - 1
"""Seeds are 0..MAX_SEED, so that they survive any JSON reader."""


@lru_cache(maxsize=64)
def _keyed(seed: int) -> Callable[[], blake2b]:
    """Gives a hash under the seed, to be fed a purpose; a copy, since keying costs more than hashing."""
    keyed = blake2b(key=seed.to_bytes(16, "little"), digest_size=32)
    keyed.update(b"\0")  # has the key's block mixed in here and now instead of at every draw
    return keyed.copy


class Dice(Struct, frozen=True, gc=False):
    """All draws under one key.

    Args:
        _seed: The seed of the game, 0..MAX_SEED; a seat's own dice do not hand it out.
        scope: Whose dice these are: empty for the moderator, the ask's id for a player. Purposes are told apart by scope.
    """

    _seed: int
    scope: str = ""

    def __repr__(self) -> str:
        return f"Dice(scope={self.scope!r})"

    def _number(self, purpose: str) -> int:
        mixed = _keyed(self._seed)()
        mixed.update(f"{self.scope}\0{purpose}".encode())
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
        return items[self._number(purpose) % len(items)]

    def shuffle(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """All of `items` in a drawn order; 256 bits order up to 26 of them without a bias that matters."""
        number, left = self._number(purpose), list(items)
        drawn: list[T] = []
        while left:
            number, index = divmod(number, len(left))
            drawn.append(left.pop(index))
        return tuple(drawn)
