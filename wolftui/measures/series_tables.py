"""Results of a paper's series with one person, as text and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import to_builtins

from wolfcore.experiments.series import GameFound, Plan, Series, SeriesValue, measure_series_game
from wolfcore.experiments.series.person_metrics import (
    TABLE_METRICS,
    decision_change,
    mean_slope,
    survey_answers,
    table_metric,
    trust_ratio,
    trust_shift,
    win_curve,
    win_rate,
)
from wolfcore.records import read_game

_NONE = "-"


_ENDS = {
    "draw": "a draw",
    "stopped": "ended with the person",
    "void": "ended with the person in the first night",
}


class SeriesReport(NamedTuple):
    """One series: its plan, its finished games, and the person's answers at its end."""

    plan: Plan
    games: tuple[GameFound, ...]
    answers: dict[str, int]


def series_report(study: Series) -> SeriesReport:
    """Measure the finished games of a series.

    Raises:
        LogError: A game cannot be read.
    """
    over = [game for game in study.games if game.ended is not None]
    return SeriesReport(
        study.plan,
        tuple([measure_series_game(read_game(game.path), study.plan.seat) for game in over]),
        study.answers,
    )


def game_line(found: GameFound, number: int, games: int) -> str:
    """Summarise one game for its person, as in `Game 3 of 10: Seer, won on day 4.`, and no more."""
    how = _ENDS.get(found.ended, "") if found.won is None else "won" if found.won else "lost"
    fell = f", fell on day {found.fell}" if found.fell else ""
    return f"Game {number} of {games}: {found.role}, {how} on day {found.days}{fell}."


def series_lines(series: Sequence[SeriesReport]) -> list[str]:
    """Summarise series of one design as text; a single series with its games."""
    first = series[0].plan
    games = [each.games for each in series]
    lines = [
        f"{first.design.source}",
        f"{_of(len(series), 'series')}, {_of(sum(map(len, games)), 'game')} over",
    ]
    if len(series) == 1:
        lines += [
            f"  {game_line(game, number, first.games)}" for number, game in enumerate(games[0], 1)
        ]
    lines += ["", *_won(games, first.games)]
    if first.design.suspicions:
        lines += ["", *_trust(games)]
    if first.design.questions:
        lines += ["", *_answers(series)]
    return lines


def _won(games: Sequence[Sequence[GameFound]], length: int) -> list[str]:
    rates = win_curve(games, length)
    half = length // 2
    parts = [[own[:half] for own in games], [own[half:] for own in games]]
    lines = [f"  {'won, of games that somebody won':36} {_share(win_rate(games))}"]
    if half:
        lines.append(f"  {f'in games 1 to {half}':36} {_share(win_rate(parts[0]))}")
        lines.append(f"  {f'in games {half + 1} to {length}':36} {_share(win_rate(parts[1]))}")
    if len(games) > 1:
        lines += [
            f"  {f'in game {place}':36} {_share(rate)}" for place, rate in enumerate(rates, 1)
        ]
    return [
        *lines,
        f"  {'rise from game to game, in points':36} "
        f"{_number(mean_slope(games), 100, 'series', '+.1f')}",
    ]


def _trust(games: Sequence[Sequence[GameFound]]) -> list[str]:
    names = {
        "ratio": "Ratio of the whole table",
        "dc": "DC of the whole table",
        "correlation": "correlation, person and machines",
        "correlation_moments": "the same at all moments of asking",
    }
    return [
        *(
            f"  {names[name]:36} {_number(table_metric(games, name), 1, 'games')}"
            for name in TABLE_METRICS
        ),
        f"  {'Ratio of the person alone':36} {_number(trust_ratio(games), 1, 'games')}",
        f"  {'days on which the sheriff moved them':36} "
        f"{_number(decision_change(games), 1, 'days')}",
        f"  {'trust in the sheriff after - before':36} "
        f"{_number(trust_shift(games), 1, 'games', '+.2f')}",
    ]


def _answers(series: Sequence[SeriesReport]) -> list[str]:
    found = survey_answers([each.plan for each in series], [each.answers for each in series])
    texts = {question.name: question for each in series for question in each.plan.design.questions}
    lines: list[str] = []
    for name, value in found.items():
        question = texts[name]
        lines.append(f"  {question.text} 1 {question.least} .. 5 {question.most}")
        lines.append(f"  {'':36} {_number(value, 1, 'people', '.1f')}")
    return lines


_FEWEST = 3
"""The fewest observations of which an interval is written."""


def _share(found: SeriesValue) -> str:
    """Format a share: `60 % [26, 88] of 10`."""
    if found.value is None:
        return _NONE
    low, high, _ = found.interval
    ends = (
        ""
        if low is None or high is None or found.n < _FEWEST
        else f" [{100 * low:.0f}, {100 * high:.0f}]"
    )
    return f"{found.value:.0%}{ends} of {found.n}"


def _number(found: SeriesValue, times: float, things: str, form: str = ".2f") -> str:
    if found.value is None:
        return _NONE
    low, high, _ = found.interval
    ends = (
        ""
        if low is None or high is None or found.n < _FEWEST
        else f" [{times * low:{form}}, {times * high:{form}}]"
    )
    return f"{times * found.value:{form}}{ends} (n={found.n} {things})"


def _of(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 or word.endswith('s') else 's'}"


def series_json(series: Sequence[SeriesReport]) -> dict[str, Any]:
    """Convert the results of series of one design to a JSON object with every number."""
    games = [each.games for each in series]
    length = series[0].plan.games
    values = {
        "won": win_rate(games),
        "rise": mean_slope(games),
        **{name: table_metric(games, name) for name in TABLE_METRICS},
        "own_ratio": trust_ratio(games),
        "own_moved": decision_change(games),
        "own_shift": trust_shift(games),
    }
    answers = survey_answers([each.plan for each in series], [each.answers for each in series])
    return {
        "series": [
            to_builtins({"plan": each.plan, "games": each.games, "answers": each.answers})
            for each in series
        ],
        "values": {name: _leaf(found) for name, found in values.items()},
        "by_game": [_leaf(found) for found in win_curve(games, length)],
        "answers": {name: _leaf(found) for name, found in answers.items()},
    }


def _leaf(found: SeriesValue) -> dict[str, float | int | None]:
    return {
        "value": found.value,
        "low": found.interval.low,
        "high": found.interval.high,
        "n": found.n,
    }
