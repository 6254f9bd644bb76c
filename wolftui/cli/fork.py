"""`wolftui fork`: plays on differently from an earlier ask, in a game of its own."""

from __future__ import annotations

import argparse

from .command import Command
from .common import GAME_HELP, add_going_on_options


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    parser.add_argument(
        "--at", required=True, metavar="ASK", help="the ask from whose batch on it is played anew, such as d2.vote.4"
    )
    add_going_on_options(parser, "who plays instead from there on, such as `3=human`")


def _run(args: argparse.Namespace) -> int:
    from wolfcore.records import read_game
    from wolftui.games.running import RunningGame
    from wolftui.settings.config import load_config

    from .common import game_meant, look_here, models_for, shown_with, wants_screen
    from .playing import go_on

    loaded = load_config()
    config = shown_with(args, loaded)
    saved = read_game(game_meant(args.game))
    running = RunningGame.fork(saved, args.at, tuple(args.seat), glyphs=look_here(config).glyphs, models=models_for(args, loaded))
    return go_on(running, config, screen=wants_screen(config), paced=args.speed is not None, on_dead=args.on_dead)


COMMAND = Command(
    "fork",
    "play on differently from an earlier ask, in a game of its own",
    ("wolftui fork latest --at d1.vote.4 --seat 4=human",),
    _arguments,
    _run,
)
