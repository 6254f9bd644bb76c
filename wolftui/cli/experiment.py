"""The command `experiment`: list, show and play experiments of papers, and print their tables."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
import tomli_w

from wolfcore.arena import Limits
from wolfcore.arena.cluster import check_cluster
from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.experiments import (
    Choice,
    Experiment,
    ExperimentRun,
    make_table,
    read_experiment,
    switched_off,
)
from wolfcore.experiments.choice import with_choice
from wolfcore.experiments.runner import read_folder
from wolfcore.extras import MissingExtras, run_checks
from wolfcore.files import check_ranges, expand_user_path
from wolfcore.seating import parse_player
from wolftui.games.arrangement import check_players
from wolftui.settings.endpoints import ModelSettings
from wolftui.settings.paths import experiments_folder, shipped_experiments

from .arena import limited_models
from .argument_values import allow_players, replaced_limit
from .command import FAILED, OK
from .concurrency import check_concurrency, process_count
from .experiment_runner import ExperimentRunner, Workers
from .interrupts import CtrlCHandler
from .paper_table import as_csv, as_json, description_lines, paper_table_lines, problems_in
from .user_config import load_config


def list_command(args: argparse.Namespace) -> int:
    """Run `wolftui experiment list`; returns the exit code."""
    del args
    files, code = shipped_experiments(), OK
    width = max(map(len, files), default=0)
    for name, file in files.items():
        try:
            plan = read_experiment(file)
        except ConfigError as error:
            sys.stderr.write(f"wolftui: {error}\n")
            code = FAILED
        else:
            print(f"{name:<{width}}  {plan.paper}, {plan.shows}: {plan.title}")
    print(
        "`wolftui experiment show NAME` shows its parts and players, `run NAME --small` "
        "plays it with few games."
    )
    return code


def _open_experiment(word: str) -> tuple[str, Experiment]:
    """Read the experiment that a command-line argument names; returns its name and the experiment.

    Args:
        word: The name of a shipped experiment, or a TOML file.

    Raises:
        ConfigError: There is none, or it is invalid; names the file.
    """
    files = shipped_experiments()
    if word in files:
        return word, read_experiment(files[word])
    file = expand_user_path(word)
    if file.suffix == ".toml":
        return file.stem, read_experiment(file)
    hint = did_you_mean(word, files) or "`wolftui experiment list` names them."
    raise ConfigError(f"there is no experiment `{word}`", key="NAME", hint=hint)


def show_command(args: argparse.Namespace) -> int:
    """Run `wolftui experiment show`; returns the exit code."""
    _, plan = _open_experiment(args.name)
    if args.toml:
        sys.stdout.write(tomli_w.dumps(msgspec.to_builtins(plan)))
    else:
        print("\n".join(description_lines(plan, shutil.get_terminal_size().columns)))
    return OK


def play_command(args: argparse.Namespace) -> int:
    """Run `wolftui experiment play`; returns the exit code."""
    jobs, choice = process_count(args), _choice(args)
    allow_players(args, *choice.players.values())
    name, plan = _open_experiment(args.name)
    plan = switched_off(plan) if choice.off else plan
    plan = msgspec.structs.replace(
        plan, stop_after_replaced=replaced_limit(args, plan.stop_after_replaced)
    )
    check_concurrency(args.at_once)
    folder = (
        expand_user_path(args.into)
        if args.into
        else experiments_folder() / _default_folder(name, choice)
    )
    limits = Limits(minutes=args.max_minutes, tokens=args.max_tokens, cost=args.max_cost)
    models = limited_models(limits, load_config())
    _check_players(with_choice(plan, choice), models, check_cluster if args.scheduler else None)
    with CtrlCHandler() as keys:
        keys.defer()
        playing = ExperimentRunner(
            models, Workers(jobs, args.scheduler, args.at_once), keys, tells=not args.form
        )
        try:
            run = ExperimentRun(
                folder,
                plan,
                choice,
                opens=playing.open_arena,
                learns=playing.learn,
            )
        except OSError as error:
            raise ConfigError(
                f"cannot be written ({error.strerror or error})", file=str(folder)
            ) from error
        for note in run.notes:
            sys.stderr.write(f"wolftui: {note}\n")
        code = playing.continue_run(run)
    if code != FAILED:
        _print_table(run.folder, run.plan, choice, jobs, args.form)
    return code


def _check_players(
    plan: Experiment, models: ModelSettings, first: Callable[[], None] | None
) -> None:
    """Check that all players of an experiment can be seated, before anything is written.

    Args:
        plan: The experiment.
        models: The models that players may name.
        first: What is checked before the players; None for nothing.

    Raises:
        ConfigError: A player cannot be seated; names the player.
    """

    def check(name: str, word: str) -> None:
        try:
            check_players([parse_player(word)], models)
        except MissingExtras as error:
            key = f"players.{name}"
            raise MissingExtras(error.needs, key=key, instead=error.instead) from error
        except ConfigError as error:
            raise ConfigError(
                error.problem, file=error.file, key=f"players.{name}", hint=error.hint
            ) from error

    players = (partial(check, name, word) for name, word in plan.players.items())
    run_checks((*((first,) if first else ()), *players))


def _choice(args: argparse.Namespace) -> Choice:
    if args.games is not None:
        check_ranges((("--games", args.games, 1, 1_000_000),))
    players: dict[str, str] = {}
    for word in args.player:
        name, equals, player = word.partition("=")
        if not (name and equals and player):
            raise ConfigError(
                f"`{word}` does not give a player by name",
                key="--player",
                hint="Write for example `ours=sla:bots=hard`.",
            )
        players[name] = player
    return Choice(
        size="small" if args.small else "full",
        games=args.games or 0,
        model=args.model,
        players=players,
        off=args.off,
    )


def _default_folder(name: str, choice: Choice) -> str:
    """Return the default folder name; small runs and runs without the mechanism have their own."""
    return name + ("-small" if choice.size == "small" else "") + ("-off" if choice.off else "")


def table_command(args: argparse.Namespace) -> int:
    """Run `wolftui experiment table`; returns the exit code."""
    folder = expand_user_path(args.folder)
    plan, choice = read_folder(folder)
    _print_table(folder, plan, choice, process_count(args), args.form)
    return OK


def _print_table(
    folder: Path, plan: Experiment, choice: Choice, jobs: int, form: str | None
) -> None:
    found = make_table(folder, plan, choice, jobs)
    if form == "json":
        print(as_json(plan, choice, found))
    elif form == "csv":
        sys.stdout.write(as_csv(found))
    else:
        print("\n".join(paper_table_lines(plan, choice, found, shutil.get_terminal_size().columns)))
    for line in problems_in(found):
        sys.stderr.write(f"wolftui: {line}\n")
