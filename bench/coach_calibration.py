"""`coach`: whether the chances that the coach names come true, on fresh games of bots.

One decision is drawn from each game, and of it one seat whose chance the coach would show. Chances
of 0 and 1 are certain knowledge and no forecast, so that they are not drawn.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from wolfcore.analysis.coach import TARGET_KINDS, shown_chances
from wolfcore.bots import HouseBot
from wolfcore.game import ROLES, WOLVES, Ask, Game, RoleName, View, get_board, make_spec
from wolfcore.game.dice import dice_of
from wolfcore.intervals import UPPER_QUANTILE, exact_interval
from wolfcore.players import Desk

from .harness import a_board, a_count, add_jobs, run_parts

BINS = 10


LEVELS = ("easy", "normal", "hard")
"""The levels of the games, of which each seat draws one."""


class Shown(NamedTuple):
    """A chance that the coach shows, and whether it came true."""

    chance: float
    true: bool


class Bin(NamedTuple):
    """A bin: lower end, number and mean of its chances, true share and the interval of that."""

    low: float
    number: int
    foretold: float
    true: float
    true_low: float
    true_high: float


class Calibration(NamedTuple):
    """The calibration of chances.

    Attributes:
        shown: The number of chances.
        gap: The mean absolute gap of the bins, weighted equally.
        brier: The Brier score of the chances.
        base_brier: The Brier score of the share that came true.
        bins: The bins that have chances; their intervals hold together (Bonferroni).
    """

    shown: int
    gap: float
    brier: float
    base_brier: float
    bins: tuple[Bin, ...]


def measure(argv: Sequence[str]) -> None:
    """`python -m bench coach`."""
    parser = argparse.ArgumentParser(prog="python -m bench coach", description=__doc__)
    parser.add_argument("--games", type=a_count, default=1000, help="games (default 1000)")
    parser.add_argument(
        "--board", type=a_board, default="classic9", help="the board (default classic9)"
    )
    parser.add_argument("--seed", type=a_count, default=800_000, help="the first seed")
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    chosen = parser.parse_args(argv)
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    parts = [(chosen.board, seed) for seed in seeds]
    shown = [each for each in run_parts(_shown, parts, chosen.jobs) if each]
    found = calibrate(shown)
    if chosen.json:
        print(json.dumps([*found[:-1], [each._asdict() for each in found.bins]]))
    else:
        print("\n".join(_lines(found)))


def _shown(part: tuple[str, int]) -> Shown | None:
    """Play the game of a seed and draw a chance that the coach would show of it."""
    board, seed = part
    spec, dice = make_spec(get_board(board), seed), dice_of(seed, "coach")
    game, bots = Game(spec), [HouseBot((level,)) for level in LEVELS]
    players = {seat: dice.pick(f"{seat}", bots) for seat in range(1, spec.board.size + 1)}
    found: list[tuple[View, Ask, int]] = []
    while game.asks:
        answers = {
            ask.id: players[ask.seat].answer_now(
                game.view(ask.seat), ask, Desk(ask, game.dice(ask.id))
            )
            for ask in game.asks
        }
        found += [
            (game.view(ask.seat).copy(), ask, answers[ask.id].choice)
            for ask in game.asks
            if ask.kind in TARGET_KINDS
        ]
        game.submit(answers)
    for view, ask, done in dice.shuffle("decisions", found):
        about, chances = shown_chances(view, ask, done)
        uncertain = [seat for seat, chance in chances.items() if 0 < chance < 1]
        if uncertain:
            seat = dice.pick("seat", uncertain)
            role = game.state.roles[seat]
            assert role
            return Shown(chances[seat], role in WOLVES if about == "wolf" else _has_power(role))
    return None


def _has_power(role: RoleName) -> bool:
    return role not in WOLVES and not ROLES[role].plain


def calibrate(shown: Sequence[Shown]) -> Calibration:
    """Compute the calibration of chances, at least one."""
    groups: dict[int, list[Shown]] = {}
    for each in shown:
        groups.setdefault(min(int(each.chance * BINS), BINS - 1), []).append(each)
    bins = tuple(_bin(number, group) for number, group in sorted(groups.items()))
    base = fmean(each.true for each in shown)
    return Calibration(
        len(shown),
        fmean(abs(each.true - each.foretold) for each in bins),
        fmean((each.chance - each.true) ** 2 for each in shown),
        base * (1 - base),
        bins,
    )


def _bin(number: int, group: Sequence[Shown]) -> Bin:
    true = sum(each.true for each in group)
    low, high, _ = exact_interval(true, len(group), 1 - (1 - UPPER_QUANTILE) / BINS)
    assert low is not None
    assert high is not None
    foretold = fmean(each.chance for each in group)
    return Bin(number / BINS, len(group), foretold, true / len(group), low, high)


def _lines(found: Calibration) -> list[str]:
    return [
        f"{found.shown} chances, mean absolute gap of {len(found.bins)} bins "
        f"{100 * found.gap:.1f} points, Brier {found.brier:.3f} (base rate {found.base_brier:.3f})",
        f"{'bin':>6}{'chances':>9}{'foretold':>10}{'true':>7}   interval of the share",
        *(
            f"{100 * each.low:5.0f}%{each.number:9}{100 * each.foretold:9.1f}%"
            f"{100 * each.true:6.1f}%   {100 * each.true_low:5.1f} to {100 * each.true_high:5.1f}"
            for each in found.bins
        ),
    ]
