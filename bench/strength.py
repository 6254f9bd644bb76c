"""What a level is worth: one team is raised from one level to the next on the same deals, its opponents staying normal."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean

import msgspec

from wolfcore.arena import Contest, ContestResult, gain_of, pairs_of
from wolfcore.game import Team, board_names, get_board

from .options import a_count, some_boards
from .pairs import breakages, in_points, played_by_all
from .tables import add_jobs

NORMAL, HARD = "bot:normal", "bot:hard"
LEVELS = ("random", "bot:easy", NORMAL, HARD)
TEAMS: tuple[Team, Team] = ("village", "wolves")

LevelPair = tuple[str, str]
"""The levels of a village and of its wolves."""


def measure_strength(argv: Sequence[str]) -> None:
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
    print(f"{chosen.deals} deals; points of win rate gained, with a 95 % interval by deal")
    seeds = range(chosen.seed, chosen.seed + chosen.deals)
    found: dict[str, object] = {}
    for board in chosen.boards:
        deals = played_by_all(levels_contest(board, levels), seeds, chosen.jobs)
        hard, normal = (fmean(deal.winners.get(lineup(level, level)) == "village" for deal in deals) for level in (HARD, NORMAL))
        print(f"\n{board}: the village wins {hard:.1%} with hard on both sides, {normal:.1%} with normal")
        rows = [_step(deals, team, lower, higher) for team in TEAMS for lower, higher in pairwise(levels)]
        for line in breakages(deals):
            print(f"  {line}")
        found[board] = {"village_with_hard_on_both_sides": hard, "steps": rows}
    if chosen.json:
        print(json.dumps(found))


def levels_contest(board: str, levels: Sequence[str]) -> Contest:
    """The tables to play: each team at each level against normal, every table once, and hard on both sides."""
    tables: list[LevelPair] = [*((level, NORMAL) for level in levels), *((NORMAL, level) for level in levels), (HARD, HARD)]
    lineups = {lineup(village, wolves): (f"village={village}", f"wolves={wolves}") for village, wolves in tables}
    return Contest(board=get_board(board), lineups=lineups)


def lineup(village: str, wolves: str) -> str:
    """What the table of a village and wolves of these levels is called."""
    return f"{village} against {wolves}"


def _step(deals: Sequence[ContestResult], team: Team, lower: str, higher: str) -> dict[str, object]:
    """Prints and returns what raising a team by a level gains it."""
    here, there = (lineup(level, NORMAL) if team == "village" else lineup(NORMAL, level) for level in (lower, higher))
    gain = gain_of(pairs_of(deals, there, here, team))
    sign = "" if gain.low is not None and gain.low > 0 else "   not above 0"
    print(f"  {team:8} {lower:>10} -> {higher:10} {in_points(gain)}{sign}", flush=True)
    return {"team": team, "from": lower, "to": higher, **msgspec.to_builtins(gain)}
