"""`wolftui wall`: the games that are being played now, side by side."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from .command import OK, Command
from .common import add_show_options


def _arguments(parser: argparse.ArgumentParser) -> None:
    folder = "a folder of saved games, or of an arena (default: your own games)"
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help=folder)
    add_show_options(parser)


def _run(args: argparse.Namespace) -> int:
    from wolfcore.errors import ConfigError
    from wolfcore.outside import is_folder
    from wolftui.settings.config import load_config
    from wolftui.settings.paths import games_folder

    from .common import look_here, shown_with, wants_screen

    root: Path = args.folder or games_folder()
    if args.folder and not is_folder(root):
        raise ConfigError("is no folder", file=str(root), hint="Name a folder of saved games, or of an arena.")
    config = shown_with(args, load_config())
    if wants_screen(config):
        from wolftui.on_screen import run_wall

        return run_wall(root, config)
    from wolftui.games.wall import Wall
    from wolftui.panels.wall import line_of, tile_of
    from wolftui.plain.lines import dress
    from wolftui.text.spans import Span

    look = look_here(config)
    wall = Wall(root, look.glyphs)
    wall.hang(wall.find())
    wall.look()
    for game in wall.games:
        line = line_of(tile_of(game, time.time()), look.glyphs, look.width)
        print(dress((*line, Span(f"  {game.folder.name}", "dim")), colour=look.colour))
    if not wall.games:
        print("No game is being played now.")
    return OK


COMMAND = Command("wall", "see all games that run now, side by side", ("wolftui wall", "wolftui wall --plain"), _arguments, _run)
