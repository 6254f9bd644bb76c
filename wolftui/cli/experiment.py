"""The command `experiment`: list, show and play experiments of papers, and print their tables."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from .argument_values import process_count
from .command import FAILED, OK, Command, add_budget_options, add_jobs_option, add_scheduler_option, subcommands

if TYPE_CHECKING:
    from pathlib import Path

    from wolfcore.experiments import Choice, Experiment
    from wolftui.settings.endpoints import ModelSettings

_NAME = "an experiment of `wolftui experiment list`, or a TOML file"


def _arguments(parser: argparse.ArgumentParser) -> None:
    way = subcommands(parser)

    way("list", "the experiments that ship", _list)
    show = way("show", "what an experiment asks, what its paper says, and what is played", _show)
    show.add_argument("name", metavar="NAME", help=_NAME)
    show.add_argument("--toml", action="store_true", help="print its file instead")
    run = way("run", "play an experiment and print its table; one that was stopped goes on", _play)
    run.add_argument("name", metavar="NAME", help=_NAME)
    size = run.add_mutually_exclusive_group()
    size.add_argument("--small", action="store_true", help="a few games, to see it at work, and not as many as the paper has")
    size.add_argument(
        "--games", type=int, metavar="N", help="N games of each line-up on each board, instead of as many as the paper has"
    )
    run.add_argument("--model", default="", metavar="MODEL", help="everybody is the paper's agent with this model")
    player = "who plays under a name of the experiment, such as `ours=sla@llama`; may be given again"
    run.add_argument("--player", action="append", default=[], metavar="NAME=PLAYER", help=player)
    run.add_argument("--off", action="store_true", help="with its mechanism switched off, to see what the table shows without it")
    run.add_argument("--into", metavar="DIR", help="the folder of what is played (default: one among the program's data)")
    add_jobs_option(run, "play and count in N processes; what comes out is the same")
    add_scheduler_option(run)
    at_once = "play N games of models at once, within the limits of their endpoints (default: 1)"
    run.add_argument("--at-once", type=int, default=1, metavar="N", help=at_once)
    add_budget_options(run)
    _add_forms(run)
    table = way("table", "the table of an experiment that was played, as far as it was", _table)
    table.add_argument("folder", metavar="DIR", help="the folder of an experiment")
    add_jobs_option(table, "count in N processes; what comes out is the same")
    _add_forms(table)


def _add_forms(parser: argparse.ArgumentParser) -> None:
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_const", const="json", dest="form", help="print the table as JSON")
    forms.add_argument("--csv", action="store_const", const="csv", dest="form", help="print the table as CSV, a line a cell")


def _run(args: argparse.Namespace) -> int:
    return int(args.do(args))


def _list(args: argparse.Namespace) -> int:
    del args
    from wolfcore.errors import ConfigError
    from wolfcore.experiments import read_experiment
    from wolftui.settings.paths import shipped_experiments

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
    print("`wolftui experiment show NAME` says what is asked and played, `run NAME --small` plays it in small.")
    return code


def _show(args: argparse.Namespace) -> int:
    import shutil

    import msgspec
    import tomli_w

    from wolftui.settings.paths import open_experiment

    from .paper_table import description_lines

    _, plan = open_experiment(args.name)
    if args.toml:
        sys.stdout.write(tomli_w.dumps(msgspec.to_builtins(plan)))
    else:
        print("\n".join(description_lines(plan, shutil.get_terminal_size().columns)))
    return OK


def _play(args: argparse.Namespace) -> int:
    from wolfcore.arena import Limits
    from wolfcore.errors import ConfigError
    from wolfcore.experiments import ExperimentRun, switched_off
    from wolfcore.experiments.choice import with_choice
    from wolfcore.files import expand_user_path
    from wolftui.settings.config import load_config
    from wolftui.settings.paths import experiments_folder, open_experiment

    from .arena import limited_models
    from .argument_values import check_concurrency
    from .experiment_runner import ExperimentRunner, Workers
    from .interrupts import CtrlCHandler

    name, plan = open_experiment(args.name)
    jobs, choice = process_count(args), _choice(args)
    check_concurrency(args.at_once)
    folder = expand_user_path(args.into) if args.into else experiments_folder() / _default_folder(name, choice, off=args.off)
    limits = Limits(minutes=args.max_minutes, tokens=args.max_tokens, cost=args.max_cost)
    models = limited_models(limits, load_config())
    _check_players(with_choice(plan, choice), models)
    with CtrlCHandler() as keys:
        keys.defer()
        playing = ExperimentRunner(models, Workers(jobs, args.scheduler, args.at_once), keys, tells=not args.form)
        try:
            run = ExperimentRun(
                folder, switched_off(plan) if args.off else plan, choice, opens=playing.open_arena, learns=playing.learn
            )
        except OSError as error:
            raise ConfigError(f"cannot be written ({error.strerror or error})", file=str(folder)) from error
        code = playing.continue_run(run)
    if code != FAILED:
        _print_table(run.folder, run.plan, choice, jobs, args.form)
    return code


def _check_players(plan: Experiment, models: ModelSettings) -> None:
    """See that all who are named can sit down, before anything is written.

    Raises:
        ConfigError: Somebody cannot; says who.
    """
    from wolfcore.errors import ConfigError
    from wolfcore.seating import parse_player
    from wolftui.games.arrangement import check_players

    for name, word in plan.players.items():
        try:
            check_players([parse_player(word)], models)
        except ConfigError as error:
            raise ConfigError(error.problem, file=error.file, key=f"players.{name}", hint=error.hint) from error


def _choice(args: argparse.Namespace) -> Choice:
    from wolfcore.errors import ConfigError
    from wolfcore.experiments import Choice
    from wolfcore.files import check_ranges

    if args.games is not None:
        check_ranges((("--games", args.games, 1, 1_000_000),))
    players: dict[str, str] = {}
    for word in args.player:
        name, equals, player = word.partition("=")
        if not (name and equals and player):
            raise ConfigError(
                f"`{word}` is no player with its name", key="--player", hint="Write for example `ours=sla:bots=hard`."
            )
        players[name] = player
    return Choice(size="small" if args.small else "full", games=args.games or 0, model=args.model, players=players)


def _default_folder(name: str, choice: Choice, *, off: bool) -> str:
    """Where an experiment is kept if nobody says where: small and full ones, and those without the mechanism, apart."""
    return name + ("-small" if choice.size == "small" else "") + ("-off" if off else "")


def _table(args: argparse.Namespace) -> int:
    from wolfcore.experiments.runner import read_folder
    from wolfcore.files import expand_user_path

    folder = expand_user_path(args.folder)
    plan, choice = read_folder(folder)
    _print_table(folder, plan, choice, process_count(args), args.form)
    return OK


def _print_table(folder: Path, plan: Experiment, choice: Choice, jobs: int, form: str | None) -> None:
    import shutil

    from wolfcore.experiments import make_table

    from .paper_table import as_csv, as_json, paper_table_lines, problems_in

    found = make_table(folder, plan, choice, jobs)
    if form == "json":
        print(as_json(plan, choice, found))
    elif form == "csv":
        sys.stdout.write(as_csv(found))
    else:
        print("\n".join(paper_table_lines(plan, choice, found, shutil.get_terminal_size().columns)))
    for line in problems_in(found):
        sys.stderr.write(f"wolftui: {line}\n")


COMMAND = Command(
    "experiment",
    "play the experiments of papers again and print their tables",
    (
        "wolftui experiment list",
        "wolftui experiment show sla-figure-3",
        "wolftui experiment run sla-figure-3 --small",
        "wolftui experiment run sla-figure-3 --player ours=sla@llama --games 20",
        "wolftui experiment run xu2023-figure-3 --scheduler tcp://10.0.0.1:8786",
        "wolftui experiment table my-folder --csv",
    ),
    _arguments,
    _run,
)
