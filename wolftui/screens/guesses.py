"""How somebody who guessed along did: a page of numbers that explain themselves."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll

from wolftui.figures.guessing import GuessScore
from wolftui.panels.after.book import GameNumbers
from wolftui.panels.after.explaining import evidence_lines, full_explanation
from wolftui.panels.after.page import Page
from wolftui.panels.guesses import guesses_page
from wolftui.session.shown import ShownGame
from wolftui.settings.actions import Situation
from wolftui.text.glyphs import FANCY, Glyphs
from wolftui.text.spans import Span
from wolftui.widgets.heading import Heading
from wolftui.widgets.pages import Explanation, NumberPage
from wolftui.widgets.small import TooSmall

from .moments import EvidenceDialog
from .over import TextDialog
from .place import AppScreen, key_bindings

_WIDTHS = [(0, "-small"), (100, "-wide")]


class GuessesScreen(AppScreen):
    """The guesses of somebody about a game whose roles are shown, as `score` counts them."""

    PLACE = "guesses"
    AUTO_FOCUS = "NumberPage"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("guesses")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    DEFAULT_CSS = """
    GuessesScreen #guesses { height: 1fr; padding: 1 4; background: $w-background; scrollbar-size-vertical: 1; }
    GuessesScreen.-small #guesses { padding: 1 1 0 2; }
    GuessesScreen.-small Explanation { padding: 0 1 0 2; }
    """

    def __init__(self, shown: ShownGame, score: GuessScore, glyphs: Glyphs = FANCY) -> None:
        super().__init__(glyphs)
        self._shown, self.score = shown, score
        self.heading, self.page, self.explanation = Heading(), NumberPage(self._page, 1), Explanation(glyphs)

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
        yield TooSmall(self.plain_command)

    def on_mount(self) -> None:
        """Say where we are."""
        board = Span(f"  {self._shown.session.board.name}     ", "quiet")
        game = Span(f"     {self._shown.game}", "dim")
        self.heading.show((Span(f" {self.glyphs.day} wolftui", "accent"), board, Span("Your guesses", "strong"), game))

    @property
    def situation(self) -> Situation:
        """What decides which actions make sense now."""
        return Situation("guesses", can_go_back=True, choosing=self.page.derivation is not None)

    def plain_command(self) -> str:
        """The command that guesses in plain lines."""
        return f"{self._shown.resume_command} --plain --guess" if self._shown.resume_command else ""

    @on(NumberPage.Moved)
    def _show_summary(self) -> None:
        self.explanation.show(self.page.derivation)
        self.refresh_key_line()

    @on(NumberPage.Chosen)
    def action_explain(self) -> None:
        """Say all of the chosen number, with the moment behind it."""
        told, outcome = self.page.derivation, self._shown.outcome
        if told is None or outcome is None:
            return
        behind = evidence_lines(GameNumbers(self._shown, outcome, self.glyphs), told.entries)
        if behind:
            self.app.push_screen(EvidenceDialog(full_explanation(told), behind), self._look)
        else:
            self.app.push_screen(TextDialog(told.title, full_explanation(told)[1:]))

    def _look(self, entry: int | None) -> None:
        if entry is not None:
            self.app.review_from(entry)

    def action_numbers(self) -> None:
        """To the next number, as one reads."""
        self.page.next(1)

    def action_back(self) -> None:
        """Let go of the chosen number, else back to the table."""
        if self.page.derivation:
            self.page.choose(-1)
        else:
            self.app.pop_screen()
