"""`AppInterface`, what screens and widgets may call on the app, and `RunningGame` for engines.

Screens and widgets import this module and never `app`, which imports them.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Sequence
from contextvars import Context
from pathlib import Path
from typing import Protocol

from textual import events
from textual.app import App

from wolftui.games.session.shown_game import ShownGame
from wolftui.games.table_setup import TableSetup
from wolftui.settings.actions import Action
from wolftui.settings.actions.keys import character_of
from wolftui.settings.config import Config, LoadedConfig
from wolftui.settings.endpoints import ModelSettings
from wolftui.words.glyphs import Glyphs


class RunningGame(Protocol):
    """The engine of a game that a screen shows, as the app sees it.

    Attributes:
        exit_code: The exit code of the program when the game was left.
    """

    exit_code: int

    @property
    def shown(self) -> ShownGame:
        """The game."""
        ...

    @property
    def in_progress(self) -> bool:
        """Whether leaving would interrupt the game."""
        ...

    def stop(self) -> None:
        """Stop the game; what was answered is kept."""
        ...


class AppInterface(App[int]):
    """The program, as its screens and widgets see it.

    Attributes:
        config: The person's settings, as they hold now.
        models: The models that seats may name.
        last_left_game: The folder of the game that was left for the lobby last, or None.
    """

    config: Config
    models: ModelSettings
    last_left_game: Path | None

    @property
    @abstractmethod
    def glyphs(self) -> Glyphs:
        """The signs to draw."""

    @property
    @abstractmethod
    def actions(self) -> tuple[Action, ...]:
        """The table of actions, with this person's keys."""

    def key_of(self, action: str) -> str:
        """How the key of an action is written for people."""
        return self.glyphs.draw_keys(
            next(each.key_label for each in self.actions if each.id == action)
        )

    def press_key(self, key: str) -> None:
        """Do what a key does where the hands are, as if it had been pressed."""

        # A message goes up no further than to whoever sent it, so that nobody may be its sender.
        def typed() -> None:
            self.post_message(events.Key(key, character_of(key)))

        asyncio.get_running_loop().call_soon(typed, context=Context())

    @property
    @abstractmethod
    def can_play_again(self) -> bool:
        """Whether another game can follow."""

    @property
    @abstractmethod
    def has_next_game(self) -> bool:
        """Whether another of the games that were asked for follows."""

    @abstractmethod
    def refresh_key_lines(self) -> None:
        """Show in every line of keys what can be done where the hands are now."""

    @abstractmethod
    def play_again(self) -> None:
        """Another game in the place of the one that ended."""

    @abstractmethod
    def review_from(self, entry: int | None = None) -> None:
        """From the result back to the table, with every eye: at its start, or where an entry of the log, from 0, was told."""

    @property
    @abstractmethod
    def has_lobby(self) -> bool:
        """Whether the lobby is open, so that one can go back to it."""

    @abstractmethod
    def return_to_lobby(self) -> None:
        """Back to the lobby from wherever one is; a game that is over is closed, one that goes on stops and can be resumed."""

    @abstractmethod
    def confirm_leave(self) -> None:
        """Ask whether the running game is to be left, and where to; nothing where no game runs."""

    @abstractmethod
    def leave_game(self, code: int) -> None:
        """Leave for the lobby where there is one, else the program with that exit code."""

    @abstractmethod
    def start_games(self, wish: TableSetup) -> bool:
        """Begin the games of a table on top of the lobby; says why where they cannot, and whether they could."""

    @abstractmethod
    def start_guided_game(self) -> None:
        """Begin the guided game."""

    @abstractmethod
    def apply_settings(self, loaded: LoadedConfig) -> None:
        """Let other settings and models hold from now on: at once where they are seen, else in the next game."""

    @abstractmethod
    def show_record(self) -> None:
        """Show what the person's own games say."""

    @abstractmethod
    def open_game(self, path: Path, words: Sequence[str] = ()) -> None:
        """Replay a saved game on top of what is shown; from where `words` were said, where there are any."""

    @abstractmethod
    def watch_game(self, path: Path) -> None:
        """Follow a game that another process plays, from where it is now, on top of what is shown."""

    @abstractmethod
    def resume_game(self, path: Path) -> None:
        """Go on with a saved game on top of what is shown."""

    @abstractmethod
    def fork_game(self, path: Path, at: str, seats: Sequence[str]) -> None:
        """Play on differently with a saved game from an ask on, with others in some seats, on top of what is shown."""

    @abstractmethod
    def export_game(self, shown: ShownGame, path: Path | None, eyes: int | None = None) -> None:
        """Ask in which form a game is given to others, and write it: as `eyes` saw it, or with the widest that may be used."""

    @abstractmethod
    def export_saved_game(self, path: Path) -> None:
        """The same of a saved game that is not on the screen."""

    @abstractmethod
    def abort(self, error: BaseException) -> None:
        """Something that should not happen: leave, and let the caller raise it where the terminal is in order again."""
