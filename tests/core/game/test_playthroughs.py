"""Golden playthroughs: whole games as text, reviewed like pictures.

`WOLFTUI_REWRITE=1 pytest tests/core/game/test_playthroughs.py` writes them anew; read the
difference before you keep it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.core.game.playthrough import text_of
from wolfcore.game import get_board

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {"sla7": 22, "xu7": 51, "helmsman7": 21, "plus12+sheriff": 12, "classic12": 25, "duel6": 4}


@pytest.fixture(autouse=True, scope="module")
def rewritten() -> None:
    if os.environ.get("WOLFTUI_REWRITE"):
        for board, seed in GAMES.items():
            _file(board).write_text(text_of(get_board(board), seed), encoding="utf-8")


def _file(board: str) -> Path:
    return FOLDER / f"{board}.txt"


@pytest.mark.parametrize(("board", "seed"), GAMES.items())
def test_a_whole_game_reads_as_it_did(board: str, seed: int) -> None:
    assert text_of(get_board(board), seed) == _file(board).read_text(encoding="utf-8")


def test_every_file_is_a_game_that_is_played() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.txt")) == sorted(GAMES)
