"""A person's whole record: statistics, ratings against house bots, and words before exiles."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from wolfcore.errors import ConfigError

from .own_habits import habits_of
from .own_standing import standings_of
from .player_record import OwnRecord, read_record


def read_whole_record(folders: Iterable[Path], name: str = "") -> OwnRecord:
    """Compute all of a person's record; loads the speech reader, and openskill if installed.

    The arguments are those of `person_games`.
    """
    record = with_standings(read_record(folders, name))
    return replace(record, habits=habits_of(record.games))


def with_standings(record: OwnRecord) -> OwnRecord:
    """Return a record with the ratings by board and side, or with the reason why there are none."""
    try:
        return replace(record, standings=standings_of(record.games))
    except ConfigError as error:
        return replace(record, no_standings=str(error))
