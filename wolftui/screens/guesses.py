"""How somebody who guessed along did: a page of numbers that explain themselves."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll

from wolftui.figures.guessing import Score
from wolftui.panels.after.book import Book
from wolftui.panels.after.explaining import in_full, moments
from wolftui.panels.after.page import Page
from wolftui.panels.guesses import guesses_page
from wolftui.session.shown import ShownGame
from wolftui.settings.actions import Situation
from wolftui.text.glyphs import FANCY, Glyphs
from wolftui.text.spans import Span
from wolftui.widgets.heading import Heading
from wolftui.widgets.pages import Explanation, PagePaper
from wolftui.widgets.small import TooSmall

from .moments import Moments
from .over import ReadingOver
from .place import PlaceScreen, bindings

_WIDTHS = [(0, "-small"), (100, "-wide")]


class GuessesScreen(PlaceScreen):
    """The guesses of somebody about a game whose roles are shown, as `score` counts them."""

    PLACE = "guesses"
    AUTO_FOCUS = "PagePaper"
    BINDINGS: ClassVar[list[BindingType]] = bindings("guesses")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    DEFAULT_CSS = """
    GuessesScreen #guesses { height: 1fr; padding: 1 4; background: $w-background; scrollbar-size-vertical: 1; }
    GuessesScreen.-small #guesses { padding: 1 1 0 2; }
    GuessesScreen.-small Explanation { padding: 0 1 0 2; }
    """

    def __init__(self, shown: ShownGame, score: Score, glyphs: Glyphs = FANCY) -> None:
        super().__init__(glyphs)
        self._shown, self.score = shown, score
        self.heading, self.page, self.explanation = Heading(), PagePaper(self._page, 1), Explanation(glyphs)

    def _page(self, tab: int, width: int) -> Page:
        del tab
        return guesses_page(self.score, self._shown.session.names, width, self.glyphs)

    def compose(self) -> ComposeResult:
        """The first line, the page, what the chosen number is, the keys."""
        yield self.heading
        with VerticalScroll(id="guesses", can_focus=False):
            yield self.page
        yield self.explanation
        yield self.keys
        yield TooSmall(self.in_lines)

    def on_mount(self) -> None:
        """Say where we are."""
        board = Span(f"  {self._shown.session.board.name}     ", "quiet")
        game = Span(f"     {self._shown.game}", "dim")
        self.heading.show((Span(f" {self.glyphs.day} wolftui", "accent"), board, Span("Your guesses", "strong"), game))

    @property
    def situation(self) -> Situation:
        """What decides which actions make sense now."""
        return Situation("guesses", behind=True, choosing=self.page.told is not None)

    def in_lines(self) -> str:
        """The command that guesses in plain lines."""
        return f"{self._shown.in_lines} --plain --guess" if self._shown.in_lines else ""

    @on(PagePaper.Moved)
    def _explain_in_brief(self) -> None:
        self.explanation.show(self.page.told)
        self.paint_keys()

    @on(PagePaper.Chosen)
    def action_explain(self) -> None:
        """Say all of the chosen number, with the moment behind it."""
        told, outcome = self.page.told, self._shown.outcome
        if told is None or outcome is None:
            return
        behind = moments(Book(self._shown, outcome, self.glyphs), told.entries)
        if behind:
            self.app.push_screen(Moments(in_full(told), behind), self._look)
        else:
            self.app.push_screen(ReadingOver(told.title, in_full(told)[1:]))

    def _look(self, entry: int | None) -> None:
        if entry is not None:
            self.app.replay(entry)

    def action_numbers(self) -> None:
        """To the next number, as one reads."""
        self.page.next(1)

    def action_back(self) -> None:
        """Let go of the chosen number, else back to the table."""
        if self.page.told:
            self.page.choose(-1)
        else:
            self.app.pop_screen()
