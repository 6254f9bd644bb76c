"""Homes of visitors: found again by their key alone, never more than so many, and those that are
kept are the ones lived in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from wolftui.web import visitors
from wolftui.web.visitors import COOKIE_SECONDS, new_key, open_home, remove_stale_homes

DAY = 24 * 3600
NOW = 1_000_000_000.0


def visited(
    homes: Path, now: float, kept: str = "data/games/20200101-sla7-aaaaaa/game.jsonl"
) -> Path:
    """A home in which a visit left a file."""
    home = open_home(homes, new_key(), now)
    assert home
    (home / kept).parent.mkdir(parents=True)
    (home / kept).write_bytes(b"")
    os.utime(home, (now, now))
    return home


def test_a_key_leads_to_one_home_and_no_other(tmp_path: Path) -> None:
    one, other = new_key(), new_key()
    assert (
        open_home(tmp_path / "v", one, NOW)
        == open_home(tmp_path / "v", one, NOW + DAY)
        != open_home(tmp_path / "v", other, NOW)
    )


def test_a_home_is_kept_for_a_year_after_the_last_visit_where_something_is_in_it(
    tmp_path: Path,
) -> None:
    kept, empty = visited(tmp_path, NOW), visited(tmp_path, NOW, "cache/library.db")
    foreign = tmp_path / "somebody's folder"
    foreign.mkdir()
    assert remove_stale_homes(tmp_path, NOW + DAY / 2) == 0
    assert remove_stale_homes(tmp_path, NOW + 2 * DAY) == 1
    assert not empty.exists()
    assert remove_stale_homes(tmp_path, NOW + COOKIE_SECONDS - DAY) == 0
    assert kept.exists()
    assert remove_stale_homes(tmp_path, NOW + COOKIE_SECONDS + DAY) == 1
    assert [each.name for each in tmp_path.iterdir()] == [foreign.name]


def test_a_visit_keeps_a_home_for_another_year(tmp_path: Path) -> None:
    key = new_key()
    home = open_home(tmp_path, key, NOW)
    assert home
    (home / "config").mkdir()
    (home / "config" / "config.toml").write_bytes(b"")
    os.utime(home, (NOW, NOW))
    open_home(tmp_path, key, NOW + COOKIE_SECONDS - DAY)
    assert remove_stale_homes(tmp_path, NOW + COOKIE_SECONDS + DAY) == 0


def test_there_are_never_more_than_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "MAX_HOMES", 3)
    key = new_key()
    assert open_home(tmp_path, key, NOW)
    visited(tmp_path, NOW)
    visited(tmp_path, NOW)
    assert open_home(tmp_path, new_key(), NOW + 60) is None
    assert open_home(tmp_path, key, NOW + 60), "whoever has one comes in"
    assert open_home(tmp_path, new_key(), NOW + 2 * DAY), "one in which nothing was kept gives way"
    assert len(list(tmp_path.iterdir())) == 3
