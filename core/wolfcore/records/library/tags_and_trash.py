"""Tag a saved game, move it to the trash (`.trash` among the games), and restore it.

Nothing here deletes a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from wolfcore.errors import ConfigError, LogError
from wolfcore.records import GameFolder, is_locked
from wolfcore.visible import in_one_line

MAX_TAGS, _LONGEST = 20, 40


def parse_tags(text: str) -> tuple[str, ...]:
    """The tags that a line names, parted by commas or blanks, each once.

    Raises:
        ConfigError: There are too many, or one is too long.
    """
    tags = tuple(
        dict.fromkeys(in_one_line(text, 4 * _LONGEST * MAX_TAGS).replace(",", " ").split())
    )
    if len(tags) > MAX_TAGS or any(len(tag) > _LONGEST for tag in tags):
        raise ConfigError(f"a game has at most {MAX_TAGS} tags of {_LONGEST} characters")
    return tags


def set_tags(folder: Path, tags: Sequence[str]) -> None:
    """Give a game these tags in the place of those that it has.

    Raises:
        LogError: Somebody plays it, nothing says who sat in it, or it cannot be written.
    """
    with GameFolder.open(folder) as kept:
        if kept.about is None:
            raise LogError("has no about.json that could hold tags", file=str(folder))
        kept.rewrite_about(replace(kept.about, tags=tuple(tags)))


TRASH_FOLDER = ".trash"
"""The folder of what was thrown away, in the folder of the games; what begins with a dot is no
game."""


_STAMP = "%Y%m%dT%H%M%S.%fZ"


def move_to_trash(folder: Path, now: datetime | None = None) -> Path:
    """Move a game to the trash; returns where it lies now, in a folder named by the moment, under its own name.

    Raises:
        LogError: Somebody plays it, or it cannot be moved.
    """
    if is_locked(folder):
        raise LogError(
            "is being played and cannot be thrown away",
            file=str(folder),
            hint="Leave the game first.",
        )
    place = folder.parent / TRASH_FOLDER / (now or datetime.now(UTC)).strftime(_STAMP) / folder.name
    try:
        place.parent.mkdir(parents=True)
        folder.rename(place)
    except OSError as error:
        raise LogError(
            f"cannot be thrown away ({error.strerror or error})", file=str(folder)
        ) from error
    return place


def list_trash(root: Path) -> list[Path]:
    """The games in the trash of the games folder `root`, what was thrown away last first; what is no moment of ours is left out."""
    moments = sorted(
        (place for place in _below(root / TRASH_FOLDER) if _is_timestamp(place.name)), reverse=True
    )
    return [folder for moment in moments for folder in sorted(_below(moment)) if folder.is_dir()]


def _below(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:  # there is no trash, it is being emptied by hand, or this is a file
        return []


def _is_timestamp(name: str) -> bool:
    try:
        datetime.strptime(name, _STAMP)
    except ValueError:
        return False
    return True


def restore_from_trash(place: Path) -> Path:
    """Bring a game back from the trash; returns its folder.

    Raises:
        LogError: Another game has its place, or it cannot be moved.
    """
    root = place.parent.parent.parent
    folder = root / place.name
    if folder.exists():
        raise LogError(
            "cannot come back, since there is another game of that name", file=str(folder)
        )
    try:
        place.rename(folder)
    except OSError as error:
        raise LogError(f"cannot come back ({error.strerror or error})", file=str(place)) from error
    with suppress(OSError):  # something else lies there, too, and stays
        place.parent.rmdir()
    return folder
