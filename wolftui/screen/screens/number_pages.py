"""Screens with one page of explained numbers: guess scores and the person's own record.

Like the result screen they let the person select a number and read its explanation and its
evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll

from wolfcore.records import newest_folders
from wolftui.games.session.shown_game import ShownGame
from wolftui.measures.guess_scores import GuessScore
from wolftui.measures.own_habits import read_whole_record
from wolftui.measures.player_record import MOST_GAMES, OwnRecord
from wolftui.screen.widgets.line_view import Heading, TooSmall
from wolftui.screen.widgets.number_page import Explanation, NumberPage
from wolftui.settings.actions import Situation
from wolftui.views.guess_page import guesses_page
from wolftui.views.labels import board_title
from wolftui.views.record_page import game_line, record_page
from wolftui.views.result.explanations import EvidenceLine, evidence_lines, full_explanation
from wolftui.views.result.game_numbers import GameNumbers
from wolftui.views.result.page import Page
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Line, Span

from .app_screen import AppScreen, key_bindings
from .dialogs import ChoiceDialog, TextDialog, WrappedLines

_WIDTHS = [(0, "-small"), (100, "-wide")]


class GuessesScreen(AppScreen):
    """Shows how good a person's guesses about a game were, once its roles are revealed."""

    PLACE = "guesses"
    AUTO_FOCUS = "NumberPage"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("guesses")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    DEFAULT_CSS = """
    GuessesScreen #guesses {
        height: 1fr; padding: 1 4; background: $w-background; scrollbar-size-vertical: 1;
    }
    GuessesScreen.-small #guesses { padding: 1 1 0 2; }
    GuessesScreen.-small Explanation { padding: 0 1 0 2; }
    """

    def __init__(self, shown: ShownGame, score: GuessScore, glyphs: Glyphs = FANCY) -> None:
        super().__init__(glyphs)
        self._shown, self.score = shown, score
        self.heading, self.page, self.explanation = (
            Heading(),
            NumberPage(self._page, 1),
            Explanation(glyphs),
        )

    def _page(self, tab: int, width: int) -> Page:
        del tab
        return guesses_page(self.score, self._shown.session.names, width, self.glyphs)

    def compose(self) -> ComposeResult:
        """Yield heading, page, explanation of the selected number, and key line."""
        yield self.heading
        with VerticalScroll(id="guesses", can_focus=False):
            yield self.page
        yield self.explanation
        yield self.keys
        yield TooSmall(self.plain_command)

    def on_mount(self) -> None:
        """Show board and game id in the heading."""
        board = Span(f"  {board_title(self._shown.session.board.name)}     ", "quiet")
        game = Span(f"     {self._shown.game}", "dim")
        self.heading.show(
            (
                Span(f" {self.glyphs.day} wolftui", "accent"),
                board,
                Span("Your guesses", "strong"),
                game,
            )
        )

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        return Situation("guesses", can_go_back=True, choosing=self.page.derivation is not None)

    def plain_command(self) -> str:
        """Return the command of guess mode in plain lines; empty if there is none."""
        return f"{self._shown.resume_command} --plain --guess" if self._shown.resume_command else ""

    @on(NumberPage.Moved)
    def _show_summary(self) -> None:
        self.explanation.show(self.page.derivation)
        self.refresh_key_line()

    @on(NumberPage.Chosen)
    def action_explain(self) -> None:
        """Explain the selected number in full, with its evidence; choosing evidence replays it."""
        derivation, outcome = self.page.derivation, self._shown.outcome
        if derivation is None or outcome is None:
            return
        behind = evidence_lines(GameNumbers(self._shown, outcome, self.glyphs), derivation.entries)
        if behind:
            self.app.push_screen(EvidenceDialog(full_explanation(derivation), behind), self._look)
        else:
            self.app.push_screen(TextDialog(derivation.title, full_explanation(derivation)[1:]))

    def _look(self, entry: int | None) -> None:
        if entry is not None:
            self.app.review_from(self._shown, entry)

    def action_numbers(self) -> None:
        """Select the next number in reading order."""
        self.page.next(1)

    def action_back(self) -> None:
        """Clear the selected number; if none is selected, return to the table."""
        if self.page.derivation:
            self.page.choose(-1)
        else:
            self.app.pop_screen()


_MAX_LISTED_GAMES = 60
"""The most games listed as the evidence of one number; the last ones are listed."""


_LOADING_PAGE = Page([(Span("Your games are being read.", "quiet"),)])


class RecordScreen(AppScreen):
    """Shows the statistics of the person's own games in the folder `root`.

    A thread reads the person's games among the newest `MOST_GAMES` folders.
    """

    PLACE = "record"
    AUTO_FOCUS = "NumberPage"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("record")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    DEFAULT_CSS = """
    RecordScreen #record {
        height: 1fr; padding: 1 4; background: $w-background; scrollbar-size-vertical: 1;
    }
    RecordScreen.-small #record { padding: 1 1 0 2; }
    RecordScreen.-small Explanation { padding: 0 1 0 2; }
    """

    def __init__(self, root: Path, glyphs: Glyphs = FANCY) -> None:
        super().__init__(glyphs)
        self._root = root
        self.record: OwnRecord | None = None
        self.heading, self.page, self.explanation = (
            Heading(),
            NumberPage(self._page, 1),
            Explanation(glyphs),
        )

    def _page(self, tab: int, width: int) -> Page:
        del tab
        return record_page(self.record, width, self.glyphs) if self.record else _LOADING_PAGE

    def compose(self) -> ComposeResult:
        """Yield heading, page, explanation of the selected number, and key line."""
        yield self.heading
        with VerticalScroll(id="record", can_focus=False):
            yield self.page
        yield self.explanation
        yield self.keys
        yield TooSmall(self.plain_command)

    def on_mount(self) -> None:
        """Show the heading and start to read the games."""
        self.heading.show(
            (Span(f" {self.glyphs.night} wolftui", "accent"), Span("     My record", "strong"))
        )
        self._read()

    @work(thread=True)
    def _read(self) -> None:
        record = read_whole_record(newest_folders(self._root, MOST_GAMES))
        self.app.call_from_thread(self._show, record)

    def _show(self, record: OwnRecord) -> None:
        self.record = record
        self.page.rebuild()

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        return Situation("record", can_go_back=True, choosing=self.page.derivation is not None)

    def plain_command(self) -> str:
        """Return the command that shows the same in plain lines."""
        return "wolftui record --plain"

    @on(NumberPage.Moved)
    def _show_summary(self) -> None:
        self.explanation.show(self.page.derivation)
        self.refresh_key_line()

    @on(NumberPage.Chosen)
    def action_explain(self) -> None:
        """Explain the selected number in full, with the games behind it; choosing one replays it.

        Does nothing if no games are behind the number.
        """
        derivation = self.page.derivation
        if derivation and derivation.games:
            behind = [
                EvidenceLine(place, game_line(path))
                for place, path in enumerate(derivation.games[-_MAX_LISTED_GAMES:])
            ]
            words = EvidenceDialog(full_explanation(derivation), behind, "Enter replays the game.")
            self.app.push_screen(
                words, lambda place: self._open(derivation.games[-_MAX_LISTED_GAMES:], place)
            )

    def _open(self, games: tuple[Path, ...], place: int | None) -> None:
        if place is not None:
            self.app.open_game(games[place])

    def action_numbers(self) -> None:
        """Select the next number in reading order."""
        self.page.next(1)

    def action_back(self) -> None:
        """Clear the selected number; if none is selected, leave the screen.

        Without a previous screen the program exits.
        """
        if self.page.derivation:
            self.page.choose(-1)
        elif len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.app.exit(0)


GO_TO_ENTRY = "Enter goes to the moment in the replay."


class EvidenceDialog(ChoiceDialog[int]):
    """Explains a number and lists its evidence; returns the `entry` of the evidence chosen.

    For moments of one game this is the index of the log entry, from 0; for games, the index in the
    list.

    Args:
        words: The explanation of the number.
        behind: The evidence, in order; at least one item.
        goes: What Enter does, as a sentence.
    """

    DEFAULT_CSS = """
    EvidenceDialog > Vertical { width: 92; }
    """

    def __init__(
        self, words: Sequence[Line], behind: Sequence[EvidenceLine], goes: str = GO_TO_ENTRY
    ) -> None:
        super().__init__(
            "", "", [(moment.line, moment.entry) for moment in behind], keys=[""] * len(behind)
        )
        self._lines, self._goes = tuple(words), goes

    def compose_text(self) -> WrappedLines:
        """Return the explanation and what Enter does."""
        return WrappedLines([*self._lines, (), (Span(self._goes, "dim"),)])
