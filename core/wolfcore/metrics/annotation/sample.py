"""Samples of speeches to annotate: a seeded draw, balanced over games, days and teams.

An `Item` does not contain the team, so that a sheet does not reveal it before the second round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import TypeAlias, TypeVar

from msgspec import Struct

from wolfcore.game import dice_of
from wolfcore.game.rulebook import Section
from wolfcore.metrics import GameTables

T = TypeVar("T")


_Cell: TypeAlias = tuple[int, str]
"""A day and a team."""


class Item(Struct, frozen=True, forbid_unknown_fields=True):
    """A speech of the sample, without its speaker's team, so that a sheet reveals no roles.

    Attributes:
        game: The id of the game.
        entry: The index of the speech in the log, from 0.
        day: The day of the speech.
        seat: The speaker.
        words: A digest of the text, to check that two files refer to the same speech.
    """

    game: str
    entry: int
    day: int
    seat: int
    words: str


class Candidate(Struct, frozen=True):
    """A speech that may be drawn.

    Attributes:
        item: The speech.
        side: The team of its speaker; empty if the log does not contain it.
    """

    item: Item
    side: str


def candidates(t: GameTables) -> list[Candidate]:
    """List all speeches of a game that have words, in order."""
    return [
        Candidate(
            Item(t.game.id, speech.entry, speech.day, speech.seat, words_digest(speech.text)),
            t.team(speech.seat) or "",
        )
        for speech in t.speeches
        if speech.text
    ]


def words_digest(text: str) -> str:
    """Return a digest that identifies the text of a speech."""
    # A lone surrogate cannot be encoded.
    return blake2b(text.encode("utf-8", "replace"), digest_size=6).hexdigest()


def draw_sample(candidates: Iterable[Candidate], size: int, seed: int) -> list[Item]:
    """Draw a sample of speeches and return it in the order in which it is annotated.

    Games take turns: each gives a random speech of the day and team that the sample has least of so
    far. The sample is shown game by game in random order, and within a game as it was spoken,
    because a later speech would reveal what follows from an earlier one.

    Args:
        candidates: The speeches; the order of games does not matter.
        size: The number to draw; all if there are fewer.
        seed: Equal seeds draw equal samples of equal games.
    """
    by_game: dict[str, dict[_Cell, list[Candidate]]] = {}
    for each in sorted(candidates, key=lambda each: (each.item.game, each.item.entry)):
        by_game.setdefault(each.item.game, {}).setdefault((each.item.day, each.side), []).append(
            each
        )
    order = _in_chance_order(by_game, seed, "games")
    left = {game: _shuffled(by_game[game], seed, game) for game in order}
    taken: Counter[_Cell] = Counter()
    chosen: list[Item] = []
    while len(chosen) < size and any(left.values()):
        for game in order:
            if left[game] and len(chosen) < size:
                # The cells are in random order, so that chance decides between equals.
                cell = min(left[game], key=lambda cell: taken[cell])
                taken[cell] += 1
                chosen.append(left[game][cell].pop().item)
                if not left[game][cell]:
                    del left[game][cell]
    places = {game: place for place, game in enumerate(order)}
    return sorted(chosen, key=lambda item: (places[item.game], item.entry))


def _shuffled(
    cells: dict[_Cell, list[Candidate]], seed: int, game: str
) -> dict[_Cell, list[Candidate]]:
    """Put the days and teams of a game in random order, and the speeches of each."""
    order = _in_chance_order(cells, seed, game)
    return {
        cell: _in_chance_order(cells[cell], seed, game, key=lambda each: each.item.entry)
        for cell in order
    }


def _in_chance_order(
    things: Iterable[T], seed: int, scope: str, key: Callable[[T], object] = lambda thing: thing
) -> list[T]:
    """Sort items by a random number drawn for each, because one shuffle orders far fewer items."""
    dice = dice_of(seed, scope)
    return sorted(things, key=lambda thing: (dice.draw(f"{key(thing)}", 1 << 64), f"{key(thing)}"))


class SpeechInContext(Struct, frozen=True):
    """A speech with the context that a model is shown, in lines of text.

    Attributes:
        rules: The rules of the board.
        record: The public record before the speech.
        speaker: The number and name of the speaker.
        speech: The lines of the speech.
        truth: The true roles; empty for a blind round.
    """

    rules: tuple[Section, ...]
    record: tuple[str, ...]
    speaker: str
    speech: tuple[str, ...]
    truth: str = ""

    @property
    def length(self) -> int:
        """The length of the record in characters."""
        return sum(map(len, self.record))
