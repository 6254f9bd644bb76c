"""`AppInterface`: app methods for screens and widgets; `RunningGame`: the engine of a game.

Screens and widgets import this module and never `app`, which imports them.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Sequence
from contextvars import Context
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from textual import events
from textual.app import App

from wolftui.games.session.shown_game import ShownGame
from wolftui.games.table_setup import TableSetup
from wolftui.settings.actions import Action
from wolftui.settings.actions.keys import character_of
from wolftui.settings.config import Config, LoadedConfig
from wolftui.settings.endpoints import ModelSettings
from wolftui.words.glyphs import Glyphs

if TYPE_CHECKING:
    from wolfcore.protocol import Hello
    from wolftui.games.deals import Deal
    from wolftui.games.friends.guest import Guest
    from wolftui.games.friends.hosted_table import HostedTable
    from wolftui.games.running_game import RunningGame as LocalGame


class RunningGame(Protocol):
    """Protocol of the engine of a game on a screen, as the app uses it to stop or leave the game.

    Attributes:
        exit_code: The exit code of the program if the person leaves the game now.
    """

    exit_code: int

    @property
    def shown(self) -> ShownGame:
        """The game that this engine runs."""
        ...

    @property
    def in_progress(self) -> bool:
        """Whether leaving now would interrupt the game."""
        ...

    def stop(self) -> None:
        """Stop the game; the answers so far stay saved."""
        ...


class AppInterface(App[int]):
    """Base class of the app with everything that screens and widgets may call on it.

    Attributes:
        config: The current settings of the person.
        models: The models that seats may name.
        last_left_game: The folder of the game that was last left for the lobby, or None.
        heartbeat: Whether timers advance time; tests pass False and advance it themselves.
        reveals: How many games were revealed since the program started.
    """

    config: Config
    models: ModelSettings
    last_left_game: Path | None
    heartbeat: bool
    reveals: int = 0

    @property
    @abstractmethod
    def glyphs(self) -> Glyphs:
        """The glyphs to draw: Unicode, or ASCII if the settings ask for it."""

    @property
    @abstractmethod
    def actions(self) -> tuple[Action, ...]:
        """All actions with their keys, including the person's own key bindings."""

    def key_of(self, action: str) -> str:
        """Return the label of an action's key, as shown to people; `action` is the action id."""
        return self.glyphs.draw_keys(
            next(each.key_label for each in self.actions if each.id == action)
        )

    def press_key(self, key: str) -> None:
        """Simulate a press of `key` in the focused widget.

        The key event is posted in the next iteration of the event loop.
        """

        # A message does not bubble past its sender, so it is posted from a context without one.
        def typed() -> None:
            self.post_message(events.Key(key, character_of(key)))

        asyncio.get_running_loop().call_soon(typed, context=Context())

    def write_to_terminal(self, sequence: str) -> None:
        """Write an escape sequence that draws nothing; in a browser there is no terminal."""
        if self._driver and not self.is_web:
            self._driver.write(sequence)

    @property
    @abstractmethod
    def can_play_again(self) -> bool:
        """Whether `play_again` can start another game."""

    @property
    @abstractmethod
    def has_next_game(self) -> bool:
        """Whether the series of games that the person asked for has another game left."""

    @abstractmethod
    def refresh_key_lines(self) -> None:
        """Update the key line of every open screen to the actions enabled now."""

    @abstractmethod
    def play_again(self) -> None:
        """Close the finished game and start another one in its place."""

    @abstractmethod
    def review_from(self, shown: ShownGame, entry: int | None = None) -> None:
        """Replay a finished game in moderator view on top of the current screen.

        Args:
            shown: The game.
            entry: The index of a log entry, from 0, at which the replay starts; None for the start
                of the game.
        """

    @property
    @abstractmethod
    def has_lobby(self) -> bool:
        """Whether the lobby is among the open screens, so that `return_to_lobby` can go there."""

    @abstractmethod
    def return_to_lobby(self) -> None:
        """Close all screens above the lobby.

        A finished game is closed. A running game is stopped and can be resumed.
        """

    @abstractmethod
    def confirm_leave(self) -> None:
        """Ask whether to leave the running game, and for where; does nothing if no game runs."""

    @abstractmethod
    def leave_game(self, code: int) -> None:
        """Return to the lobby if it is open; otherwise exit the program with `code`."""

    @abstractmethod
    def start_games(self, setup: TableSetup) -> bool:
        """Start the games of a table on top of the lobby.

        Args:
            setup: The table: board, seats, models and number of games.

        Returns:
            False if the games cannot start; the person is then told why.
        """

    @abstractmethod
    def start_deal(self, deal: Deal) -> None:
        """Start a deal that other people play too on top of the lobby."""

    @abstractmethod
    def start_guided_game(self) -> None:
        """Start the guided game, a tutorial with a coach."""

    @abstractmethod
    def open_friends(self) -> None:
        """Ask whether to host a table of friends or to join one, and open it."""

    @abstractmethod
    def host_game(self, running: LocalGame, table: HostedTable) -> None:
        """Show a game that friends play too, which this process hosts."""

    @abstractmethod
    def play_as_guest(self, guest: Guest, hello: Hello) -> None:
        """Show a game that another process hosts, in which the person here has a seat."""

    @abstractmethod
    def apply_settings(self, loaded: LoadedConfig) -> None:
        """Apply changed settings and models.

        The appearance changes at once, everything else in the next game.
        """

    @abstractmethod
    def guess_along(self, shown: ShownGame) -> None:
        """Replay a finished game with the roles hidden, and ask for guesses."""

    @abstractmethod
    def show_record(self) -> None:
        """Open the screen with the statistics of the person's own games."""

    @abstractmethod
    def open_game(self, path: Path, words: Sequence[str] = (), *, guess: bool = False) -> None:
        """Open the replay of a saved game on top of the current screen.

        Args:
            path: The folder of the game.
            words: Words to search for; the replay starts where they were said. Empty to start at
                the beginning.
            guess: Whether to guess along, with the roles hidden.
        """

    @abstractmethod
    def watch_game(self, path: Path) -> None:
        """Follow a game that another process runs, on top of the current screen.

        The table opens at the newest entry of the log.
        """

    @abstractmethod
    def resume_game(self, path: Path) -> None:
        """Resume the saved game in the folder `path` on top of the current screen."""

    @abstractmethod
    def fork_game(self, path: Path, at: str, seats: Sequence[str]) -> None:
        """Fork a saved game at an earlier ask and play the fork on top of the current screen.

        Args:
            path: The folder of the game.
            at: The ask at which the fork begins.
            seats: Seats whose players change, in command-line form (`3=human`); empty for none.
        """

    @abstractmethod
    def export_game(self, shown: ShownGame, path: Path | None, eyes: int | None = None) -> None:
        """Ask for a format and write the game on the screen to a file.

        Args:
            shown: The game.
            path: The folder of the game; None if it is not saved.
            eyes: The viewer whose view is exported; None for the widest view that is allowed.
        """

    @abstractmethod
    def export_saved_game(self, path: Path) -> None:
        """Ask for a format and write the saved game in the folder `path` to a file."""

    @abstractmethod
    def abort(self, error: BaseException) -> None:
        """Exit after an unexpected error.

        The caller of the app raises `error` once the terminal is restored.
        """
