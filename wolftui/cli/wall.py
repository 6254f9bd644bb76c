"""The command `wall`: all running games as tiles."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from .command import OK


def wall_command(args: argparse.Namespace) -> int:
    """Run the command `wall`; returns the exit code."""
    from wolfcore.errors import ConfigError
    from wolfcore.files import is_folder
    from wolftui.settings.config import load_config
    from wolftui.settings.paths import games_folder

    from .argument_values import display_config, stdout_look, use_screen

    root: Path = args.folder or games_folder()
    if args.folder and not is_folder(root):
        raise ConfigError(
            "is not a folder", file=str(root), hint="Name a folder of saved games, or of an arena."
        )
    config = display_config(args, load_config())
    if use_screen(config):
        from wolftui.screen.entry_points import run_wall

        return run_wall(root, config)
    from wolftui.games.unfinished import Wall
    from wolftui.plain.line_layout import ansi_text
    from wolftui.views.game_tiles import tile_line, tile_of
    from wolftui.words.spans import Span

    look = stdout_look(config)
    wall = Wall(root, look.glyphs)
    wall.add(wall.find_running())
    wall.poll()
    for game in wall.games:
        line = tile_line(tile_of(game, time.time()), look.glyphs, look.width)
        print(ansi_text((*line, Span(f"  {game.folder.name}", "dim")), colour=look.colour))
    if not wall.games:
        print("No game is being played now.")
    return OK
