"""The commands `host` and `join`: a table of friends at their own terminals."""

from __future__ import annotations

import argparse
from pathlib import Path

from wolfcore.errors import ConfigError
from wolfcore.files import check_ranges
from wolfcore.game import FIRST_BOARD
from wolftui import screen
from wolftui.games.arrangement import Arrangement, PlayOptions, check_players
from wolftui.games.friends.guest import Guest
from wolftui.games.friends.hosted_table import HostedTable
from wolftui.games.friends.kept_places import MAX_SECONDS, MIN_SECONDS
from wolftui.games.friends.links import Link, parse_link, read_code
from wolftui.games.friends.sockets import Certificate
from wolftui.games.inputs import check_name, open_board
from wolftui.plain.console import in_browser
from wolftui.settings.config import Config, LoadedConfig
from wolftui.settings.paths import themes_folder
from wolftui.settings.themes import DEFAULT_THEME, load_themes
from wolftui.web.guest_pages import GuestPages, make_pages

from .argument_values import allow_players, model_settings
from .display_options import display_options, use_screen
from .interrupts import write_crash_log
from .user_config import load_config


def host_command(args: argparse.Namespace) -> int:
    """Run the command `host`; returns the exit code."""
    loaded = load_config()
    config = _screen_config(args, loaded)
    ports = [] if args.port is None else [("--port", args.port, 1, 65_535)]
    check_ranges([*ports, ("--seconds", args.seconds, MIN_SECONDS, MAX_SECONDS)])
    name = args.name or config.name
    board, models = (
        open_board(args.board or config.board or FIRST_BOARD),
        model_settings(args, loaded),
    )
    table = HostedTable(
        name and check_name(name),
        board,
        seconds=args.seconds,
        port=args.port,
        pages=browser_pages(config),
        certificate=Certificate(args.tls_cert, args.tls_key) if args.tls_cert else None,
    )
    if args.player:
        allow_players(args, args.player)
        # Before anybody sits down: whether the board can be played with it here.
        options = PlayOptions(board=board, seats=("1=human",), default_player=args.player)
        check_players(Arrangement(options).make_game(0).seating.seats, models)
        table.hub.bots = args.player
    return screen.run_host(table, config, models)


def join_command(args: argparse.Namespace) -> int:
    """Run the command `join`; returns the exit code."""
    config = _screen_config(args, load_config())
    name = args.name or config.name
    if bool(args.link) == bool(args.here):
        raise ConfigError("names no table", key="join", hint="Give a LINK, or --here CODE.")
    link = Link("", 0, read_code(args.here)) if args.here else parse_link(args.link)
    guest = Guest(link, name and check_name(name), browser=in_browser(), watch=args.watch)
    return screen.run_join(guest, config)


def go_on_hosting(path: Path, args: argparse.Namespace, loaded: LoadedConfig) -> int:
    """Go on with a saved game of friends; returns the exit code.

    Args:
        path: The game's folder.
        args: The options of `resume`.
        loaded: The settings.
    """
    config = _screen_config(args, loaded)
    if args.seat:
        raise ConfigError(
            "friends play in this game",
            key="--seat",
            hint="A house bot answers for whoever stays away.",
        )
    table, running = HostedTable.of_saved(path, model_settings(args, loaded), browser_pages(config))
    with running:
        return screen.run_hosted(running, table, config)


def browser_pages(config: Config) -> GuestPages | None:
    """Return the page of a table for browsers; None where the extra `web` is not installed."""
    looks, _ = load_themes(themes_folder())
    return make_pages(looks.get(config.theme, looks[DEFAULT_THEME]), write_crash_log)


def _screen_config(args: argparse.Namespace, loaded: LoadedConfig) -> Config:
    config = display_options(args, loaded).config
    if not use_screen(config):
        raise ConfigError("a table of friends needs a screen", hint="Use a terminal of 60x20.")
    return config
