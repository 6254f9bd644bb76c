"""Parsed arguments combined with settings: saved games, output paths, budgets, new games.

Raises `ConfigError` naming the option, or the settings file if the value came from there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import TypeVar

from wolfcore.errors import ConfigError
from wolfcore.game import DEFAULT_BOARD, FIRST_BOARD, Board
from wolfcore.models import Budget
from wolfcore.models.wrappers.costs import is_billed
from wolfcore.records import find_game
from wolfcore.seating import allow_named_players, parse_player
from wolftui.games.arrangement import Arrangement, PlayOptions, seats_person
from wolftui.games.inputs import check_name, open_board
from wolftui.settings.config import LoadedConfig
from wolftui.settings.endpoints import ModelSettings
from wolftui.settings.paths import games_folder
from wolftui.settings.visitor_terms import budget_tracker

_Used = TypeVar("_Used")


def saved_game_folder(text: str) -> Path:
    """Return the folder of the game that a command-line argument names.

    Raises:
        ConfigError: No game or several match.
    """
    if not text.strip():
        raise ConfigError("no game was named", key="GAME", hint="`latest` is the newest game.")
    return find_game(games_folder(), text)


def output_folder(args: argparse.Namespace) -> Path | None:
    """Return the folder of `--out` for saved games, or None for the user's own.

    Raises:
        ConfigError: The option is empty, or nothing is to be saved.
    """
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
        ConfigError: A budget is not a number above 0, or a count is below 0.
    """
    for option in ("max_cost", "max_tokens", "max_minutes"):
        amount = getattr(args, option)
        if amount is not None and not 0 < amount < inf:
            raise ConfigError(
                f"{amount:g} is not a valid budget",
                key=f"--{option.replace('_', '-')}",
                hint="It is a number above 0.",
            )
    seconds = None if args.max_minutes is None else 60 * args.max_minutes
    budget_meter = budget_tracker(Budget(args.max_cost, args.max_tokens, seconds))
    return ModelSettings(
        loaded.models,
        loaded.local,
        budget_meter,
        loaded.config.patience,
        replaced_limit(args, loaded.config.stop_after_replaced),
    )


def replaced_limit(args: argparse.Namespace, default: int) -> int:
    """Return the number of `--stop-after-replaced`, or the default if it was not given.

    Commands that play no game lack the option.

    Raises:
        ConfigError: It is below 0.
    """
    given: int | None = getattr(args, "stop_after_replaced", None)
    if given is not None and given < 0:
        raise ConfigError(
            f"{given} is not a number of answers",
            key="--stop-after-replaced",
            hint="It is a whole number; 0 never stops.",
        )
    return default if given is None else given


def allow_players(args: argparse.Namespace, *others: str) -> None:
    """Let this process run the players of the user's own that its command line names.

    Args:
        args: The command line; `--seat` and `--own` are read, as far as it has them.
        others: Further players that the user named, as after `SEAT=`.

    Raises:
        ConfigError: The file, package or program of one does not exist.
    """
    seats = (word for text in getattr(args, "seat", ()) for word in text.split(","))
    players = (word.partition("=")[2] for word in seats)
    allow_named_players((*filter(None, players), *getattr(args, "own", ()), *others))


def say(words: str) -> None:
    """Print a sentence to standard error."""
    sys.stderr.write(f"wolftui: {words}\n")


def say_notes(models: ModelSettings) -> None:
    """Print the pending notes of the agents' memory to standard error, each once per command."""
    for note in models.memory_store.take_notes():
        sys.stderr.write(f"wolftui: {note}\n")


def _usual_board(args: argparse.Namespace) -> str | None:
    """Return the board of `play` where none is named; None if the person's games decide.

    A seed, a deal or answers ask for one certain game, whoever plays.
    """
    certain = args.seed is not None or args.deal or args.answers
    return None if seats_person(args.seat) and not certain else FIRST_BOARD


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
    config = loaded.config
    board: str | Board | None = args.board
    if board is None and config.board:
        board = use_setting(loaded, "board", open_board)
    if args.answers == "":
        raise ConfigError("no file was named", key="--answers", hint="Name an answers.jsonl.")
    use_setting(loaded, "others", parse_player)
    allow_players(args, config.others)
    if people and config.name and not args.name:
        use_setting(loaded, "name", check_name)
    options = PlayOptions(
        board=board if board is not None else _usual_board(args) if people else DEFAULT_BOARD,
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
        unmeasured="replace" if people else "refuse",
    )
    arrangement = Arrangement(options)
    if args.max_cost is not None:
        _warn_of_free_models(arrangement)
    return arrangement


def _warn_of_free_models(arrangement: Arrangement) -> None:
    """Print a note if a budget of money cannot stop a game, since all its models count as free."""
    specs = arrangement.models_named().values()
    if specs and not any(is_billed(each) or each.server_profile.reports_cost for each in specs):
        say(
            "No model of this game has a price, so that --max-cost limits nothing. Give them "
            "`price_in` and `price_out`, or use --max-tokens."
        )


def use_setting(loaded: LoadedConfig, key: str, use: Callable[[str], _Used]) -> _Used:
    """Call `use` with a setting; errors name the file or variable that made the setting.

    Raises:
        ConfigError: The setting is invalid.
    """
    try:
        return use(getattr(loaded.config, key))
    except ConfigError as error:
        raise loaded.with_source(error, key) from error
