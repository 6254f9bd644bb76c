"""Arguments that several commands share, and what they mean together with the settings."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from wolftui.arranging import Arrangement
    from wolftui.config import Config, Loaded
    from wolftui.plain.lines import Look

GAME_HELP = "id of a saved game, its beginning, its folder, or `latest`"
SMALLEST_SCREEN = (60, 15)
"""Columns and lines below which games are shown as plain lines."""


def add_game_options(parser: argparse.ArgumentParser, *, people: bool) -> None:
    """Which game: board, seats, seed, deal, answers."""
    parser.add_argument("--board", metavar="B", help="a board of `wolftui boards`, or a TOML file (default: sla7)")
    seats = "who sits where, such as `4=human`, `wolves=bot:hard`, `'*=random'`; may be given again"
    parser.add_argument("--seat", action="append", default=[], metavar="SEAT=PLAYER", help=seats)
    parser.add_argument("--seed", type=int, metavar="N", help="the seed; equal seeds and answers give equal games (default: drawn)")
    if people:
        name = "what you are called; with several people `4=Ada`, and given again"
        parser.add_argument("--name", action="append", default=[], metavar="NAME", help=name)
    parser.add_argument("--deal", default="", metavar="DEAL", help="roles not left to chance: `4=Seer,1=Werewolf`, or a TOML file")
    parser.add_argument("--answers", metavar="FILE", help="an answers.jsonl that answers the asks that it holds")
    parser.add_argument("--no-save", action="store_true", help="keep nothing of the game")


def add_show_options(parser: argparse.ArgumentParser) -> None:
    """How a game is shown."""
    parser.add_argument("--plain", action="store_true", help="lines instead of a screen; without a terminal this is so anyway")
    parser.add_argument("--ascii", action="store_true", help="plain ASCII signs")
    parser.add_argument("--speed", type=float, metavar="X", help="how fast it is shown: 0.5 to 16, 1 for a calm reader")


def arrange(args: argparse.Namespace, loaded: Loaded, *, people: bool = True) -> Arrangement:
    """What a command line and the settings ask for together, with its files read.

    Args:
        args: The command line.
        loaded: The settings.
        people: Whether people may be seated.

    Raises:
        ConfigError: Something asked for is wrong; names the setting where the command line did not say it.
    """
    from pathlib import Path

    from core.seating import parse_player
    from wolftui.arranging import Arrangement, PlayOptions
    from wolftui.inputs import open_board

    config = loaded.config
    if args.board is None:
        use_setting(loaded, "board", open_board)
    use_setting(loaded, "others", parse_player)
    options = PlayOptions(
        board=args.board or config.board,
        seats=tuple(args.seat),
        others=config.others,
        seed=args.seed,
        names=tuple(getattr(args, "name", ())),
        called=config.name,
        deal=args.deal,
        answers=Path(args.answers) if args.answers else None,
        save=not args.no_save,
        suspicions=config.suspicions,
        people=people,
    )
    return Arrangement(options)


def use_setting(loaded: Loaded, key: str, use: Callable[[str], object]) -> None:
    """Have a setting used, so that what is wrong with it names the place where it was made.

    Raises:
        ConfigError: The setting is wrong.
    """
    from core.errors import ConfigError

    try:
        use(getattr(loaded.config, key))
    except ConfigError as error:
        raise loaded.blame(error, key) from error


def shown_with(args: argparse.Namespace, loaded: Loaded) -> Config:
    """The settings as the command line changes how games are shown.

    Raises:
        ConfigError: The speed is out of range.
    """
    from msgspec.structs import replace

    from core.errors import ConfigError
    from wolftui.plain.pace import nearest_speed

    config = loaded.config
    speed = config.speed if args.speed is None else args.speed
    if not 0.5 <= speed <= 16:
        raise ConfigError(f"{speed:g} is no speed", key="--speed", hint="It goes from 0.5 to 16; 1 is for a calm reader.")
    return replace(config, speed=nearest_speed(speed), ascii=args.ascii or config.ascii, plain=args.plain or config.plain)


def look_here(config: Config) -> Look:
    """How lines look on standard output."""
    from wolftui.plain.console import look_of

    return look_of(sys.stdout, ascii_only=config.ascii)


def wants_screen(config: Config) -> bool:
    """Whether to show a screen; says so where one was wanted and the terminal is too small."""
    import shutil

    from wolftui.plain.console import has_terminal

    if config.plain or not has_terminal():
        return False
    size = shutil.get_terminal_size()
    if size.columns >= SMALLEST_SCREEN[0] and size.lines >= SMALLEST_SCREEN[1]:
        return True
    needed = "x".join(map(str, SMALLEST_SCREEN))
    sys.stderr.write(
        f"wolftui: The terminal has {size.columns}x{size.lines} and the screen needs {needed}, so you get plain lines.\n"
    )
    return False
