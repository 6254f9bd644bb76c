"""The command `play`: new games on the screen or in plain lines."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from wolfcore.errors import ConfigError
from wolftui.games.arrangement import Arrangement, check_games
from wolftui.games.game_queue import GameQueue
from wolftui.plain.console import StandardConsole
from wolftui.settings.config import LoadedConfig

from .argument_values import arrangement_from_args, say
from .command import OK
from .display_options import Display, display_options, use_screen
from .game_display import play_in_lines, play_on_screen
from .user_config import load_config

if TYPE_CHECKING:
    from wolftui.games.deals import Deal


def play_command(args: argparse.Namespace) -> int:
    """Run the command `play`; returns the exit code."""
    check_games(args.games)
    loaded = load_config()
    display = display_options(args, loaded)
    arrangement = _arrangement(args, loaded)
    queue = GameQueue(arrangement, args.games, args.seed)
    if use_screen(display.config):
        code = play_on_screen(queue.next(), display, queue)
    else:
        code = _play_in_lines(queue, display)
    if score := queue.score_text(display.look.glyphs):
        print(score)
    return code


_OF_THE_DEAL = ("board", "seat", "seed", "name", "deal", "answers")
"""The options that a shared deal decides."""


def _arrangement(args: argparse.Namespace, loaded: LoadedConfig) -> Arrangement:
    """Return what is to be played: the deal of a code, that of the day, or the options.

    Raises:
        ConfigError: An option is invalid, or contradicts the deal.
    """
    arrangement = arrangement_from_args(args, loaded)
    if args.code is not None and not args.code.strip():
        raise ConfigError("is empty", key="CODE", hint="Leave it out to play a new deal.")
    if not (args.code or args.today):
        if args.anyway:
            raise ConfigError("there is no CODE to play", key="--anyway")
        return arrangement
    if args.code and args.today:
        raise ConfigError("is another deal than that of the day", key=args.code)
    if args.games > 1:
        raise ConfigError("a deal is one game", key="--games", hint="Leave it out.")
    for option in _OF_THE_DEAL:
        if getattr(args, option) not in (None, "", []):
            raise ConfigError("the deal decides this", key=f"--{option}", hint="Leave it out.")
    from wolftui.games.deal_codes import parse_code  # noqa: PLC0415  few games have a code
    from wolftui.games.deals import todays_deal  # noqa: PLC0415  for shared deals alone

    deal = todays_deal() if args.today else parse_code(args.code or "")
    if args.today:
        _say_played(arrangement.root, deal)
    if not args.anyway:
        deal.check_bots()
    return Arrangement(deal.options(arrangement.options))


def _say_played(root: Path, deal: Deal) -> None:
    """Say how the deal of the day went before.

    Raises:
        ConfigError: It was begun and is not over.
    """
    from wolfcore.records.own_result import read_own_result  # noqa: PLC0415  a shared deal alone
    from wolftui.games.shared_result import games_of_deal  # noqa: PLC0415  a shared deal alone
    from wolftui.words.own_results import result_words  # noqa: PLC0415  a shared deal alone

    games = games_of_deal(root, deal)
    if begun := next((game for game in games if not game.ended), None):
        raise ConfigError(
            "you have begun it already", key="--today", hint=f"`wolftui resume {begun.id}` goes on."
        )
    if games and (own := read_own_result(games[-1])):
        say(f"You have played it: {result_words(own, games[-1].days)}. The first time counts.")


def _play_in_lines(queue: GameQueue, display: Display) -> int:
    console = StandardConsole()
    while queue.has_next:
        running = queue.next()
        if queue.position_text:
            print(queue.position_text.capitalize())
        code = play_in_lines(running, display, console)
        if code != OK or not running.game.over:
            return code
    return OK
