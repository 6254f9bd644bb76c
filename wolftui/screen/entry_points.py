"""Run the app for a command (play, review, library, lobby, ...); each returns an exit code.

The only module of this package that commands import, apart from `captures`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from wolfcore.records import LogFollower, SavedGame, newest_folders
from wolftui.games.game_queue import GameQueue
from wolftui.games.running_game import RunningGame
from wolftui.games.sources import followed_game
from wolftui.settings.config import Config, LoadedConfig
from wolftui.settings.endpoints import ModelSettings
from wolftui.settings.paths import config_file, favourites_folder, game_argument, games_folder

from .app import WolfApp

if TYPE_CHECKING:
    from wolftui.games.friends.guest import Guest
    from wolftui.games.friends.hosted_table import HostedTable
    from wolftui.games.friends.sockets import Pages


def run_live(
    running: RunningGame, config: Config | None = None, *, series: GameQueue | None = None
) -> int:
    """Play a game on the screen, or watch it if no person plays; return the exit code.

    The caller closes the game; the app closes those that follow.

    Args:
        running: The game.
        config: The person's settings.
        series: The series that the game belongs to, which supplies the following games; None for a
            single game.
    """
    return _run(WolfApp(lambda app: app.make_play_table(running), config, series=series))


def run_review(saved: SavedGame, config: Config | None = None) -> int:
    """Replay a saved game on the screen; return the exit code."""
    return _run(WolfApp(lambda app: app.make_review_table(saved), config))


def run_library(
    root: Path,
    config: Config | None = None,
    models: ModelSettings | None = None,
    *,
    wanted: str = "",
) -> int:
    """Show the library of saved games; return the exit code.

    Args:
        root: The folder of the saved games.
        config: The person's settings.
        models: The models that seats of a resumed game may name.
        wanted: The initial search query, in the syntax of the search bar.
    """
    from .screens.library_screen import LibraryScreen

    return _run(
        WolfApp(lambda app: LibraryScreen(root, app.glyphs, wanted=wanted), config, models=models)
    )


def run_lobby(loaded: LoadedConfig, pages: Callable[[], Pages | None] = lambda: None) -> int:
    """Open the lobby; return the exit code.

    The welcome page comes first if there is no config file, no favourite table (not even an
    unreadable one) and no saved game.

    Args:
        loaded: The settings.
        pages: Makes the page of a table of friends for browsers, if it can be served.
    """
    from wolftui.games.favourites import Favourites
    from wolftui.settings.found_servers import find_servers
    from wolftui.settings.visitor_terms import terms_of

    from .screens.lobby_screen import LobbyScreen

    root, favourites = games_folder(), Favourites(favourites_folder())
    first = not (
        config_file().exists()
        or favourites.entries
        or favourites.problems
        or newest_folders(root, 1)
    )
    models = ModelSettings(
        loaded.models,
        loaded.local,
        patience=loaded.config.patience,
        stop_after_replaced=loaded.config.stop_after_replaced,
    )

    def lobby(app: WolfApp) -> LobbyScreen:
        # Servers of the host's machine are for the host to offer.
        look = None if terms_of() else find_servers
        return LobbyScreen(root, app.glyphs, favourites=favourites, first=first, look=look)

    return _run(WolfApp(lobby, loaded.config, models=models, pages=pages))


def run_host(table: HostedTable, config: Config, models: ModelSettings) -> int:
    """Host a table of friends on the screen; return the exit code."""
    from .screens.friends_screen import HostScreen

    return _run(WolfApp(lambda app: HostScreen(table, app.glyphs), config, models=models))


def run_hosted(running: RunningGame, table: HostedTable, config: Config) -> int:
    """Go on with a game of a table of friends on the screen; return the exit code."""
    return _run(WolfApp(lambda app: app.make_hosted_table(running, table), config))


def run_join(guest: Guest, config: Config) -> int:
    """Join a table of friends on the screen; return the exit code."""
    from .screens.friends_screen import JoinScreen

    return _run(WolfApp(lambda app: JoinScreen(guest, app.glyphs), config))


def run_record(root: Path, config: Config | None = None) -> int:
    """Show the statistics of the person's own games in the folder `root`; return the exit code."""
    from .screens.number_pages import RecordScreen

    return _run(WolfApp(lambda app: RecordScreen(root, app.glyphs), config))


def run_watch(follower: LogFollower, config: Config | None = None) -> int:
    """Follow a game that another process runs; return the exit code."""
    return _run(
        WolfApp(lambda app: app.make_table(*followed_game(follower, glyphs=app.glyphs)), config)
    )


def run_wall(root: Path, config: Config | None = None) -> int:
    """Show all games that are running now below the folder `root`; return the exit code."""
    from .screens.wall_screen import WallScreen

    return _run(WolfApp(lambda app: WallScreen(root, app.glyphs), config))


def _run(app: WolfApp) -> int:
    code = app.run()
    running = app.current_game
    if running:
        running.close()
    if app.fatal_error is not None:
        raise app.fatal_error
    if running and not running.session.over and running.path:
        sys.stdout.write(
            f"The game is saved. Go on with it: wolftui resume {game_argument(running.path)}\n"
        )
    return code if code is not None else app.return_code or 0
