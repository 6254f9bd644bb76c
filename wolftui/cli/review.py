"""`wolftui review`: a saved game again, through the eyes of one's choice; without one, the list of saved games."""

from __future__ import annotations

import argparse
import sys

from .command import OK, Command
from .common import GAME_HELP, add_show_options


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help=f"{GAME_HELP} (default: choose from the list)")
    parser.add_argument(
        "--eyes", default="", metavar="EYES", help="plain lines: `moderator`, `public`, or a seat (default: the widest allowed)"
    )
    parser.add_argument("--step", action="store_true", help="plain lines: wait for Enter after each of them")
    add_show_options(parser)


def _run(args: argparse.Namespace) -> int:
    from core.records import read_game
    from wolftui.settings.config import load_config

    from .common import game_meant, look_here, shown_with, wants_screen

    loaded = load_config()
    config = shown_with(args, loaded)
    look, screen = look_here(config), wants_screen(config) and not (args.eyes or args.step)
    if args.game is None:
        from .library import list_saved, open_screen

        return open_screen(loaded, config) if screen else list_saved()
    saved = read_game(game_meant(args.game), strict=False)
    if screen:
        from wolftui.on_screen import run_review

        return run_review(saved, config)
    from core.table import doubt
    from wolftui.plain.console import StandardConsole
    from wolftui.plain.following import review, review_session

    if why := doubt(saved):
        sys.stderr.write(f"wolftui: {saved.id} is shown as found, but {why}; `wolftui verify {saved.id}` says where.\n")
    session = review_session(saved, args.eyes, look)
    review(saved, session, look, StandardConsole().write, step=args.step)
    return OK


COMMAND = Command(
    "review",
    "look at a saved game again",
    ("wolftui review latest", "wolftui review latest --plain --eyes 4", "wolftui review"),
    _arguments,
    _run,
)
