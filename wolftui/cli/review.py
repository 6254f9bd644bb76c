"""The command `review`: steps through a saved game."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from .command import OK

if TYPE_CHECKING:
    from wolfcore.records import SavedGame
    from wolftui.plain.console import StandardConsole
    from wolftui.plain.line_layout import LineLook


def review_command(args: argparse.Namespace) -> int:
    """Run the command `review`; returns the exit code."""
    from wolftui.settings.config import load_config

    from .argument_values import display_config, stdout_look, use_screen

    loaded = load_config()
    config = display_config(args, loaded)
    in_lines = (
        args.eyes or args.step or args.guess or args.tab or args.only or args.beside is not None
    )
    look, screen = stdout_look(config), use_screen(config) and not in_lines
    if args.game is None:
        from .library import open_library_screen, print_saved_games

        return open_library_screen(loaded, config) if screen else print_saved_games()
    saved = _open_game(args.game)
    if screen:
        from wolftui.screen.entry_points import run_review

        return run_review(saved, config)
    from wolfcore.table import integrity_problem
    from wolftui.plain.console import StandardConsole
    from wolftui.plain.replay import review, review_session

    if why := integrity_problem(saved):
        sys.stderr.write(
            f"wolftui: {saved.id} is shown as found, but {why}; `wolftui verify {saved.id}` "
            "shows where.\n"
        )
    if args.guess:
        return _guess(saved, args.eyes, look)
    if args.tab:
        return _print_tab(saved, args.tab, look)
    if args.beside is not None:
        from wolftui.plain.replay import comparison_lines

        for line in comparison_lines(saved, args.beside, args.eyes, look):
            StandardConsole().write(line)
        return OK
    session, console = review_session(saved, args.eyes, look), StandardConsole()
    review(saved, session, look, console.write, step=args.step, only=args.only)
    if console.terminal:
        _offer_tabs(saved, console, look)
    return OK


def _open_game(word: str) -> SavedGame:
    """Return the saved game that an argument names, or import one from a foreign file."""
    from pathlib import Path

    from wolfcore.records import read_game
    from wolfcore.records.importers import import_game, is_foreign

    from .argument_values import saved_game_folder

    return (
        import_game(Path(word))
        if is_foreign(Path(word))
        else read_game(saved_game_folder(word), strict=False)
    )


def _print_tab(saved: SavedGame, wanted: str, look: LineLook) -> int:
    """Print one tab of the result, or all of them."""
    from wolfcore.errors import ConfigError
    from wolftui.games.sources import review_game
    from wolftui.plain.console import StandardConsole
    from wolftui.plain.result_tabs import parse_tab, result_book, tab_lines
    from wolftui.views.result.tabs import TABS

    tabs = range(len(TABS)) if wanted.strip().casefold() == "all" else (parse_tab(wanted),)
    book, console = (
        result_book(review_game(saved, glyphs=look.glyphs), look.glyphs),
        StandardConsole(),
    )
    if book is None:
        raise ConfigError(
            "this game has not ended and has no result",
            key="--tab",
            hint=f"`wolftui review {saved.id}` shows it.",
        )
    for tab in tabs:
        for line in tab_lines(book, tab, look):
            console.write(line)
    return OK


def _offer_tabs(saved: SavedGame, console: StandardConsole, look: LineLook) -> None:
    """Offer the result tabs of a finished game to a person at a terminal."""
    import asyncio

    from wolftui.games.sources import review_game
    from wolftui.plain.result_tabs import PlainTabs, result_book

    book = result_book(review_game(saved, glyphs=look.glyphs), look.glyphs)
    if book:
        asyncio.run(PlainTabs(book, console, look).ask())


def _guess(saved: SavedGame, eyes: str, look: LineLook) -> int:
    import asyncio

    from wolftui.plain.console import StandardConsole
    from wolftui.plain.guess_prompt import GuessPrompt
    from wolftui.plain.replay import parse_eyes, review_session
    from wolftui.words.spans import PUBLIC_EYES

    session, meant = review_session(saved, "", look), parse_eyes(eyes, saved.header.board.size)
    guessing = GuessPrompt(
        saved, session, StandardConsole(), look, PUBLIC_EYES if meant is None else meant
    )
    asyncio.run(guessing.guess())
    return OK
