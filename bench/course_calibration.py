"""`course`: whether the chances of the course of a game come true, on fresh games of bots.

One place is drawn from each game. Its chance is a share of few roll-outs, and bins of noisy shares
look overconfident even where every chance is right. So each roll-out is left out in turn: the share
of the others decides the bin, and the roll-out that was left out is what the bin foretells. In a
calibrated course the game itself is one more roll-out, so that in every bin both have one mean.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from wolfcore.analysis.positions import positions_of
from wolfcore.analysis.rollouts import village_wins
from wolfcore.bots import HouseBot
from wolfcore.bots.people.person import PersonPlayer
from wolfcore.bots.people.strategies import WAYS
from wolfcore.game import deal_roles, get_board, make_spec
from wolfcore.game.dice import dice_of
from wolfcore.game.roles import team_of
from wolfcore.intervals import UPPER_QUANTILE, bounded_mean_interval

from .harness import a_board, a_count, add_jobs, play_deal, run_parts

BINS = 10
BOTS = "bots"
LEVELS = ("normal", "hard")
"""The levels of the games, of which each draws one for all its seats."""


WIDEST_GAP = 0.05
"""An interval that lies farther from the diagonal than this is a miss."""


class Place(NamedTuple):
    """A place of a game: the wins of the village in roll-outs, and in the game."""

    wins: int
    rollouts: int
    won: bool


class Bin(NamedTuple):
    """A bin of chances.

    Attributes:
        low: The lower end of the bin.
        weight: The number of its places; a place can be in two bins in parts.
        foretold: The mean of the roll-outs that were left out.
        won: The share of games that the village won.
        gap_low: The lower end of the interval of `won` minus `foretold`; the intervals of all bins
            hold together (Bonferroni).
        gap_high: Its upper end.
        misses: Whether the interval lies beyond `WIDEST_GAP`.
    """

    low: float
    weight: float
    foretold: float
    won: float
    gap_low: float
    gap_high: float
    misses: bool


class Calibration(NamedTuple):
    """The calibration of the places of a group of games; chances are 0..1.

    Attributes:
        group: The group.
        places: The number of places.
        gap: The mean absolute gap of the bins, weighted equally.
        brier: The Brier score of the chances without the noise of few roll-outs.
        base_brier: The Brier score of the share of games that the village won.
        bins: The bins that have places.
    """

    group: str
    places: int
    gap: float
    brier: float
    base_brier: float
    bins: tuple[Bin, ...]


def measure(argv: Sequence[str]) -> None:
    """`python -m bench course`."""
    parser = argparse.ArgumentParser(prog="python -m bench course", description=__doc__)
    parser.add_argument("--games", type=a_count, default=2000, help="games of bots (default 2000)")
    parser.add_argument(
        "--people", type=int, default=500, help="games with each scripted person (default 500)"
    )
    parser.add_argument("--rollouts", type=a_count, default=10, help="a place (default 10)")
    parser.add_argument(
        "--board", type=a_board, default="classic9", help="the board (default classic9)"
    )
    parser.add_argument("--seed", type=a_count, default=700_000, help="the first seed")
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    chosen = parser.parse_args(argv)
    found: list[Calibration] = []
    with_people: list[Place] = []

    def report(group: str, places: Sequence[Place]) -> None:
        found.append(calibrate(group, places))
        if not chosen.json:
            print("\n".join(_lines(found[-1])), flush=True)

    for group, games in groups(chosen.games, chosen.people):
        seeds = range(chosen.seed, chosen.seed + games)
        parts = [(chosen.board, group, seed, chosen.rollouts) for seed in seeds]
        places = list(run_parts(_place, parts, chosen.jobs))
        report(group, places)
        with_people += places if group != BOTS else ()
    if with_people:
        # Bins of one person hold few places: their gaps are mostly chance.
        report("all people", with_people)
    if chosen.json:
        print(json.dumps([[*each[:-1], [each._asdict() for each in each.bins]] for each in found]))


def groups(bots: int, people: int) -> list[tuple[str, int]]:
    """List the groups of games with their numbers: bots alone, and each scripted person in a chair.

    A scripted person is a way to play of each team, in the order of `WAYS`.
    """
    pairs = list(zip(WAYS["village"], WAYS["wolves"], strict=True))[1:]
    named = [(f"{village} / {wolves}", people) for village, wolves in pairs]
    return [each for each in [(BOTS, bots), *named] if each[1]]


def _place(part: tuple[str, str, int, int]) -> Place:
    """Play the game of a seed, draw a place of it and roll it out."""
    board, group, seed, rollouts = part
    dice = dice_of(seed, "course")
    roles = deal_roles(make_spec(get_board(board), seed))
    chair = dice.draw("chair", len(roles)) + 1
    level = dice.pick("level", LEVELS)
    bot = HouseBot((level,))
    person = None
    if group != BOTS:
        team = team_of(roles[chair - 1])
        way = dict(zip(("village", "wolves"), group.split(" / "), strict=True))[team]
        person = PersonPlayer(WAYS[team][way], level, None)
    game, result = play_deal(
        board, seed, lambda seat, _: person if person and seat == chair else bot
    )
    answers = {
        own.ask.id: own.answer
        for seat in range(1, len(roles) + 1)
        for own in game.view(seat).answered
    }
    # The end of the game is no forecast.
    places = [each.game for each in positions_of(game.spec, answers) if not each.game.over]
    place = dice.pick("place", places)
    wins = sum(village_wins(place, dice.draw(f"{number}", 1 << 62)) for number in range(rollouts))
    return Place(wins, rollouts, result.winner == "village")


def calibrate(group: str, places: Sequence[Place]) -> Calibration:
    """Compute the calibration of places, each of at least two roll-outs."""
    gaps: dict[int, list[tuple[float, float, float, float]]] = defaultdict(list)
    for wins, rollouts, won in places:
        for left_out, weight in ((1, wins / rollouts), (0, 1 - wins / rollouts)):
            if weight:
                share = (wins - left_out) / (rollouts - 1)
                place = weight, weight * left_out, weight * won, weight * (won - left_out)
                gaps[min(int(share * BINS), BINS - 1)].append(place)
    base = fmean(place.won for place in places)
    bins = _bins(gaps)
    return Calibration(
        group,
        len(places),
        fmean(abs(each.won - each.foretold) for each in bins),
        fmean(_brier(place) for place in places),
        base * (1 - base),
        bins,
    )


def _brier(place: Place) -> float:
    """Return the squared error of a chance, less the variance of its roll-outs."""
    share = place.wins / place.rollouts
    return (share - place.won) ** 2 - share * (1 - share) / (place.rollouts - 1)


def _bins(gaps: dict[int, list[tuple[float, float, float, float]]]) -> tuple[Bin, ...]:
    """Return the bins in order; with Holm's correction a bin misses exactly if one does here."""
    upper = 1 - (1 - UPPER_QUANTILE) / BINS
    found: list[Bin] = []
    for number in sorted(gaps):
        weights, foretold, won, gap = map(list, zip(*gaps[number], strict=True))
        low, high, _ = bounded_mean_interval(gap, weights, -1, 1, upper=upper)
        low, high = (-1.0, 1.0) if low is None or high is None else (low, high)
        total = sum(weights)
        means = sum(foretold) / total, sum(won) / total
        misses = low > WIDEST_GAP or high < -WIDEST_GAP
        found.append(Bin(number / BINS, total, *means, low, high, misses))
    return tuple(found)


def _lines(found: Calibration) -> list[str]:
    lines = [
        f"{found.group}: {found.places} places, mean absolute gap of {len(found.bins)} bins "
        f"{100 * found.gap:.1f} points, Brier {found.brier:.3f} (base rate {found.base_brier:.3f})",
        f"{'bin':>6}{'places':>9}{'foretold':>10}{'won':>7}   interval of the gap",
    ]
    return lines + [
        f"{100 * each.low:5.0f}%{each.weight:9.0f}{100 * each.foretold:9.1f}%{100 * each.won:6.1f}%"
        f"   {100 * each.gap_low:+6.1f} to {100 * each.gap_high:+6.1f}"
        f"{'   misses' if each.misses else ''}"
        for each in found.bins
    ]
