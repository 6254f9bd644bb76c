"""The command `boards`: lists the boards or prints the rules of one."""

from __future__ import annotations

import argparse
import sys

from wolfcore.game import DEFAULT_BOARD, FIRST_BOARD, board_names, board_source, get_board
from wolfcore.game.rulebook import role_list
from wolfcore.installed import installed

from .command import OK


def boards_command(args: argparse.Namespace) -> int:
    """Run the command `boards`; returns the exit code."""
    if args.board is not None:
        from wolftui.games.inputs import open_board  # noqa: PLC0415  a list takes half the time
        from wolftui.plain.announcements import rule_lines  # noqa: PLC0415  not for a list
        from wolftui.plain.console import line_look  # noqa: PLC0415  not for a list

        look = line_look(sys.stdout, ascii_only=args.ascii)
        print("\n".join(rule_lines(open_board(args.board), look)))
        return OK
    width = max(map(len, board_names()))
    for name in board_names():
        board = get_board(name)
        sheriff = "" if board.switches.sheriff == "none" else " + sheriff"
        default = {
            FIRST_BOARD: " (of `play` by default)",
            DEFAULT_BOARD: " (of `run` by default)",
        }.get(name, "")
        print(f"{name:<{width}}  {board.size:>2} seats: {role_list(board)}{sheriff}{default}")
        print(f"{'':<{width}}  {board_source(name)}")
    for name, entry in installed("boards").items():
        print(f"{name:<{width}}  {entry.source}")
    return OK
