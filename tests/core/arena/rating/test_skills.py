"""Ratings by openskill: nobody is ahead for the size of his team or its side, and the better ones
are."""

from __future__ import annotations

import re
import sys
from random import Random

import pytest

from tests.core.arena.rating.invented import draw_games, game, teams
from tests.core.arena.rating.test_strengths import FOUR, MIXED
from wolfcore.arena.rating import bradley_terry, skill_predictor, skills_of
from wolfcore.errors import ConfigError
from wolfcore.extras import install_hint


def test_the_better_ones_are_ahead_and_boards_take_up_the_advantage_of_a_side() -> None:
    found = skills_of(draw_games(Random(1), FOUR, {"easy": 1.0, "hard": -1.0}, 60))
    assert [one.name for one in found.players] == [*FOUR]
    assert (found.first, found.games) == ("village", 1_440)
    easy, hard = found.boards
    assert (easy.name, hard.name) == ("easy", "hard")
    assert easy.mu > 2
    assert hard.mu < -2


def test_equal_players_in_teams_of_five_and_two_are_equal() -> None:
    found = skills_of(
        [
            game(teams(*pair), won, deal=deal)
            for deal in range(40)
            for pair in ("ab", "ba")
            for won in ("village", "wolves")[deal % 2 :][:1]
        ]
    )
    assert all(abs(one.mu) < one.sigma for one in (*found.players, *found.boards))
    assert all(one.sigma < 4 for one in found.players)


def test_skills_of_mixed_teams_go_with_strengths() -> None:
    truth = dict(zip("abcdefg", (3, 2, 1, 0, -1, -2, -3), strict=True))
    games = draw_games(Random(2), truth, {"sla7": 0.2}, 300, seated=MIXED)
    skills, strengths = skills_of(games), bradley_terry(games)
    assert (
        [one.name for one in skills.players][::6]
        == [one.name for one in strengths.players][::6]
        == ["a", "g"]
    )


def test_more_games_leave_less_uncertainty_and_orders_that_differ_more() -> None:
    few, many = (skills_of(draw_games(Random(3), FOUR, {"sla7": 0}, deals)) for deals in (2, 40))
    assert max(one.sigma for one in many.players) < 0.6 * min(one.sigma for one in few.players)
    games = draw_games(Random(3), FOUR, {"sla7": 0}, 10)
    assert (
        skills_of(games, orders=1).players[0].sigma < skills_of(games, orders=10).players[0].sigma
    )


def test_who_sits_on_both_sides_is_rated_on_both() -> None:
    both = ("a", "x", "x", "x", "x", "a", "y")
    found = {
        one.name: one
        for one in skills_of([game(both, "village", deal=deal) for deal in range(10)]).players
    }
    assert found["x"].mu > abs(found["a"].mu) > -found["y"].mu - 100
    assert found["x"].mu > 1
    assert found["y"].mu < -1
    assert abs(found["a"].mu) < 1e-9, "as much won as lost"
    assert found["a"].sigma < found["x"].sigma


def test_games_that_nobody_won_move_nobody_who_is_equal() -> None:
    found = skills_of(
        [game(teams(*pair), None, deal=deal) for deal in range(20) for pair in ("ab", "ba")]
    )
    assert all(abs(one.mu) < 1e-9 for one in (*found.players, *found.boards))


def test_chances_are_those_that_it_learns_with() -> None:
    games = draw_games(Random(4), {"a": 1.0, "b": -1.0}, {"sla7": 0.5}, 150)
    chance = skill_predictor(skills_of(games))
    assert 0.8 < chance(game(teams("a", "b"), None)) < 0.97
    assert 0.1 < chance(game(teams("b", "a"), None)) < 0.35
    assert chance(game(teams("new", "newer"), None, board="new")) == 0.5


def test_without_openskill_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(ConfigError, match=re.escape(f"need openskill. {install_hint('stats')}")):
        skills_of([game(teams("a", "b"), None)])
