"""`wolftui wall`: the games that are being played now, side by side."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from .command import OK, Command
from .common import add_display_options


def _arguments(parser: argparse.ArgumentParser) -> None:
    folder = "a folder of saved games, or of an arena (default: your own games)"
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help=folder)
    add_display_options(parser)


def wall_command(args: argparse.Namespace) -> int:
    """Run the command `wall`; returns the exit code."""
    from wolfcore.errors import ConfigError
    from wolfcore.outside import is_folder
    from wolftui.settings.config import load_config
    from wolftui.settings.paths import games_folder

    from .common import display_config, stdout_look, use_screen

    root: Path = args.folder or games_folder()
    if args.folder and not is_folder(root):
        raise ConfigError("is no folder", file=str(root), hint="Name a folder of saved games, or of an arena.")
    config = display_config(args, load_config())
    if use_screen(config):
        from wolftui.on_screen import run_wall

        return run_wall(root, config)
    from wolftui.games.wall import Wall
    from wolftui.panels.wall import tile_line, tile_of
    from wolftui.plain.lines import ansi_text
    from wolftui.text.spans import Span

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


COMMAND = Command(
    "wall", "see all games that run now, side by side", ("wolftui wall", "wolftui wall --plain"), _arguments, wall_command
)
