"""`wolftui verify`: plays a saved game again from its answers and compares its log byte by byte."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .command import OK, Command

if TYPE_CHECKING:
    from core.records import SavedGame


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="+", metavar="GAME", help="id of a saved game, its beginning, its folder, or `latest`")


def _run(args: argparse.Namespace) -> int:
    from core.records import read_game
    from core.table import verify

    from .common import game_meant

    for text in args.games:
        saved = read_game(game_meant(text))
        verified = verify(saved)
        print(f"{saved.id}: {_compared(saved, finished=verified.finished)}")
        for note in saved.notes:
            print(f"  {note}")
    return OK


def _compared(saved: SavedGame, *, finished: bool) -> str:
    """What was compared; without numbers while a person plays, whom they would tell how much happens in secret."""
    from wolftui.session.persons import people_of

    if not finished and people_of(saved.header, saved.about):
        return "the answers give the same log, byte by byte (not finished yet)."
    state = "finished" if finished else "not finished yet"
    counts = f"{len(saved.journal)} answers give the same {len(saved.entries)} events, all {len(saved.log)} bytes equal"
    return f"{counts} ({state})."


COMMAND = Command(
    "verify",
    "play a saved game again from its answers and compare every byte",
    ("wolftui verify latest", "wolftui verify 20261121-sla7-k3m9xq"),
    _arguments,
    _run,
)
