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
    """Split a line into tags at commas and blanks, without duplicates.

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
    """Replace the tags of a game.

    Raises:
        LogError: Another process is playing the game, it has no valid `about.json`, or it cannot be
            written.
    """
    with GameFolder.open(folder) as kept:
        if kept.about is None:
            raise LogError("has no about.json that could hold tags", file=str(folder))
        kept.rewrite_about(replace(kept.about, tags=tuple(tags)))


TRASH_FOLDER = ".trash"
"""The trash folder, inside the games folder; folders whose name begins with a dot are not games."""


_STAMP = "%Y%m%dT%H%M%S.%fZ"


def move_to_trash(folder: Path, now: datetime | None = None) -> Path:
    """Move a game to the trash and return its new folder, `.trash/TIMESTAMP/ID`.

    Raises:
        LogError: A process is playing the game, or it cannot be moved.
    """
    if is_locked(folder):
        raise LogError(
            "is being played and cannot be moved to the trash",
            file=str(folder),
            hint="Leave the game first.",
        )
    # A folder for each time, so that a game can be thrown away again after it was restored.
    place = folder.parent / TRASH_FOLDER / (now or datetime.now(UTC)).strftime(_STAMP) / folder.name
    try:
        place.parent.mkdir(parents=True)
        folder.rename(place)
    except OSError as error:
        raise LogError(
            f"cannot be moved to the trash ({error.strerror or error})", file=str(folder)
        ) from error
    return place


def list_trash(root: Path) -> list[Path]:
    """Return the games in the trash of the games folder `root`, the last thrown away first.

    Folders whose name is no timestamp of this module are left out.
    """
    moments = sorted(
        (place for place in _below(root / TRASH_FOLDER) if _is_timestamp(place.name)), reverse=True
    )
    return [folder for moment in moments for folder in sorted(_below(moment)) if folder.is_dir()]


def _below(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:  # no trash, being deleted by hand, or a file
        return []


def _is_timestamp(name: str) -> bool:
    try:
        datetime.strptime(name, _STAMP)
    except ValueError:
        return False
    return True


def restore_from_trash(place: Path) -> Path:
    """Move a game from the trash back to the games folder; return its folder.

    Raises:
        LogError: Another game has its name, or it cannot be moved.
    """
    root = place.parent.parent.parent
    folder = root / place.name
    if folder.exists():
        raise LogError("cannot be restored, since another game has its name", file=str(folder))
    try:
        place.rename(folder)
    except OSError as error:
        raise LogError(
            f"cannot be restored ({error.strerror or error})", file=str(place)
        ) from error
    with suppress(OSError):  # the folder is not empty: keep it
        place.parent.rmdir()
    return folder
