"""The command `fork`: plays on from an earlier ask of a saved game, as a new game."""

from __future__ import annotations

import argparse

from wolfcore.records import read_game
from wolftui.games.game_starts import fork_saved

from .argument_values import allow_players, model_settings, saved_game_folder
from .display_options import display_options
from .headless_play import continue_game
from .user_config import load_config


def fork_command(args: argparse.Namespace) -> int:
    """Run the command `fork`; returns the exit code."""
    loaded = load_config()
    display = display_options(args, loaded)
    allow_players(args)
    saved = read_game(saved_game_folder(args.game))
    running = fork_saved(
        saved,
        args.at,
        tuple(args.seat),
        models=model_settings(args, loaded),
    )
    return continue_game(running, display, args.on_dead)
