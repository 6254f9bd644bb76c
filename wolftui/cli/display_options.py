"""`Display`: how a command shows games, from its display options over the settings."""

from __future__ import annotations

import argparse
import shutil
import sys
from typing import NamedTuple

from msgspec.structs import replace

from wolftui.plain.console import has_terminal, in_browser, line_look
from wolftui.plain.line_layout import LineLook
from wolftui.settings.config import (
    MIN_SIZE_TEXT,
    Config,
    LoadedConfig,
    check_clock,
    check_speed,
    fits_screen,
    nearest_speed,
)


class Display(NamedTuple):
    """How games are shown.

    Attributes:
        config: The settings, with the display options of the command line on top.
        look: Width, colours and glyphs of lines on standard output.
        paced: Whether lines too are written at reading speed, since a speed was given.
    """

    config: Config
    look: LineLook
    paced: bool


def display_options(args: argparse.Namespace, loaded: LoadedConfig) -> Display:
    """Combine the display options of a command line with the settings.

    Raises:
        ConfigError: The speed or the clock is out of range.
    """
    config = loaded.config
    speed = config.speed if args.speed is None else args.speed
    check_speed(speed)
    clock: float | None = getattr(args, "clock", None)
    if clock is not None:
        check_clock(clock)
        config = replace(config, clock=clock)
    config = replace(
        config,
        speed=nearest_speed(speed),
        ascii=args.ascii or config.ascii,
        plain=args.plain or config.plain,
    )
    return Display(config, stdout_look(config), args.speed is not None)


def stdout_look(config: Config) -> LineLook:
    """Return the line style (glyphs, width, colour) for standard output."""
    return line_look(sys.stdout, ascii_only=config.ascii)


def use_screen(config: Config) -> bool:
    """Return whether to show a full screen; prints a message if the terminal is too small."""
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
