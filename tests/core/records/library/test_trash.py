"""The trash and tags: nothing is lost, nothing is played over, and nobody's game is touched while
it is played."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.core.players.sitters import played
from wolfcore.errors import ConfigError, LogError
from wolfcore.records import ABOUT_FILE, LOG_FILE, GameFolder, list_games, read_game
from wolfcore.records.library import (
    TRASH_FOLDER,
    list_trash,
    move_to_trash,
    restore_from_trash,
    set_tags,
)
from wolfcore.records.library.tags_and_trash import parse_tags


def test_what_is_thrown_away_is_in_no_list_and_comes_back_byte_by_byte(tmp_path: Path) -> None:
    folder = played(tmp_path).path
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    place = move_to_trash(folder)
    assert list_games(tmp_path) == []
    assert list_trash(tmp_path) == [place]
    assert restore_from_trash(place) == folder
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
    assert list_trash(tmp_path) == []


def test_the_last_thrown_away_comes_first(tmp_path: Path) -> None:
    first, second = played(tmp_path).path, played(tmp_path).path
    move_to_trash(second, datetime(2026, 5, 1, tzinfo=UTC))
    move_to_trash(first, datetime(2026, 5, 2, tzinfo=UTC))
    assert [place.name for place in list_trash(tmp_path)] == [first.name, second.name]


def test_a_game_that_is_played_stays(tmp_path: Path) -> None:
    folder = played(tmp_path).path
    with GameFolder.open(folder):
        with pytest.raises(LogError, match="is being played"):
            move_to_trash(folder)
        with pytest.raises(LogError, match="is being played"):
            set_tags(folder, ["x"])
    assert (folder / LOG_FILE).exists()


def test_nothing_comes_back_over_another_game(tmp_path: Path) -> None:
    folder = played(tmp_path).path
    place = move_to_trash(folder)
    folder.mkdir()
    with pytest.raises(LogError, match="another game has its name"):
        restore_from_trash(place)
    assert (place / LOG_FILE).exists()


def test_what_others_lay_in_the_trash_hides_nothing_and_comes_back_nowhere(tmp_path: Path) -> None:
    place = move_to_trash(played(tmp_path).path)
    for litter in (tmp_path / TRASH_FOLDER / ".DS_Store", place.parent / ".DS_Store"):
        litter.write_text("not ours")
    (tmp_path / TRASH_FOLDER / "notes" / "of mine").mkdir(parents=True)
    assert list_trash(tmp_path) == [place]
    assert (restore_from_trash(place) / LOG_FILE).exists()
    assert list_trash(tmp_path) == []


def test_no_trash_is_empty(tmp_path: Path) -> None:
    assert list_trash(tmp_path) == []
    (tmp_path / TRASH_FOLDER).write_text("no folder")
    assert list_trash(tmp_path) == []


def test_tags_are_kept_with_the_game_and_verify_does_not_mind(tmp_path: Path) -> None:
    folder = played(tmp_path).path
    set_tags(folder, parse_tags("close, first  close"))
    about = read_game(folder).about
    assert about is not None
    assert about.tags == ("close", "first")


def test_tags_are_bounded_and_clean() -> None:
    assert parse_tags("a\x1b[31mb\tc") == ("a", "[31mb", "c")
    with pytest.raises(ConfigError, match="at most"):
        parse_tags("x" * 41)
    with pytest.raises(ConfigError, match="at most"):
        parse_tags(" ".join(map(str, range(21))))


def test_a_game_without_its_about_has_no_place_for_tags(tmp_path: Path) -> None:
    folder = played(tmp_path).path
    (folder / ABOUT_FILE).unlink()
    with pytest.raises(LogError, match=r"no about\.json"):
        set_tags(folder, ["x"])
