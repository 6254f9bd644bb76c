"""A person's words for a game, kept in its `about.json`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from wolfcore.errors import ConfigError, LogError
from wolfcore.records import GameFolder
from wolfcore.visible import in_one_line

MAX_TAGS, _LONGEST = 20, 40


def parse_tags(text: str) -> tuple[str, ...]:
    """The tags that a line names, parted by commas or blanks, each once.

    Raises:
        ConfigError: There are too many, or one is too long.
    """
    tags = tuple(dict.fromkeys(in_one_line(text, 4 * _LONGEST * MAX_TAGS).replace(",", " ").split()))
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
