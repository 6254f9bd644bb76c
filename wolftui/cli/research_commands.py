"""Declarations of the commands on many games: `run`, `arena`, `compare`, `metrics`, `report`.

Standard library only: declarations are loaded for `--help`. A command without a target of its own
has sub-commands.
"""

from __future__ import annotations

import argparse

from .command import (
    GAME_HELP,
    Command,
    add_budget_options,
    add_game_options,
    add_jobs_option,
    add_on_dead_option,
    add_own_option,
    add_replaced_option,
    add_scheduler_option,
)

PARALLEL_FROM = 200
"""From this number of games on, all processors measure by default. For fewer games, starting worker
processes takes about as long as measuring.
"""


def add_measuring_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for which games to measure, and how."""
    games = (
        f"{GAME_HELP}; or a folder of games; or a session of DSGBench or Werewolf Arena, or "
        "a published nine-seat human game"
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=games)
    by = "group by these, separated by commas: game, board, day, seat, player, model, role, team"
    parser.add_argument("--by", default="", metavar="WHAT", help=by)
    jobs = (
        "read and measure in N processes; the figures are the same for any N (default: 1, or "
        f"one per processor from {PARALLEL_FROM} games on)"
    )
    parser.add_argument("--jobs", type=int, metavar="N", help=jobs)
    parser.add_argument(
        "--zero-fill",
        action="store_true",
        help=(
            "count a metric with a zero denominator as 0, as published tables do, instead of null"
        ),
    )
    alpha = "the weight a in metrics with two weighted terms, 0 to 1 (default: 0.5)"
    parser.add_argument("--alpha", type=float, default=0.5, metavar="A", help=alpha)


def _run_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_options(parser, people=False)
    parser.add_argument(
        "--games",
        type=int,
        default=1,
        metavar="N",
        help="the number of games; game k (from 0) has seed S+k",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per game")
    parser.add_argument(
        "--out", metavar="DIR", help="save the games in DIR, which is created if it does not exist"
    )
    at_once = (
        "play N games with models at the same time, within the limits of their endpoints "
        "(default: 1)"
    )
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help=at_once)
    add_jobs_option(
        parser, "play games of house bots in N processes; the results are the same for any N"
    )
    add_on_dead_option(parser)


def _arena_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="an arena file (TOML); `--show` prints a complete example",
    )
    into = (
        "the folder of the arena (default: in the data folder, named after FILE); without"
        " FILE, the arena to continue"
    )
    parser.add_argument("--into", metavar="DIR", help=into)
    parser.add_argument(
        "--show",
        action="store_true",
        help=("print the arena with all defaults filled in, or an example without FILE, and exit"),
    )
    parser.add_argument(
        "--games",
        type=int,
        metavar="N",
        help="stop after N games, whatever FILE says; the same command continues",
    )
    add_own_option(parser)
    add_jobs_option(
        parser, "play games without models in N processes; the results are the same for any N"
    )
    at_once = (
        "play N games with models at the same time, within the limits of their endpoints "
        "(default: 1)"
    )
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help=at_once)
    add_scheduler_option(parser)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object per game instead of the table"
    )
    add_budget_options(parser)
    add_replaced_option(parser)


def _compare_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("a", metavar="A", help="a player, by its name in the arena file")
    parser.add_argument("b", metavar="B", help="the player that A is compared with")
    arena = "the folder of an arena (default: the one in the data folder that was played last)"
    parser.add_argument("arena", nargs="?", default="", metavar="ARENA", help=arena)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _rate_arguments(parser: argparse.ArgumentParser) -> None:
    player = "the player, as after `SEAT=`, such as `bot:hard`, `./agent.py:Mine` or `vanilla@gpt`"
    parser.add_argument("player", metavar="PLAYER", help=player)
    games = "play the first N of the pool's games only; the interval is wider (default: all)"
    parser.add_argument("--games", type=int, metavar="N", help=games)
    seeds = "other deals, from the seed S on, as a check; the number is not the official one"
    parser.add_argument("--seeds", type=int, metavar="S", help=seeds)
    wheel = "the wheel of the pool, whose players play its opponents; needed once by other versions"
    parser.add_argument("--wheel", metavar="FILE", help=wheel)
    into = "the folder of the games (default: in the data folder, one for each player)"
    parser.add_argument("--into", metavar="DIR", help=into)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_jobs_option(
        parser, "play games without models in N processes; the number is the same for any N"
    )
    at_once = "play N games with models at the same time (default: 1)"
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help=at_once)
    add_budget_options(parser)
    parser.set_defaults(scheduler="")


def _metrics_arguments(parser: argparse.ArgumentParser) -> None:
    add_measuring_options(parser)
    forms = parser.add_mutually_exclusive_group()
    whole = "print one JSON object, with the log entries and lines behind each value"
    for form, words in (("json", whole), ("csv", "print CSV"), ("md", "print Markdown")):
        forms.add_argument(
            f"--{form}", dest="form", action="store_const", const=form, default="text", help=words
        )
    listed = (
        "list the metrics, or describe NAME in full: formula, unit, null rule, "
        "aggregation over games, source"
    )
    parser.add_argument("--list", nargs="*", metavar="NAME", help=listed)
    more = "also a metric of an installed package; may be repeated"
    parser.add_argument("--metric", action="append", default=[], metavar="NAME", help=more)


REPORT_FORMS = ("html", "md", "csv", "terminal")


def _report_arguments(parser: argparse.ArgumentParser) -> None:
    add_measuring_options(parser)
    form = (
        "an HTML page, Markdown, CSV, or text for a terminal (default: by the ending of "
        "FILE, else terminal)"
    )
    parser.add_argument(
        "--to", choices=REPORT_FORMS, metavar="FORM", help=f"{', '.join(REPORT_FORMS)}: {form}"
    )
    out = (
        "the output file; the raw rows are written beside it as NAME.games.csv, "
        "NAME.models.csv and NAME.values.csv; an HTML report is always written to a file"
    )
    parser.add_argument("--out", metavar="FILE", help=out)
    parser.add_argument(
        "--no-plots", action="store_true", help="omit the plots; the tables contain their numbers"
    )
    parser.add_argument("--ascii", action="store_true", help="use plain ASCII characters")


RESEARCH_COMMANDS: tuple[Command, ...] = (
    Command(
        "run",
        "run games without a screen",
        (
            "wolftui run --games 20",
            "wolftui run --board xu7 --games 1000 --seed 1 --seat '*=bot' --json --no-save",
            "wolftui run --games 8 --at-once 4 --seat '*=vanilla@gpt' --max-cost 2",
            "wolftui run --games 1000 --jobs 2 --out games --seat '*=bot:hard'",
        ),
        _run_arguments,
        "wolftui.cli.run:run_command",
    ),
    Command(
        "arena",
        "play a tournament of machine players, defined in a file",
        (
            "wolftui arena --show",
            "wolftui arena my.toml --jobs 2",
            "wolftui arena my.toml --into leagues/first --games 500",
            "wolftui arena --into leagues/first",
            "wolftui arena my.toml --scheduler tcp://10.0.0.1:8786",
        ),
        _arena_arguments,
        "wolftui.cli.arena:arena_command",
    ),
    Command(
        "compare",
        "compare two players of an arena on the same deals, by side and by board",
        ("wolftui compare hard normal", "wolftui compare hard normal leagues/first --json"),
        _compare_arguments,
        "wolftui.cli.compare:compare_command",
    ),
    Command(
        "rate",
        "rate a player by one number: games against a pool of opponents that never change",
        ("wolftui rate bot:hard --games 45", "wolftui rate ./agent.py:Mine --jobs 2"),
        _rate_arguments,
        "wolftui.cli.rate:rate_command",
    ),
    Command(
        "metrics",
        "compute metrics of saved games",
        (
            "wolftui metrics latest",
            "wolftui metrics games/ --by player,role --csv",
            "wolftui metrics --list irp",
        ),
        _metrics_arguments,
        "wolftui.cli.metrics:metrics_command",
    ),
    Command(
        "report",
        "write a report on many games, with plots and raw rows",
        (
            "wolftui report latest",
            "wolftui report games/ --out report.html --jobs 2",
            "wolftui report games/ --by player --to md",
        ),
        _report_arguments,
        "wolftui.cli.report:report_command",
    ),
)
