"""Screens about a person's seat in a finished game, one page a person, computed in a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll

from wolfcore.analysis.silent_turns import Cancelled
from wolfcore.errors import WolfError
from wolfcore.records import SavedGame, read_game
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.spoken_words import SeatOfGame
from wolftui.screen.widgets.line_view import Heading, TooSmall
from wolftui.screen.widgets.number_page import NumberPage
from wolftui.settings.actions import Situation
from wolftui.views.labels import board_title
from wolftui.views.result.page import Page
from wolftui.views.result.spoken_words import seat_line
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import width_of, wrap

from .app_screen import AppScreen, key_bindings

_WIDTHS = [(0, "-small"), (100, "-wide")]


class SeatPages(AppScreen):
    """Shows moments of a person; replays the chosen one, or plays on from there as a fork.

    Args:
        shown: A finished, saved game.
        people: The seats of its people, at least one; left and right show another one's page.
        glyphs: The signs to draw.
        on_told: Called with each page's content as soon as it is known.

    Attributes:
        told: The content of the pages by seat, as far as it is known.
    """

    TITLE_WORDS: ClassVar[str]
    LOADING: ClassVar[str]
    OPTION: ClassVar[str]

    PLACE = "words"
    AUTO_FOCUS = "NumberPage"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("words")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    DEFAULT_CSS = """
    SeatPages #words {
        height: 1fr; padding: 1 4; background: $w-background; scrollbar-size-vertical: 1;
    }
    SeatPages.-small #words { padding: 1 1 0 2; }
    """

    def __init__(
        self,
        shown: ShownGame,
        people: Sequence[int],
        glyphs: Glyphs = FANCY,
        on_told: Callable[[SeatOfGame], None] = lambda told: None,
    ) -> None:
        super().__init__(glyphs)
        self._shown, self._people, self._on_told = shown, tuple(people), on_told
        self.told: dict[int, SeatOfGame] = {}
        self._progress = ""
        self._problem, self._closed = "", False
        self.heading, self.page = Heading(), NumberPage(self._page, len(self._people))

    def _page(self, tab: int, width: int) -> Page:
        told = self.told.get(self._people[tab])
        if told:
            return self.make_page(told, width)
        waiting = self.LOADING + self._progress
        words = Span(self._problem or waiting, "danger" if self._problem else "quiet")
        return Page(wrap((words,), width))

    def tell(self, saved: SavedGame, seat: int) -> SeatOfGame:
        """Read or compute the content of a seat's page, in a thread; `closed` says when to stop."""
        raise NotImplementedError

    def make_page(self, told: SeatOfGame, width: int) -> Page:
        """Build the page of a seat."""
        raise NotImplementedError

    def first_choice(self, told: SeatOfGame) -> int:
        """Return the number of the moment that is selected first."""
        del told
        return 0

    def closed(self) -> bool:
        """Whether the screen was left."""
        return self._closed

    def show_progress(self, done: int, total: int) -> None:
        """Show how far the computation is; called in its thread."""
        self.app.call_from_thread(self._show_progress, f" {done} of {total}.")

    def _show_progress(self, words: str) -> None:
        self._progress = words
        if not self._closed:
            self.page.rebuild()

    def compose(self) -> ComposeResult:
        """Yield heading, page and key line."""
        yield self.heading
        with VerticalScroll(id="words", can_focus=False):
            yield self.page
        yield self.keys
        yield TooSmall(self.plain_command)

    def on_mount(self) -> None:
        """Show the heading and start to read or compute the pages."""
        self._show_heading()
        self._compute()

    def on_unmount(self) -> None:
        """Stop the thread that still computes."""
        self._closed = True

    @work(thread=True)
    def _compute(self) -> None:
        try:
            saved = read_game(Path(self._shown.path))
            for seat in self._people:
                told = self.tell(saved, seat)
                self.app.call_from_thread(self._show, told)
        except WolfError as error:
            self.app.call_from_thread(self._fail, str(error))
        except Cancelled:
            return

    def _show(self, told: SeatOfGame) -> None:
        if self._closed:
            return
        self.told[told.seat] = told
        self._progress = ""
        self._on_told(told)
        self._show_heading()
        self.page.rebuild()
        if told.seat == self.seat:
            self.call_after_refresh(self.page.choose, self.first_choice(told))

    def _fail(self, problem: str) -> None:
        self._problem = problem
        self.page.rebuild()

    def _show_heading(self) -> None:
        told = self.told.get(self.seat)
        who: Line = (Span("     "), *seat_line(told, self.glyphs)) if told else ()
        start = Span(f" {self.glyphs.day} wolftui", "accent")
        board = Span(f"  {board_title(self._shown.session.board.name)}", "quiet")
        page: Line = (Span("     "), Span(self.TITLE_WORDS, "strong"), *who)
        fits = width_of((start, board, *page)) <= self.app.size.width
        self.heading.show((start, board, *page) if fits else (start, *page))

    @property
    def seat(self) -> int:
        """The person whose page is open."""
        return self._people[self.page.tab]

    @property
    def place(self) -> tuple[str, int] | None:
        """The ask at which the selected moment can be played on, and its log entry; or None."""
        raise NotImplementedError

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        return Situation(
            "words",
            over=True,
            can_go_back=True,
            choosing=self.place is not None,
            forkable=self._shown.forkable,
            filtered=self.is_folded,
            several_people=len(self._people) > 1,
        )

    @property
    def is_folded(self) -> bool:
        """Whether the page counts some moments in one line."""
        return False

    def plain_command(self) -> str:
        """Return the command that shows the same in plain lines."""
        return f"{self._shown.resume_command} {self.OPTION} {self.seat}"

    @on(NumberPage.Moved)
    def _show_keys(self) -> None:
        if self.page.at < 0 and self.page.spots:
            self.page.choose(0)  # at the top the first one stays chosen, so that it can be opened
        self.refresh_key_line()

    @on(NumberPage.TabRequested)
    def _turn(self, message: NumberPage.TabRequested) -> None:
        self.page.open(message.number)
        self._show_heading()
        self.call_after_refresh(self.page.choose, 0)

    def on_resize(self, event: events.Resize) -> None:
        """Fit the heading into another width."""
        super().on_resize(event)
        self._show_heading()

    def action_line(self) -> None:
        """Select the next moment of the person."""
        self.page.next(1)

    @on(NumberPage.Chosen)
    def action_show_line(self) -> None:
        """Replay the game from the selected moment."""
        if place := self.place:
            self.app.review_from(self._shown, place[1])

    def action_play_on(self) -> None:
        """Fork the game at the selected moment, with the person in the same seat."""
        if place := self.place:
            self.app.fork_game(Path(self._shown.path), place[0], (f"{self.seat}=human",))

    def action_person(self) -> None:
        """Show the page of the next person."""
        self.page.turn(1)

    def action_unfold(self) -> None:
        """Show all moments."""

    def action_back(self) -> None:
        """Return to the result."""
        self.app.pop_screen()
