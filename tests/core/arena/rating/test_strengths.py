"""Strengths by Bradley and Terry: right where the answer is known, sober where nearly nothing is;
intervals hold the truth."""

from __future__ import annotations

import re
import sys
from math import isclose, log
from random import Random

import msgspec
import pytest

from bench.drawn_games import Seated
from tests.core.arena.rating.invented import draw_games, game, rotating_tables, teams
from wolfcore.arena.rating import (
    FinishedGame,
    Strength,
    Strengths,
    bradley_terry,
    skills_of,
    strength_predictor,
)
from wolfcore.arena.rating.strengths import PRIOR
from wolfcore.errors import ConfigError
from wolfcore.extras import install_hint

FOUR = {"a": 0.6, "b": 0.2, "c": -0.2, "d": -0.6}
BOARDS = {"sla7": 0.3, "xu7": -0.5}
MIXED = rotating_tables("abcdefg", 3)
"""A table of seven with everybody at it, three times with the seats moved on."""


def value(strengths: Strengths, name: str) -> float:
    return next(one.value for one in (*strengths.players, *strengths.boards) if one.name == name)


def width(one: Strength) -> float:
    assert one.low is not None
    assert one.high is not None
    return one.high - one.low


def test_two_players_of_whom_one_wins_three_of_four_are_log_three_apart() -> None:
    games = [
        game(teams(*pair), won, deal=deal)
        for deal in range(400)
        for pair, won in _three_of_four(deal)
    ]
    found = bradley_terry(games)
    assert isclose(value(found, "a") - value(found, "b"), log(3), abs_tol=0.01)
    assert abs(value(found, "sla7")) < 0.01
    assert isclose(found.players[0].share, 3**0.5 / (1 + 3**0.5), abs_tol=0.01)
    assert isclose(found.players[0].elo - found.players[1].elo, 190.8, abs_tol=2)


def _three_of_four(deal: int) -> list[tuple[tuple[str, str], str]]:
    a_wins = deal % 4 != 0
    return [
        (("a", "b"), "village" if a_wins else "wolves"),
        (("b", "a"), "wolves" if a_wins else "village"),
    ]


@pytest.mark.parametrize("seated", [None, MIXED], ids=["teams", "mixed"])
def test_no_other_strengths_are_more_probable(seated: Seated | None) -> None:
    """At the top of a concave function its slopes are 0; here they are summed up game by game."""
    names = (
        dict(zip("abcdefg", (1.5, 1.0, 0.5, 0.0, -0.5, -1.0, -1.5), strict=True))
        if seated
        else FOUR
    )
    games = draw_games(Random(2), names, BOARDS, 15, seated=seated)
    games = [
        msgspec.structs.replace(one, winner=None) if number % 11 == 0 else one
        for number, one in enumerate(games)
    ]
    found = bradley_terry(games)
    chances = strength_predictor(found)
    for player in found.players:
        slope = sum(
            (one.points("village") - chances(one))
            * (one.players[:5].count(player.name) / 5 - one.players[5:].count(player.name) / 2)
            for one in games
        )
        assert isclose(slope, player.value / PRIOR**2, abs_tol=1e-6)
    for board in found.boards:
        slope = sum(
            one.points("village") - chances(one) for one in games if one.board == board.name
        )
        assert isclose(slope, board.value / PRIOR**2, abs_tol=1e-6)


def test_strengths_of_mixed_teams_are_found() -> None:
    truth = dict(zip("abcdefg", (1.5, 1.0, 0.5, 0.0, -0.5, -1.0, -1.5), strict=True))
    found = bradley_terry(draw_games(Random(3), truth, {"sla7": 0.4}, 1_500, seated=MIXED))
    assert [one.name for one in found.players] == [*"abcdefg"]
    assert all(abs(one.value - truth[one.name]) < 0.4 for one in found.players)


def test_games_that_nobody_won_are_half_a_win_for_both() -> None:
    found = bradley_terry(
        [game(teams(*pair), None, deal=deal) for deal in range(9) for pair in ("ab", "ba")]
    )
    assert all(one.value == 0 for one in (*found.players, *found.boards))
    half = [game(teams(*pair), None, deal=deal) for deal in range(400) for pair in ("ab", "ba")]
    won = [
        game(teams(*pair), "village" if pair == "ab" else "wolves", deal=deal)
        for deal in range(400, 800)
        for pair in ("ab", "ba")
    ]
    lead = bradley_terry(half + won).leads[0]
    assert (lead.a, lead.b) == ("a", "b")
    assert isclose(lead.value, log(3), abs_tol=0.01)


def test_somebody_who_always_wins_is_strong_and_nobody_knows_how_strong() -> None:
    few, many = (bradley_terry([*_always(deals)]) for deals in (3, 300))
    assert value(few, "a") > 0.5
    assert value(many, "a") > value(few, "a")
    assert value(many, "a") < 3 * PRIOR
    lead = many.leads[0]
    assert lead.low is not None
    assert lead.high is not None
    assert lead.low > 3
    assert lead.high > lead.value + 1


def _always(deals: int) -> list[FinishedGame]:
    return [
        game(teams(*pair), "village" if pair == "ab" else "wolves", deal=deal)
        for deal in range(deals)
        for pair in ("ab", "ba")
    ]


def test_those_who_never_met_even_through_others_are_as_far_apart_as_the_prior_allows() -> None:
    games = draw_games(Random(4), {"a": 0.5, "b": -0.5}, {"sla7": 0}, 40) + draw_games(
        Random(5), {"c": 1, "d": -1}, {"sla7": 0}, 40
    )
    found = bradley_terry(
        [msgspec.structs.replace(one, deal=number // 2) for number, one in enumerate(games)]
    )
    for lead in found.leads:
        assert lead.low is not None
        assert lead.high is not None
        met = {lead.a, lead.b} in ({"a", "b"}, {"c", "d"})
        assert (lead.high - lead.low < 2.5) == met
        assert (lead.high - lead.low > 3 * PRIOR) == (not met)


def test_games_of_a_deal_are_one_observation() -> None:
    once = draw_games(Random(6), FOUR, {"sla7": 0.3}, 30)
    together = [msgspec.structs.replace(one, repeat=repeat) for one in once for repeat in range(5)]
    apart = [
        msgspec.structs.replace(one, deal=100 * repeat + one.deal)
        for one in once
        for repeat in range(5)
    ]
    plain, repeated, more = (bradley_terry(games).boards[0] for games in (once, together, apart))
    assert 0.9 < width(repeated) / width(plain) < 1.1
    assert width(more) < 0.55 * width(plain)


def test_the_order_of_games_plays_no_part() -> None:
    games = draw_games(Random(7), FOUR, BOARDS, 6)
    mixed = Random(8).sample(games, len(games))
    assert bradley_terry(mixed) == bradley_terry(games)
    assert skills_of(mixed) == skills_of(games)


def test_a_single_deal_has_no_interval() -> None:
    found = bradley_terry(draw_games(Random(9), FOUR, {"sla7": 0}, 1))
    assert {(one.low, one.high) for one in (*found.players, *found.boards)} == {(None, None)}


@pytest.mark.parametrize(
    ("strengths", "boards", "deals", "most"),
    [
        (FOUR, BOARDS, 10, 1.35),
        ({"a": 2.0, "b": -2.0}, {"sla7": 0.0}, 10, 9.0),
        ({"a": 0.5, "b": -0.5}, {"sla7": 0.3}, 5, 7.0),
    ],
    ids=["four on two boards", "nearly always won", "few deals"],
)
def test_intervals_hold_the_truth(
    strengths: dict[str, float], boards: dict[str, float], deals: int, most: float
) -> None:
    """Of 150 at 95 % 142 hold it; fewer than 133 would be seen once in five hundred times."""
    chance, held = Random(10), dict.fromkeys((*strengths, *boards), 0)
    widths: list[float] = []
    for _ in range(150):
        found = bradley_terry(draw_games(chance, strengths, boards, deals))
        for one in (*found.players, *found.boards):
            assert one.low is not None
            assert one.high is not None
            held[one.name] += one.low <= (strengths | boards)[one.name] <= one.high
            widths.append(width(one))
    assert min(held.values()) >= 133
    assert sum(widths) / len(widths) < most


def test_intervals_that_take_games_for_independent_promise_too_much() -> None:
    """What the interval of a board would hold if it did not know which games go together."""
    chance, held = Random(11), 0
    for _ in range(150):
        games = draw_games(chance, FOUR, {"sla7": 0.3}, 10)
        board = bradley_terry(
            [msgspec.structs.replace(one, deal=number) for number, one in enumerate(games)]
        ).boards[0]
        assert board.low is not None
        assert board.high is not None
        held += board.low <= 0.3 <= board.high
    assert held < 130


def test_what_cannot_be_rated_is_refused_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match="there are no finished games"):
        bradley_terry([])
    other = FinishedGame(board="x", deal=0, players=("a", "b"), sides=("red", "blue"), winner="red")
    with pytest.raises(ConfigError, match="4 sides instead of two: blue, red, village, wolves"):
        bradley_terry([other, game(teams("a", "b"), None)])
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "wolfcore.arena.rating.logistic", raising=False)
    with pytest.raises(ConfigError, match=re.escape(f"need numpy. {install_hint('stats')}")):
        bradley_terry([other])


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"sides": ("red",)}, "2 players, 1 sides"),
        ({"roles": ("Seer",)}, "1 roles"),
        ({"sides": ("red", "red")}, "1 sides instead of two"),
        ({"winner": "green"}, "`green`, who did not play"),
    ],
)
def test_games_that_are_none_are_refused(changed: dict[str, object], why: str) -> None:
    whole = FinishedGame(board="x", deal=0, players=("a", "b"), sides=("red", "blue"), winner="red")
    with pytest.raises(ConfigError, match=why):
        msgspec.structs.replace(whole, **changed)
