"""Games of two versions of the house bots are never in one arena."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.arena.test_running import SMALL, played
from wolfcore.arena import integrity, remote_games
from wolfcore.arena.game_rows import ArenaSetup
from wolfcore.arena.remote_games import make_remote_player
from wolfcore.arena.runner import ArenaRun
from wolfcore.arena.store import read_rows
from wolfcore.bots import BOTS_VERSION
from wolfcore.errors import ConfigError
from wolfcore.records import read_game

PLAN = replace(SMALL, boards=("duel6",), deals=1)
RANDOM = replace(PLAN, players={"a": "random", "b": "random"})
OTHER = "was played by version 1 of the house bots, and this wolftui has version"


def forget_numbers(folder: Path) -> None:
    """Make the rows those of a wolftui whose house bots had no number."""
    with closing(sqlite3.connect(folder / "games.sqlite")) as table:
        table.executescript(
            "ALTER TABLE games DROP COLUMN bots; DELETE FROM about WHERE key GLOB 'row *';"
            "PRAGMA user_version = 2"
        )


def test_rows_and_saved_games_name_the_version(tmp_path: Path) -> None:
    rows = played(tmp_path, replace(PLAN, keep=True))
    assert {row.bots for row in rows} == {BOTS_VERSION}
    abouts = [read_game(tmp_path / row.folder).about for row in rows]
    assert {about and about.bot_versions for about in abouts} == {(BOTS_VERSION,)}


def test_an_arena_of_another_version_is_read_and_not_continued(tmp_path: Path) -> None:
    played(tmp_path, PLAN)
    forget_numbers(tmp_path)
    assert {row.bots for row in read_rows(tmp_path / "games.sqlite")} == {None}
    with pytest.raises(ConfigError, match=OTHER):
        ArenaRun(tmp_path, replace(PLAN, deals=2))


def test_an_arena_without_house_bots_goes_on(tmp_path: Path) -> None:
    played(tmp_path, RANDOM)
    forget_numbers(tmp_path)
    rows = played(tmp_path, replace(RANDOM, deals=2))
    assert {row.bots for row in rows} == {None, BOTS_VERSION}


def test_games_without_a_row_are_of_the_version_that_they_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = replace(PLAN, keep=True)
    played(tmp_path, plan)
    (tmp_path / "games.sqlite").unlink()
    monkeypatch.setattr(integrity, "BOTS_VERSION", BOTS_VERSION + 1)
    with pytest.raises(ConfigError, match=f"was played by version {BOTS_VERSION} of"):
        ArenaRun(tmp_path, plan)


def test_a_worker_with_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = ArenaSetup(plan=PLAN)
    make_remote_player(setup)
    monkeypatch.setattr(remote_games, "BOTS_VERSION", BOTS_VERSION + 1)
    with pytest.raises(ConfigError, match=f"version {BOTS_VERSION + 1} of the house bots"):
        make_remote_player(setup)
