"""What a command is. Only the standard library is imported here, so that `--help` answers at once."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NamedTuple


class Command(NamedTuple):
    """One command of the program.

    Attributes:
        name: How it is called.
        help: One line for the list of commands.
        examples: Command lines that work, one a line.
        add_arguments: Adds its arguments to its parser.
        implementation: Does it; returns the exit code.
    """

    name: str
    help: str
    examples: tuple[str, ...]
    add_arguments: Callable[[argparse.ArgumentParser], None]
    implementation: Callable[[argparse.Namespace], int]


OK, FAILED, WRONG_USE, STOPPED = 0, 1, 2, 130
"""Exit codes: done; could not be done; was asked for wrongly; stopped by Ctrl-C."""
