"""The command `themes`: lists the colour themes and checks the user's own."""

from __future__ import annotations

import argparse
import sys

from wolftui.settings.paths import themes_folder
from wolftui.settings.themes import load_themes, low_contrast_colours

from .command import FAILED, OK
from .user_config import load_config


def themes_command(args: argparse.Namespace) -> int:
    """Run the command `themes`; returns the exit code."""
    del args
    chosen = load_config().config.theme
    looks, problems = load_themes(themes_folder())
    for name, look in looks.items():
        hard = len(low_contrast_colours(look))
        words = (
            f"  ({hard} {'colour is' if hard == 1 else 'colours are'} hard to read)" if hard else ""
        )
        print(
            f"{name:<16} "
            f"{'dark' if look.dark else 'light'}{'  (yours now)' if name == chosen else ''}{words}"
        )
    print(f"Your own themes go into {themes_folder()}; choose with `theme` in the settings.")
    for warning in (warning for look in looks.values() for warning in low_contrast_colours(look)):
        sys.stderr.write(f"wolftui: {warning}\n")
    for problem in problems:
        sys.stderr.write(f"wolftui: {problem}\n")
    return FAILED if problems else OK
