"""The list of saved games: what `wolftui review` opens, and a bare `wolftui` without a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .command import OK

if TYPE_CHECKING:
    from core.records import GameSummary
    from wolftui.settings.config import Config, Loaded

_HOW = {
    "village": "the village won",
    "wolves": "the wolves won",
    "draw": "a draw",
    "stopped": "stopped by its board",
    "void": "void",
}


def open_screen(loaded: Loaded, config: Config) -> int:
    """The list on a screen, shown as `config` says; games that go on may ask the models of the settings."""
    from wolftui.on_screen import run_library
    from wolftui.settings.endpoints import ModelSettings
    from wolftui.settings.paths import games_folder

    return run_library(games_folder(), config, ModelSettings(loaded.models, loaded.local, patience=config.patience))


def list_saved() -> int:
    """The list as lines, newest first."""
    from core.records import list_games
    from wolftui.settings.paths import games_folder

    games = list_games(games_folder())
    if not games:
        print(f"There are no saved games in {games_folder()} yet. Play one with `wolftui play --seat 4=human`.")
    for game in games:
        print(f"{game.id}  {_words(game)}")
    return OK


def _words(game: GameSummary) -> str:
    if game.problem:
        return game.problem
    people = ", ".join(f"{seat} {game.names[seat - 1]}" for seat in game.people)
    ended = f"{_HOW[game.ended]} on day {game.days}" if game.ended else f"not ended, day {game.days}"
    looked = "".join(f", seat {seat} looked" for seat in game.about.looked) if game.about else ""
    return f"{game.board}, {f'with {people}, ' if people else ''}{ended}{looked}"
