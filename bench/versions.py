"""`versions`: the house bots of this checkout against those of another one, on the same deals.

Each deal is played four times: with village and wolves of either checkout. Both checkouts run in
processes of their own, each with its own copy of the game, and exchange their answers after each
batch, so that neither imports anything of the other. The boards have the rules of the other
checkout: its bots cannot answer what later rules ask.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec
from msgspec.structs import replace

from wolfcore.arena.contest import ContestResult, pairs_of
from wolfcore.arena.rating import gain_of
from wolfcore.errors import ConfigError
from wolfcore.game import ROLES, Board, Team, deal_roles, make_spec

from .comparisons import TEAMS, in_points
from .harness import a_checkout, a_count, add_jobs, run_parts, some_boards
from .speed import HERE, environment_of

LEVELS = ("normal", "hard")


NEW, OLD = "this", "other"
"""The names of the checkouts in line-ups: `this/other` is the village of this one, the wolves of
the other one."""


def measure(argv: Sequence[str]) -> None:
    """`python -m bench versions`.

    Raises:
        ConfigError: The other checkout cannot play.
    """
    parser = argparse.ArgumentParser(prog="python -m bench versions", description=__doc__)
    parser.add_argument(
        "--other",
        type=a_checkout,
        required=True,
        metavar="CHECKOUT",
        help="the folder of the other one",
    )
    parser.add_argument("--level", choices=LEVELS, default="hard", help="(default hard)")
    parser.add_argument(
        "--boards",
        type=some_boards,
        default="classic9,classic12,duel6,sla7,helmsman7,xu7,arena8,plus9",
        help="boards between commas (default: eight)",
    )
    parser.add_argument(
        "--deals", type=a_count, default=250, help="deals on each board (default 250)"
    )
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first deal")
    add_jobs(parser)
    chosen = parser.parse_args(argv)
    found: list[ContestResult] = []
    print("points of win rate that a side gains over the other checkout's, 95 % interval by deal")
    for number, board in enumerate(chosen.boards):
        last = chosen.seed + chosen.deals
        parts = [
            Part(chosen.other, chosen.level, board, range(first, last, chosen.jobs))
            for first in range(chosen.seed, chosen.seed + chosen.jobs)
        ]
        deals = [deal for part in run_parts(play_part, parts, chosen.jobs) for deal in part]
        won = [f"{_share(deals, name):.1%} {name}" for name in deals[0].winners]
        print(f"{board}: the village wins {', '.join(won)}")
        _print_gains(deals)
        # A deal of another board is another observation.
        found += [replace(deal, seed=deal.seed * len(chosen.boards) + number) for deal in deals]
    print("all boards")
    _print_gains(found)


def _share(deals: Sequence[ContestResult], name: str) -> float:
    return sum(deal.winners[name] == "village" for deal in deals) / len(deals)


def _print_gains(deals: Sequence[ContestResult]) -> None:
    for team in TEAMS:
        a = f"{NEW}/{OLD}" if team == "village" else f"{OLD}/{NEW}"
        gain = gain_of(pairs_of(deals, a, f"{OLD}/{OLD}", team))
        print(f"  {team:8} {in_points(gain)}", flush=True)


class Part(NamedTuple):
    """Some deals of a board: the work of one process."""

    other: Path
    level: str
    board: str
    seeds: range


def play_part(part: Part) -> list[ContestResult]:
    """Play the deals of a part with all four line-ups."""
    found: list[ContestResult] = []
    with PlayingTree(HERE) as here, PlayingTree(part.other) as there:
        trees = {NEW: here, OLD: there}
        rules = there.ask(["board", part.board])
        board = msgspec.convert(rules, Board)
        for seed in part.seeds:
            roles = deal_roles(make_spec(board, seed))
            winners: dict[str, Team | None] = {}
            for sides in product(trees, repeat=2):
                owner = dict(zip(TEAMS, sides, strict=True))
                seats = {name: list[int]() for name in trees}
                for seat, role in enumerate(roles, 1):
                    seats[owner[ROLES[role].team]].append(seat)
                winners["/".join(sides)] = _play(
                    [
                        (trees[name], ["deal", part.level, rules, seed, seats[name]])
                        for name in trees
                    ]
                )
            found.append(ContestResult(seed=seed, roles=roles, winners=winners))
    return found


def _play(sides: Sequence[tuple[PlayingTree, object]]) -> Team | None:
    """Let two checkouts play one game, each its own seats; return the winner.

    Raises:
        ConfigError: They end it differently, so that their rules differ.
    """
    (here, begun), (there, begun_there) = sides
    one, other = here.ask(begun), there.ask(begun_there)
    while {type(one), type(other)} == {dict}:
        one, other = here.ask(other), there.ask(one)
    if one != other:
        raise ConfigError("the other checkout has other rules", key="--other")
    return one[0]


class PlayingTree:
    """A process that plays with the bots of a checkout (`version_process.py`).

    Args:
        tree: The folder of the checkout.
    """

    def __init__(self, tree: Path) -> None:
        self._tree = tree
        self._process: subprocess.Popen[str] = subprocess.Popen(
            [sys.executable, str(HERE / "bench" / "version_process.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment_of(tree),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def ask(self, message: Any) -> Any:
        """Send a line of JSON and return the answer.

        Raises:
            ConfigError: The process ended; its own traceback is on standard error.
        """
        assert self._process.stdin
        assert self._process.stdout
        try:
            print(json.dumps(message), file=self._process.stdin, flush=True)
            told = self._process.stdout.readline()
        except BrokenPipeError:
            told = ""
        if not told:
            raise ConfigError(f"{self._tree} cannot play", key="--other")
        return json.loads(told)
