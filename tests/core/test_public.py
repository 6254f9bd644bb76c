"""The public surface of wolfcore: the names that it lists, and what its functions do for a user's
program."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import wolfcore
from wolfcore import (
    Answer,
    Ask,
    Desk,
    View,
    boards,
    check_player,
    get_board,
    measure,
    play,
    read_game,
)
from wolfcore.errors import ConfigError
from wolfcore.game import Entry
from wolfcore.records import SeatSpec

PUBLIC = """
Answer Ask Board Desk Game GameSpec Player SavedGame Table View WolfError
boards check_player get_board make_spec measure play read_game
"""
"""What users may rely on: a name that goes or comes is said in the CHANGELOG."""

JOURNAL = (
    "seconds",
    "discipline_given",
    "discipline_repaired",
    "discipline_replaced",
    "discipline_timed_out",
)
"""The metrics of answers, which only a saved game tells."""


class Last:
    """A player of one's own that waits for nothing but says so in a coroutine: it takes the last
    option."""

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return Answer(ask.options[-1])


def log_of(seats: dict[int | str, str], seed: int) -> Sequence[Entry]:
    return play("duel6", seats, seed=seed).log


def test_the_public_names_are_those_that_are_listed() -> None:
    assert wolfcore.__all__ == sorted(PUBLIC.split(), key=lambda name: (name[0].islower(), name))
    assert all(getattr(wolfcore, name) for name in wolfcore.__all__)
    assert set(wolfcore.__all__) <= set(dir(wolfcore))


def test_a_name_that_is_not_public_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'reader'"):
        _ = wolfcore.reader


def test_importing_wolfcore_loads_none_of_its_rooms() -> None:
    code = (
        "import sys, wolfcore; print(sorted(name for name in sys.modules if "
        "name.startswith('wolfcore.')))"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True
        ).stdout.strip()
        == "['wolfcore.lazy']"
    )


def test_equal_arguments_give_equal_games() -> None:
    assert log_of({}, 7) == log_of({"*": "bot:normal"}, 7)
    assert log_of({}, 7) != log_of({}, 8)
    assert log_of({"wolves": "bot:easy"}, 7) != log_of({}, 7)


def test_every_board_is_played_by_its_name() -> None:
    for name in boards():
        assert play(name, {"*": "random"}, seed=3).over
        assert get_board(name).name == name


def test_a_player_of_ones_own_sits_on_its_seat_and_keeps_the_contract() -> None:
    check_player(Last, boards=("duel6",), seeds=(1,))
    game = play("duel6", {3: Last(), "*": "bot:easy"}, seed=4)
    assert {own.answer.choice == own.ask.options[-1] for own in game.view(3).answered} == {True}
    assert {type(own.answer.choice) for own in game.view(2).answered} == {int}


def test_a_game_is_measured_alike_whether_it_was_just_played_or_read_back(tmp_path: Path) -> None:
    game = play("duel6", {3: Last()}, seed=4, save_to=tmp_path)
    saved = read_game(next(tmp_path.iterdir()))
    assert saved.about
    assert saved.about.seats_now()[2] == SeatSpec("own", ("Last",))
    played, read = measure(game), measure(saved)
    assert {name: value for name, value in read.items() if name not in JOURNAL} == {
        name: value for name, value in played.items() if name not in JOURNAL
    }
    assert all(played[name] is None for name in JOURNAL)
    assert read["discipline_given"] == 1.0
    assert played["days"] == game.state.day


@pytest.mark.parametrize(
    ("seats", "problem"),
    [
        ({9: Last()}, "no seat 9"),
        ({"*": Last()}, "a player object plays one seat, and `\\*` is no seat number"),
        ({"wolves": Last()}, "`wolves` is no seat number"),
        ({4: "human"}, "a person cannot play"),
        ({4: "vanilla@gpt"}, "models are not available"),
        ({"mayor": "bot"}, "mayor"),
        ({4: "bto"}, "bto"),
    ],
)
def test_seats_that_cannot_be_are_refused(seats: dict[int | str, str | Last], problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        play("duel6", seats)
