"""The command `watch`: follows a game that another process plays."""

from __future__ import annotations

import argparse
import sys

from .command import OK


def watch_command(args: argparse.Namespace) -> int:
    """Run the command `watch`; returns the exit code."""
    from wolftui.settings.config import load_config

    from .argument_values import display_config, saved_game_folder, stdout_look, use_screen

    config = display_config(args, load_config())
    folder = saved_game_folder(args.game)
    if use_screen(config):
        from wolfcore.records import LogFollower
        from wolftui.screen.entry_points import run_watch

        return run_watch(LogFollower(folder), config)
    import asyncio

    from wolftui.plain.console import StandardConsole
    from wolftui.plain.replay import watch

    ended = asyncio.run(
        watch(
            folder,
            StandardConsole(),
            stdout_look(config),
            speed=config.speed,
            paced=args.speed is not None,
        )
    )
    if not ended:
        sys.stderr.write(
            "wolftui: The game stopped before its end. Continue with `wolftui resume "
            f"{folder.name}`.\n"
        )
    return OK
