"""The fork tree of a game: its parent, siblings and children; two of them as a pair."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from wolfcore.records import SavedGame
from wolfcore.records.library import GameFilter, LibraryIndex, ListedGame
from wolftui.settings.paths import library_file
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import MODERATOR_EYES

from .session.shown_game import ShownGame
from .sources import review_game

NO_COMMON_EYES = "No view of both games is allowed before they have ended."


class ForkPair(NamedTuple):
    """Two related games (parent and fork, or two forks) prepared for a side-by-side diff.

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
    related = fork == beside.id or _parent(beside) == game.id
    shown = (review_game(one, glyphs=glyphs), review_game(other, glyphs=glyphs))
    size = one.header.board.size
    all_eyes = range(MODERATOR_EYES, size + 1) if other.header.board.size == size else ()
    eyes = tuple(each for each in all_eyes if all(every.session.may_use(each) for every in shown))
    return ForkPair(
        *shown, ("the game", "its fork") if related else ("one fork", "another fork"), eyes
    )


def _parent(game: SavedGame) -> str:
    """Return the id of the game from which a game was forked; empty for none."""
    return game.about.fork.game if game.about and game.about.fork else ""


def relation_text(relative: ListedGame, game: str) -> str:
    """Describe the relation of a related game to `game`: fork, other fork or parent."""
    return (
        "a fork of it"
        if relative.fork == game
        else "another fork"
        if relative.fork
        else "its parent game"
    )


def related_games(game: Path) -> tuple[ListedGame, ...]:
    """Return the readable related games in a game's folder: the parent, then the newest first.

    The index of the folder is refreshed first.

    Raises:
        WolfError: The folder of games cannot be read.
    """
    shelf = LibraryIndex(game.parent, library_file(game.parent))
    try:
        shelf.refresh()
        return related_in_index(shelf, game.name)
    finally:
        shelf.close()


def related_in_index(shelf: LibraryIndex, game: str) -> tuple[ListedGame, ...]:
    """Return the related games that an up-to-date index knows; the parent comes first."""
    forks = [
        volume
        for volume in shelf.games(GameFilter(filters=(("is", "forked"),)))
        if not volume.problem
    ]
    parent = next((volume.fork for volume in forks if volume.id == game), "")
    near = [
        volume
        for volume in forks
        if volume.id != game and (volume.fork == game or (parent and volume.fork == parent))
    ]
    parents = (
        [volume for volume in shelf.games() if volume.id == parent and not volume.problem]
        if parent
        else []
    )
    return (*parents, *(volume for volume in near if volume.id != parent))
