"""`model_seats`: wall time of games of models against an endpoint of fixed latency.

Measured: one game with a slot for every seat, one game with one slot, several games with k slots,
and tokens.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias
from urllib.request import urlopen

from wolfcore.game import get_board

from .harness import a_board, a_count, a_time, some_boards
from .model_games import Call, Played, Watched, endpoint, model, play

Row: TypeAlias = dict[str, float | str]
"""What one line of a table says, by name."""


PEER_CALLS = 361
"""Calls that another program makes for a game on `arena8`."""


# -- one game at a time


def measure_batches(boards: Iterable[str], seeds: Sequence[int], latency: float) -> list[Row]:
    """Compare wall time with batches x latency by board; report our processor time a batch, too.

    A ratio of 1 is the least possible.
    """
    found: list[Row] = []
    print(f"\none game at a time, {latency * 1000:.0f} ms a call, a call of every seat at once")
    heads = ("games", "batches", "calls", "seconds", "at least", "ratio", "worst", "own ms")
    print(f"{'board':16} " + " ".join(f"{head:>8}" for head in heads))
    for board in boards:
        with endpoint(latency) as url, tempfile.TemporaryDirectory() as home:
            games = [asyncio.run(_one(board, seed, url, Path(home)))[0] for seed in seeds]
        batches, calls, seconds, own = (
            sum(getattr(game, name) for game in games)
            for name in ("batches", "calls", "seconds", "own")
        )
        row: Row = {
            "board": board,
            "batches": batches,
            "calls": calls,
            "seconds": seconds,
            "ratio": seconds / (batches * latency),
            "worst": max(game.seconds / (game.batches * latency) for game in games),
            "own_ms": 1000 * own / batches,
        }
        found.append(row)
        print(
            f"{board:16} {len(games):8} {batches:8} {calls:8} {seconds:8.2f} "
            f"{batches * latency:8.2f} {row['ratio']:8.3f} "
            f"{row['worst']:8.3f} {row['own_ms']:8.1f}",
            flush=True,
        )
    return found


async def _one(board: str, seed: int, url: str, home: Path) -> tuple[Played, Watched]:
    """A game at an endpoint that takes a call of every seat at once, and its calls."""
    async with model(url, get_board(board).size) as chat:
        watched = Watched(chat)
        return await play(board, seed, watched, home), watched


# -- one slot


def measure_one_slot(board: str, latency: float) -> Row:
    """Compare wall time with calls x latency at a server with one slot, by default settings."""
    with endpoint(latency, 1) as url, tempfile.TemporaryDirectory() as home:
        game = asyncio.run(_by_default(board, url, Path(home)))
    least = game.calls * latency
    print(
        f"\na game on {board} by default settings, at a server that works at one call of "
        f"{latency:g} s at a time"
    )
    print(f"{'calls':>6} {'seconds':>8} {'at least':>9} {'ratio':>6} {'replaced':>9}")
    print(
        f"{game.calls:6} {game.seconds:8.2f} {least:9.2f} {game.seconds / least:6.3f} "
        f"{game.replaced:9}",
        flush=True,
    )
    return {
        "calls": game.calls,
        "seconds": game.seconds,
        "ratio": game.seconds / least,
        "replaced": game.replaced,
    }


async def _by_default(board: str, url: str, home: Path) -> Played:
    async with model(url) as chat:
        return await play(board, 0, Watched(chat), home)


# -- games at once


def filled(calls: Iterable[Call], slots: int, start: float, end: float) -> float:
    """Return the mean share of `slots` that calls occupy between two moments, 0..1.

    Args:
        calls: The calls.
        slots: How many calls the endpoint takes at a time.
        start: The first moment.
        end: The last one.
    """
    changes = sorted(
        (min(max(moment, start), end), step)
        for call in calls
        for moment, step in ((call.began, 1), (call.ended, -1))
    )
    full, under_way = 0.0, 0
    for (moment, step), (following, _) in pairwise([*changes, (end, 0)]):
        under_way += step
        full += min(under_way, slots) * (following - moment)
    return full / (slots * (end - start))


def measure_limit(board: str, games: int, slots: int, latency: float) -> Row:
    """Measure how full games at once keep an endpoint that takes `slots` calls at a time.

    A game has at least one call to make until its end, except for the moment in which it goes on to
    its next batch. So from the first call until fewer than `slots` games are left there is always
    work for all slots. Both ends of a call are those that the endpoint sees, so that whatever we
    need between an answer and the next call counts as idle.
    """
    with endpoint(latency) as url, tempfile.TemporaryDirectory() as home:
        played, wanted, own = asyncio.run(_at_once(board, games, slots, url, Path(home)))
        with urlopen(f"{url}/calls") as said:
            calls = [Call(*call) for call in json.loads(said.read())]
    start, ends = min(call.began for call in calls), sorted(game.ended for game in played)
    busy = filled(calls, slots, start, ends[games - slots])
    of_wanted = filled(calls, slots, start, ends[-1]) / filled(wanted, slots, start, ends[-1])
    print(
        f"\n{games} games at once on {board} in one event loop, {slots} calls at a time of "
        f"{latency * 1000:.0f} ms"
    )
    print(
        f"{'calls':>6} {'seconds':>8} {'busy':>6} {'of wanted':>10} {'own ms':>7}   busy "
        f"until fewer than {slots} games are left"
    )
    print(
        f"{len(calls):6} {ends[-1] - start:8.2f} {busy:6.1%} {of_wanted:10.1%} "
        f"{1000 * own / len(calls):7.1f}",
        flush=True,
    )
    return {
        "calls": len(calls),
        "seconds": ends[-1] - start,
        "busy": busy,
        "of_wanted": of_wanted,
        "own_ms": 1000 * own / len(calls),
    }


async def _at_once(
    board: str, games: int, slots: int, url: str, home: Path
) -> tuple[list[Played], list[Call], float]:
    """The games, the calls as players wanted them, and our own processor time."""
    async with model(url, slots) as chat:
        watched = [Watched(chat) for _ in range(games)]
        began = time.process_time()
        played = await asyncio.gather(
            *(play(board, seed, each, home) for seed, each in enumerate(watched))
        )
        return (
            list(played),
            [call for each in watched for call in each.calls],
            time.process_time() - began,
        )


# -- what is sent


def measure_tokens(board: str, games: int) -> Row:
    """Measure calls and tokens a game (four characters a token), and shared prompt beginnings.

    The shared beginning is the part of a prompt with which the last prompt of its seat began, too.
    """
    with endpoint(0.0) as url, tempfile.TemporaryDirectory() as home:
        played = [asyncio.run(_one(board, seed, url, Path(home))) for seed in range(games)]
    calls, days = (
        sum(getattr(each, name) for each, _ in played) / games for name in ("calls", "days")
    )
    sent, received = (
        sum(getattr(watched, name) for _, watched in played) / games
        for name in ("sent", "received")
    )
    shared, whole = (
        sum(parts)
        for parts in zip(
            *(shared_beginnings(watched.prompts) for _, watched in played), strict=True
        )
    )
    longest = max(len(prompt) for _, watched in played for _, prompt in watched.prompts) // 4
    print(
        f"\nvanilla on {board}, {games} games of {days:.1f} days on average (a peer needs "
        f"{PEER_CALLS} calls there)"
    )
    print(
        f"{'calls':>8} {'tokens in':>10} {'tokens out':>11} {'in a call':>10} {'longest':>8} "
        f"{'begin as the last one did':>27}"
    )
    print(
        f"{calls:8.0f} {sent:10,.0f} {received:11,.0f} {sent / calls:10,.0f} {longest:8,} "
        f"{shared / whole:27.1%}",
        flush=True,
    )
    return {
        "calls": calls,
        "days": days,
        "tokens_in": sent,
        "tokens_out": received,
        "longest": longest,
        "shared": shared / whole,
    }


def shared_beginnings(prompts: Iterable[tuple[str, str]]) -> tuple[int, int]:
    """How much of prompts their seat's last prompt began with.

    Args:
        prompts: For each prompt in order what tells its seat, and its text.

    Returns:
        The characters that they share with the last one, and all their characters.
    """
    last: dict[str, str] = {}
    shared = whole = 0
    for seat, prompt in prompts:
        if seat in last:
            shared += next(
                (
                    n
                    for n, (one, two) in enumerate(zip(last[seat], prompt, strict=False))
                    if one != two
                ),
                len(last[seat]),
            )
            whole += len(prompt)
        last[seat] = prompt
    return shared, whole


def measure(argv: Sequence[str]) -> None:
    """`python -m bench model_seats`."""
    parser = argparse.ArgumentParser(prog="python -m bench model_seats", description=__doc__)
    parser.add_argument(
        "--latency", type=a_time, default=0.2, help="seconds that a call takes (default 0.2)"
    )
    parser.add_argument(
        "--boards",
        type=some_boards,
        default="sla7,plus12+sheriff",
        help="boards of one game at a time, between commas",
    )
    parser.add_argument(
        "--seeds", type=a_count, default=3, help="games on each of them (default 3)"
    )
    parser.add_argument(
        "--one-slot",
        type=a_time,
        default=0.2,
        help="seconds a call of the server with one slot (default 0.2)",
    )
    parser.add_argument(
        "--board", type=a_board, default="sla7", help="the board of these games (default sla7)"
    )
    parser.add_argument(
        "--games", type=a_count, default=8, help="how many games at once (default 8)"
    )
    parser.add_argument(
        "--slots",
        type=a_count,
        default=4,
        help="calls that the endpoint takes at a time then (default 4)",
    )
    parser.add_argument(
        "--counted",
        type=a_board,
        default="arena8",
        help="the board whose tokens are counted (default arena8)",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object after the tables"
    )
    chosen = parser.parse_args(argv)
    if chosen.games < chosen.slots:
        parser.error(
            f"--games: {chosen.games} games at once cannot fill {chosen.slots} slots; let "
            "there be as many at least"
        )
    with endpoint(0.0) as url, tempfile.TemporaryDirectory() as home:
        # The first call of a process loads what speaks HTTP, which takes about a tenth of a second.
        asyncio.run(_one("duel6", 0, url, Path(home)))
    found = {
        "batches": measure_batches(chosen.boards, range(chosen.seeds), chosen.latency),
        "one_slot": measure_one_slot(chosen.board, chosen.one_slot),
        "limit": measure_limit(chosen.board, chosen.games, chosen.slots, chosen.latency),
        "tokens": measure_tokens(chosen.counted, chosen.games),
    }
    if chosen.json:
        print(json.dumps(found))
