"""How well ratings tell games that they have not seen: much where players differ, and nothing where
they do not."""

from __future__ import annotations

from math import isclose, log
from random import Random

import pytest

from tests.core.arena.rating.invented import draw_games, game, teams
from tests.core.arena.rating.test_strengths import BOARDS, FOUR
from wolfcore.arena.rating import predict_held_out
from wolfcore.errors import ConfigError


@pytest.mark.slow
def test_ratings_save_errors_where_players_differ() -> None:
    games = draw_games(Random(1), {name: 2 * value for name, value in FOUR.items()}, BOARDS, 40)
    base, strengths, skills = predict_held_out(games)
    assert [base.method, strengths.method, skills.method] == [
        "base rate",
        "Bradley-Terry",
        "openskill",
    ]
    assert base.games == strengths.games == skills.games == len(games)
    assert base.saved is None
    for rated in (strengths, skills):
        assert rated.saved is not None
        assert rated.low is not None
        assert isclose(rated.saved, base.brier - rated.brier, abs_tol=1e-9)
        assert rated.low > 0.02
        assert rated.log_loss < base.log_loss - 0.05


def test_ratings_save_nothing_where_all_are_equal_and_do_not_see_what_they_are_asked() -> None:
    """Whoever is asked for games that it learned from seems to know them; few games and many
    players make that plain."""
    chance, saved = Random(2), list[float]()
    for _ in range(10):
        base, strengths, _ = predict_held_out(
            draw_games(chance, dict.fromkeys("abcdefgh", 0.0), {"sla7": 0.0}, 2, alike=0.0)
        )
        saved.append(base.brier - strengths.brier)
    assert -0.2 < sum(saved) / 10 < -0.01


def test_the_base_rate_is_that_of_each_board() -> None:
    games = [
        game(teams(*pair), won, deal=deal, board=board)
        for deal in range(50)
        for pair in ("ab", "ba")
        for board, won in (("easy", "village"), ("hard", "wolves"))
    ]
    base, _, _ = predict_held_out(games)
    assert base.brier < 0.001
    coins = predict_held_out([game(teams("a", "b"), None, deal=deal) for deal in range(50)])[0]
    assert (coins.brier, round(coins.log_loss, 9)) == (0.0, round(log(2), 9))


def test_games_of_a_deal_are_held_out_together() -> None:
    """With as many parts as deals, a board with a single deal is never seen before it is asked for."""
    games = [
        game(teams(*pair), "village", deal=deal, board=f"board {deal}")
        for deal in range(6)
        for pair in ("ab", "ba")
    ]
    assert predict_held_out(games, folds=6)[0].brier == 0.25


@pytest.mark.slow
def test_parts_are_cut_by_a_seed() -> None:
    games = draw_games(Random(3), FOUR, BOARDS, 8)
    assert predict_held_out(games) == predict_held_out(games[::-1])
    assert predict_held_out(games, seed=1) != predict_held_out(games)
    assert predict_held_out(games, folds=2) != predict_held_out(games, folds=8)


def test_one_deal_cannot_be_cut() -> None:
    with pytest.raises(ConfigError, match="1 deals cannot be divided into 10 parts"):
        predict_held_out([game(teams("a", "b"), None)])
