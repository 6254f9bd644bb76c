"""How many games and processes run at once: range checks of `--at-once` and `--jobs`."""

from __future__ import annotations

import argparse
import os

from wolfcore.arena import MOST_JOBS
from wolfcore.errors import ConfigError

MAX_CONCURRENT_GAMES = 64


def check_concurrency(games: int) -> None:
    """Raise ConfigError unless the number of concurrent games is in range."""
    if not 1 <= games <= MAX_CONCURRENT_GAMES:
        raise ConfigError(
            f"{games} games cannot be played at once",
            key="--at-once",
            hint=f"It goes from 1 to {MAX_CONCURRENT_GAMES}.",
        )


def process_count(args: argparse.Namespace) -> int:
    """Return the number of processes that `--jobs` asks for.

    Raises:
        ConfigError: The number is out of range.
    """
    if not 1 <= args.jobs <= MOST_JOBS:
        hint = f"It goes from 1 to {MOST_JOBS}; this machine has {usable_cpus()} processors."
        raise ConfigError(f"{args.jobs} processes cannot be started", key="--jobs", hint=hint)
    return args.jobs


def usable_cpus() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
