"""`wolftui play`: a game at this screen, with people or without."""

from __future__ import annotations

import argparse

from .command import OK, Command
from .common import add_game_options, add_show_options


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_game_options(parser, people=True)
    add_show_options(parser)
    parser.add_argument("--games", type=int, default=1, metavar="N", help="play N games in a row; game k, from 0, has seed S+k")


def _run(args: argparse.Namespace) -> int:
    from msgspec.structs import replace

    from core.errors import ConfigError
    from wolftui.config import load_config
    from wolftui.plain.console import StandardConsole
    from wolftui.sitting import Sitting

    from .common import arrange, look_here, shown_with, wants_screen
    from .playing import show

    if args.games < 1:
        raise ConfigError(f"{args.games} games cannot be played", key="--games", hint="Play one or more.")
    loaded = load_config()
    config = shown_with(args, loaded)
    arrangement = arrange(args, loaded)
    glyphs, screen = look_here(config).glyphs, wants_screen(config)
    wins: list[str] = []

    def again() -> Sitting:
        return Sitting.start(replace(arrangement.options, seed=None), glyphs=glyphs)

    console = None if screen else StandardConsole()
    for number in range(args.games):
        seed = None if args.seed is None else args.seed + number
        sitting = Sitting.start(arrangement, seed, glyphs=glyphs)
        if args.games > 1 and not screen:
            print(f"Game {number + 1} of {args.games}")
        code = show(sitting, config, screen=screen, paced=args.speed is not None, again=again, console=console)
        if code != OK or not sitting.game.over:
            return code
        wins.append(sitting.outcome.winner or "nobody")
    if args.games > 1:
        print(f"{args.games} games: " + ", ".join(f"{side} won {wins.count(side)}" for side in dict.fromkeys(wins)) + ".")
    return OK


COMMAND = Command(
    "play",
    "play a game, or look on where no person is seated",
    (
        "wolftui play --seat 4=human",
        "wolftui play --seat 2=human --board classic9 --name Ada",
        "wolftui play --board xu7 --seed 7 --plain",
    ),
    _arguments,
    _run,
)
