"""`wolftui resume`: goes on with a saved game from where it stopped."""

from __future__ import annotations

import argparse

from .command import OK, Command
from .common import GAME_HELP, add_show_options


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    add_show_options(parser)


def _run(args: argparse.Namespace) -> int:
    from core.records import find_game
    from wolftui.config import load_config
    from wolftui.paths import games_folder
    from wolftui.sitting import Sitting

    from .common import look_here, shown_with, wants_screen
    from .playing import go_on

    config = shown_with(args, load_config())
    path = find_game(games_folder(), args.game)
    sitting = Sitting.resume(path, glyphs=look_here(config).glyphs)
    if sitting.game.over:
        sitting.close()
        print(f"{sitting.id} has ended. Look at it with `wolftui review {sitting.id}`.")
        return OK
    return go_on(sitting, config, screen=wants_screen(config), paced=args.speed is not None)


COMMAND = Command("resume", "go on with a saved game", ("wolftui resume latest", "wolftui resume k3m9xq --plain"), _arguments, _run)
