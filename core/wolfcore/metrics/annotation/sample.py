"""Samples of speeches to annotate: a seeded draw, even over games, days and teams.

An `Item` names no team, so that a sheet reveals nothing before the second round.
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
"""A day and a side."""


class Item(Struct, frozen=True):
    """A speech that is shown. It tells nothing of sides, so that a file of them gives nothing away.

    Attributes:
        game: The id of its game.
        entry: Its place in the log, from 0.
        day: Its day.
        seat: Who speaks.
        words: A digest of what is said, by which two files are known to mean the same.
    """

    game: str
    entry: int
    day: int
    seat: int
    words: str


class Candidate(Struct, frozen=True):
    """A speech that may be drawn, and the side of its speaker, empty where the log does not tell."""

    item: Item
    side: str


def candidates(t: GameTables) -> list[Candidate]:
    """All speeches of a game with words, in order."""
    return [
        Candidate(
            Item(t.game.id, speech.entry, speech.day, speech.seat, words_digest(speech.text)),
            t.team(speech.seat) or "",
        )
        for speech in t.speeches
        if speech.text
    ]


def words_digest(text: str) -> str:
    """What tells the words of a speech from others."""
    return blake2b(text.encode("utf-8", "replace"), digest_size=6).hexdigest()


def draw_sample(candidates: Iterable[Candidate], size: int, seed: int) -> list[Item]:
    """A sample, in the order in which it is shown.

    Games take turns; each gives a speech of the day and side of which the sample has the fewest so
    far, and which of them is chance. It is shown game by game in an order of chance, and within a
    game as it was spoken, since a later speech would tell what comes of an earlier one.

    Args:
        candidates: The speeches; the order of games does not matter.
        size: How many to draw; all where there are fewer.
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
    """The days and sides of a game in an order of chance, and the speeches of each likewise."""
    order = _in_chance_order(cells, seed, game)
    return {
        cell: _in_chance_order(cells[cell], seed, game, key=lambda each: each.item.entry)
        for cell in order
    }


def _in_chance_order(
    things: Iterable[T], seed: int, scope: str, key: Callable[[T], object] = lambda thing: thing
) -> list[T]:
    """Things in a drawn order, each with a draw of its own: there may be far more of them than one shuffle orders."""
    dice = dice_of(seed, scope)
    return sorted(things, key=lambda thing: (dice.draw(f"{key(thing)}", 1 << 64), f"{key(thing)}"))


class SpeechInContext(Struct, frozen=True):
    """A speech as it is shown to a model, in lines.

    Attributes:
        rules: The rules of its board.
        record: What went before.
        speaker: Who speaks, by number and name.
        speech: The words.
        truth: Who holds which role; empty where it is judged blind.
    """

    rules: tuple[Section, ...]
    record: tuple[str, ...]
    speaker: str
    speech: tuple[str, ...]
    truth: str = ""

    @property
    def length(self) -> int:
        """Characters of the record."""
        return sum(map(len, self.record))
