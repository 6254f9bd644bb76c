"""What a level is worth: one team is raised from one level to the next on the same deals, its opponents staying normal."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from statistics import fmean

from core.bots import HouseBot
from core.game import RoleName, Team, board_names, team_of
from core.players import QuickPlayer, RandomPlayer
from core.seating import parse_player

from .options import a_count, some_boards
from .tables import add_jobs, played, spread

NORMAL, HARD = "bot:normal", "bot:hard"
LEVELS = ("random", "bot:easy", NORMAL, HARD)
TEAMS: tuple[Team, Team] = ("village", "wolves")
RESAMPLES = 1000

Table = tuple[str, str]
"""The levels of a village and of its wolves."""


def measure(argv: Sequence[str]) -> None:
    """`python -m bench strength`."""
    parser = argparse.ArgumentParser(prog="python -m bench strength", description=__doc__)
    parser.add_argument("--deals", type=a_count, default=2000, help="deals on each board (default 2000)")
    parser.add_argument("--boards", type=some_boards, default=",".join(board_names()), help="boards between commas (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first deal (default 0)")
    parser.add_argument("--from", dest="lowest", choices=LEVELS[:-1], default=LEVELS[0], help="the lowest level to raise")
    parser.add_argument("--json", action="store_true", help="print one JSON object after the table")
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    levels = LEVELS[LEVELS.index(chosen.lowest) :]
    print(f"{chosen.deals} deals; points of win rate gained, with a 95 % interval from {RESAMPLES} paired resamples")
    seeds = range(chosen.seed, chosen.seed + chosen.deals)
    tables = tables_for(levels)
    won = spread(_winners, [(board, seeds, *table) for board in chosen.boards for table in tables], chosen.jobs)
    found: dict[str, object] = {}
    for board in chosen.boards:
        results = dict(zip(tables, won, strict=False))  # the next boards' games stay in `won`
        hard, normal = (fmean(winner == "village" for winner in results[level, level]) for level in (HARD, NORMAL))
        print(f"\n{board}: the village wins {hard:.1%} with hard on both sides, {normal:.1%} with normal")
        rows = [_step(results, team, lower, higher) for team in TEAMS for lower, higher in pairwise(levels)]
        found[board] = {"village_with_hard_on_both_sides": hard, "steps": rows}
    if chosen.json:
        print(json.dumps(found))


def tables_for(levels: Sequence[str]) -> list[Table]:
    """The tables to play: each team at each level against normal, every table once, and hard on both sides."""
    return list(dict.fromkeys([*((level, NORMAL) for level in levels), *((NORMAL, level) for level in levels), (HARD, HARD)]))


def _step(results: Mapping[Table, Sequence[Team | None]], team: Team, lower: str, higher: str) -> dict[str, object]:
    """Prints and returns what raising a team by a level gains it."""
    here, there = _won(results, team, lower), _won(results, team, higher)
    low, gain, high = gained(here, there)
    sign = "" if low > 0 else "   not above 0"
    print(f"  {team:8} {lower:>10} -> {higher:10} {fmean(here):6.1%} -> {fmean(there):6.1%}  "
          f"{100 * gain:+5.1f} [{100 * low:+5.1f}, {100 * high:+5.1f}]{sign}", flush=True)  # fmt: skip
    return {"team": team, "from": lower, "to": higher, "low": low, "gain": gain, "high": high}


def _won(results: Mapping[Table, Sequence[Team | None]], team: Team, level: str) -> list[int]:
    """For each deal, whether a team of this level won against normal."""
    return [int(winner == team) for winner in results[(level, NORMAL) if team == "village" else (NORMAL, level)]]


def winners(board: str, seeds: Sequence[int], village: str, wolves: str) -> list[Team | None]:
    """Who won each deal between a village and wolves of these levels; None for a game without a winner."""
    players = {"village": seated(village), "wolves": seated(wolves)}

    def player_for(_seat: int, role: RoleName) -> QuickPlayer:
        return players[team_of(role)]

    return [played(board, seed, player_for)[1].winner for seed in seeds]


def _winners(part: tuple[str, Sequence[int], str, str]) -> list[Team | None]:
    return winners(*part)


def seated(words: str) -> QuickPlayer:
    """A player by its words, `random` or `bot:...`."""
    spec = parse_player(words)
    return RandomPlayer() if spec.player == "random" else HouseBot(spec.options)


def gained(here: Sequence[int], there: Sequence[int]) -> tuple[float, float, float]:
    """The mean of there - here over paired deals, between the ends of its 95 % bootstrap interval: (low, mean, high)."""
    differences = [after - before for before, after in zip(here, there, strict=True)]
    n = len(differences)
    draw = Random(n)
    means = sorted(sum(draw.choices(differences, k=n)) / n for _ in range(RESAMPLES))
    return means[int(0.025 * RESAMPLES)], sum(differences) / n, means[int(0.975 * RESAMPLES)]
