"""How a seat errs: it holds everybody a little more, or a little less, for a wolf than what was seen and heard says.

An error is drawn once a day for each seat that is judged, from what everybody knows (the names at the table), so that it is
the same at every ask of the day and tells nothing about a role. It lies in the belief itself: whoever errs says, thinks and
votes what it believes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from math import exp

from .choices import subsets
from .record import seats_of

_HASH_RANGE = 1 << 32


@lru_cache(maxsize=1 << 7)
def reading_errors(names: tuple[str, ...], me: int, day: int, max_error: float) -> tuple[float, ...]:
    """How far off a seat reads each seat on a day, -most..most in natural logarithms of odds, by seat number; index 0 is 0.

    Args:
        names: Everybody's name in seat order, drawn from the seed of the game.
        me: Who reads.
        day: The day, and the night before it.
        max_error: How far it may be off.
    """
    if not max_error:
        return (0.0,) * (len(names) + 1)
    errors = [0.0]
    begun = blake2b("/".join([*names, str(me), str(day), ""]).encode(), digest_size=4)
    for seat in range(1, len(names) + 1):
        hashed = begun.copy()
        hashed.update(b"%d" % seat)
        drawn = hashed.digest()
        errors.append(max_error * (2 * int.from_bytes(drawn, "little") / _HASH_RANGE - 1))
    return tuple(errors)


@lru_cache(maxsize=1 << 4)
def error_factors(errors: tuple[float, ...], open_: int, many: int) -> Sequence[float]:
    """What a seat that is off by `errors` makes of every choice of `many` wolves: a factor for each, numbered as `Subsets`.

    Args:
        errors: How far off each seat is read, by seat number.
        open_: The mask of the seats that may be wolves.
        many: How many of them are.
    """
    seats = seats_of(open_)
    return subsets(len(seats), many).products([exp(errors[seat]) for seat in seats])
