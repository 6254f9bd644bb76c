"""Options and messages that `metrics` and `report` share: games, dimensions, processes."""

from __future__ import annotations

import argparse
import shutil
import sys

from wolfcore.errors import ConfigError
from wolfcore.metrics import DIMENSIONS, Dimension
from wolftui.measures.measurement import Measurement

from .concurrency import process_count, usable_cpus
from .research_commands import PARALLEL_FROM

PROGRESS_EVERY = 25
"""Number of games between two progress updates."""


MAX_DEFAULT_JOBS = 16
"""Maximum number of processes unless `--jobs` is given; one process merges the results of all."""


def check_measuring_args(args: argparse.Namespace, hint: str = "") -> None:
    """Raise ConfigError for missing games, an invalid weight or process count.

    `hint` is appended to the message on missing games.
    """
    if not args.games:
        raise ConfigError(
            "no game was named",
            key="GAME",
            hint=f"Name games, a folder of games, or `latest`{hint}.",
        )
    if not 0 <= args.alpha <= 1:
        raise ConfigError(
            f"{args.alpha:g} is not a valid weight", key="--alpha", hint="It goes from 0 to 1."
        )
    if args.jobs is not None:
        process_count(args)


def measuring_processes(args: argparse.Namespace, games: int) -> int:
    """Return the number of processes for so many games: as asked for, at most one per game."""
    asked: int | None = args.jobs
    if asked is None:
        asked = min(usable_cpus(), MAX_DEFAULT_JOBS) if games >= PARALLEL_FROM else 1
    return max(1, min(games, asked))


def parse_dimensions(text: str) -> tuple[Dimension, ...]:
    """Parse the dimensions of `--by`, each once.

    Raises:
        ConfigError: A word is no dimension.
    """
    found: dict[Dimension, None] = {}
    for word in (part.strip() for part in text.split(",") if part.strip()):
        known: list[Dimension] = [dimension for dimension in DIMENSIONS if dimension == word]
        if not known:
            raise ConfigError(
                f"games cannot be grouped by `{word}`",
                key="--by",
                hint=f"It is one of: {', '.join(DIMENSIONS)}.",
            )
        found |= dict.fromkeys(known)
    return tuple(found)


def print_problems(measurement: Measurement) -> None:
    """Print to standard error which games cannot be read, and which were skipped and why."""
    for problem in measurement.problems:
        sys.stderr.write(f"wolftui: {problem}{'' if problem.endswith(('.', '?', '!')) else '.'}\n")
    for why in dict.fromkeys(why for _, why in measurement.left_out):
        games = [game for game, reason in measurement.left_out if reason == why]
        if len(games) == 1:
            sys.stderr.write(f"wolftui: {games[0]} {why} and is left out.\n")
        else:
            sys.stderr.write(
                f"wolftui: {len(games)} games, {games[0]} among them, are left out: each {why}.\n"
            )


def print_doubts(measurement: Measurement) -> None:
    """Print to standard error which games are measured although their files were altered."""
    if measurement.altered_games:
        game, why = measurement.altered_games[0]
        count = len(measurement.altered_games)
        games = f"{game} is" if count == 1 else f"{count} games, {game} among them, are"
        sys.stderr.write(
            f"wolftui: {games} measured as found, but {why}; `wolftui verify` shows where.\n"
        )
    if measurement.flagged:
        game, why = measurement.flagged[0]
        count = len(measurement.flagged)
        games = f"{game} is" if count == 1 else f"{count} games, {game} among them, are"
        sys.stderr.write(f"wolftui: {games} flagged by the arena: {why}.\n")


def output_width() -> int:
    """Return the width of printed lines, in columns."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 120
