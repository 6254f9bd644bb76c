"""`wolftui resume`: goes on with a saved game from where it stopped."""

from __future__ import annotations

import argparse

from .command import OK, Command
from .common import GAME_HELP, add_going_on_options


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    add_going_on_options(parser, "who plays instead from now on, such as `3=bot`")


def _run(args: argparse.Namespace) -> int:
    from msgspec.structs import replace

    from wolftui.games.keeping import read_kept
    from wolftui.games.running import RunningGame
    from wolftui.settings.config import load_config

    from .common import game_meant, look_here, models_for, shown_with, wants_screen
    from .playing import go_on

    loaded = load_config()
    config = shown_with(args, loaded)
    path = game_meant(args.game)
    if args.speed is None and (kept := read_kept(path)[0].speed):
        config = replace(config, speed=kept)
    running = RunningGame.resume(path, tuple(args.seat), glyphs=look_here(config).glyphs, models=models_for(args, loaded))
    if running.game.over:
        running.close()
        print(f"{running.id} has ended. Look at it with `wolftui review {running.id}`.")
        return OK
    return go_on(running, config, screen=wants_screen(config), paced=args.speed is not None, on_dead=args.on_dead)


COMMAND = Command("resume", "go on with a saved game", ("wolftui resume latest", "wolftui resume k3m9xq --plain"), _arguments, _run)
