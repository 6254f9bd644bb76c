"""The library screen: saved games from the index, sorted, filtered and searched.

Forty changed folders are read before the first paint; the rest in a thread, which closes the index
if the screen left.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import ScreenResume
from textual.message import Message

from wolfcore.errors import WolfError
from wolfcore.records import read_about
from wolfcore.records.library import SORTS, GameFilter, LibraryIndex, ListedGame, Sort, parse_filter
from wolftui.screen.widgets.line_view import Heading, TooSmall
from wolftui.screen.widgets.menu import LazyMenu, Menu
from wolftui.screen.widgets.search_bar import SearchBar
from wolftui.settings.actions import Situation
from wolftui.settings.paths import library_file
from wolftui.views.game_list import (
    ListState,
    column_widths,
    filter_choices,
    game_row,
    list_heading,
    preview_lines,
    with_filter,
)
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Span

from .app_screen import AppScreen, key_bindings
from .dialogs import ChoiceDialog
from .game_diff import ForkComparison
from .library_parts import LibraryActions, NoGames, Preview, no_lines

if TYPE_CHECKING:
    from textual.timer import Timer

    from wolftui.views.game_story import GameStory

_STORY_WIDTH, _BROAD_WIDTH = 100, 160
_WIDTHS = [(0, "-narrow"), (76, "-small"), (_STORY_WIDTH, "-wide"), (_BROAD_WIDTH, "-broad")]
"""From `_STORY_WIDTH` cells on the preview has room for the story of a game."""


_REST = 0.15
"""Seconds that the cursor rests on a game before its story is read."""


_FIRST_BATCH, _BATCH = 40, 200
"""Folders that are read before the first paint, and between two paints while a thread reads the
rest."""


class LibraryScreen(AppScreen):
    """Lists the saved games of a folder with search, filters, sorting and a preview.

    Args:
        root: The folder of the saved games.
        glyphs: The glyphs to draw.
        wanted: The initial search query, in the syntax of the search bar.

    Attributes:
        games: The listed games, in order.
        index: The index of the saved games.
    """

    PLACE = "library"
    AUTO_FOCUS = "LazyMenu"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("library")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    DEFAULT_CSS = """
    LibraryScreen #games { height: 1fr; background: $w-background; padding: 1 1; width: 1fr; }
    LibraryScreen #empty { display: none; padding: 2 4; height: 1fr; }
    LibraryScreen.-none #empty { display: block; }
    LibraryScreen.-none #games, LibraryScreen.-none Preview { display: none; }
    LibraryScreen.-small Preview { width: 30; }
    LibraryScreen.-narrow Preview { display: none; }
    LibraryScreen.-broad Preview { width: 64; }
    """

    class ReadMore(Message):
        """Posted by the reading thread after each batch; `left` is the number of unread folders."""

        def __init__(self, left: int) -> None:
            super().__init__()
            self.left = left

    def __init__(self, root: Path, glyphs: Glyphs = FANCY, *, wanted: str = "") -> None:
        super().__init__(glyphs)
        self.games: list[ListedGame] = []
        self.index = LibraryIndex(root, library_file(root))
        self._query_text, self._query = wanted, GameFilter()
        self._sort: Sort = "date"
        self._reversed = self._indexing = self._unmounted = False
        self._total = self._unread_count = 0
        self._related_games: set[str] = set()
        self._story: tuple[str, GameStory] | None = None
        self._story_timer: Timer | None = None
        self.heading, self.searchbar = Heading(), SearchBar()
        self.menu, self.preview, self.empty = LazyMenu(dom_id="games"), Preview(), NoGames()
        self.add_handlers(
            ForkComparison(
                self, lambda: self.index.root / self.chosen.id if self.chosen else None
            ).deeds
        )
        self.add_handlers(LibraryActions(self, self.index, lambda: self.chosen, self.reload).deeds)

    def compose(self) -> ComposeResult:
        """Yield heading, list, preview, search bar and key line."""
        yield self.heading
        yield self.empty
        with Horizontal():
            yield self.menu
            yield self.preview
        yield self.searchbar
        yield self.keys
        yield TooSmall(self.plain_command)

    def plain_command(self) -> str:
        """Return the command that lists the games in plain lines."""
        return "wolftui library"

    # -- reading

    def on_mount(self) -> None:
        """Show problems of the index, and run the initial search."""
        if self.index.notice:
            self.notify(self.index.notice, markup=False, timeout=10)
        if self._query_text:
            self._look_for(self._query_text)

    @on(ScreenResume)
    def _uncovered_again(self) -> None:
        self.reload()

    def reload(self, game: str = "") -> None:
        """Refresh the index and list it again.

        Args:
            game: The id of the game to select; empty to keep the selection.
        """
        try:
            self._unread_count = self.index.refresh(_FIRST_BATCH).left
        except WolfError as error:
            self.notify(str(error), severity="error", markup=False, timeout=15)
        if self._unread_count and not self._indexing:
            self._indexing = True
            self.run_worker(self._index_rest, thread=True, group="reading")
        self._list(game)

    def _index_rest(self) -> None:
        """Read the remaining folders in a thread; closes the index if the screen is gone."""
        left = self._unread_count
        try:
            while left and not self._unmounted:
                left = self.index.refresh(_BATCH).left
                self.post_message(self.ReadMore(left))
        except WolfError as error:  # the folder was removed while it was read
            self.post_message(self.ReadMore(0))
            self.app.call_later(self.notify, str(error), severity="error", markup=False, timeout=15)
        finally:
            self._indexing = False
            if self._unmounted:
                self.index.close()

    @on(ReadMore)
    def _show_more(self, message: ReadMore) -> None:
        self._unread_count = message.left
        self._list()

    def on_unmount(self) -> None:
        """Close the index, unless the reading thread still runs, which then closes it."""
        self._unmounted = True
        if not self._indexing:
            self.index.close()

    def _list(self, game: str = "") -> None:
        """List the games of the index that match the query; `game` is as for `reload`."""
        at, chosen = self.menu.at, game or (self.chosen.id if self.chosen else "")
        self.games = self.index.games(self._query, self._sort, backwards=self._reversed)
        self._total = self.index.count()
        forked = [
            volume
            for volume in self.index.games(GameFilter(filters=(("is", "forked"),)))
            if not volume.problem
        ]
        over = self.index.games(GameFilter(filters=(("is", "people"), ("is", "finished"))))
        deals = Counter(volume.deal for volume in over if volume.deal and not volume.problem)
        self._related_games = {game for volume in forked for game in (volume.id, volume.fork)} | {
            volume.id for volume in over if deals[volume.deal] > 1
        }
        if chosen:
            at = next((number for number, found in enumerate(self.games) if found.id == chosen), at)
        self.set_class(not self.games, "-none")
        self.empty.show(self._query_text, self._total)
        self._offer(at)
        self._show_game()

    # -- painting

    def on_resize(self, event: events.Resize) -> None:
        """Lay out the columns again for the new width."""
        super().on_resize(event)
        self.call_after_refresh(self._offer)

    def _offer(self, at: int = -1) -> None:
        to = column_widths(self.games, self.menu.content_size.width - 1)
        games = self.games
        self.menu.offer_lines(
            len(games),
            lambda number: game_row(games[number], to, self.glyphs),
            self.menu.at if at < 0 else at,
        )
        listed = ListState(
            len(games),
            self._total,
            self._sort,
            self._reversed,
            self._query_text,
            self._unread_count,
        )
        self.heading.show(list_heading(listed, self.glyphs, self.size.width))

    @property
    def chosen(self) -> ListedGame | None:
        """The game under the cursor, or None."""
        return self.games[self.menu.at] if self.menu.at < len(self.games) else None

    def has_forks(self, game: ListedGame) -> bool:
        """Whether a game is a fork, has been forked, or has another game of its deal."""
        return game.id in self._related_games

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        game = self.chosen
        return Situation(
            "search" if self.searchbar.has_focus_within else "library",
            writing=self.searchbar.has_focus_within,
            can_go_back=bool(self._query_text) or len(self.app.screen_stack) > 2,
            has_running_games=game is not None,
            unfinished=game is not None and game.resumable,
            forkable=game is not None and game.forkable,
            guessable=game is not None and game.forkable,
            has_forks=game is not None and self.has_forks(game),
        )

    @on(Menu.Moved)
    def _show_game(self) -> None:
        game = self.chosen
        if game is None:
            self.preview.show(no_lines)
        else:
            about = read_about(self.index.root / game.id)[0]
            quote = self.index.quote(game.id, self._query.words)
            self.preview.show(
                lambda width: preview_lines(game, about, quote, width, self._story_of(game))
            )
            self._await_story(game)
        self.refresh_key_line()

    def _story_of(self, game: ListedGame) -> GameStory | None:
        known = self._story
        return known[1] if known and known[0] == game.id else None

    def _await_story(self, game: ListedGame) -> None:
        """Read the story of a game that is over once the cursor rests on it."""
        if self._story_timer:
            self._story_timer.stop()
        is_told = game.ended and not game.problem and self.size.width >= _STORY_WIDTH
        if is_told and (self._story is None or self._story[0] != game.id):
            self._story_timer = self.set_timer(_REST, lambda: self._read_story(game))

    @work(thread=True, exclusive=True, group="story")
    def _read_story(self, game: ListedGame) -> None:
        from wolftui.views.game_story import GameStory, read_story

        seat = game.own.seat if game.own else 0
        try:
            story = read_story(self.index.root / game.id, seat, self.glyphs)
        except WolfError as error:
            story = GameStory(((Span(str(error), "warn"),),))
        self.app.call_from_thread(self._show_story, game.id, story)

    def _show_story(self, game: str, story: GameStory) -> None:
        self._story = (game, story)
        self.preview.repaint()

    # -- what is shown

    def action_search(self) -> None:
        """Open the search bar for words that were said and for filters."""
        self.searchbar.open(self._query_text)

    def action_sort(self) -> None:
        """Switch to the next sort order."""
        self._sort = SORTS[(SORTS.index(self._sort) + 1) % len(SORTS)]
        self._list()

    def action_turn_round(self) -> None:
        """Reverse the sort order."""
        self._reversed = not self._reversed
        self._list()

    def action_filter(self) -> None:
        """Ask for a filter and add it to the query."""
        choices = filter_choices(self.index.value_counts("board"), self.index.value_counts("tag"))
        words = (
            "Filters can be written, too: / and then board:sla7, who:ada, tag:close, won:village."
        )
        self.app.push_screen(
            ChoiceDialog("Show only", words, choices, keys=[""] * len(choices)), self._add_filter
        )

    def _add_filter(self, chosen: str | None) -> None:
        if chosen is not None:
            self._look_for(with_filter(self._query_text, chosen))

    def _look_for(self, text: str) -> None:
        try:
            self._query = parse_filter(text)
        except WolfError as error:
            self.searchbar.show_count("no such filter")
            self.log(str(error))
            return
        self._query_text = text
        self._list()
        self.searchbar.show_count(f"{len(self.games):,} found" if text.strip() else "")

    @on(SearchBar.Changed)
    def _search_for(self, message: SearchBar.Changed) -> None:
        self._look_for(message.words)

    @on(SearchBar.Accepted)
    def _keep_search(self) -> None:
        self.searchbar.display = False
        self.menu.focus()

    @on(SearchBar.Cancelled)
    def _end_search(self) -> None:
        self._look_for("")
        self.menu.focus()

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def _focus_moved(self) -> None:
        self.refresh_key_line()

    # -- the chosen game

    @on(Menu.Chosen)
    def action_open(self) -> None:
        """Replay the selected game, from where the searched words were said."""
        if self.chosen:
            self.app.open_game(self.index.root / self.chosen.id, self._query.words)

    def action_record(self) -> None:
        """Open the statistics of the person's own games."""
        self.app.show_record()

    def action_export(self) -> None:
        """Export the selected game to a file."""
        if self.chosen:
            self.app.export_saved_game(self.index.root / self.chosen.id)

    def action_resume(self) -> None:
        """Resume the selected game."""
        if self.chosen:
            self.app.resume_game(self.index.root / self.chosen.id)

    def action_back(self) -> None:
        """Clear the query; without one return to the previous screen, or exit if there is none."""
        if self._query_text:
            self._look_for("")
        elif len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.app.exit(0)
