"""Deal numbers: 36 bits from which a slow hash makes the seed of a drawn game, of 63 bits.

So its code is short, and nobody can try all numbers until one gives what is seen of a running game.
"""

from __future__ import annotations

import hashlib
import secrets
from functools import cache

from wolfcore.game import MAX_SEED

DEAL_NUMBERS = 1 << 36
"""How many deal numbers there are."""


_HASH_ROUNDS = 40_000
"""Rounds of the hash that makes a seed: some 15 ms, so that all numbers take decades."""


def draw_deal_number() -> int:
    """Draw a deal number from the system's random source, `0` to `2**36-1`."""
    return secrets.randbelow(DEAL_NUMBERS)


@cache
def seeds_of(number: int) -> tuple[int, int]:
    """Return the seed that a deal number gives, and the seed of the names beside a person."""
    made = hashlib.pbkdf2_hmac("sha256", number.to_bytes(8), b"wolftui deal", _HASH_ROUNDS, 16)
    return int.from_bytes(made[:8]) & MAX_SEED, int.from_bytes(made[8:]) & MAX_SEED
