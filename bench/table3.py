"""Tables 1 and 3 of Strategic Language Agents with scripted people: ten games in a row against the same agents, from kept games.

A person sits among six copies of an agent, for one team through all ten games, and everything is revealed after each. It learns
(`adaptive`); who changes nothing plays the same deals beside it, so that what learning gains is told apart from the deals.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import to_builtins
from msgspec.json import encode

from core.arena import Gain, Pair, gain_of
from core.bots.levels import LEVELS
from core.game import Team
from core.intervals import Interval, exact, of_range

from .adaptive import ADAPTIVE, KINDS, USUAL
from .figure3 import beside, in_percent
from .kept import Kept, a_player, add_kept_options, kept
from .options import a_count
from .pairs import in_points
from .sla_paper import ABLATIONS, TABLE_1, TABLE_3
from .strength import TEAMS
from .ten_games import IN_A_ROW, Table, outcomes, play_series

SERIES = 20
"""So many people met each agent in the paper, half of them for each team."""


class Slope(NamedTuple):
    """How much a win rate rises from one game to the next.

    Attributes:
        value: The mean over series of the slope of the line of least squares; None without a series.
        interval: Its 95 % interval, a series being one observation.
    """

    value: float | None
    interval: Interval


class Found(NamedTuple):
    """How a person does against an agent.

    Attributes:
        agent: Whom it meets, by name.
        person: Who it is.
        team: Its team.
        series: How many whole series it played.
        by_game: In how many of them it won the first, second, ... game.
        mean: Its win rate over all games, as won of how many.
        interval: The interval of that, a series being one observation.
        slope: How its win rate rises from game to game.
        ahead: What it gains over the person who changes nothing on the same deals; None for that one itself.
        rises: How much more its win rate rises than that one's; likewise.
    """

    agent: str
    person: str
    team: Team
    series: int
    by_game: tuple[int, ...]
    mean: tuple[int, int]
    interval: Interval
    slope: Slope
    ahead: Gain | None
    rises: Slope | None


def found_of(
    games: Sequence[Kept], agents: Mapping[str, str], people: Sequence[str], series: Sequence[Sequence[int]], level: str = "hard"
) -> list[Found]:
    """How each person does against each agent for each team.

    Args:
        games: The games of a folder.
        agents: Whom people meet, by name.
        people: Who they are; `USUAL` is the one that changes nothing.
        series: The seeds of each series, all of one length.
        level: The level of the house bot that people play like.
    """
    rows: list[Found] = []
    for team in TEAMS:
        for name, agent in agents.items():
            usual = outcomes(games, Table(USUAL, team, agent, level), series)
            for person in people:
                own = usual if person == USUAL else outcomes(games, Table(person, team, agent, level), series)
                rows.append(_found(name, person, team, own, None if person == USUAL else usual))
    return rows


def _found(agent: str, person: str, team: Team, own: list[list[bool] | None], usual: list[list[bool] | None] | None) -> Found:
    whole = [won for won in own if won is not None]
    length = len(whole[0]) if whole else 0
    ahead = rises = None
    if usual is not None:
        both = [(number, mine, theirs) for number, (mine, theirs) in enumerate(zip(own, usual, strict=True)) if mine and theirs]
        pairs = [Pair(number, a, b) for number, mine, theirs in both for a, b in zip(mine, theirs, strict=True)]
        ahead = gain_of(pairs)
        steepest = 2 * most_of_slope(length)
        rises = slope_of([rise(mine) - rise(theirs) for _, mine, theirs in both], steepest)
    return Found(
        agent, person, team, len(whole), tuple([sum(won) for won in zip(*whole, strict=True)]),
        (sum(map(sum, whole)), length * len(whole)), of_range([sum(won) / length for won in whole], [1.0] * len(whole), 0, 1),
        slope_of([rise(won) for won in whole], most_of_slope(length)), ahead, rises,
    )  # fmt: skip


def rise(won: Sequence[float]) -> float:
    """The slope of the line of least squares through the results of games 1, 2, ..."""
    middle = (len(won) - 1) / 2
    below = sum((number - middle) ** 2 for number in range(len(won)))
    return sum((number - middle) * each for number, each in enumerate(won)) / below if below else 0.0


def most_of_slope(length: int) -> float:
    """The steepest slope that a series can have: lost until its middle, and won from there on."""
    return rise([number >= length / 2 for number in range(length)])


def slope_of(slopes: Sequence[float], most: float) -> Slope:
    """The mean of slopes between -`most` and `most`."""
    if not slopes:
        return Slope(None, Interval())
    return Slope(sum(slopes) / len(slopes), of_range(slopes, [1.0] * len(slopes), -most, most))


def measure_means(argv: Sequence[str]) -> None:
    """`python -m bench table1`.

    Raises:
        ConfigError: A player is wrong, or the folder cannot be used.
    """
    chosen, rows, notes = _rows("table1", argv)
    print("win rates of a person among six copies of an agent, over all games, with a 95 % interval by series; n games")
    for row in _under_heads(rows):
        paper = TABLE_1.get(row.agent)
        beside_it = beside(paper[row.team][0]) if paper and row.person in KINDS else beside(paper[row.team][1]) if paper else ""
        print(f"  {row.person:16} {in_percent(*row.mean, row.interval)}{beside_it}")
        if row.ahead:
            print(f"    less {USUAL}: {in_points(row.ahead)}{_verdict(row.ahead.low, 'learning helps it')}")
    _end(chosen, rows, notes)


def measure(argv: Sequence[str]) -> None:
    """`python -m bench table3`.

    Raises:
        ConfigError: A player is wrong, or the folder cannot be used.
    """
    chosen, rows, notes = _rows("table3", argv)
    print("win rates of a person in the first, second, ... game, exact 95 % intervals below; slope: points a game, by series")
    for row in _under_heads(rows):
        print(f"  {row.person}, {row.series} series")
        rates = [exact(won, row.series) for won in row.by_game]
        print("    won    " + " ".join(f"{won / row.series:9.0%}" for won in row.by_game))
        print("    95 %   " + " ".join(f"{_between(rate):>9}" for rate in rates))
        paper = TABLE_3.get(row.agent, {}).get(row.team)
        if paper and row.person in KINDS:
            print("    paper  " + " ".join(f"{rate:9.0%}" for rate in paper) + f"   slope {100 * rise(paper):+.1f}")
        print(f"    slope {_in_points(row.slope)}")
        if row.rises:
            print(f"    slope beyond that of {USUAL} {_in_points(row.rises)}{_verdict(row.rises.interval.low, 'finds a habit')}")
    _end(chosen, rows, notes)


def _rows(name: str, argv: Sequence[str]) -> tuple[argparse.Namespace, list[Found], list[str]]:
    """What the options ask for, played where that is wanted, and counted."""
    parser = argparse.ArgumentParser(prog=f"python -m bench {name}", description=__doc__)
    add_kept_options(parser)
    many = f"how many series for each team (default {SERIES}, or all that are kept where none is played)"
    parser.add_argument("--series", type=a_count, help=many)
    parser.add_argument("--length", type=a_count, default=IN_A_ROW, help=f"games of a series (default {IN_A_ROW})")
    an_agent = "one agent more, or another one under a name, for example `ours=sla:bots=hard`; may be given again"
    parser.add_argument("--agent", type=a_player, action="append", default=[], metavar="NAME=PLAYER", help=an_agent)
    parser.add_argument("--alone", action="store_true", help="only the agents of `--agent` play")
    a_person = f"who sits among the agents: {', '.join(KINDS)}, or a player, for example the agent itself (default: {ADAPTIVE})"
    parser.add_argument("--person", type=_person, action="append", metavar="PERSON", help=a_person)
    parser.add_argument("--level", choices=LEVELS, default="hard", help="how well people play (default hard)")
    chosen = parser.parse_args(argv)
    agents = {**({} if chosen.alone else ABLATIONS), **dict(chosen.agent)}
    people = tuple(dict.fromkeys((USUAL, *(chosen.person or (ADAPTIVE,)))))
    series = _series(chosen, chosen.series or SERIES)
    if chosen.games:
        tables = [Table(person, team, agent, chosen.level) for person in people for team in TEAMS for agent in agents.values()]
        play_series(chosen.games, chosen.board, tables, series, chosen.jobs)
    store = kept(chosen.games or chosen.folder, chosen.board)
    if chosen.folder and not chosen.series:
        last = max((game.seed for game in store.games), default=chosen.seed)
        series = _series(chosen, max(last - chosen.seed, 0) // chosen.length + 1)
    print(f"{chosen.board}, {chosen.length} games in a row")
    for agent, word in agents.items():
        print(f"  {agent:26} {word}")
    return chosen, found_of(store.games, agents, people, series, chosen.level), list(store.says())


def _series(chosen: argparse.Namespace, many: int) -> list[range]:
    """The seeds of so many series."""
    firsts = range(chosen.seed, chosen.seed + chosen.length * many, chosen.length)
    return [range(first, first + chosen.length) for first in firsts]


def _person(text: str) -> str:
    return text if text in KINDS else a_player(f"person={text}")[1]


def _under_heads(rows: Sequence[Found]) -> Iterator[Found]:
    """The rows with any game, each agent and team under a line that names them."""
    head = ""
    for row in (row for row in rows if row.series):
        line = f"\nas {row.team} among {row.agent}"
        if line != head:
            print(line)
        head = line
        yield row


def _verdict(low: float | None, words: str) -> str:
    """Some words where an interval lies above 0; that it does not is said, too, for it is no proof of the contrary."""
    return f"   {words}" if low is not None and low > 0 else "   not above 0"


def _between(rate: Interval) -> str:
    return "-" if rate.low is None or rate.high is None else f"{100 * rate.low:.0f}-{100 * rate.high:.0f}"


def _in_points(slope: Slope) -> str:
    low, high, _ = slope.interval
    if slope.value is None or low is None or high is None:
        return "none"
    return f"{100 * slope.value:+.2f} [{100 * low:+.2f}, {100 * high:+.2f}]"


def _end(chosen: argparse.Namespace, rows: Sequence[Found], notes: Sequence[str]) -> None:
    for line in notes:
        print(line)
    if chosen.json:
        print(encode(to_builtins([row._asdict() for row in rows])).decode())
