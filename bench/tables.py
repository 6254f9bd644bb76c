"""Whole games between house bots, for what is measured on many deals: the same deals for whoever sits there."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from wolfcore.arena import ProcessPool, no_setup
from wolfcore.bots import HouseBot
from wolfcore.bots.belief.fitting import Moment, moments_of
from wolfcore.bots.belief.likelihoods import FITTED, Likelihoods
from wolfcore.game import Game, Result, RoleName, deal_roles, dice_of, get_board, make_spec, team_of
from wolfcore.players import SyncPlayer
from wolfcore.table import play_now

from .options import a_count
from .people_seats import PEOPLE, ScriptedPerson, kinds_of

W = TypeVar("W")
R = TypeVar("R")

SEVENS = ("sla7", "helmsman7", "xu7")
MIXED = ("sla7", "helmsman7", "xu7", "plus8", "plus9", "arena8", "classic9", "duel6", "plus10+sheriff")
"""Boards of every kind: what a belief is fitted on unless others are asked for."""


def play_deal(board: str, seed: int, player_for: Callable[[int, RoleName], SyncPlayer]) -> tuple[Game, Result]:
    """A whole game of the deal of `seed`.

    Args:
        board: The board's name.
        seed: The seed, which fixes deal and chance.
        player_for: Who sits on a seat with this role.
    """
    game = Game(make_spec(get_board(board), seed))
    roles = deal_roles(game.spec)
    return game, play_now(game, {seat: player_for(seat, role) for seat, role in enumerate(roles, 1)})


def moments(
    boards: Sequence[str], games: int, first: int, likely: Likelihoods = FITTED, *, seats: int = 2, people: bool = False
) -> Iterator[Moment]:
    """What some bots of the village knew before each vote of games in which each team is normal or hard, by chance.

    Args:
        boards: Where to play.
        games: How many games on each.
        first: The seed of the first game of each.
        likely: The parameters that the bots believe in.
        seats: How many seats of each game.
        people: Whether in every other game a scripted person sits on one of the seats (`people_seats`).
    """
    bots = {word: HouseBot((word,), likely) for word in ("normal", "hard")}
    for board in boards:
        for seed in range(first, first + games):
            dice = dice_of(seed, "bench")
            levels = {team: dice.pick(team, ("normal", "hard")) for team in ("village", "wolves")}
            roles = dict(enumerate(deal_roles(make_spec(get_board(board), seed)), 1))
            seated: dict[int, SyncPlayer] = {}
            if people and dice.draw("people", 2):
                seat = dice.pick("seat", tuple(roles))
                seated[seat] = ScriptedPerson(PEOPLE[dice.pick("kind", kinds_of(roles[seat]))], levels[team_of(roles[seat])])
            table = {seat: seated.get(seat, bots[levels[team_of(role)]]) for seat, role in roles.items()}
            game = Game(make_spec(get_board(board), seed))
            play_now(game, table)
            wolves = sum(1 << seat for seat, role in roles.items() if team_of(role) == "wolves")
            village = tuple(seat for seat, role in roles.items() if team_of(role) == "village" and seat not in seated)
            for seat in dice.shuffle("seats", village)[:seats]:
                yield from moments_of(game.view(seat), wolves)


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """The option that says on how many processors to measure."""
    parser.add_argument(
        "--jobs", type=a_count, default=1, metavar="N", help="how many processes to spread the games over (default 1)"
    )


def ignore_ctrl_c() -> None:
    """Have a helping process leave Ctrl-C to the one that it helps, which ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def run_parts(work: Callable[[W], R], parts: Sequence[W], jobs: int) -> Iterator[R]:
    """What `work` makes of each part, in their order; the same whatever the number of processes.

    Args:
        work: A function of a module, so that other processes find it.
        parts: What it is given.
        jobs: How many processes; with one, everything happens in this process.
    """
    yield from ProcessPool(no_setup, work, jobs).results(parts)


def all_moments(
    boards: Sequence[str], games: int, first: int, likely: Likelihoods = FITTED, *, people: bool = False, jobs: int = 1
) -> tuple[Moment, ...]:
    """As `moments`, each board's games in one of so many processes."""
    parts = [(board, games, first, likely, people) for board in boards]
    return tuple(moment for found in run_parts(_moments_of, parts, jobs) for moment in found)


def _moments_of(part: tuple[str, int, int, Likelihoods, bool]) -> list[Moment]:
    board, games, first, likely, people = part
    return list(moments((board,), games, first, likely, people=people))
