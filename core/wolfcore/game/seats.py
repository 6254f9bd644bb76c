"""Arithmetic on seats. Remembered, since a game asks the same small questions at every turn."""

from __future__ import annotations

from functools import lru_cache

Seats = tuple[int, ...]


@lru_cache(maxsize=4096)
def intersect_seats(seats: Seats, others: Seats) -> Seats:
    """Those of `seats` that are in `others`, in their order."""
    return tuple(seat for seat in seats if seat in others)


@lru_cache(maxsize=4096)
def subtract_seats(seats: Seats, others: Seats) -> Seats:
    """Those of `seats` that are not in `others`, in their order."""
    return tuple(seat for seat in seats if seat not in others)


@lru_cache(maxsize=4096)
def remove_seat(seats: Seats, seat: int) -> Seats:
    """The seats but `seat`, in their order."""
    return tuple(other for other in seats if other != seat)
