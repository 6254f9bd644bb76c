"""Results of series: the person's win rate and slope, trust in sheriffs, and survey answers.

Over several series a series, or a person, is one observation in every interval; of one series
alone a game is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

from msgspec import Struct

from wolfcore.game import Belief, RoleName, Team
from wolfcore.game.facts import EndKind
from wolfcore.intervals import (
    Interval,
    bounded_mean_interval,
    exact_interval,
    unbounded_mean_interval,
)
from wolfcore.metrics import METRICS, GameTables, from_saved_game, game_total, tables_of
from wolfcore.metrics.influence import beliefs_at_vote, reliability
from wolfcore.records import SavedGame

from .design import LEAST, MOST, Plan

TABLE_METRICS = ("ratio", "dc", "correlation", "correlation_moments")
"""The metrics of whole tables in Helmsman's table 3; the last is over all moments of asking."""


LEAST_RATIO, MOST_RATIO = 0.1, 10.0
"""The range of a ratio of two trusts, which are 1 to 10."""


_TRUST_SPAN = 9.0
"""The largest change of a trust."""


class Trusts(Struct, frozen=True):
    """A person's trust in sheriffs in one game; only days on which another player is sheriff count.

    m(i, j) is the trust that i states in j. A value is None where the person stated nothing.

    Attributes:
        ratio: m(person, sheriff) / mean m(person, j) over the other living j, mean over days
            (Helmsman 3.2 for one follower).
        moved: Days on which the person changed to the sheriff's choice between straw vote and vote.
        days: Days on which that was possible.
        before: Mean m(person, sheriff) as last stated before the sheriff's speech, over days with
            both.
        after: The same as last stated before the vote.
    """

    ratio: float | None = None
    moved: int = 0
    days: int = 0
    before: float | None = None
    after: float | None = None


class GameFound(Struct, frozen=True):
    """The measures of one game of a series.

    Attributes:
        game: Its id.
        role: The person's role.
        team: The person's team.
        won: Whether that team won; None where nobody did.
        ended: How the game ended.
        days: The last day that began.
        fell: The day on which the person died; 0 where it did not.
        trusts: The person's trust in sheriffs.
        metrics: The metrics of the whole table, by name.
    """

    game: str
    role: RoleName
    team: Team
    won: bool | None
    ended: EndKind
    days: int
    fell: int
    trusts: Trusts
    metrics: dict[str, float | None]


class SeriesValue(NamedTuple):
    """A value with its interval and the number of observations `n`; the value is None for none."""

    value: float | None
    interval: Interval
    n: int


def measure_series_game(saved: SavedGame, seat: int) -> GameFound:
    """Measure a finished game for the person on a seat."""
    t = tables_of(from_saved_game(saved))
    role, team, result = t.roles[seat], t.team(seat), saved.result
    assert role
    assert team
    assert result
    fall = t.deaths.get(seat)
    values = {
        metric.name: game_total(metric.kind, metric.of(t)).value
        for metric in METRICS
        if metric.name in TABLE_METRICS
    }
    won = None if result.winner is None else result.winner == team
    return GameFound(
        saved.id,
        role,
        team,
        won,
        result.ended,
        result.days,
        fall.day if fall else 0,
        trust_in_sheriffs(t, seat),
        values,
    )


def trust_in_sheriffs(t: GameTables, seat: int) -> Trusts:
    """Measure the trust of the person on a seat in the sheriffs of a game."""
    ratios: list[float] = []
    moments: list[tuple[int, int]] = []
    moved = days = 0
    for day in t.days:
        if (
            not (day.official_ballots and day.sheriff)
            or day.sheriff == seat
            or seat not in day.living
        ):
            continue
        _, beliefs = beliefs_at_vote(t, day).get(seat, (0, ()))
        others = [
            reliability(each)
            for each in beliefs
            if each.seat in day.living and each.seat not in (day.sheriff, seat)
        ]
        after = _of(beliefs, day.sheriff)
        if after is not None and others:
            ratios.append(after / fmean(others))
        before = _before_summary(t, seat, day.number, day.sheriff)
        if before is not None and after is not None:
            moments.append((before, after))
        straw, final, choice = (
            day.ballot_of(seat, "lean"),
            day.ballot_of(seat),
            day.ballot_of(day.sheriff),
        )
        # A vote for no one is no choice that the person could follow.
        if straw and final and choice and choice.target:
            days += 1
            moved += straw.target != choice.target == final.target
    before_and_after = (
        [fmean(each) for each in zip(*moments, strict=True)] if moments else [None, None]
    )
    return Trusts(fmean(ratios) if ratios else None, moved, days, *before_and_after)


def _of(beliefs: Iterable[Belief], seat: int) -> int | None:
    return next((reliability(each) for each in beliefs if each.seat == seat), None)


def _before_summary(t: GameTables, seat: int, day: int, sheriff: int) -> int | None:
    """Return a seat's last stated trust in the sheriff before the sheriff's summary on a day.

    None where the seat stated none.
    """
    summary = next(
        (s.entry for s in t.speeches if (s.day, s.seat, s.kind) == (day, sheriff, "summarise")), 0
    )
    stated = [
        s.beliefs for s in t.statements if s.day == day and s.seat == seat and s.entry < summary
    ]
    return _of(stated[-1], sheriff) if stated else None


# -- over series


def win_rate(series: Sequence[Sequence[GameFound]]) -> SeriesValue:
    """Return the share of games with a winner that the person won.

    The interval is exact for one series; for several, a series is one observation.
    """
    counts = [
        (sum(game.won is True for game in games), sum(game.won is not None for game in games))
        for games in series
    ]
    counted = [(won, of) for won, of in counts if of]
    won, of = sum(pair[0] for pair in counted), sum(pair[1] for pair in counted)
    if not of:
        return SeriesValue(None, Interval(), 0)
    interval = (
        exact_interval(won, of)
        if len(counted) == 1
        else bounded_mean_interval(
            [pair[0] for pair in counted], [pair[1] for pair in counted], 0, 1
        )
    )
    return SeriesValue(won / of, interval, of)


def win_curve(series: Sequence[Sequence[GameFound]], length: int) -> list[SeriesValue]:
    """Return, for each k, the share of series whose k-th game the person won.

    Series whose k-th game nobody won are left out.
    """
    found: list[SeriesValue] = []
    for place in range(length):
        here = [
            games[place].won
            for games in series
            if len(games) > place and games[place].won is not None
        ]
        won = sum(each is True for each in here)
        found.append(
            SeriesValue(
                won / len(here) if here else None,
                exact_interval(won, len(here)) if here else Interval(),
                len(here),
            )
        )
    return found


def mean_slope(series: Sequence[Sequence[GameFound]]) -> SeriesValue:
    """Return the rise of the win rate per game: the mean least-squares slope over series.

    Only series of at least two games count, in all of which somebody won; one series alone has no
    interval.
    """
    decided = [
        games for games in series if len(games) > 1 and all(game.won is not None for game in games)
    ]
    whole = [[float(game.won or 0) for game in games] for games in decided]
    if not whole:
        return SeriesValue(None, Interval(), 0)
    slopes = [slope_of(own) for own in whole]
    # The steepest row loses its first half and wins the second.
    steepest = max(
        slope_of([float(2 * place >= len(own)) for place in range(len(own))]) for own in whole
    )
    return SeriesValue(
        fmean(slopes),
        bounded_mean_interval(slopes, [1.0] * len(slopes), -steepest, steepest),
        len(slopes),
    )


def slope_of(values: Sequence[float]) -> float:
    """Return the least-squares slope through values 1, 2, ...; at least two."""
    middle = (len(values) - 1) / 2
    below = sum((place - middle) ** 2 for place in range(len(values)))
    return sum((place - middle) * value for place, value in enumerate(values)) / below


def table_metric(series: Sequence[Sequence[GameFound]], name: str) -> SeriesValue:
    """Return the mean of a metric of the whole table over all games that have it."""
    (metric,) = (metric for metric in METRICS if metric.name == name)
    return _mean_over_games(series, lambda game: game.metrics[name], metric.ends, metric.range)


def trust_ratio(series: Sequence[Sequence[GameFound]]) -> SeriesValue:
    """Return the mean ratio of the person's trust in sheriffs to that in others.

    Only games in which the person stated both count.
    """
    return _mean_over_games(series, lambda game: game.trusts.ratio, (LEAST_RATIO, MOST_RATIO))


def _mean_over_games(
    series: Sequence[Sequence[GameFound]],
    value_of: Callable[[GameFound], float | None],
    ends: tuple[float, float] | None,
    range_used: tuple[float, float] | None = None,
) -> SeriesValue:
    """Return the mean over all games with a value.

    Args:
        series: The games of each series.
        value_of: Returns the value of a game, None for none.
        ends: The least and greatest possible value; None for none.
        range_used: `ends` where values fill them. Otherwise the interval is Student's t, and by the
            range where observations are too few for that.
    """
    values = [
        [value for game in games if (value := value_of(game)) is not None] for games in series
    ]
    every = [value for own in values for value in own]
    if not every:
        return SeriesValue(None, Interval(), 0)
    groups = [own for own in values if own]
    # Of one series alone its games are the observations.
    groups = groups if len(groups) > 1 else [[value] for value in every]
    sums, weights = [sum(own) for own in groups], [float(len(own)) for own in groups]
    if range_used:
        return SeriesValue(
            fmean(every), bounded_mean_interval(sums, weights, *range_used), len(every)
        )
    interval = unbounded_mean_interval(sums, weights)
    if ends and interval.how == "few games":
        interval = bounded_mean_interval(sums, weights, *ends)
    return SeriesValue(fmean(every), interval, len(every))


def decision_change(series: Sequence[Sequence[GameFound]]) -> SeriesValue:
    """Return the share of days on which the person changed to the sheriff's choice.

    `n` counts days.
    """
    groups = [[game.trusts for game in games if game.trusts.days] for games in series]
    groups = [own for own in groups if own]
    if len(groups) == 1:
        groups = [[each] for each in groups[0]]
    moved = [sum(each.moved for each in own) for own in groups]
    days = [sum(each.days for each in own) for own in groups]
    if not groups:
        return SeriesValue(None, Interval(), 0)
    return SeriesValue(sum(moved) / sum(days), bounded_mean_interval(moved, days, 0, 1), sum(days))


def trust_shift(series: Sequence[Sequence[GameFound]]) -> SeriesValue:
    """Return how much the person's trust in the sheriff grows with the sheriff's speech.

    The scale of trust is 1 to 10; only games with both statements count.
    """

    def shift(game: GameFound) -> float | None:
        before, after = game.trusts.before, game.trusts.after
        return None if before is None or after is None else after - before

    return _mean_over_games(series, shift, (-_TRUST_SPAN, _TRUST_SPAN))


def survey_answers(
    plans: Sequence[Plan], answers: Sequence[dict[str, int]]
) -> dict[str, SeriesValue]:
    """Return the mean answer to each question, a person being one observation."""
    names = dict.fromkeys(question.name for plan in plans for question in plan.design.questions)
    found: dict[str, SeriesValue] = {}
    for name in names:
        values = [each[name] for each in answers if name in each]
        interval = (
            bounded_mean_interval(values, [1.0] * len(values), LEAST, MOST)
            if values
            else Interval()
        )
        found[name] = SeriesValue(fmean(values) if values else None, interval, len(values))
    return found
