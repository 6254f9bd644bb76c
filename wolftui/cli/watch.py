"""`wolftui watch`: follows a game that another process plays."""

from __future__ import annotations

import argparse
import sys

from .command import OK, Command
from .common import GAME_HELP, add_show_options


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", default="latest", metavar="GAME", help=f"{GAME_HELP} (default: latest)")
    add_show_options(parser)


def _run(args: argparse.Namespace) -> int:
    from wolftui.settings.config import load_config

    from .common import game_meant, look_here, shown_with, wants_screen

    config = shown_with(args, load_config())
    folder = game_meant(args.game)
    if wants_screen(config):
        from wolfcore.records import LogFollower
        from wolftui.on_screen import run_watch

        return run_watch(LogFollower(folder), config)
    import asyncio

    from wolftui.plain.console import StandardConsole
    from wolftui.plain.following import watch

    ended = asyncio.run(watch(folder, StandardConsole(), look_here(config), speed=config.speed, paced=args.speed is not None))
    if not ended:
        sys.stderr.write(f"wolftui: The game stopped before its end. Go on with `wolftui resume {folder.name}`.\n")
    return OK


COMMAND = Command(
    "watch", "follow a game that another process plays", ("wolftui watch", "wolftui watch latest --plain"), _arguments, _run
)
