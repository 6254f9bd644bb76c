"""How good the bots' belief is: Brier score and calibration by day, against what the share of wolves alone would give."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from statistics import fmean

from wolfcore.bots.belief.fitting import (
    Moment,
    SeatPrediction,
    mean_log_loss,
    seat_predictions,
)
from wolfcore.bots.belief.likelihoods import FITTED, INITIAL, Likelihoods

from .options import a_count, some_boards
from .tables import MIXED, add_jobs, all_moments

LAST_DAY = 5
"""Later days are counted together with this one."""


def measure_belief(argv: Sequence[str]) -> None:
    """`python -m bench belief`."""
    parser = argparse.ArgumentParser(prog="python -m bench belief", description=__doc__)
    parser.add_argument("--games", type=a_count, default=100, help="games on each board (default 100)")
    parser.add_argument("--boards", type=some_boards, default=",".join(MIXED), help="boards between commas")
    parser.add_argument("--seed", type=int, default=900_000, help="the first seed (default 900000: none that fitting uses)")
    parser.add_argument("--json", action="store_true", help="print one JSON object after the tables")
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    held = all_moments(chosen.boards, chosen.games, chosen.seed, jobs=chosen.jobs)
    found = {name: belief_table(name, held, likely) for name, likely in (("before fitting", INITIAL), ("fitted", FITTED))}
    if chosen.json:
        print(json.dumps(found))


def belief_table(name: str, held: Sequence[Moment], likely: Likelihoods) -> dict[str, dict[str, float]]:
    """Prints and returns the scores by day of one set of parameters."""
    beliefs = list(seat_predictions(held, likely))
    shares = {key: fmean(each.wolf for each in group) for key, group in _by_board_and_day(beliefs).items()}
    print(f"\n{name}: {len(held)} moments, surprise {mean_log_loss(held, likely):.3f} nats")
    print(f"{'day':>4} {'beliefs':>8} {'Brier':>7} {'base':>7} {'skill':>7} {'error':>7}   believed -> true, by tenths")
    found: dict[str, dict[str, float]] = {}
    for day in (*range(1, LAST_DAY + 1), 0):
        group = [each for each in beliefs if not day or min(LAST_DAY, each.day) == day]
        if not group:
            continue
        brier = fmean((each.p_wolf - each.wolf) ** 2 for each in group)
        base = fmean((shares[each.board, each.day] - each.wolf) ** 2 for each in group)
        skill = f"{1 - brier / base:.1%}" if base else "-"
        bins = _bins(group)
        error = sum(len(part) * abs(_believed(part) - _true(part)) for part in bins) / len(group)
        title = "all" if not day else f"{day}+" if day == LAST_DAY else str(day)
        found[title] = {"beliefs": len(group), "brier": brier, "base": base, "calibration_error": error}
        curve = " ".join(f"{_believed(part):.2f}>{_true(part):.2f}" for part in bins)
        print(f"{title:>4} {len(group):8} {brier:7.4f} {base:7.4f} {skill:>7} {error:7.4f}   {curve}", flush=True)
    return found


def _by_board_and_day(beliefs: Sequence[SeatPrediction]) -> dict[tuple[str, int], list[SeatPrediction]]:
    """The strongest belief that knows nothing but board and day is the share of wolves there."""
    groups: dict[tuple[str, int], list[SeatPrediction]] = {}
    for each in beliefs:
        groups.setdefault((each.board, each.day), []).append(each)
    return groups


def _bins(group: Sequence[SeatPrediction]) -> list[list[SeatPrediction]]:
    tenths: list[list[SeatPrediction]] = [[] for _ in range(10)]
    for each in group:
        tenths[min(9, int(each.p_wolf * 10))].append(each)
    return [part for part in tenths if part]


def _believed(part: Sequence[SeatPrediction]) -> float:
    return fmean(each.p_wolf for each in part)


def _true(part: Sequence[SeatPrediction]) -> float:
    return fmean(each.wolf for each in part)
