"""The words of a person in a finished game and what they did, for all front ends."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.analysis.silent_turns import effects_of_words
from wolfcore.analysis.spoken_effects import (
    SeatEffects,
    SpokenEffect,
    read_effects,
    write_effects,
)
from wolfcore.analysis.spoken_turns import words_of
from wolfcore.errors import ConfigError
from wolfcore.game import RoleName
from wolfcore.game import facts as f
from wolfcore.records import SavedGame
from wolftui.settings.paths import game_argument


class SeatOfGame(Struct, frozen=True):
    """A seat of a finished game that a page is about.

    Attributes:
        saved: The game.
        seat: The seat, which is called `you`.
    """

    saved: SavedGame
    seat: int

    @property
    def names(self) -> tuple[str, ...]:
        """Name by seat, in seat order."""
        return tuple(self.saved.header.names)

    @property
    def roles(self) -> dict[int, RoleName]:
        """The roles as they were dealt, by seat."""
        facts = (entry.fact for entry in self.saved.entries)
        return {fact.seat: fact.role for fact in facts if isinstance(fact, f.Dealt)}


class WordsOfSeat(SeatOfGame, frozen=True):
    """The words of one seat in a finished game, and what they did.

    Attributes:
        effects: What its words did.
        problem: What is wrong with the file that keeps this, as a sentence; or empty.
    """

    effects: SeatEffects
    problem: str = ""

    def text_of(self, effect: SpokenEffect) -> str:
        """Return the words."""
        return words_of(self.saved.entries[effect.entry].fact)[1]

    def of_entry(self, entry: int) -> SpokenEffect | None:
        """Return the effect of the words in a log entry, or None."""
        return next((each for each in self.effects.words if each.entry == entry), None)


def words_of_seat(
    saved: SavedGame, seat: int | None = None, is_cancelled: Callable[[], bool] = lambda: False
) -> WordsOfSeat:
    """Return what the words of a person did: from the file that keeps it, or computed and kept.

    To compute it takes up to a second.

    Args:
        saved: A finished game.
        seat: The seat; None for the only person in the game.
        is_cancelled: Asked again and again while the game is played again.

    Raises:
        ConfigError: The game has not ended, there is no such seat, or the person must be named.
        LogError: The game is damaged, imported, or was played by other rules.
        Cancelled: `is_cancelled` returned True.
    """
    seat = seat_to_examine(saved, seat, "what was heard of your words")
    kept, problem = read_effects(saved)
    if seat in kept.seats:
        return WordsOfSeat(saved, seat, kept.seats[seat], problem)
    effects = effects_of_words(saved, seat, is_cancelled)
    failed = write_effects(saved, replace(kept, seats={**kept.seats, seat: effects}))
    return WordsOfSeat(saved, seat, effects, problem or failed)


def seat_to_examine(saved: SavedGame, seat: int | None, what: str) -> int:
    """Return the seat that a page about a finished game is for.

    Args:
        saved: The game.
        seat: The seat; None for the only person in the game.
        what: What is secret until the end, for the message.

    Raises:
        ConfigError: The game has not ended, there is no such seat, or the person must be named.
    """
    if saved.result is None:
        raise ConfigError(
            f"this game has not ended, and {what} is secret until then",
            hint=f"Finish it first: `wolftui resume {game_argument(saved.path)}`.",
        )
    size, people = len(saved.header.names), saved.people
    if seat is None and len(people) != 1:
        seats = f"seats {', '.join(map(str, people))}" if people else "no seat"
        raise ConfigError(
            f"people play on {seats} of this game", hint=f"Name one of the seats 1 to {size}."
        )
    seat = people[0] if seat is None else seat
    if not 1 <= seat <= size:
        raise ConfigError(f"there is no seat {seat}", hint=f"The seats are 1 to {size}.")
    return seat
