"""The turning point of written games is their known blunder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.analysis.written_games import SEER_EXILED, WOLF_CONFESSES, written_game
from wolfcore.analysis import USUAL_ROLLOUTS
from wolfcore.analysis.rollouts import GameRollouts, make_course
from wolfcore.game import facts as f
from wolfcore.records import read_game


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lines", "kind", "seat", "sign"),
    [
        (SEER_EXILED, f.Exiled, 3, -1),
        (WOLF_CONFESSES, f.Said, 2, 1),
    ],
    ids=["the village exiles its seer", "a wolf confesses"],
)
def test_the_turning_point_is_the_blunder(
    tmp_path: Path,
    lines: dict[tuple[int | str, ...], int | str],
    kind: type[f.Exiled | f.Said],
    seat: int,
    sign: int,
) -> None:
    saved = read_game(written_game(tmp_path, lines))
    game = GameRollouts(saved)
    played = [wins for number in range(USUAL_ROLLOUTS) if (wins := game.play(number))]
    turned = make_course(game.log, game.events, played).turning_point
    assert turned
    fact = saved.entries[turned.entry].fact
    assert isinstance(fact, kind)
    assert fact.seat == seat
    assert turned.change * sign > 0.3
