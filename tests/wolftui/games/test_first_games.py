"""The board of a person who names none, by the games that are over."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from wolfcore.game import FIRST_BOARD, SAFE_NIGHT, Game, get_board, make_spec
from wolfcore.players import RandomPlayer
from wolfcore.records import GameFolder, GameSummary, NewGame, SeatSpec, summarise
from wolfcore.table import play_now
from wolftui.games import arrangement
from wolftui.games.arrangement import FIRST_GAMES, Arrangement, PlayOptions, usual_board
from wolftui.games.game_queue import GameQueue
from wolftui.games.game_starts import start_game

SAFE = f"{FIRST_BOARD}{SAFE_NIGHT}"
NOTE = (
    "Nobody dies in the first night of your first 3 games. New game in the lobby can change that.",
)


def save_game(root: Path, *, person: bool = True, over: bool = True) -> None:
    """Save a game of `duel6` below `root`."""
    people: dict[int, str | None] = {2: "Ada"} if person else {}
    spec = make_spec(get_board("duel6"), 1, people=people)
    with GameFolder.create(
        root, NewGame(spec, [SeatSpec("human" if person else "random")] * 6, "test")
    ) as folder:
        if over:
            play_now(Game(spec), dict.fromkeys(range(1, 7), RandomPlayer()), folder)


def options(root: Path, board: str | None = None, **more: object) -> PlayOptions:
    """The options of a game with a person."""
    wanted: dict[str, object] = {"seats": ("2=human",), "games_root": root, "board": board, **more}
    return PlayOptions(**wanted)  # pyright: ignore[reportArgumentType]


def test_the_first_three_finished_games_of_a_person_are_counted(tmp_path: Path) -> None:
    assert usual_board(tmp_path / "missing") == SAFE
    save_game(tmp_path, person=False)
    save_game(tmp_path, over=False)
    for _ in range(FIRST_GAMES):
        assert usual_board(tmp_path) == SAFE
        save_game(tmp_path)
    assert usual_board(tmp_path) == FIRST_BOARD


def test_nobody_with_many_saved_games_is_a_newcomer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrangement, "_MOST_FOLDERS", 2)
    for number in range(3):
        assert usual_board(tmp_path) == SAFE, number
        save_game(tmp_path, person=False)
    assert usual_board(tmp_path) == FIRST_BOARD


def test_a_first_game_says_once_that_its_first_night_is_safe(tmp_path: Path) -> None:
    for _ in range(FIRST_GAMES):
        running = start_game(options(tmp_path, save=False))
        assert (running.spec.board.name, running.notes) == (SAFE, NOTE)
        save_game(tmp_path)
    later = start_game(options(tmp_path, save=False))
    assert (later.spec.board.name, later.notes) == (FIRST_BOARD, ())
    chosen = start_game(options(tmp_path, SAFE, save=False))
    assert (chosen.spec.board.name, chosen.notes) == (SAFE, ())


def test_a_game_does_not_count_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrangement, "_MOST_FOLDERS", 1)
    save_game(tmp_path, person=False)
    running = start_game(options(tmp_path))
    assert (running.spec.board.name, running.notes) == (SAFE, NOTE)
    assert running.folder
    running.folder.close()


@pytest.mark.parametrize("other", [{"ended": None}, {"ended": "void"}, {"header": None}])
def test_an_unfinished_void_or_imported_game_of_a_person_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: dict[str, object]
) -> None:
    def shown(folder: Path) -> GameSummary:
        return replace(summarise(folder), **other)

    for _ in range(FIRST_GAMES):
        save_game(tmp_path)
    monkeypatch.setattr(arrangement, "summarise", shown)
    assert usual_board(tmp_path) == SAFE


def test_in_a_series_the_games_that_are_over_by_then_decide(tmp_path: Path) -> None:
    queue, boards = (
        GameQueue(Arrangement(options(tmp_path, save=False)), FIRST_GAMES + 1),
        list[str](),
    )
    for _ in range(FIRST_GAMES + 1):
        boards.append(queue.next().spec.board.name)
        save_game(tmp_path)
    assert boards == [*[SAFE] * FIRST_GAMES, FIRST_BOARD]
