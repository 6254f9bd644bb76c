"""The screen "What your words did": a person's lines in a finished game, computed in a thread."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll

from wolfcore.analysis.silent_turns import Cancelled
from wolfcore.analysis.spoken_effects import SpokenEffect
from wolfcore.errors import WolfError
from wolfcore.records import read_game
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.spoken_words import WordsOfSeat, words_of_seat
from wolftui.screen.widgets.line_view import Heading, TooSmall
from wolftui.screen.widgets.number_page import NumberPage
from wolftui.settings.actions import Situation
from wolftui.views.result.page import Page
from wolftui.views.result.spoken_words import seat_line, words_page
from wolftui.views.result.tabs import WORDS_TITLE
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Line, Span

from .app_screen import AppScreen, key_bindings

_WIDTHS = [(0, "-small"), (100, "-wide")]


_LOADING = "The days are being played again without your words."


class WordsScreen(AppScreen):
    """Shows what each line of a person did; replays it, or plays on from there as a fork.

    Args:
        shown: A finished, saved game.
        people: The seats of its people, at least one; left and right show another one's words.
        glyphs: The signs to draw.
    """

    PLACE = "words"
    AUTO_FOCUS = "NumberPage"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("words")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    DEFAULT_CSS = """
    WordsScreen #words {
        height: 1fr; padding: 1 4; background: $w-background; scrollbar-size-vertical: 1;
    }
    WordsScreen.-small #words { padding: 1 1 0 2; }
    """

    def __init__(self, shown: ShownGame, people: Sequence[int], glyphs: Glyphs = FANCY) -> None:
        super().__init__(glyphs)
        self._shown, self._people = shown, tuple(people)
        self.told: dict[int, WordsOfSeat] = {}
        self._problem, self._closed = "", False
        self.heading, self.page = Heading(), NumberPage(self._page, len(self._people))

    def _page(self, tab: int, width: int) -> Page:
        told = self.told.get(self._people[tab])
        if told:
            return words_page(told, width, self.glyphs)
        return Page([(Span(self._problem or _LOADING, "danger" if self._problem else "quiet"),)])

    def compose(self) -> ComposeResult:
        """Yield heading, page and key line."""
        yield self.heading
        with VerticalScroll(id="words", can_focus=False):
            yield self.page
        yield self.keys
        yield TooSmall(self.plain_command)

    def on_mount(self) -> None:
        """Show the heading and start to read or compute what the words did."""
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
                told = words_of_seat(saved, seat, lambda: self._closed)
                self.app.call_from_thread(self._show, told)
        except WolfError as error:
            self.app.call_from_thread(self._fail, str(error))
        except Cancelled:
            return

    def _show(self, told: WordsOfSeat) -> None:
        if self._closed:
            return
        self.told[told.seat] = told
        self._show_heading()
        self.page.rebuild()
        if told.seat == self._seat:
            self.call_after_refresh(self.page.choose, 0)

    def _fail(self, problem: str) -> None:
        self._problem = problem
        self.page.rebuild()

    def _show_heading(self) -> None:
        told = self.told.get(self._seat)
        who: Line = (Span("     "), *seat_line(told, self.glyphs)) if told else ()
        if len(self._people) > 1:
            who = (*who, Span("     ← → another person", "dim"))
        self.heading.show(
            (
                Span(f" {self.glyphs.day} wolftui", "accent"),
                Span(f"  {self._shown.session.board.name}     ", "quiet"),
                Span(WORDS_TITLE, "strong"),
                *who,
            )
        )

    @property
    def _seat(self) -> int:
        return self._people[self.page.tab]

    @property
    def chosen(self) -> SpokenEffect | None:
        """The words that are selected, or None."""
        told, derivation = self.told.get(self._seat), self.page.derivation
        return told.of_entry(derivation.entries[0]) if told and derivation else None

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        return Situation(
            "words",
            over=True,
            can_go_back=True,
            choosing=self.chosen is not None,
            forkable=self._shown.forkable,
        )

    def plain_command(self) -> str:
        """Return the command that shows the same in plain lines."""
        return f"{self._shown.resume_command} --words {self._seat}"

    @on(NumberPage.Moved)
    def _show_keys(self) -> None:
        self.refresh_key_line()

    @on(NumberPage.TabRequested)
    def _turn(self, message: NumberPage.TabRequested) -> None:
        self.page.open(message.number)
        self._show_heading()
        self.call_after_refresh(self.page.choose, 0)

    def action_line(self) -> None:
        """Select the next line of the person."""
        self.page.next(1)

    @on(NumberPage.Chosen)
    def action_show_line(self) -> None:
        """Replay the game from the selected words."""
        if words := self.chosen:
            self.app.review_from(words.entry)

    def action_play_on(self) -> None:
        """Fork the game at the selected words, with the person in the same seat."""
        if words := self.chosen:
            self.app.fork_game(Path(self._shown.path), words.ask, (f"{self._seat}=human",))

    def action_back(self) -> None:
        """Return to the result."""
        self.app.pop_screen()
