"""The finder of unfinished games notices what other processes do, and reads nothing while they do
nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from wolftui.games import unfinished
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import resume_saved, start_game
from wolftui.games.running_game import RunningGame
from wolftui.games.unfinished import OpenGamesFinder


def game(root: Path, seed: int = 1) -> RunningGame:
    return start_game(
        PlayOptions(board="duel6", seed=seed, default_player="random", games_root=root)
    )


def test_a_game_that_begins_ends_or_is_taken_up_is_noticed(tmp_path: Path) -> None:
    finder = OpenGamesFinder(tmp_path / "games")
    assert finder.find() == (None, ())
    assert not finder.has_changed()
    running = game(tmp_path / "games")
    assert finder.has_changed()
    left, played = finder.find()
    assert left is None
    assert [each.path for each in played] == [running.path]
    assert not finder.has_changed()
    running.close()
    assert finder.has_changed()
    left, played = finder.find()
    assert left
    assert (left.path, played) == (running.path, ())
    assert not finder.has_changed()
    again = resume_saved(left.path)
    assert finder.has_changed()
    assert [each.path for each in finder.find()[1]] == [left.path]
    again.play_now()
    again.close()
    assert finder.has_changed()
    assert finder.find() == (None, ())
    assert not finder.has_changed()


def test_while_nothing_changes_no_game_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(3):
        ended = game(tmp_path, seed)
        ended.play_now()
        ended.close()
    running = game(tmp_path, 9)
    finder = OpenGamesFinder(tmp_path)
    finder.find()
    looked: list[Path] = []

    def locked(folder: Path) -> bool:
        looked.append(folder)
        return True

    def read(_: Path) -> None:
        pytest.fail("a game was read")

    monkeypatch.setattr(unfinished, "summarise", read)
    monkeypatch.setattr(unfinished, "is_locked", locked)
    assert not finder.has_changed()
    assert looked == [running.path]
    running.close()
