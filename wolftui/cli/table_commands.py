"""The commands that bring others to a table: friends, assistants and programs."""

from __future__ import annotations

import argparse

from .command import (
    GAME_HELP,
    Command,
    add_budget_options,
    add_display_options,
    add_game_options,
)


def _host_arguments(parser: argparse.ArgumentParser) -> None:
    name = "your name (default: that of the settings; else it is asked for)"
    parser.add_argument("--name", default="", metavar="NAME", help=name)
    board = "a board from `wolftui boards`, or a TOML file (default: classic9)"
    parser.add_argument("--board", default="", metavar="B", help=board)
    seconds = "seconds that each person has for an answer (default: 90)"
    parser.add_argument("--seconds", type=int, default=90, metavar="S", help=seconds)
    port = "the port to listen on (default: the first free one from 7474 on)"
    parser.add_argument("--port", type=int, metavar="P", help=port)
    player = "the player of the chairs that no friend takes (default: `bot:normal`)"
    parser.add_argument("--player", default="", metavar="PLAYER", help=player)
    cert = "encrypt by this certificate, a PEM file with its chain"
    parser.add_argument("--tls-cert", default="", metavar="FILE", help=cert)
    key = "the key of the certificate, a PEM file (default: in the file of --tls-cert)"
    parser.add_argument("--tls-key", default="", metavar="FILE", help=key)
    add_budget_options(parser)
    add_display_options(parser)


def _join_arguments(parser: argparse.ArgumentParser) -> None:
    link = "the link that the host sent you, such as `http://192.168.1.20:7474/K7F2-9QXA`"
    parser.add_argument("link", nargs="?", default="", metavar="LINK", help=link)
    watch = "take no seat, and see what everybody may know; also after the game has begun"
    parser.add_argument("--watch", action="store_true", help=watch)
    here = "join the table with this code whose host uses the same machine, such as K7F2-9QXA"
    parser.add_argument("--here", default="", metavar="CODE", help=here)
    name = "your name (default: that of the settings; else it is asked for)"
    parser.add_argument("--name", default="", metavar="NAME", help=name)
    add_display_options(parser)


def _mcp_arguments(parser: argparse.ArgumentParser) -> None:
    link = "the link of a table that somebody hosts (default: a game of its own)"
    parser.add_argument("link", nargs="?", default="", metavar="LINK", help=link)
    resumed = f"go on with a saved game, in the place of its only person: {GAME_HELP}"
    parser.add_argument("--resume", default="", metavar="GAME", help=resumed)
    add_game_options(parser, people=True)


def _seat_arguments(parser: argparse.ArgumentParser) -> None:
    player = "the player, as after `SEAT=`, such as `bot:hard`"
    parser.add_argument("player", metavar="PLAYER", help=player)


TABLE_COMMANDS: tuple[Command, ...] = (
    Command(
        "host",
        "play with friends: show one link, at which each joins from a terminal of their own",
        (
            "wolftui host",
            "wolftui host --name Ada --board classic9",
            "wolftui host --player vanilla@gpt --tls-cert chain.pem --tls-key key.pem",
        ),
        _host_arguments,
        "wolftui.cli.friends:host_command",
    ),
    Command(
        "join",
        "join a table of friends by its link; who was cut off comes back by the same link",
        (
            "wolftui join http://192.168.1.20:7474/K7F2-9QXA",
            "wolftui join --here K7F2-9QXA",
            "wolftui join http://192.168.1.20:7474/K7F2-9QXA --watch",
        ),
        _join_arguments,
        "wolftui.cli.friends:join_command",
    ),
    Command(
        "mcp",
        "serve a seat to an assistant as tools of MCP (default: seat 4; or `--seat 2=assistant`)",
        (
            "wolftui mcp",
            "wolftui mcp --board sla7 --seat Seer=assistant",
            "wolftui mcp http://192.168.1.20:7474/K7F2-9QXA",
        ),
        _mcp_arguments,
        "wolftui.cli.assistant:mcp_command",
    ),
    Command(
        "seat",
        "play a player at a table that speaks the seat protocol on standard input and output",
        ("wolftui seat bot:hard",),
        _seat_arguments,
        "wolftui.cli.seat:seat_command",
    ),
)
