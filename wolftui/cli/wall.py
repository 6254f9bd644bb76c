"""The command `wall`: all running games as tiles."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from wolfcore.errors import ConfigError
from wolfcore.files import is_folder
from wolftui import screen
from wolftui.games.unfinished import Wall
from wolftui.plain.line_layout import ansi_text
from wolftui.settings.paths import games_folder
from wolftui.views.game_tiles import tile_line, tile_of
from wolftui.words.spans import Span
from wolftui.words.terminal_output import write_line

from .command import OK
from .display_options import display_options, use_screen
from .user_config import load_config


def wall_command(args: argparse.Namespace) -> int:
    """Run the command `wall`; returns the exit code."""
    root: Path = args.folder or games_folder()
    if args.folder and not is_folder(root):
        raise ConfigError(
            "is not a folder", file=str(root), hint="Name a folder of saved games, or of an arena."
        )
    config, look, _ = display_options(args, load_config())
    if use_screen(config):
        return screen.run_wall(root, config)
    wall = Wall(root, look.glyphs)
    wall.add(wall.find_running())
    wall.poll()
    for game in wall.games:
        line = tile_line(tile_of(game, time.time()), look.glyphs, look.width)
        write_line(ansi_text((*line, Span(f"  {game.folder.name}", "dim")), colour=look.colour))
    if not wall.games:
        print("No game is being played now.")
    return OK
