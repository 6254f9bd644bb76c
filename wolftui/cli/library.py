"""`wolftui library`: the saved games, sorted, filtered and searched; what `wolftui review` opens, too."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from .command import OK, Command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wolfcore.shelf import Shelf, Volume
    from wolftui.settings.config import Config, Loaded

_HOW = {
    "village": "the village won",
    "wolves": "the wolves won",
    "draw": "a draw",
    "stopped": "stopped by its board",
    "void": "void",
}

_QUOTED = 160
"""Characters of a speech that are quoted."""


def open_screen(loaded: Loaded, config: Config, wanted: str = "") -> int:
    """The list on a screen, searched for `wanted`, shown as `config` says; games that go on may ask the models of the settings."""
    from wolftui.on_screen import run_library
    from wolftui.settings.endpoints import ModelSettings
    from wolftui.settings.paths import games_folder

    models = ModelSettings(loaded.models, loaded.local, patience=config.patience)
    return run_library(games_folder(), config, models, wanted=wanted)


def list_saved() -> int:
    """The list as lines, newest first."""
    return _print_lines(_shelf(), "", "date", backwards=False)


def _shelf(*, rebuild: bool = False) -> Shelf:
    """The index of the saved games, up to date; what was wrong with it is said."""
    from wolfcore.shelf import Shelf
    from wolftui.settings.paths import games_folder, library_file

    root = games_folder()
    shelf = Shelf(root, library_file(root))
    if rebuild:
        shelf.rebuild()
    shelf.refresh()
    if shelf.notice:
        sys.stderr.write(f"wolftui: {shelf.notice}\n")
    return shelf


def _print_lines(shelf: Shelf, search: str, sort: str, *, backwards: bool) -> int:
    from wolfcore.shelf import wanted_of
    from wolfcore.shelf.wanted import sort_of
    from wolfcore.visible import shortened

    wanted = wanted_of(search)
    games = shelf.games(wanted, sort_of(sort), backwards=backwards)
    if not games:
        none = f"There are no saved games in {shelf.root} yet. Play one with `wolftui play --seat 4=human`."
        print(f"No saved game is like that: {search}" if search.strip() else none)
    for game in games:
        print(f"{game.id}  {_words(game)}")
        quote = shelf.quote(game.id, wanted.words) if wanted.words else None
        if quote:
            print(f"    {game.names[quote.seat - 1]}: {shortened(quote.text, _QUOTED)}")
    return OK


def _words(game: Volume) -> str:
    from wolftui.panels.phrasing import reached

    if game.problem:
        return game.problem
    people = ", ".join(f"{seat} {game.names[seat - 1]}" for seat in game.people)
    ended = f"{_HOW[game.ended]} on day {game.days}" if game.ended else f"not ended, {reached(game.days, night=game.night)}"
    looked = "".join(f", seat {seat} looked" for seat in game.looked)
    tags = f" [{', '.join(game.tags)}]" if game.tags else ""
    return f"{game.board}, {f'with {people}, ' if people else ''}{ended}{looked}{tags}"


def _print_json(games: Sequence[Volume]) -> int:
    import msgspec

    for game in games:
        print(msgspec.json.encode({key: getattr(game, key) for key in game.__struct_fields__}).decode())
    return OK


def _arguments(parser: argparse.ArgumentParser) -> None:
    search = "words that were said aloud, and filters: board:B, won:village, who:NAME, tag:T, is:unfinished (see the README)"
    parser.add_argument("--search", default="", metavar="TEXT", help=search)
    sort = "what to sort by: date, board, end, length or people (default: date)"
    parser.add_argument("--sort", default="date", metavar="BY", help=sort)
    parser.add_argument("--reverse", action="store_true", help="the other way round")
    parser.add_argument("--json", action="store_true", help="one JSON object a game")
    parser.add_argument("--rebuild", action="store_true", help="make the index anew from the games before anything else")
    parser.add_argument("--plain", action="store_true", help="lines instead of a screen; without a terminal this is so anyway")


def _run(args: argparse.Namespace) -> int:
    from wolfcore.shelf import wanted_of
    from wolfcore.shelf.wanted import sort_of
    from wolftui.settings.config import load_config

    from .common import wants_screen

    wanted, sort = wanted_of(args.search), sort_of(args.sort)
    if args.json:
        return _print_json(_shelf(rebuild=args.rebuild).games(wanted, sort, backwards=args.reverse))
    loaded = load_config()
    if args.plain or args.reverse or sort != "date" or not wants_screen(loaded.config):
        return _print_lines(_shelf(rebuild=args.rebuild), args.search, sort, backwards=args.reverse)
    if args.rebuild:
        _shelf(rebuild=True).close()
    return open_screen(loaded, loaded.config, args.search)


COMMAND = Command(
    "library",
    "list, search and sort the saved games",
    ("wolftui library", "wolftui library --search is:unfinished", "wolftui library --search trust --sort length --json"),
    _arguments,
    _run,
)
