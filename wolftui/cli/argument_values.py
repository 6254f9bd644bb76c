"""Parsed arguments combined with settings: games, folders, budgets, processes, display options.

Raises `ConfigError` naming the option, or the settings file if the value came from there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from wolfcore.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

    from wolftui.games.arrangement import Arrangement
    from wolftui.plain.line_layout import LineLook
    from wolftui.settings.config import Config, LoadedConfig
    from wolftui.settings.endpoints import ModelSettings


def check_concurrency(games: int) -> None:
    """Raise ConfigError unless the number of concurrent games is in range."""
    if not 1 <= games <= MAX_CONCURRENT_GAMES:
        raise ConfigError(
            f"{games} games cannot be played at once",
            key="--at-once",
            hint=f"It goes from 1 to {MAX_CONCURRENT_GAMES}.",
        )


MAX_CONCURRENT_GAMES = 64


def saved_game_folder(text: str) -> Path:
    """Return the folder of the game that a command-line argument names.

    Raises:
        ConfigError: No game or several match.
    """
    from wolfcore.errors import ConfigError
    from wolfcore.records import find_game
    from wolftui.settings.paths import games_folder

    if not text.strip():
        raise ConfigError("no game was named", key="GAME", hint="`latest` is the newest game.")
    return find_game(games_folder(), text)


def process_count(args: argparse.Namespace) -> int:
    """Return the number of processes that `--jobs` asks for.

    Raises:
        ConfigError: The number is out of range.
    """
    from wolfcore.arena import MOST_JOBS
    from wolfcore.errors import ConfigError

    if not 1 <= args.jobs <= MOST_JOBS:
        hint = f"It goes from 1 to {MOST_JOBS}; this machine has {usable_cpus()} processors."
        raise ConfigError(f"{args.jobs} processes cannot be started", key="--jobs", hint=hint)
    return args.jobs


def usable_cpus() -> int:
    """Return how many processors this process may use."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def output_folder(args: argparse.Namespace) -> Path | None:
    """Return the folder of `--out` for saved games, or None for the user's own.

    Raises:
        ConfigError: The option is empty, or nothing is to be saved.
    """
    from pathlib import Path

    from wolfcore.errors import ConfigError

    text: str | None = getattr(args, "out", None)
    if text is None:
        return None
    if not text.strip():
        raise ConfigError(
            "no folder was named", key="--out", hint="Name one; it is created if it does not exist."
        )
    if args.no_save:
        raise ConfigError(
            "nothing is saved with --no-save", key="--out", hint="Leave out one of the two."
        )
    try:
        return Path(text).expanduser().absolute()
    except RuntimeError as error:
        raise ConfigError(
            "there is no user of this name",
            key="--out",
            hint=f"Write `./{text}` for a folder of that name.",
        ) from error


def output_file(text: str | None, example: str) -> Path | None:
    """Return the file of `--out`, or None if it was not given.

    Args:
        text: The value of `--out`.
        example: An example for the error message.

    Raises:
        ConfigError: The value is no file name.
    """
    from pathlib import Path

    from wolfcore.errors import ConfigError

    if text is None:
        return None
    try:
        file = Path(text).expanduser().absolute()
    except RuntimeError as error:
        raise ConfigError("is not a valid file name", file=text, key="--out") from error
    if not text.strip() or not file.name:
        raise ConfigError("no file was named", key="--out", hint=f"For example `{example}`.")
    return file


def model_settings(args: argparse.Namespace, loaded: LoadedConfig) -> ModelSettings:
    """Return the models of the settings with the budget of a command line.

    Raises:
        ConfigError: A budget is not a number above 0.
    """
    from math import inf

    from wolfcore.clock import SystemClock
    from wolfcore.errors import ConfigError
    from wolfcore.models import Budget, BudgetTracker
    from wolftui.settings.endpoints import ModelSettings

    for option in ("max_cost", "max_tokens", "max_minutes"):
        amount = getattr(args, option)
        if amount is not None and not 0 < amount < inf:
            raise ConfigError(
                f"{amount:g} is not a valid budget",
                key=f"--{option.replace('_', '-')}",
                hint="It is a number above 0.",
            )
    seconds = None if args.max_minutes is None else 60 * args.max_minutes
    purse = BudgetTracker(Budget(args.max_cost, args.max_tokens, seconds), SystemClock())
    return ModelSettings(loaded.models, loaded.local, purse, loaded.config.patience)


def say_notes(models: ModelSettings) -> None:
    """Print the pending notes of the agents' memory to standard error, each once per command."""
    import sys

    for note in models.memory_store.take_notes():
        sys.stderr.write(f"wolftui: {note}\n")


def arrangement_from_args(
    args: argparse.Namespace, loaded: LoadedConfig, *, people: bool = True
) -> Arrangement:
    """Combine a command line with the settings into an arrangement, and read its files.

    Args:
        args: The command line.
        loaded: The settings.
        people: Whether persons may be seated.

    Raises:
        ConfigError: An option is invalid; names the setting if the value came from there.
    """
    from pathlib import Path

    from wolfcore.errors import ConfigError
    from wolfcore.game import DEFAULT_BOARD, FIRST_BOARD
    from wolfcore.seating import parse_player
    from wolftui.games.arrangement import Arrangement, PlayOptions
    from wolftui.games.inputs import check_name, open_board

    config = loaded.config
    board: str | None = args.board
    if board is None and config.board:
        board = config.board
        check_setting(loaded, "board", open_board)
    if args.answers == "":
        raise ConfigError("no file was named", key="--answers", hint="Name an answers.jsonl.")
    check_setting(loaded, "others", parse_player)
    if people and config.name and not args.name:
        check_setting(loaded, "name", check_name)
    options = PlayOptions(
        board=board if board is not None else FIRST_BOARD if people else DEFAULT_BOARD,
        seats=tuple(args.seat),
        default_player=config.others,
        seed=args.seed,
        names=tuple(getattr(args, "name", ())),
        person_name=config.name,
        deal=args.deal,
        answers=Path(args.answers) if args.answers else None,
        save=not args.no_save,
        learn=args.learn,
        suspicions=config.suspicions,
        people=people,
        games_root=output_folder(args),
        models=model_settings(args, loaded),
    )
    return Arrangement(options)


def check_setting(loaded: LoadedConfig, key: str, use: Callable[[str], object]) -> None:
    """Validate a setting by `use`; errors name the file or variable that made the setting.

    Raises:
        ConfigError: The setting is invalid.
    """
    from wolfcore.errors import ConfigError

    try:
        use(getattr(loaded.config, key))
    except ConfigError as error:
        raise loaded.with_source(error, key) from error


def display_config(args: argparse.Namespace, loaded: LoadedConfig) -> Config:
    """Return the settings, overridden by the display options of the command line.

    Raises:
        ConfigError: The speed or the clock is out of range.
    """
    from msgspec.structs import replace

    from wolftui.settings.config import check_clock, check_speed, nearest_speed

    config = loaded.config
    speed = config.speed if args.speed is None else args.speed
    check_speed(speed)
    clock: float | None = getattr(args, "clock", None)
    if clock is not None:
        check_clock(clock)
        config = replace(config, clock=clock)
    return replace(
        config,
        speed=nearest_speed(speed),
        ascii=args.ascii or config.ascii,
        plain=args.plain or config.plain,
    )


def stdout_look(config: Config) -> LineLook:
    """Return the line style (glyphs, width, colour) for standard output."""
    from wolftui.plain.console import line_look

    return line_look(sys.stdout, ascii_only=config.ascii)


def use_screen(config: Config) -> bool:
    """Return whether to show a full screen; prints a message if the terminal is too small."""
    import shutil

    from wolftui.plain.console import has_terminal, in_browser
    from wolftui.settings.config import MIN_SIZE_TEXT, fits_screen

    if config.plain or not has_terminal():
        return False
    size = shutil.get_terminal_size()
    if in_browser() or fits_screen(size.columns, size.lines):
        return True
    sys.stderr.write(
        f"wolftui: The terminal has {size.columns}x{size.lines} and the screen needs "
        f"{MIN_SIZE_TEXT}, so you get plain lines.\n"
    )
    return False
