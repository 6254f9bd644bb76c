"""What a level is worth: one team is raised from one level to the next on the same deals, its opponents staying normal."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from statistics import fmean

from core.bots import HouseBot
from core.game import RoleName, board_names, team_of
from core.players import QuickPlayer, RandomPlayer
from core.seating import parse_player

from .tables import add_jobs, played, spread

LEVELS = ("random", "bot:easy", "bot:normal", "bot:hard")
TEAMS = ("village", "wolves")
RESAMPLES = 1000


def measure(argv: Sequence[str]) -> None:
    """`python -m bench strength`."""
    parser = argparse.ArgumentParser(prog="python -m bench strength", description=__doc__)
    parser.add_argument("--deals", type=int, default=2000, help="deals on each board (default 2000)")
    parser.add_argument("--boards", default=",".join(board_names()), help="boards between commas (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first deal (default 0)")
    parser.add_argument("--from", dest="lowest", choices=LEVELS[:-1], default=LEVELS[0], help="the lowest level to raise")
    parser.add_argument("--json", action="store_true", help="print one JSON object after the table")
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    levels = LEVELS[LEVELS.index(chosen.lowest) :]
    print(f"{chosen.deals} deals; points of win rate gained, with a 95 % interval from {RESAMPLES} paired resamples")
    steps = [(team, lower, higher) for team in TEAMS for lower, higher in pairwise(levels)]
    found: dict[str, object] = {}
    seeds, boards = range(chosen.seed, chosen.seed + chosen.deals), chosen.boards.split(",")
    raised = [(team, level) for team in TEAMS for level in levels]
    matches = [*((team, level, "bot:normal") for team, level in raised), ("village", LEVELS[-1], LEVELS[-1])]
    pairings = [(board, seeds, team, level, others) for board in boards for team, level, others in matches]
    won = spread(_wins, pairings, chosen.jobs)
    for board in boards:
        results = dict(zip(raised, won, strict=False))
        both = next(won)
        normal = fmean(results["village", "bot:normal"])
        print(f"\n{board}: the village wins {fmean(both):.1%} with hard on both sides, {normal:.1%} with normal")
        rows: list[dict[str, object]] = []
        for team, lower, higher in steps:
            here, there = results[team, lower], results[team, higher]
            low, gain, high = gained(here, there)
            rows.append({"team": team, "from": lower, "to": higher, "low": low, "gain": gain, "high": high})
            sign = "" if low > 0 else "   not above 0"
            print(f"  {team:8} {lower:>10} -> {higher:10} {fmean(here):6.1%} -> {fmean(there):6.1%}  "
                  f"{100 * gain:+5.1f} [{100 * low:+5.1f}, {100 * high:+5.1f}]{sign}", flush=True)  # fmt: skip
        found[board] = {"village_with_hard_on_both_sides": fmean(both), "steps": rows}
    if chosen.json:
        print(json.dumps(found))


def wins(board: str, seeds: Sequence[int], team: str, level: str, others: str = "bot:normal") -> list[int]:
    """Whether `team` won, 1 or 0, for each deal, played by `level` against `others`; a game without a winner is not won."""
    mine, theirs = seated(level), seated(others)

    def player_for(_seat: int, role: RoleName) -> QuickPlayer:
        return mine if team_of(role) == team else theirs

    return [int(played(board, seed, player_for)[1].winner == team) for seed in seeds]


def _wins(pairing: tuple[str, Sequence[int], str, str, str]) -> list[int]:
    return wins(*pairing)


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
