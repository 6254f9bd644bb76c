"""Builds the argparse parser, answers wrong use, and prints shell completion scripts.

Standard library only; `shtab` is imported when a completion script is requested.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from wolftui import __version__

from .command import WRONG_USE, Command
from .game_commands import GAME_COMMANDS
from .learning_commands import LEARNING_COMMANDS
from .research_commands import RESEARCH_COMMANDS
from .setup_commands import SETUP_COMMANDS
from .study_commands import STUDY_COMMANDS

COMMANDS: tuple[Command, ...] = (
    *GAME_COMMANDS,
    *RESEARCH_COMMANDS,
    *STUDY_COMMANDS,
    *LEARNING_COMMANDS,
    *SETUP_COMMANDS,
)


_DESCRIPTION = (
    "Werewolf in the terminal: play against machine players, watch their games, and review "
    "saved ones."
)


_EPILOG = (
    "Without a command, wolftui opens the lobby: new games, saved games, settings. Without a\n"
    "terminal, it lists the saved games.\n\n"
    "example:\n"
    "  wolftui play --seat 4=human"
)


_LONGEST_WORD = 80
"""Characters of a wrong value that a message quotes."""


_SHELLS = ("bash", "zsh", "fish", "tcsh")


def _int_argument(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        problem = f"`{text[:_LONGEST_WORD]}` is not a whole number"
        raise argparse.ArgumentTypeError(problem) from None


def _float_argument(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        problem = f"`{text[:_LONGEST_WORD]}` is not a number"
        raise argparse.ArgumentTypeError(problem) from None


class _Parser(argparse.ArgumentParser):
    """A parser that answers wrong use with one sentence and a pointer to the help."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.register("type", int, _int_argument)
        self.register("type", float, _float_argument)

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{self.prog}: {message}. See `{self.prog} --help`.\n")
        raise SystemExit(WRONG_USE)


class _CommandParser(_Parser):
    """The parser of a command; it reports unknown arguments itself and names its own help."""

    def parse_known_args(self, *args: Any, **more: Any) -> tuple[Any, list[str]]:
        parsed, unknown = super().parse_known_args(*args, **more)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return parsed, unknown


class _PrintCompletion(argparse.Action):
    """The action that prints a shell's completion script and exits."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> NoReturn:
        # Only for a completion script.
        import shtab  # noqa: PLC0415  for shell completion alone

        sys.stdout.write(shtab.complete(parser, str(values)) + "\n")
        raise SystemExit(0)


def build_parser() -> argparse.ArgumentParser:
    """Build the parser of the whole command line.

    A parsed namespace has the target of the command (`module:function`) as `run`, or no `run` for a
    bare `wolftui`.
    """
    parser = _Parser(
        prog="wolftui",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"wolftui {__version__}")
    parser.add_argument(
        "--print-completion",
        action=_PrintCompletion,
        choices=_SHELLS,
        help="print the completion script for a shell",
        metavar="SHELL",
    )
    commands = parser.add_subparsers(
        metavar="COMMAND", title="commands", parser_class=_CommandParser
    )
    for command in COMMANDS:
        examples = "\n".join(f"  {line}" for line in command.examples)
        below = commands.add_parser(
            command.name,
            help=command.help,
            description=command.help[:1].upper() + command.help[1:] + ".",
            epilog=f"{'examples' if len(command.examples) > 1 else 'example'}:\n{examples}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        if command.implementation:
            below.set_defaults(run=command.implementation)
        command.add_arguments(below)
    return parser
