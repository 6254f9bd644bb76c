"""Games that began as one: the game from which another was forked, its forks, and other forks of the same game."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from wolfcore.records import SavedGame
from wolfcore.shelf import Shelf, Volume, Wanted
from wolftui.session.shown import ShownGame
from wolftui.settings.paths import library_file
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import MODERATOR_EYES

from .sources import reviewed

NO_EYES = "There are no eyes that may look at both before they have ended."


class Pair(NamedTuple):
    """Two games that began as one.

    Attributes:
        one: The one that was played first, where one of them is a fork of the other.
        other: The other one.
        titles: What each is to the other.
        eyes: The eyes that may look at both, the widest first; the size of the table has to be the same.
    """

    one: ShownGame
    other: ShownGame
    titles: tuple[str, str]
    eyes: tuple[int, ...]


def paired(game: SavedGame, beside: SavedGame, glyphs: Glyphs) -> Pair:
    """A game and one that shares its beginning."""
    fork = _parent(game)
    one, other = (beside, game) if fork == beside.id else (game, beside)
    related = fork == beside.id or _parent(beside) == game.id
    shown = (reviewed(one, glyphs=glyphs), reviewed(other, glyphs=glyphs))
    size = one.header.board.size
    all_eyes = range(MODERATOR_EYES, size + 1) if other.header.board.size == size else ()
    eyes = tuple(each for each in all_eyes if all(every.session.may_use(each) for every in shown))
    return Pair(*shown, ("the game", "its fork") if related else ("one fork", "another fork"), eyes)


def _parent(game: SavedGame) -> str:
    """From which game one was forked; empty for none."""
    return game.about.fork.game if game.about and game.about.fork else ""


def what_is(kin: Volume, game: str) -> str:
    """What a game that shares a beginning with `game` is to it."""
    return "a fork of it" if kin.fork == game else "another fork" if kin.fork else "what it was forked from"


def kin_of(game: Path) -> tuple[Volume, ...]:
    """The readable games beside a game, in the same folder, that share a beginning with it, its parent first and then the newest.

    Raises:
        WolfError: The folder of games cannot be read.
    """
    shelf = Shelf(game.parent, library_file(game.parent))
    try:
        shelf.refresh()
        return kin_on(shelf, game.name)
    finally:
        shelf.close()


def kin_on(shelf: Shelf, game: str) -> tuple[Volume, ...]:
    """The same, as an index knows it that is up to date."""
    forks = [volume for volume in shelf.games(Wanted(filters=(("is", "forked"),))) if not volume.problem]
    parent = next((volume.fork for volume in forks if volume.id == game), "")
    near = [volume for volume in forks if volume.id != game and (volume.fork == game or (parent and volume.fork == parent))]
    parents = [volume for volume in shelf.games() if volume.id == parent and not volume.problem] if parent else []
    return (*parents, *(volume for volume in near if volume.id != parent))
