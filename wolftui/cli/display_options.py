"""Display options: the settings with a command line on top, line style, screen or lines."""

from __future__ import annotations

import argparse
import shutil
import sys

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


def display_config(args: argparse.Namespace, loaded: LoadedConfig) -> Config:
    """Return the settings, overridden by the display options of the command line.

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
    return replace(
        config,
        speed=nearest_speed(speed),
        ascii=args.ascii or config.ascii,
        plain=args.plain or config.plain,
    )


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
