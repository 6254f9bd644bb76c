"""The command `play`: new games on the screen or in plain lines."""

from __future__ import annotations

import argparse

from wolftui.games.arrangement import check_games
from wolftui.games.game_queue import GameQueue
from wolftui.plain.console import StandardConsole

from .argument_values import arrangement_from_args
from .command import OK
from .display_options import Display, display_options, use_screen
from .game_display import play_in_lines, play_on_screen
from .user_config import load_config


def play_command(args: argparse.Namespace) -> int:
    """Run the command `play`; returns the exit code."""
    check_games(args.games)
    loaded = load_config()
    display = display_options(args, loaded)
    queue = GameQueue(arrangement_from_args(args, loaded), args.games, args.seed)
    if use_screen(display.config):
        code = play_on_screen(queue.next(), display, queue)
    else:
        code = _play_in_lines(queue, display)
    if score := queue.score_text(display.look.glyphs):
        print(score)
    return code


def _play_in_lines(queue: GameQueue, display: Display) -> int:
    console = StandardConsole()
    while queue.has_next:
        running = queue.next()
        if queue.position_text:
            print(queue.position_text.capitalize())
        code = play_in_lines(running, display, console)
        if code != OK or not running.game.over:
            return code
    return OK
