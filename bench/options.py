"""What options of the measurements may be; whatever else is given is one sentence and exit code 2."""

from __future__ import annotations

from argparse import ArgumentTypeError
from math import inf

from wolfcore.errors import ConfigError
from wolfcore.game import get_board
from wolfcore.seating import quick_player


def a_count(text: str) -> int:
    """A whole number from 1."""
    if not (text.isascii() and text.isdigit() and int(text) >= 1):
        raise ArgumentTypeError(f"`{text}` is no whole number from 1 on")
    return int(text)


def a_time(text: str) -> float:
    """A time above 0."""
    try:
        time = float(text)
    except ValueError:
        time = 0.0
    if not 0 < time < inf:
        raise ArgumentTypeError(f"`{text}` is no number of seconds above 0")
    return time


def a_quick_player(text: str) -> str:
    """A player that never waits, as after `SEAT=`."""
    try:
        quick_player(text)
    except ConfigError as error:
        raise ArgumentTypeError(str(error)) from error
    return text


def a_board(text: str) -> str:
    """The name of a board."""
    try:
        get_board(text)
    except ConfigError as error:
        raise ArgumentTypeError(str(error)) from error
    return text


def some_boards(text: str) -> list[str]:
    """The names of boards, between commas."""
    return [a_board(name) for name in text.split(",")]
