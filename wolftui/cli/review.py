"""The command `review`: steps through a saved game."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from wolfcore.errors import ConfigError
from wolfcore.records import SavedGame, read_game
from wolfcore.records.importers import import_game, is_foreign
from wolfcore.table import integrity_problem
from wolftui import plain, screen
from wolftui.games.sources import review_game
from wolftui.plain.console import StandardConsole
from wolftui.plain.line_layout import LineLook
from wolftui.settings.paths import game_argument
from wolftui.words.spans import PUBLIC_EYES

from .argument_values import saved_game_folder, say
from .command import OK
from .display_options import display_options, use_screen
from .library import open_library_screen, print_saved_games
from .user_config import load_config


def review_command(args: argparse.Namespace) -> int:
    """Run the command `review`; returns the exit code."""
    loaded = load_config()
    config, look, _ = display_options(args, loaded)
    in_lines = (
        args.eyes
        or args.step
        or args.guess
        or args.tab
        or args.only
        or args.beside is not None
        or args.words is not None
        or args.coach is not None
    )
    on_screen = use_screen(config) and not in_lines
    if args.game is None:
        return open_library_screen(loaded, config) if on_screen else print_saved_games()
    saved = _open_game(args.game)
    if on_screen:
        return screen.run_review(saved, config)
    if why := integrity_problem(saved):
        sys.stderr.write(
            f"wolftui: {saved.id} is shown as found, but {why}; "
            f"`wolftui verify {game_argument(saved.path)}` shows where.\n"
        )
    if args.guess:
        return _guess(saved, args.eyes, look)
    if args.tab:
        return _print_tab(saved, args.tab, look)
    pages = ((args.words, plain.words_lines), (args.coach, plain.decision_lines))
    for seat, lines_of in pages:
        if seat is not None:
            for note in saved.notes:
                say(note)
            for line in lines_of(saved, None if seat is False else seat, look):
                StandardConsole().write(line)
            return OK
    if args.beside is not None:
        for line in plain.comparison_lines(saved, args.beside, args.eyes, look):
            StandardConsole().write(line)
        return OK
    session, console = plain.review_session(saved, args.eyes, look), StandardConsole()
    plain.review(saved, session, look, console.write, step=args.step, only=args.only)
    if console.terminal:
        _offer_tabs(saved, console, look)
    return OK


def _open_game(word: str) -> SavedGame:
    """Return the saved game that an argument names, or import one from a foreign file."""
    return (
        import_game(Path(word))
        if is_foreign(Path(word))
        else read_game(saved_game_folder(word), strict=False)
    )


def _print_tab(saved: SavedGame, wanted: str, look: LineLook) -> int:
    """Print one tab of the result, or all of them."""
    book, console = (
        plain.result_book(review_game(saved, glyphs=look.glyphs), look.glyphs),
        StandardConsole(),
    )
    if book is None:
        raise ConfigError(
            "this game has not ended and has no result",
            key="--tab",
            hint=f"`wolftui review {game_argument(saved.path)}` shows it.",
        )
    for tab in plain.parse_tabs(wanted, book):
        for line in plain.tab_lines(book, tab, look):
            console.write(line)
    return OK


def _offer_tabs(saved: SavedGame, console: StandardConsole, look: LineLook) -> None:
    """Offer the result tabs of a finished game to a person at a terminal."""
    book = plain.result_book(review_game(saved, glyphs=look.glyphs), look.glyphs)
    if book:
        asyncio.run(plain.PlainTabs(book, console, look).ask())


def _guess(saved: SavedGame, eyes: str, look: LineLook) -> int:
    session, meant = (
        plain.review_session(saved, "", look),
        plain.parse_eyes(eyes, saved.header.board.size),
    )
    guessing = plain.GuessPrompt(
        saved, session, StandardConsole(), look, PUBLIC_EYES if meant is None else meant
    )
    asyncio.run(guessing.guess())
    return OK
