"""All ratings in one call, as plain data, and nothing heavy loaded before they are asked for."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import msgspec

from tests.core.arena.rating.invented import draw_games
from tests.core.arena.rating.test_strengths import BOARDS, FOUR
from wolfcore.arena.rating import Ratings, ratings_of


def test_everything_in_one_call_is_plain_data() -> None:
    games = draw_games(Random(1), FOUR, BOARDS, 12)
    found = ratings_of(games)
    assert found.strengths.players[0].name == found.skills.players[0].name == "a"
    assert (found.triples.triples, len(found.predictions)) == (4, 3)
    assert {row.player for row in found.wins} == set(FOUR)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Ratings) == found
    assert ratings_of(games[:12]).predictions == []


def test_nothing_heavy_is_loaded_before_ratings_are_asked_for() -> None:
    code = (
        "import sys; from wolfcore.arena.rating import *; "
        "heavy = lambda: [name for name in ('numpy', 'openskill', 'scipy') if name in "
        "sys.modules]; "
        "deals_needed(0.1, pilot=[0, 1]); state = SequentialTest(low=0, "
        "high=0.1).updated_all([0.5, -1.0]); before = heavy(); "
        "game = FinishedGame(board='x', deal=0, players=('a', 'b'), sides=('one', 'two'), "
        "winner='one'); "
        "triples_of([game]); wins_of([game]); between = heavy(); ratings_of([game]); "
        "print(before, between, heavy())"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.strip() == "[] [] ['numpy', 'openskill']"
