"""`WolfApp`, the Textual app: opens games as screens; moves between lobby, table, result and exit.

Screens never read or write game files themselves; they call the methods declared in
`app_interface.AppInterface`, which are implemented here. Screen modules are imported inside methods
so that the first frame loads only its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from textual.screen import Screen

from wolfcore.errors import WolfError
from wolfcore.files import path_exists
from wolfcore.records import FRIENDS_FILE, LogFollower, SavedGame, read_game
from wolfcore.table import integrity_problem
from wolftui.games.arrangement import Arrangement, PlayOptions
from wolftui.games.game_queue import GameQueue
from wolftui.games.game_starts import fork_saved, resume_saved
from wolftui.games.running_game import RunningGame
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.side_files import read_person_notes
from wolftui.games.sources import (
    Source,
    followed_game,
    local_game,
    local_shown_game,
    replay_of,
    review_game,
)
from wolftui.games.table_setup import TableSetup, arrangement_for
from wolftui.settings.config import Config, LoadedConfig, nearest_speed
from wolftui.settings.endpoints import ModelSettings
from wolftui.settings.paths import game_argument, games_folder
from wolftui.settings.visitor_terms import visit_notes

from .screens.app_screen import AppScreen
from .terminal_app import TerminalApp

if TYPE_CHECKING:
    from wolfcore.protocol import Hello
    from wolftui.games.deals import Deal
    from wolftui.games.friends.guest import Guest
    from wolftui.games.friends.hosted_table import HostedTable
    from wolftui.games.friends.sockets import Pages

    from .screens.export_dialog import GameExporter
    from .screens.review_table import ReviewTable
    from .screens.table_screen import TableScreen


def _is_lobby(screen: Screen[Any]) -> bool:
    return isinstance(screen, AppScreen) and screen.PLACE == "lobby"


class WolfApp(TerminalApp):
    """The complete app: screens for playing, watching, reviewing and listing games.

    Args:
        opening: Makes the first screen, once the app runs.
        config: The person's settings.
        series: The series that the first game belongs to, which supplies the following games; None
            for a single game.
        models: The models that seats of a resumed game may name; None for those that need no
            settings.
        heartbeat: Whether timers advance and paint the tables; tests pass False and advance time
            themselves.
        pages: Makes the page of a table of friends for browsers, if it can be served.

    Attributes:
        models: The models that seats may name; `apply_settings` replaces them.
        current_game: The game that was played here last, or None.
        last_left_game: The folder of the game that was last left for the lobby, or None.
    """

    def __init__(
        self,
        opening: Callable[[WolfApp], Screen[None]],
        config: Config | None = None,
        *,
        series: GameQueue | None = None,
        models: ModelSettings | None = None,
        heartbeat: bool = True,
        pages: Callable[[], Pages | None] = lambda: None,
    ) -> None:
        super().__init__(config or Config(), heartbeat=heartbeat)
        self._pages = pages
        self._make_first_screen, self._series = opening, series
        self._rematch: Callable[[], None] | None = None
        self._speed, self._clock = self.config.speed, self.config.clock
        self.models = models or ModelSettings()
        self.current_game: RunningGame | None = None
        self.last_left_game: Path | None = None

    def push_first_screen(self) -> None:
        """Make and push the first screen."""
        self.push_screen(self._make_first_screen(self))

    # -- tables

    def make_table(self, shown: ShownGame, source: Source | None = None) -> TableScreen:
        """Make the table screen for a game.

        Args:
            shown: The game.
            source: Brings the entries of a running game; None for a replay.
        """
        if source is None:
            return self._make_replay(shown)
        shown.session.speed = nearest_speed(self._speed)
        from .screens.live_table import LiveTable

        config = self.config
        return LiveTable(
            shown,
            source,
            self.glyphs,
            heartbeat=self.heartbeat,
            hears=config.heard,
            clock=self._clock,
        )

    def make_play_table(self, running: RunningGame) -> TableScreen:
        """Make the table screen for a game that runs in this process."""
        shown, source = local_game(running, self.glyphs, self._series)
        self._announce(running, shown)
        return self.make_table(shown, source)

    def _announce(self, running: RunningGame, shown: ShownGame) -> None:
        """Make a game the current one, and note in its transcript what is to be said of it."""
        self.current_game = running
        queued = [f"This is {shown.queue_position}."] if shown.queue_position else []
        of_memory = running.models.settings.memory_store.take_notes()
        for note in (*queued, *running.notes, *of_memory, *visit_notes()):
            shown.session.remark(note, len(running.game.log))

    def make_review_table(self, saved: SavedGame) -> ReviewTable:
        """Make the table screen for the replay of a saved game.

        Repairs of its files and problems of its integrity are written below the deal.
        """
        shown, notes = review_game(saved, glyphs=self.glyphs), saved.notes
        if why := integrity_problem(saved):
            verify = f"`wolftui verify {game_argument(saved.path)}` says where."
            notes = (*notes, f"Shown as found, but {why}; {verify}")
        for note in notes:
            shown.session.remark(note, saved.header.board.size)
        return self._make_replay(shown)

    def _make_replay(self, shown: ShownGame) -> ReviewTable:
        from .screens.review_table import ReviewTable

        shown.session.speed = nearest_speed(self._speed)
        return ReviewTable(shown, self.glyphs, heartbeat=self.heartbeat)

    def open_game(self, path: Path, words: Sequence[str] = (), *, guess: bool = False) -> None:
        """Open the replay of a saved game on top of the current screen.

        Args:
            path: The folder of the game.
            words: Words to search for; the replay starts where they were said. Empty to start at
                the beginning.
            guess: Whether to guess along, with the roles hidden.
        """

        def begin() -> None:
            table = self.make_review_table(read_game(path, strict=False))
            table.search_on_open(words)
            self.push_screen(table)
            if guess:
                table.guess_only()

        self._run_or_notify(begin)

    def export_game(self, shown: ShownGame, path: Path | None, eyes: int | None = None) -> None:
        """Ask for a format and write the game on the screen to a file.

        Args:
            shown: The game.
            path: The folder of the game; None if it is not saved.
            eyes: The viewer whose view is exported; None for the widest view that is allowed.
        """
        from wolftui.export.redaction import redact_shown

        self._exporter.export(lambda: redact_shown(shown, path, eyes), path)

    def export_saved_game(self, path: Path) -> None:
        """Ask for a format and write the saved game in the folder `path` to a file."""
        from wolftui.export.redaction import redact_saved

        self._exporter.export(lambda: redact_saved(read_game(path, strict=False)), path)

    @cached_property
    def _exporter(self) -> GameExporter:
        from .screens.export_dialog import GameExporter

        return GameExporter(self)

    def watch_game(self, path: Path) -> None:
        """Follow a game that another process runs, on top of the current screen.

        The table opens at the newest entry of the log.
        """

        def begin() -> None:
            shown, source = followed_game(LogFollower(path), glyphs=self.glyphs)
            source.poll()
            shown.session.go_end()
            self.push_screen(self.make_table(shown, source))

        self._run_or_notify(begin)

    def resume_game(self, path: Path) -> None:
        """Resume the saved game in the folder `path` on top of the current screen."""

        def begin() -> None:
            if path_exists(path / FRIENDS_FILE):
                from wolftui.games.friends.hosted_table import HostedTable

                table, running = HostedTable.of_saved(path, self.models, self._pages())
                self.host_game(running, table)
                return
            running = resume_saved(path, models=self.models)
            if path != self.last_left_game:  # a game that was just left keeps its own time limit
                self._clock = self.config.clock
            self._series = GameQueue.continuing(running)
            self._speed = read_person_notes(path)[0].speed or self.config.speed
            self.push_screen(self.make_play_table(running))

        self._run_or_notify(begin)

    def fork_game(self, path: Path, at: str, seats: Sequence[str]) -> None:
        """Fork a saved game at an earlier ask and play the fork.

        The fork is saved beside the original game.

        Args:
            path: The folder of the game.
            at: The ask at which the fork begins.
            seats: Seats whose players change, in command-line form (`3=human`); empty for none.
        """

        def begin() -> None:
            saved = read_game(path)
            forked = fork_saved(saved, at, seats, root=path.parent, models=self.models)
            self._series, self._clock = GameQueue.continuing(forked), self.config.clock
            self.push_screen(self.make_play_table(forked))

        self._run_or_notify(begin)

    def review_from(self, shown: ShownGame, entry: int | None = None) -> None:
        """Replay a finished game in moderator view on top of the current screen.

        Args:
            shown: The game.
            entry: The index of a log entry, from 0, at which the replay starts; None for the start
                of the game.
        """
        self._replay(shown).review_from(entry)

    def _replay(self, shown: ShownGame) -> ReviewTable:
        table = self._make_replay(replay_of(shown, self.glyphs))
        self.push_screen(table)
        return table

    def guess_along(self, shown: ShownGame) -> None:
        """Replay a finished game with the roles hidden, and ask for guesses."""
        self._replay(shown).guess_only()

    def show_record(self) -> None:
        """Open the screen with the statistics of the person's own games."""
        from .screens.number_pages import RecordScreen

        self.push_screen(RecordScreen(games_folder(), self.glyphs))

    @property
    def can_play_again(self) -> bool:
        """Whether `play_again` can start another game."""
        return self._series is not None or self._rematch is not None

    @property
    def has_next_game(self) -> bool:
        """Whether the series of games that the person asked for has another game left."""
        return self._series is not None and self._series.has_next

    def play_again(self) -> None:
        """Close the finished game and start the next game of the series in its place."""
        series = self._series
        if series is None:
            if self._rematch:
                self._rematch()
            return

        def begin() -> None:
            running = series.next()
            table = self.make_play_table(running)
            self._close_screens()
            self.push_screen(table)

        self._run_or_notify(begin)

    # -- the lobby

    @property
    def has_lobby(self) -> bool:
        """Whether the lobby is among the open screens, so that `return_to_lobby` can go there."""
        return any(map(_is_lobby, self.screen_stack))

    def return_to_lobby(self) -> None:
        """Close all screens above the lobby.

        A finished game is closed. A running game is stopped and can be resumed.
        """
        if self.has_lobby:
            engine = self.running_engine
            if engine is not None and engine.shown.path:
                self.last_left_game = Path(engine.shown.path)
            self._close_screens()
            self._series = self._rematch = None

    def _close_screens(self) -> None:
        """Close all screens above the lobby, or all screens if there is no lobby.

        Running games are stopped and their files are closed.
        """
        while len(self.screen_stack) > 1 and not _is_lobby(self.screen):
            if isinstance(self.screen, AppScreen) and (engine := self.screen.engine_here):
                engine.stop()
            self.pop_screen()

    def start_games(self, setup: TableSetup) -> bool:
        """Start the games of a table on top of the lobby.

        Args:
            setup: The table: board, seats, models and number of games.

        Returns:
            False if the games cannot start; the person is then told why.
        """

        def start() -> None:
            series = GameQueue(
                arrangement_for(setup, self.config, self.models), setup.games, setup.seed
            )
            running = series.next()
            self._series, self._speed = series, setup.speed
            self._clock = self.config.clock if setup.clock is None else setup.clock
            if setup.theme:
                self.theme = setup.theme
            self._close_screens()
            self.push_screen(self.make_play_table(running))

        return self._run_or_notify(start)

    def start_deal(self, deal: Deal) -> None:
        """Start a deal that other people play too on top of the lobby."""

        def start() -> None:
            config = self.config
            given = PlayOptions(
                person_name=config.name, suspicions=config.suspicions, models=self.models
            )
            series = GameQueue(Arrangement(deal.options(given)))
            running = series.next()
            self._series, self._speed, self._clock = series, config.speed, config.clock
            self._close_screens()
            self.push_screen(self.make_play_table(running))

        self._run_or_notify(start)

    def apply_settings(self, loaded: LoadedConfig) -> None:
        """Apply changed settings and models.

        The appearance changes at once, everything else in the next game.
        """
        config = loaded.config
        self.models = replace(
            self.models,
            specs=loaded.models,
            local=loaded.local,
            patience=config.patience,
            stop_after_replaced=config.stop_after_replaced,
        )
        self._speed, self._clock = config.speed, config.clock
        self.apply_appearance(config)
        for screen in self.screen_stack:
            if isinstance(screen, AppScreen):
                screen.bind_keys()
        self.screen.query("*").refresh()  # painted lines still hold the old glyphs

    def host_game(self, running: RunningGame, table: HostedTable) -> None:
        """Show a game that friends play too, which this process hosts."""
        screen = self.make_hosted_table(running, table)
        self._close_screens()
        self.push_screen(screen)

    def make_hosted_table(self, running: RunningGame, table: HostedTable) -> TableScreen:
        """Make the table screen for a game that friends play too, which this process hosts."""
        from wolftui.games.friends.hosted_table import HostedSource

        self._clock = float(table.hub.seconds)
        shown = local_shown_game(running, self.glyphs)
        source = HostedSource(running, table)
        self._announce(running, shown)

        def again() -> None:
            from .screens.friends_screen import HostScreen

            source.keeps_table = True
            self._close_screens()
            table.hub.gather_again()
            self.push_screen(HostScreen(table, self.glyphs))

        self._series, self._rematch = None, again
        return self.make_table(shown, source)

    def play_as_guest(self, guest: Guest, hello: Hello) -> None:
        """Show a game that another process hosts, in which the person here has a seat."""
        from wolftui.games.friends.guest import GuestGame

        from .screens.friends_screen import JoinScreen, guest_table

        game = GuestGame(guest, hello, self.glyphs, partial(self.notify, markup=False, timeout=8))
        game.session.speed = nearest_speed(self._speed)

        def again() -> None:
            game.keeps_place = True
            self._close_screens()
            self.push_screen(JoinScreen(guest, self.glyphs))

        self._close_screens()
        self._series, self._rematch = None, again
        self.push_screen(guest_table(self, game))

    def open_friends(self) -> None:
        """Ask whether to host a table of friends or to join one, and open it."""
        from .screens.friends_screen import ask_for_table

        ask_for_table(self, self._pages, self._run_or_notify)

    def start_guided_game(self) -> None:
        """Start the guided game, a tutorial with a coach."""
        from wolftui.games.game_queue import GUIDED_SPEED, guided_game

        from .screens.guided_table import GuidedTable

        def start() -> None:
            running = guided_game()
            self._series = None
            self._close_screens()
            self.current_game, running.session.speed = running, GUIDED_SPEED
            table = GuidedTable(
                *local_game(running, self.glyphs),
                self.glyphs,
                heartbeat=self.heartbeat,
                hears=self.config.heard,
            )
            self.push_screen(table)

        self._run_or_notify(start)

    def _run_or_notify(self, do: Callable[[], object]) -> bool:
        """Call `do` and return True; on a `WolfError`, show its message and return False."""
        try:
            do()
        except WolfError as error:
            self.notify(str(error), severity="error", markup=False, timeout=15)
            return False
        return True

    # -- leaving

    def confirm_leave(self) -> None:
        """Ask whether to leave the running game, and for where; does nothing if no game runs."""
        from .screens.game_dialogs import LeaveDialog

        engine = self.running_engine
        if engine is not None and not isinstance(self.screen, LeaveDialog):
            self.push_screen(LeaveDialog(engine.shown, home=self.has_lobby), self._leave_if)

    def leave_game(self, code: int) -> None:
        """Return to the lobby if it is open; otherwise exit the program with `code`."""
        if self.has_lobby:
            self.return_to_lobby()
        else:
            self.leave(code)

    def _leave_if(self, chosen: str | None) -> None:
        if chosen == "lobby":
            self.return_to_lobby()
        elif chosen == "quit":
            self.leave()
