"""The command `library`: lists and searches saved games."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import msgspec

from wolfcore.records.library import LibraryIndex, ListedGame, parse_filter
from wolfcore.records.library.filter import parse_sort
from wolfcore.visible import in_one_line, shortened
from wolftui import screen
from wolftui.settings.config import Config, LoadedConfig
from wolftui.settings.endpoints import ModelSettings
from wolftui.settings.paths import games_folder, library_file
from wolftui.views.labels import progress_words
from wolftui.words.own_results import own_words

from .command import OK
from .display_options import use_screen
from .user_config import load_config

_OUTCOMES = {
    "village": "the village won",
    "wolves": "the wolves won",
    "draw": "a draw",
    "stopped": "stopped by its board",
    "void": "void",
}

_MAX_QUOTE = 160
"""Maximum length of a quoted speech, in characters."""


def open_library_screen(loaded: LoadedConfig, config: Config, wanted: str = "") -> int:
    """Show the saved games on a screen, filtered by `wanted`; returns the exit code.

    Games resumed from there may call the models of the settings.
    """
    models = ModelSettings(
        loaded.models,
        loaded.local,
        patience=config.patience,
        stop_after_replaced=config.stop_after_replaced,
    )
    return screen.run_library(games_folder(), config, models, wanted=wanted)


def print_saved_games() -> int:
    """Print the saved games as lines, newest first; returns the exit code."""
    return _print_lines(_library_index(), "", "date", backwards=False)


def _library_index(*, rebuild: bool = False) -> LibraryIndex:
    """Return the index of the saved games, refreshed; prints its notice, if any."""
    root = games_folder()
    shelf = LibraryIndex(root, library_file(root))
    if rebuild:
        shelf.rebuild()
    shelf.refresh()
    if shelf.notice:
        sys.stderr.write(f"wolftui: {shelf.notice}\n")
    return shelf


def _print_lines(shelf: LibraryIndex, search: str, sort: str, *, backwards: bool) -> int:
    wanted = parse_filter(search)
    games = shelf.games(wanted, parse_sort(sort), backwards=backwards)
    if not games:
        none = (
            f"There are no saved games in {shelf.root} yet. Play one with `wolftui play "
            "--seat 4=human`."
        )
        print(f"No saved game matches: {search}" if search.strip() else none)
    for game in games:
        print(f"{in_one_line(game.id, 200)}  {_game_text(game)}")
        quote = shelf.quote(game.id, wanted.words) if wanted.words else None
        if quote:
            print(f"    {game.names[quote.seat - 1]}: {shortened(quote.text, _MAX_QUOTE)}")
    return OK


def _game_text(game: ListedGame) -> str:
    if game.problem:
        return game.problem
    people = ", ".join(f"{seat} {game.names[seat - 1]}" for seat in game.people)
    ended = (
        own_words(game.own, game.days)
        if game.own
        else f"{_OUTCOMES[game.ended]} on day {game.days}"
        if game.ended
        else f"not ended, {progress_words(game.days, night=game.night)}"
    )
    looked = "".join(f", seat {seat} looked" for seat in game.looked)
    tags = f" [{', '.join(game.tags)}]" if game.tags else ""
    return f"{game.board}, {f'with {people}, ' if people else ''}{ended}{looked}{tags}"


def _print_json(games: Sequence[ListedGame]) -> int:
    for game in games:
        print(
            msgspec.json.encode(
                {key: getattr(game, key) for key in game.__struct_fields__}
            ).decode()
        )
    return OK


def library_command(args: argparse.Namespace) -> int:
    """Run the command `library`; returns the exit code."""
    wanted, sort = parse_filter(args.search), parse_sort(args.sort)
    if args.json:
        return _print_json(
            _library_index(rebuild=args.rebuild).games(wanted, sort, backwards=args.reverse)
        )
    loaded = load_config()
    if args.plain or args.reverse or sort != "date" or not use_screen(loaded.config):
        return _print_lines(
            _library_index(rebuild=args.rebuild), args.search, sort, backwards=args.reverse
        )
    if args.rebuild:
        _library_index(rebuild=True).close()
    return open_library_screen(loaded, loaded.config, args.search)
