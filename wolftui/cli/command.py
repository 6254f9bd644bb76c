"""`Command` (a declaration), exit codes, and options that several commands share.

Standard library only: declarations are loaded for `--help`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NamedTuple


def add_display_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for how a game is shown."""
    parser.add_argument(
        "--plain",
        action="store_true",
        help="print plain lines instead of a full screen (always so without a terminal)",
    )
    parser.add_argument("--ascii", action="store_true", help="use plain ASCII characters")
    parser.add_argument(
        "--speed",
        type=float,
        metavar="X",
        help="display speed, 0.5 to 16; 1 is calm reading speed",
    )


def add_resume_options(parser: argparse.ArgumentParser, instead: str) -> None:
    """Add the options for a continued game: replaced players, budget, takeover and display.

    Args:
        parser: The parser that gets the options.
        instead: The help text of `--seat`.
    """
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="SEAT=PLAYER",
        help=f"{instead}; may be repeated",
    )
    add_own_option(parser)
    add_budget_options(parser)
    add_on_dead_option(parser)
    add_replaced_option(parser)
    add_clock_option(parser)
    add_display_options(parser)


def add_own_option(parser: argparse.ArgumentParser) -> None:
    """Add `--own`: the players of the user's own that files may name."""
    own = (
        "a player of your own that may run where the game or the file names it, such as "
        "`./agent.py:Mine`; may be repeated"
    )
    parser.add_argument("--own", action="append", default=[], metavar="PLAYER", help=own)


def add_on_dead_option(parser: argparse.ArgumentParser) -> None:
    """Add `--on-dead`: what happens without a screen when a player gives no output at all."""
    dead = (
        "what to do when a player gives no output at all: stop the game, replace the "
        "player by a house bot, or use the seat's fallback answer (default: stop)"
    )
    parser.add_argument("--on-dead", choices=("stop", "bot", "fallback"), default="stop", help=dead)


def add_replaced_option(parser: argparse.ArgumentParser) -> None:
    """Add `--stop-after-replaced`: how many replaced answers in a row a model may give."""
    replaced = (
        "stop, or ask at a screen, after N answers in a row of one model had to be replaced "
        "because they could not be used (default: as in the settings or FILE, 10; 0: never)"
    )
    parser.add_argument("--stop-after-replaced", type=int, metavar="N", help=replaced)


def add_scheduler_option(parser: argparse.ArgumentParser) -> None:
    """Add `--scheduler`: the dask cluster that plays the games."""
    cluster = (
        "play games of house bots on the workers of a dask cluster, such as "
        "`tcp://10.0.0.1:8786` (extra `cluster`)"
    )
    parser.add_argument("--scheduler", default="", metavar="ADDRESS", help=cluster)


def add_jobs_option(parser: argparse.ArgumentParser, words: str) -> None:
    """Add `--jobs`: the number of processes; `words` is the start of its help text."""
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help=f"{words} (default: 1)")


def add_budget_options(parser: argparse.ArgumentParser) -> None:
    """Add the budget options, which limit the models of all games of a command together."""
    cost = (
        "stop before the models cost more than X, in the currency of the prices in the "
        "settings; the game can be resumed"
    )
    parser.add_argument("--max-cost", type=float, metavar="X", help=cost)
    parser.add_argument(
        "--max-tokens",
        type=int,
        metavar="N",
        help="stop before the models have sent and received more than N tokens",
    )
    parser.add_argument("--max-minutes", type=float, metavar="M", help="stop after M minutes")


def add_clock_option(parser: argparse.ArgumentParser) -> None:
    """Add `--clock`: the time limit for persons' answers."""
    clock = (
        "seconds a person has for each answer; afterwards the person abstains or is "
        "silent, or chance decides (0: no limit)"
    )
    parser.add_argument("--clock", type=float, metavar="S", help=clock)


def add_game_options(parser: argparse.ArgumentParser, *, people: bool) -> None:
    """Add the options of a new game: board, seats, seed, deal, answers."""
    usual = "classic9" if people else "sla7"
    parser.add_argument(
        "--board",
        metavar="B",
        help=f"a board from `wolftui boards`, or a TOML file (default: {usual})",
    )
    seats = (
        "the player of a seat, role or team, such as `4=human`, `wolves=bot:hard`, "
        "`'*=random'`; may be repeated"
    )
    parser.add_argument("--seat", action="append", default=[], metavar="SEAT=PLAYER", help=seats)
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="random seed; equal seeds and answers give equal games (default: drawn)",
    )
    if people:
        add_clock_option(parser)
        name = "your name; with several people `4=Ada`, repeated for each"
        parser.add_argument("--name", action="append", default=[], metavar="NAME", help=name)
    parser.add_argument(
        "--deal",
        default="",
        metavar="DEAL",
        help="fixed roles, such as `4=Seer,1=Werewolf`, or a TOML file (default: all drawn)",
    )
    parser.add_argument(
        "--answers",
        metavar="FILE",
        help="an answers.jsonl file; the asks in it get the recorded answers",
    )
    parser.add_argument("--no-save", action="store_true", help="do not save the game")
    learn = "add the finished game to this experience pool, which is created if it does not exist"
    parser.add_argument("--learn", default="", metavar="POOL", help=learn)
    add_budget_options(parser)
    add_replaced_option(parser)


def subcommands(
    parser: argparse.ArgumentParser,
) -> Callable[[str, str, str], argparse.ArgumentParser]:
    """Return a function that adds a sub-command to a parser.

    It takes the sub-command's name, its help line and its target `module:function`.
    """
    ways = parser.add_subparsers(metavar="WHAT", dest="what", required=True)

    def way(name: str, words: str, target: str) -> argparse.ArgumentParser:
        made = ways.add_parser(
            name, help=words, description=words[:1].upper() + words[1:] + ".", allow_abbrev=False
        )
        made.set_defaults(run=target)
        return made

    return way


GAME_HELP = "id of a saved game (or the start of the id), its folder, or `latest`"


class Command(NamedTuple):
    """The declaration of one command.

    Attributes:
        name: Its name on the command line.
        help: One line for the list of commands.
        examples: Command lines that work, one a line.
        add_arguments: Adds its arguments to its parser.
        implementation: The function that runs it and returns the exit code, as `module:function`;
            empty if its sub-commands have functions of their own.
    """

    name: str
    help: str
    examples: tuple[str, ...]
    add_arguments: Callable[[argparse.ArgumentParser], None]
    implementation: str


OK, FAILED, WRONG_USE, STOPPED = 0, 1, 2, 130
"""Exit codes: success; failure; wrong use; stopped by Ctrl-C."""
