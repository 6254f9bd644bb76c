"""What a person could have done better in a finished game, for all front ends."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from wolfcore.analysis.coach import coach_seat
from wolfcore.analysis.decisions import Coaching, read_coaching, write_coaching
from wolfcore.records import SavedGame

from .spoken_words import SeatOfGame, seat_to_examine


class CoachedSeat(SeatOfGame, frozen=True):
    """The decisions of one seat in a finished game.

    Attributes:
        coaching: Its decisions.
        problem: What is wrong with the file that keeps this, as a sentence; or empty.
    """

    coaching: Coaching
    problem: str = ""


def coached_seat(
    saved: SavedGame,
    seat: int | None = None,
    is_cancelled: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> CoachedSeat:
    """Return what a person could have done: from the file that keeps it, or computed and kept.

    To compute it takes 10 to 25 seconds.

    Args:
        saved: A finished game.
        seat: The seat; None for the only person in the game.
        is_cancelled: Asked again and again while games are played.
        progress: Called with the decisions done and all decisions.

    Raises:
        ConfigError: The game has not ended, there is no such seat, or the person must be named.
        LogError: The game is damaged, imported, or was played by other rules.
        Cancelled: `is_cancelled` returned True.
    """
    seat = seat_to_examine(saved, seat, "what you could have done")
    kept, problem = read_coaching(saved)
    if seat in kept.seats:
        return CoachedSeat(saved, seat, kept.seats[seat], problem)
    coaching = coach_seat(saved, seat, is_cancelled, progress)
    failed = write_coaching(saved, replace(kept, seats={**kept.seats, seat: coaching}))
    return CoachedSeat(saved, seat, coaching, problem or failed)


def known_coaching(saved: SavedGame, seat: int) -> CoachedSeat | None:
    """Return what the file of a finished game keeps of a seat; None without it."""
    kept = read_coaching(saved)[0].seats.get(seat)
    return CoachedSeat(saved, seat, kept) if kept else None
