"""The command `record`: the user's own statistics over all saved games."""

from __future__ import annotations

import argparse
import json
import sys

from wolfcore.records import newest_folders
from wolftui import screen
from wolftui.measures.own_habits import read_whole_record
from wolftui.measures.player_record import MOST_GAMES, record_json
from wolftui.plain.line_layout import ansi_text
from wolftui.settings.paths import games_folder
from wolftui.views.record_page import record_page
from wolftui.words.terminal_output import write_line

from .command import OK
from .display_options import display_options, use_screen
from .user_config import load_config


def record_command(args: argparse.Namespace) -> int:
    """Run the command `record`; returns the exit code."""
    config, look, _ = display_options(args, load_config())
    if not (args.json or args.name) and use_screen(config):
        return screen.run_record(games_folder(), config)
    record = read_whole_record(newest_folders(games_folder(), MOST_GAMES), args.name)
    if args.json:
        sys.stdout.write(json.dumps(record_json(record), ensure_ascii=False) + "\n")
        return OK
    for line in record_page(record, look.width, look.glyphs).lines:
        write_line(ansi_text(line, colour=look.colour))
    return OK
