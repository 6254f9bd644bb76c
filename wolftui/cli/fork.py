"""The command `fork`: plays on from a moment of a saved game."""

from __future__ import annotations

import argparse

from .command import GAME_HELP, Command, add_resume_options


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    parser.add_argument(
        "--at", required=True, metavar="ASK", help="the ask from whose batch on it is played anew, such as d2.vote.4"
    )
    add_resume_options(parser, "who plays instead from there on, such as `3=human`")


def fork_command(args: argparse.Namespace) -> int:
    """Run the command `fork`; returns the exit code."""
    from wolfcore.records import read_game
    from wolftui.games.running_game import RunningGame
    from wolftui.settings.config import load_config

    from .argument_values import display_config, model_settings, saved_game_folder, stdout_look, use_screen
    from .game_display import continue_game

    loaded = load_config()
    config = display_config(args, loaded)
    saved = read_game(saved_game_folder(args.game))
    running = RunningGame.fork(
        saved, args.at, tuple(args.seat), glyphs=stdout_look(config).glyphs, models=model_settings(args, loaded)
    )
    return continue_game(running, config, screen=use_screen(config), paced=args.speed is not None, on_dead=args.on_dead)


COMMAND = Command(
    "fork",
    "play on differently from an earlier ask, in a game of its own",
    ("wolftui fork latest --at d1.vote.4 --seat 4=human",),
    _arguments,
    fork_command,
)
