"""After a game whose seats were given by role, a person guesses which seats were models or bots.

The question is put once, and nothing of it is stored. Until then the end of the game names no
player (`ShownGame.player`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from wolfcore.errors import ConfigError

PlayerKind: TypeAlias = Literal["model", "bot", "person"]


_LETTERS: Mapping[str, PlayerKind] = {"m": "model", "b": "bot", "p": "person"}


QUESTION = "Who played the other seats?"


class KindQuestion(Struct, frozen=True):
    """The question which of the other seats were models, bots or people.

    Attributes:
        kinds: The true kind of each seat that is asked about, in seat order.
        names: The name of each of them.
    """

    kinds: Mapping[int, PlayerKind]
    names: Mapping[int, str]

    @property
    def words(self) -> str:
        """The explanation of the question."""
        seats = ", ".join(f"{seat} {name}" for seat, name in self.names.items())
        return (
            "Guess: type m for a language model, b for a bot or p for a person, one letter for "
            f"each of these {len(self.kinds)} seats in this order: {seats}."
        )

    def check(self, text: str) -> None:
        """Check a guess; an empty one skips the question.

        Raises:
            ConfigError: There are too few or too many letters, or other ones.
        """
        letters = _letters(text)
        if letters and (len(letters) != len(self.kinds) or not set(letters) <= set(_LETTERS)):
            raise ConfigError(
                f"the guess needs {len(self.kinds)} letters, each m, b or p",
                hint="Enter without a letter skips the question.",
            )

    def verdict(self, text: str) -> tuple[str, list[str]]:
        """Compare a valid guess with the truth.

        Returns:
            The number of right guesses, such as `5 of 6 right`, and a line per seat.
        """
        guesses = [_LETTERS[letter] for letter in _letters(text)]
        right, lines = 0, list[str]()
        for (seat, kind), guess in zip(self.kinds.items(), guesses, strict=True):
            right += guess == kind
            said = "right" if guess == kind else f"you guessed {guess}"
            lines.append(f"{seat:>2} {self.names[seat]:<12} {kind:<7} {said}")
        return f"{right} of {len(guesses)} right", lines


def kind_question(players: Mapping[int, str], names: Mapping[int, str]) -> KindQuestion | None:
    """Make the question about the other seats; None if all of them are of one kind.

    Args:
        players: Who plays each other seat, as written on the command line.
        names: The name of each of them.
    """
    kinds: dict[int, PlayerKind] = {
        seat: _kind_of(player) for seat, player in sorted(players.items())
    }
    if len(set(kinds.values())) < 2:
        return None
    return KindQuestion(kinds, {seat: names[seat] for seat in kinds})


def _kind_of(player: str) -> PlayerKind:
    if player.partition(":")[0] in ("human", "guest"):
        return "person"
    return "model" if "@" in player else "bot"


def _letters(text: str) -> str:
    return "".join(text.casefold().replace(",", " ").split())
