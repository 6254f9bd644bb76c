"""The command `watch`: follows a game that another process plays."""

from __future__ import annotations

import argparse
import asyncio
import sys

from wolfcore.records import LogFollower
from wolftui import plain, screen
from wolftui.plain.console import StandardConsole

from .argument_values import saved_game_folder
from .command import OK
from .display_options import display_options, use_screen
from .user_config import load_config


def watch_command(args: argparse.Namespace) -> int:
    """Run the command `watch`; returns the exit code."""
    config, look, paced = display_options(args, load_config())
    folder = saved_game_folder(args.game)
    if use_screen(config):
        return screen.run_watch(LogFollower(folder), config)
    ended = asyncio.run(
        plain.watch(
            folder,
            StandardConsole(),
            look,
            speed=config.speed,
            paced=paced,
        )
    )
    if not ended:
        sys.stderr.write(
            "wolftui: The game stopped before its end. Continue with `wolftui resume "
            f"{folder.name}`.\n"
        )
    return OK
