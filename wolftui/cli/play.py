"""`wolftui play`: a game at this screen, with people or without."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .command import OK, Command
from .common import add_game_options, add_show_options

if TYPE_CHECKING:
    from wolftui.games.series import Series
    from wolftui.settings.config import Config


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_game_options(parser, people=True)
    add_show_options(parser)
    parser.add_argument("--games", type=int, default=1, metavar="N", help="play N games in a row; game k, from 0, has seed S+k")


def _run(args: argparse.Namespace) -> int:
    from wolftui.games.series import Series, check_games
    from wolftui.settings.config import load_config

    from .common import arrange, look_here, shown_with, wants_screen
    from .playing import show

    check_games(args.games)
    loaded = load_config()
    config = shown_with(args, loaded)
    arrangement = arrange(args, loaded)
    screen = wants_screen(config)
    series = Series(arrangement, args.games, args.seed, look_here(config).glyphs)
    if screen:
        code = show(series.next(), config, screen=True, paced=False, series=series)
    else:
        code = _in_lines(series, config, paced=args.speed is not None)
    if series.score:
        print(series.score)
    return code


def _in_lines(series: Series, config: Config, *, paced: bool) -> int:
    from wolftui.plain.console import StandardConsole

    from .playing import show

    console = StandardConsole()
    while series.follows:
        running = series.next()
        if series.words:
            print(series.words.capitalize())
        code = show(running, config, screen=False, paced=paced, console=console)
        if code != OK or not running.game.over:
            return code
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
