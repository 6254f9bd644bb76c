"""`agents`: calls, tokens, waits and money of a game of agents, measured and as estimated.

A wait is one call after another; calls sent side by side are one. Games run at a real table with a
scripted model that makes a house bot's moves; the estimate rehearses the same deals.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from statistics import fmean

from msgspec import Struct
from msgspec.structs import asdict

from wolfcore.agents import PRESETS
from wolfcore.errors import ConfigError
from wolfcore.game import get_board, make_spec
from wolfcore.models import ModelSpec, Usage, prices_of
from wolfcore.seating import parse_player
from wolftui.games.cost_estimate import rehearse

from .agent_games import MODEL, GameCost, play
from .harness import a_board, a_count

PRICED = ModelSpec(model=MODEL, price_in=1.0, price_cached=0.1, price_out=4.0)
"""Money for a million tokens, by which games are told apart here."""


ALLOWED = 0.1
"""How far the estimate may be off, as a share of what a game took."""


class Row(Struct):
    """What one agent takes a game, on average.

    Attributes:
        agent: The agent.
        games: How many games.
        days: Days of play.
        calls: Calls, measured and estimated; likewise what follows.
        sent: Tokens sent.
        received: Tokens received.
        waits: Waits.
        least: Money, where all is cached that a prompt before began with.
        most: Money, where nothing is.
        by_step: Calls by step, measured.
        off: How far the worst of these estimates is off, as a share.
        seconds: How long it takes to estimate three games.
    """

    agent: str
    games: int
    days: float
    calls: tuple[float, float]
    sent: tuple[float, float]
    received: tuple[float, float]
    waits: tuple[float, float]
    least: tuple[float, float]
    most: tuple[float, float]
    by_step: dict[str, float]
    off: float = 0.0
    seconds: float = 0.0


def row_of(agent: str, board: str, seeds: Sequence[int]) -> Row:
    """Play games and rehearse them.

    Raises:
        ConfigError: There is no such agent, or it has no such option.
    """
    seat = parse_player(f"{agent}@{MODEL}")
    took = [play(board, seed, seat) for seed in seeds]
    began = time.process_time()
    said = [_estimated(agent, board, seed) for seed in seeds]
    seconds = (time.process_time() - began) * 3 / len(seeds)
    calls, sent, received, waits = (
        (_mean(took, name), _mean(said, name)) for name in ("calls", "sent", "received", "waits")
    )
    least, most = (
        (_money(took, cached=cached), _money(said, cached=cached)) for cached in (True, False)
    )
    steps = dict.fromkeys(step for each in took for step in each.by_step)
    by_step = {step: fmean(each.by_step.get(step, 0) for each in took) for step in steps}
    days = fmean(each.days for each in took)
    row = Row(
        agent, len(seeds), days, calls, sent, received, waits, least, most, by_step, seconds=seconds
    )
    row.off = max(abs(one - two) / one for one, two in (calls, sent, received, waits, least, most))
    return row


def _estimated(agent: str, board: str, seed: int) -> GameCost:
    spec = make_spec(get_board(board), seed)
    rehearsal = rehearse(spec, [parse_player(f"{agent}@{MODEL}")] * spec.board.size)
    load = rehearsal.loads[MODEL]
    return GameCost(
        calls=load.calls,
        sent=load.tokens_sent,
        shared=load.tokens_cached,
        received=load.tokens_received,
        waits=rehearsal.sequential_waits,
    )


def _mean(games: Sequence[GameCost], name: str) -> float:
    return fmean(getattr(game, name) for game in games)


def _money(games: Sequence[GameCost], *, cached: bool) -> float:
    prices = prices_of(PRICED)
    assert prices
    costs = [
        prices.cost_of(Usage(each.sent, each.shared if cached else 0, each.received))
        for each in games
    ]
    return fmean(cost for cost in costs if cost is not None)


def _table(rows: Sequence[Row]) -> None:
    heads = {
        "calls": 13,
        "thousands in": 17,
        "out": 15,
        "waits": 11,
        "money, all cached": 19,
        "none cached": 15,
    }
    print(
        f"{'agent':<16}{'days':>5}"
        + "".join(f"{head:>{width}}" for head, width in heads.items())
        + f"{'off':>6}{'s':>6}"
    )
    for row in rows:
        cells = [
            _pair(row.calls, 0),
            _pair(_thousands(row.sent), 0),
            _pair(_thousands(row.received), 1),
        ]
        cells += [_pair(row.waits, 0), _pair(row.least, 3), _pair(row.most, 3)]
        listed = "".join(
            f"{cell:>{width}}" for cell, width in zip(cells, heads.values(), strict=True)
        )
        print(f"{row.agent:<16}{row.days:>5.1f}{listed}{row.off:>6.1%}{row.seconds:>6.2f}")


def _thousands(pair: tuple[float, float]) -> tuple[float, float]:
    return pair[0] / 1000, pair[1] / 1000


def _pair(pair: tuple[float, float], digits: int) -> str:
    return f"{pair[0]:,.{digits}f} ({pair[1]:,.{digits}f})"


def _saved(each: Row, batch: Row) -> None:
    """What one call for all deductions saves (Helmsman 9.4)."""
    many, single = batch.by_step["deduce"], each.by_step["deduce"]
    print(
        f"\n{each.agent}: {many:.0f} deductions a game take {single:.0f} calls, one for each "
        "other living seat"
        f" ({single / many:.1f}); {batch.agent}: {many:.0f}.\n"
        f"In all {each.calls[0]:.0f} calls become {batch.calls[0]:.0f}, "
        f"{each.sent[0] / 1000:,.0f} thousand tokens sent become"
        f" {batch.sent[0] / 1000:,.0f}, and {each.waits[0]:.0f} waits stay {batch.waits[0]:.0f}:\n"
        "deductions side by side are one wait."
    )


def measure(argv: Sequence[str]) -> None:
    """`python -m bench agents`."""
    parser = argparse.ArgumentParser(prog="python -m bench agents", description=__doc__)
    listed = ",".join([*PRESETS, "helmsman:batch"])
    parser.add_argument(
        "--agents",
        default=listed,
        metavar="A,B",
        help=f"agents with their options, between commas (default {listed})",
    )
    parser.add_argument(
        "--board", type=a_board, default="helmsman7", help="the board (default helmsman7)"
    )
    parser.add_argument(
        "--games", type=a_count, default=3, metavar="N", help="how many games of each (default 3)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object after the table")
    args = parser.parse_args(argv)
    rows: list[Row] = []
    for agent in args.agents.split(","):
        if agent.partition(":")[0] not in PRESETS:
            raise ConfigError(f"`{agent}` is no agent", hint=f"There are {', '.join(PRESETS)}.")
        rows.append(row_of(agent, args.board, range(args.games)))
    print(
        f"{args.board}, the same agent in all seats, {args.games} games: what a game took "
        "(what the estimate says)"
    )
    print(
        f"money for a million tokens: {PRICED.price_in:g} in, {PRICED.price_cached:g} "
        f"cached, {PRICED.price_out:g} out\n"
    )
    _table(rows)
    worst = max(rows, key=lambda row: row.off)
    within = "within" if worst.off <= ALLOWED else "more than"
    print(
        f"\noff: the worst figure of the estimate, here {worst.off:.1%} at most "
        f"({worst.agent}), {within} a tenth"
    )
    print("s: seconds of processor time that three games take to estimate")
    named = {row.agent: row for row in rows}
    if {"helmsman", "helmsman:batch"} <= named.keys():
        _saved(named["helmsman"], named["helmsman:batch"])
    if args.json:
        print(json.dumps([asdict(row) for row in rows]))
