"""Games with the same beginning: parent, forks, and others of the same deal; two as a pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from wolfcore.game.facts import EndKind
from wolfcore.records import SavedGame
from wolfcore.records.library import LibraryIndex, ListedGame
from wolftui.settings.paths import library_file
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import MODERATOR_EYES

from .session.shown_game import ShownGame
from .sources import review_game

NO_COMMON_EYES = "No view of both games is allowed before they have ended."


SAME_DEAL = "of the same deal"
"""The relation of games that are neither forks nor parents of each other."""


class RelatedGame(NamedTuple):
    """A game with the same beginning as another one.

    Attributes:
        id: Its id.
        ended: How it ended, or None.
        relation: What it is to the other game, such as `a fork of it`.
    """

    id: str
    ended: EndKind | None
    relation: str


class ForkPair(NamedTuple):
    """Two games with the same beginning, prepared for a side-by-side diff.

    Attributes:
        first: The parent, if one of the games is a fork of the other.
        second: The other game.
        titles: The relation of each to the other.
        eyes: The eyes that may see both games, the widest first; empty if the tables differ in
            size.
    """

    first: ShownGame
    second: ShownGame
    titles: tuple[str, str]
    eyes: tuple[int, ...]


def fork_pair(game: SavedGame, beside: SavedGame, glyphs: Glyphs) -> ForkPair:
    """Create the pair of a game and a related game."""
    fork = _parent(game)
    one, other = (beside, game) if fork == beside.id else (game, beside)
    if fork == beside.id or _parent(beside) == game.id:
        titles = ("the game", "its fork")
    elif fork and fork == _parent(beside):
        titles = ("one fork", "another fork")
    else:
        titles = ("one game", "another of this deal")
    shown = (review_game(one, glyphs=glyphs), review_game(other, glyphs=glyphs))
    size = one.header.board.size
    all_eyes = range(MODERATOR_EYES, size + 1) if other.header.board.size == size else ()
    eyes = tuple(each for each in all_eyes if all(every.session.may_use(each) for every in shown))
    return ForkPair(*shown, titles, eyes)


def _parent(game: SavedGame) -> str:
    """Return the id of the game from which a game was forked; empty for none."""
    return game.about.fork.game if game.about and game.about.fork else ""


def related_games(game: Path) -> tuple[RelatedGame, ...]:
    """Return the readable related games in a game's folder: parent, forks, same deal.

    The newest of each come first. The index of the folder is refreshed first.

    Raises:
        WolfError: The folder of games cannot be read.
    """
    shelf = LibraryIndex(game.parent, library_file(game.parent))
    try:
        shelf.refresh()
        return _related_in(shelf.games(), game.name)
    finally:
        shelf.close()


def _related_in(games: Sequence[ListedGame], game: str) -> tuple[RelatedGame, ...]:
    """Return the related games among all games of an index."""
    own = next((volume for volume in games if volume.id == game), None)
    if own is None:
        return ()
    relations: dict[str, Callable[[ListedGame], object]] = {
        "its parent game": lambda volume: volume.id == own.fork,
        "a fork of it": lambda volume: volume.fork == game,
        "another fork": lambda volume: own.fork and volume.fork == own.fork,
        SAME_DEAL: lambda volume: own.deal and volume.deal == own.deal,
    }
    found: dict[str, RelatedGame] = {}
    for relation, holds in relations.items():
        for volume in games:
            if volume.id != game and not volume.problem and holds(volume):
                found.setdefault(volume.id, RelatedGame(volume.id, volume.ended, relation))
    return tuple(found.values())
