"""Shared parts of the measurements: argument types, `--jobs`, work over processes, bot games."""

from __future__ import annotations

import argparse
import signal
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator, Sequence
from math import inf
from pathlib import Path
from typing import TypeVar

from wolfcore.arena import ProcessPool, no_setup
from wolfcore.errors import ConfigError
from wolfcore.game import Game, Result, RoleName, deal_roles, get_board, make_spec
from wolfcore.players import SyncPlayer
from wolfcore.seating import quick_player
from wolfcore.table import play_now


def a_count(text: str) -> int:
    """Parse a whole number from 1, for argparse."""
    if not (text.isascii() and text.isdigit() and int(text) >= 1):
        raise ArgumentTypeError(f"`{text}` is no whole number from 1 on")
    return int(text)


def a_time(text: str) -> float:
    """Parse a time above 0, for argparse."""
    try:
        time = float(text)
    except ValueError:
        time = 0.0
    if not 0 < time < inf:
        raise ArgumentTypeError(f"`{text}` is no number of seconds above 0")
    return time


def a_quick_player(text: str) -> str:
    """Check a synchronous player, written as after `SEAT=`, for argparse."""
    try:
        quick_player(text)
    except ConfigError as error:
        raise ArgumentTypeError(str(error)) from error
    return text


def a_board(text: str) -> str:
    """Check the name of a board, for argparse."""
    try:
        get_board(text)
    except ConfigError as error:
        raise ArgumentTypeError(str(error)) from error
    return text


def some_boards(text: str) -> list[str]:
    """Parse names of boards joined by commas, for argparse."""
    return [a_board(name) for name in text.split(",")]


def a_checkout(text: str) -> Path:
    """Parse the folder of a checkout of this project, for argparse."""
    if not (Path(text) / "core" / "wolfcore").is_dir():
        raise ArgumentTypeError(f"{text} is no checkout")
    return Path(text)


W = TypeVar("W")


R = TypeVar("R")


SEVENS = ("sla7", "helmsman7", "xu7")


def play_deal(
    board: str, seed: int, player_for: Callable[[int, RoleName], SyncPlayer]
) -> tuple[Game, Result]:
    """Play a whole game of the deal of `seed`; return the game and its result.

    Args:
        board: The board's name.
        seed: The seed, which fixes deal and chance.
        player_for: Who sits on a seat with this role.
    """
    game = Game(make_spec(get_board(board), seed))
    roles = deal_roles(game.spec)
    return game, play_now(
        game, {seat: player_for(seat, role) for seat, role in enumerate(roles, 1)}
    )


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add the option for the number of processes to measure in."""
    parser.add_argument(
        "--jobs",
        type=a_count,
        default=1,
        metavar="N",
        help="how many processes to spread the games over (default 1)",
    )


def ignore_ctrl_c() -> None:
    """Ignore Ctrl-C in a worker process; its parent handles Ctrl-C and ends the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def run_parts(work: Callable[[W], R], parts: Sequence[W], jobs: int) -> Iterator[R]:
    """Yield the result of `work` for each part, in order; the number of processes changes nothing.

    Args:
        work: A function of a module, so that other processes find it.
        parts: What it is given.
        jobs: How many processes; with one, everything happens in this process.
    """
    yield from ProcessPool(no_setup, work, jobs).results(parts)
