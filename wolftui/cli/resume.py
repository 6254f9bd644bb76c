"""The command `resume`: continues an unfinished game."""

from __future__ import annotations

import argparse

from msgspec.structs import replace

from wolfcore.files import path_exists
from wolfcore.records import FRIENDS_FILE
from wolftui.games.game_starts import resume_saved
from wolftui.games.side_files import read_person_notes

from .argument_values import allow_players, model_settings, saved_game_folder
from .command import OK
from .display_options import display_options
from .headless_play import continue_game
from .user_config import load_config


def resume_command(args: argparse.Namespace) -> int:
    """Run the command `resume`; returns the exit code."""
    loaded = load_config()
    display = display_options(args, loaded)
    allow_players(args)
    path = saved_game_folder(args.game)
    if path_exists(path / FRIENDS_FILE):
        from .friends import go_on_hosting  # noqa: PLC0415  sockets, for tables of friends alone

        return go_on_hosting(path, args, loaded)
    if args.speed is None and (kept := read_person_notes(path)[0].speed):
        display = display._replace(config=replace(display.config, speed=kept))
    running = resume_saved(
        path,
        tuple(args.seat),
        models=model_settings(args, loaded),
    )
    if running.game.over:
        running.close()
        print(f"{running.id} has ended. Look at it with `wolftui review {running.id}`.")
        return OK
    return continue_game(running, display, args.on_dead)
