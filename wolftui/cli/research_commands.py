"""Declarations of the commands on many games: `run`, `arena`, `metrics` and `report`.

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
    by = "apart by these, between commas: game, board, day, seat, player, model, role, team"
    parser.add_argument("--by", default="", metavar="WHAT", help=by)
    jobs = (
        "read and measure in N processes; the figures are the same (default: 1, and from "
        f"{PARALLEL_FROM} games on one a processor)"
    )
    parser.add_argument("--jobs", type=int, metavar="N", help=jobs)
    parser.add_argument(
        "--zero-fill",
        action="store_true",
        help="count nothing to divide by as 0, as published tables do",
    )
    alpha = "the weight a of the equations with two terms, 0 to 1 (default: 0.5)"
    parser.add_argument("--alpha", type=float, default=0.5, metavar="A", help=alpha)


def _run_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_options(parser, people=False)
    parser.add_argument(
        "--games",
        type=int,
        default=1,
        metavar="N",
        help="how many games; game k, from 0, has seed S+k",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a game")
    parser.add_argument(
        "--out", metavar="DIR", help="save the games below DIR, which is made if it does not exist"
    )
    at_once = "play N games of models at once, within the limits of their endpoints (default: 1)"
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help=at_once)
    add_jobs_option(parser, "play house bots in N processes; what is printed and saved is the same")
    add_on_dead_option(parser)


def _arena_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="an arena, in TOML; `--show` prints one whole"
    )
    into = (
        "the folder of the arena (default: one named after FILE among the program's data); "
        "without FILE, the one to go on with"
    )
    parser.add_argument("--into", metavar="DIR", help=into)
    parser.add_argument(
        "--show",
        action="store_true",
        help="print the arena that FILE means, or an example, and stop",
    )
    parser.add_argument(
        "--games",
        type=int,
        metavar="N",
        help="stop after N games, whatever FILE says; the same command goes on",
    )
    add_jobs_option(parser, "play house bots in N processes; what comes out is the same")
    at_once = "play N games of models at once, within the limits of their endpoints (default: 1)"
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help=at_once)
    add_scheduler_option(parser)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object a game instead of the table"
    )
    add_budget_options(parser)


def _metrics_arguments(parser: argparse.ArgumentParser) -> None:
    add_measuring_options(parser)
    forms = parser.add_mutually_exclusive_group()
    whole = "one JSON object, with the entries and lines behind each value"
    for form, words in (("json", whole), ("csv", "CSV"), ("md", "Markdown")):
        forms.add_argument(
            f"--{form}", dest="form", action="store_const", const=form, default="text", help=words
        )
    listed = (
        "what every metric is, or NAME in full: formula, unit, when it is null, how games "
        "make one value, source"
    )
    parser.add_argument("--list", nargs="*", metavar="NAME", help=listed)


REPORT_FORMS = ("html", "md", "csv", "terminal")


def _report_arguments(parser: argparse.ArgumentParser) -> None:
    add_measuring_options(parser)
    form = (
        "a page for a browser, Markdown, CSV, or lines for a terminal (default: what FILE "
        "ends in, else terminal)"
    )
    parser.add_argument(
        "--to", choices=REPORT_FORMS, metavar="FORM", help=f"{', '.join(REPORT_FORMS)}: {form}"
    )
    out = (
        "write it there, and beside it the raw rows as NAME.games.csv and NAME.values.csv; a "
        "page is always written to a file"
    )
    parser.add_argument("--out", metavar="FILE", help=out)
    parser.add_argument(
        "--no-plots", action="store_true", help="leave the plots out; the tables have their numbers"
    )
    parser.add_argument("--ascii", action="store_true", help="plain ASCII signs")


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
        "play many games of machine players, planned in a file",
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
        "metrics",
        "measure saved games",
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
        "tell what many games show, with plots and raw rows",
        (
            "wolftui report latest",
            "wolftui report games/ --out report.html --jobs 2",
            "wolftui report games/ --by player --to md",
        ),
        _report_arguments,
        "wolftui.cli.report:report_command",
    ),
)
