"""The list of saved games, and finding the one that is meant."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.core.players.sitters import a_spec, broken_off, played, talkers
from wolfcore.errors import ConfigError
from wolfcore.game import Game
from wolfcore.game.facts import Began
from wolfcore.records import (
    ABOUT_FILE,
    LOG_FILE,
    GameFolder,
    NewGame,
    SeatSpec,
    find_game,
    list_games,
    read_game,
)
from wolfcore.table import play_now


def play_on(root: Path, day: int, board: str = "sla7") -> Path:
    """A game that was created on a day of May."""
    spec = a_spec(board, people=(2,))
    seats = (SeatSpec("random"),) * spec.board.size
    folder = GameFolder.create(
        root, NewGame(spec, seats, version="1", created=datetime(2026, 5, day, tzinfo=UTC))
    )
    play_now(Game(spec), talkers(spec), folder)
    return folder.path


def test_games_are_listed_newest_first_with_how_they_ended(tmp_path: Path) -> None:
    paths = [play_on(tmp_path, day) for day in (3, 1, 2)]
    listed = list_games(tmp_path)
    assert [game.path for game in listed] == [paths[0], paths[2], paths[1]]
    saved = read_game(paths[0])
    assert saved.result is not None
    first = listed[0]
    assert (first.ended, first.winner, first.days) == (
        saved.result.ended,
        saved.result.winner,
        saved.result.days,
    )
    assert (first.board, first.names, first.people) == ("sla7", saved.spec.names, (2,))
    assert first.created == "2026-05-03T00:00:00.000000Z"


def test_an_unfinished_game_says_how_far_it_came(tmp_path: Path) -> None:
    path = broken_off(tmp_path, 14)
    game = next(game for game in list_games(tmp_path) if game.path == path)
    assert game.ended is None
    days = [entry.fact.day for entry in read_game(path).entries if isinstance(entry.fact, Began)]
    assert game.days == days[-1]


def test_a_game_that_was_left_at_night_says_so(tmp_path: Path) -> None:
    paths = {answers: broken_off(tmp_path / str(answers), answers) for answers in (1, 14)}
    found = {answers: list_games(path.parent)[0] for answers, path in paths.items()}
    assert (found[1].days, found[1].night) == (1, True)
    last = [entry.fact for entry in read_game(paths[14]).entries if isinstance(entry.fact, Began)][
        -1
    ]
    assert last.phase != "night"
    assert not found[14].night
    ended = played(tmp_path / "ended")
    assert not list_games(ended.path.parent)[0].night


def test_what_cannot_be_read_is_listed_with_the_reason_and_other_folders_are_not(
    tmp_path: Path,
) -> None:
    saved = played(tmp_path)
    (saved.path / LOG_FILE).write_bytes(b"{}\n")
    (tmp_path / "notes").mkdir()
    (tmp_path / ".new-1").mkdir()
    (tmp_path / ".new-1" / LOG_FILE).write_bytes(b"")
    listed = list_games(tmp_path)
    assert [game.id for game in listed] == [saved.id]
    assert "is not a saved game of wolftui" in listed[0].problem


def test_no_folder_means_no_games(tmp_path: Path) -> None:
    assert list_games(tmp_path / "nowhere") == []


def test_a_game_is_found_by_id_part_path_and_latest(tmp_path: Path) -> None:
    older, newer = play_on(tmp_path, 1), play_on(tmp_path, 2, "duel6")
    for text in (
        older.name,
        older.name[:8],
        older.name[:-3],
        older.name[-6:],
        str(older),
        str(older / LOG_FILE),
    ):
        assert find_game(tmp_path, text) == older
    assert find_game(tmp_path, "latest") == newer


def test_what_is_not_found_is_answered_with_what_is_near(tmp_path: Path) -> None:
    path = play_on(tmp_path, 1)
    with pytest.raises(ConfigError, match=f"Did you mean {path.name}"):
        find_game(tmp_path, path.name.replace("sla7", "sla8"))
    with pytest.raises(ConfigError, match="there is no saved game `xyz`"):
        find_game(tmp_path, "xyz")
    with pytest.raises(ConfigError, match="there is no saved game in"):
        find_game(tmp_path / "nowhere", "latest")


@pytest.mark.parametrize(
    "text",
    ["x" * 300, f"/{'x' * 5000}", f"{'x/' * 3000}{LOG_FILE}", "~nobody-of-that-name/x", "a\0b"],
)
def test_a_word_that_no_file_can_be_called_means_no_game(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match="there is no saved game `"):
        find_game(tmp_path, text)


def test_the_games_of_a_series_stand_in_the_order_in_which_they_began(tmp_path: Path) -> None:
    paths: list[Path] = []
    for place in range(12):
        moment = datetime(2026, 5, 1, 12, 0, 7, 3 * place, tzinfo=UTC)
        with GameFolder.create(
            tmp_path, NewGame(a_spec(), (SeatSpec("random"),) * 7, version="1", created=moment)
        ) as folder:
            paths.append(folder.path)
    assert [game.path for game in list_games(tmp_path)] == paths[::-1]
    assert find_game(tmp_path, "latest") == paths[-1]


def test_a_game_that_was_saved_with_whole_seconds_keeps_its_place(tmp_path: Path) -> None:
    older, middle, newer = (play_on(tmp_path, day) for day in (1, 2, 3))
    about = middle / ABOUT_FILE
    about.write_text(about.read_text().replace(".000000Z", "Z"))
    assert read_game(middle).about
    assert [game.path for game in list_games(tmp_path)] == [newer, middle, older]


def test_what_may_be_several_games_is_asked_back(tmp_path: Path) -> None:
    names = {play_on(tmp_path, 1).name, play_on(tmp_path, 1).name}
    with pytest.raises(ConfigError, match="fits 2 saved games") as caught:
        find_game(tmp_path, "20260501")
    assert all(name in str(caught.value) for name in names)
