"""The command `play`: new games on the screen or in plain lines."""

from __future__ import annotations

import argparse

from wolftui.games.arrangement import check_games
from wolftui.games.game_queue import GameQueue
from wolftui.plain.console import StandardConsole
from wolftui.settings.config import Config, load_config

from .argument_values import arrangement_from_args
from .command import OK
from .display_options import display_config, stdout_look, use_screen
from .game_display import play_here


def play_command(args: argparse.Namespace) -> int:
    """Run the command `play`; returns the exit code."""
    check_games(args.games)
    loaded = load_config()
    config = display_config(args, loaded)
    arrangement = arrangement_from_args(args, loaded)
    on_screen = use_screen(config)
    series = GameQueue(arrangement, args.games, args.seed, stdout_look(config).glyphs)
    if on_screen:
        code = play_here(series.next(), config, on_screen=True, paced=False, series=series)
    else:
        code = _play_in_lines(series, config, paced=args.speed is not None)
    if series.score_text:
        print(series.score_text)
    return code


def _play_in_lines(series: GameQueue, config: Config, *, paced: bool) -> int:
    console = StandardConsole()
    while series.has_next:
        running = series.next()
        if series.position_text:
            print(series.position_text.capitalize())
        code = play_here(running, config, on_screen=False, paced=paced, console=console)
        if code != OK or not running.game.over:
            return code
    return OK
