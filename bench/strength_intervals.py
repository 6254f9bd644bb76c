"""Coverage of the intervals of Bradley-Terry strengths, beside a bootstrap and openskill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from random import Random
from typing import NamedTuple, TypeAlias

import numpy as np

from wolfcore.arena.rating import FinishedGame, bradley_terry, skills_of
from wolfcore.arena.rating.logistic import Floats, coefficients, fit_clustered
from wolfcore.arena.rating.strengths import PRIOR, DesignMatrix, design_matrix
from wolfcore.intervals import UPPER_QUANTILE, student_quantile

from .drawn_games import Seated, draw_games, rotating_tables

Ends: TypeAlias = dict[str, tuple[float, float]]
"""Intervals by what they are of: players, boards, and `A - B`."""


RESAMPLED, DEARER = 200, 10
"""How often deals are resampled for a bootstrap, and of how many repeats one has a bootstrap and
openskill."""


_SCALE = sqrt(2) * 25 / 6
"""What a log odds is on openskill's scale."""


class Setting(NamedTuple):
    """One simulated setting: strengths and boards in log odds, deals a board, and the seating."""

    name: str
    strengths: dict[str, float]
    boards: dict[str, float]
    deals: int
    seated: Seated | None = None


class Coverage(NamedTuple):
    """How often intervals held the truth.

    Attributes:
        setting: What was played.
        way: How intervals were made.
        repeats: How often.
        least: The share of that strength, board or lead whose interval held its truth least often,
            0..1.
        mean: The mean share of all.
        width: The mean width, in log odds.
    """

    setting: str
    way: str
    repeats: int
    least: float
    mean: float
    width: float


_FOUR, _BOARDS = {"a": 0.6, "b": 0.2, "c": -0.2, "d": -0.6}, {"sla7": 0.3, "xu7": -0.5}


_SEVEN = dict(zip("abcdefg", (1, 0.5, 0.2, 0, -0.2, -0.5, -1), strict=True))


SETTINGS = (
    Setting("4 players, 2 boards of 10 deals", _FOUR, _BOARDS, 10),
    Setting("4 players, 2 boards of 40 deals", _FOUR, _BOARDS, 40),
    Setting("3 players far apart, 20 deals", {"a": 2.0, "b": 0.0, "c": -2.0}, {"sla7": -1.0}, 20),
    Setting("2 players, nearly always won, 10 deals", {"a": 2.0, "b": -2.0}, {"sla7": 0.0}, 10),
    Setting("2 players, 5 deals", {"a": 0.5, "b": -0.5}, {"sla7": 0.3}, 5),
    Setting("7 in mixed teams, 40 deals", _SEVEN, {"sla7": 0.3}, 40, rotating_tables("abcdefg", 3)),
)  # fmt: skip


def coverage_of(setting: Setting, repeats: int, seed: int) -> Iterator[Coverage]:
    """How often each way held the truth; equal arguments give equal figures."""
    chance, found = Random(f"{seed} {setting.name}"), dict[str, list[Ends]]()
    for repeat in range(repeats):
        games = draw_games(
            chance, setting.strengths, setting.boards, setting.deals, seated=setting.seated
        )
        for way, ends in _ways(games, chance if repeat % DEARER == 0 else None).items():
            found.setdefault(way, []).append(ends)
    truth = _truth(setting)
    for way, many in found.items():
        shares = [_share([ends[name] for ends in many], truth[name]) for name in many[0]]
        width = sum(high - low for ends in many for low, high in ends.values()) / sum(
            map(len, many)
        )
        yield Coverage(setting.name, way, len(many), min(shares), sum(shares) / len(shares), width)


def _truth(setting: Setting) -> dict[str, float]:
    leads = {
        f"{a} - {b}": setting.strengths[a] - setting.strengths[b]
        for a, b in combinations(setting.strengths, 2)
    }
    return setting.strengths | setting.boards | leads


def _share(intervals: Sequence[tuple[float, float]], truth: float) -> float:
    return sum(low <= truth <= high for low, high in intervals) / len(intervals)


def _ways(games: Sequence[FinishedGame], chance: Random | None) -> dict[str, Ends]:
    """Intervals by every way; with a chance also by the ways that take long."""
    laid = design_matrix(games)
    rows, points, clusters = np.array(laid.rows), np.array(laid.points), np.array(laid.clusters)
    found, along, wide = (
        fit_clustered(rows, points, clusters, PRIOR),
        _along(laid),
        student_quantile(UPPER_QUANTILE, laid.deals - 1),
    )
    ways = {"ours: the wider of the next two": _ours(games)}
    for way, covariance in (
        ("games independent", found.model),
        ("deal by deal left out", found.clustered),
    ):
        errors = {
            name: wide * sqrt(max(0.0, float(factors @ covariance @ factors)))
            for name, factors in along.items()
        }
        middles = {name: float(factors @ found.values) for name, factors in along.items()}
        ways[way] = {
            name: (middles[name] - errors[name], middles[name] + errors[name]) for name in along
        }
    if chance:
        ways["bootstrap of deals"] = _bootstrap(rows, points, clusters, along, chance)
        ways["openskill, 1.96 sigma"] = _by_skill(games)
    return ways


def _ours(games: Sequence[FinishedGame]) -> Ends:
    found = bradley_terry(games)
    ends = {one.name: (one.low, one.high) for one in (*found.players, *found.boards)}
    leads = {(lead.a, lead.b): (lead.low, lead.high) for lead in found.leads}
    for (a, b), (low, high) in leads.items():
        ends |= {f"{a} - {b}": (low, high)} if a < b else {f"{b} - {a}": (_less(high), _less(low))}
    return {
        name: (low, high)
        for name, (low, high) in sorted(ends.items())
        if low is not None and high is not None
    }


def _less(value: float | None) -> float | None:
    return None if value is None else -value


def _along(laid: DesignMatrix) -> dict[str, Floats]:
    """What each strength, board and lead is as a sum of coefficients."""
    several, whole = len(laid.names), np.eye(len(laid.names) + len(laid.boards))
    centre = whole[:several].mean(axis=0)
    found = {name: whole[place] - centre for place, name in enumerate(laid.names)}
    leads = {f"{a} - {b}": found[a] - found[b] for a, b in combinations(laid.names, 2)}
    return (
        found | {board: whole[several + place] for place, board in enumerate(laid.boards)} | leads
    )


def _bootstrap(
    rows: Floats, points: Floats, clusters: np.ndarray, along: dict[str, Floats], chance: Random
) -> Ends:
    """The middle 95 % of what deals that are drawn with replacement give."""
    games = [np.flatnonzero(clusters == deal) for deal in range(int(clusters.max()) + 1)]
    drawn_values: list[Floats] = []
    for _ in range(RESAMPLED):
        chosen = np.concatenate(chance.choices(games, k=len(games)))
        drawn_values.append(coefficients(rows[chosen], points[chosen], PRIOR))
    found: Ends = {}
    for name, factors in along.items():
        low, high = np.quantile(
            np.array(drawn_values) @ factors, (1 - UPPER_QUANTILE, UPPER_QUANTILE)
        )
        found[name] = float(low), float(high)
    return found


def _by_skill(games: Sequence[FinishedGame]) -> Ends:
    """Return 95 % intervals of skills less their mean, in log odds.

    Each interval uses the skill's own uncertainty; openskill gives none of leads.
    """
    found = skills_of(games)
    mean = sum(one.mu for one in found.players) / len(found.players)
    return {
        one.name: (
            (one.mu - mean - 1.96 * one.sigma) / _SCALE,
            (one.mu - mean + 1.96 * one.sigma) / _SCALE,
        )
        for one in found.players
    }
