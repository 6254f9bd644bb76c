"""The command `play`: new games on the screen or in plain lines."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .command import OK

if TYPE_CHECKING:
    from wolftui.games.game_queue import GameQueue
    from wolftui.settings.config import Config


def play_command(args: argparse.Namespace) -> int:
    """Run the command `play`; returns the exit code."""
    from wolftui.games.arrangement import check_games
    from wolftui.games.game_queue import GameQueue
    from wolftui.settings.config import load_config

    from .argument_values import arrangement_from_args, display_config, stdout_look, use_screen
    from .game_display import play_here

    check_games(args.games)
    loaded = load_config()
    config = display_config(args, loaded)
    arrangement = arrangement_from_args(args, loaded)
    screen = use_screen(config)
    series = GameQueue(arrangement, args.games, args.seed, stdout_look(config).glyphs)
    if screen:
        code = play_here(series.next(), config, screen=True, paced=False, series=series)
    else:
        code = _play_in_lines(series, config, paced=args.speed is not None)
    if series.score_text:
        print(series.score_text)
    return code


def _play_in_lines(series: GameQueue, config: Config, *, paced: bool) -> int:
    from wolftui.plain.console import StandardConsole

    from .game_display import play_here

    console = StandardConsole()
    while series.has_next:
        running = series.next()
        if series.position_text:
            print(series.position_text.capitalize())
        code = play_here(running, config, screen=False, paced=paced, console=console)
        if code != OK or not running.game.over:
            return code
    return OK
