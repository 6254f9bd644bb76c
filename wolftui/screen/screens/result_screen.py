"""The result screen: tabs of measured numbers for a finished game, and the next actions."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll

from wolfcore.errors import ConfigError
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.widgets.line_view import Heading, TooSmall
from wolftui.screen.widgets.number_page import Explanation, NumberPage, TabRow
from wolftui.settings.actions import Situation
from wolftui.views.result.explanations import evidence_lines, full_explanation
from wolftui.views.result.game_numbers import GameNumbers
from wolftui.views.result.page import Page
from wolftui.views.result.tabs import TABS
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Span

from .app_screen import AppScreen, key_bindings
from .dialogs import TextDialog
from .game_dialogs import ask_fork, rules_dialog
from .number_pages import EvidenceDialog

_WIDTHS = [(0, "-small"), (100, "-wide")]


_HEIGHTS = [(0, "-low"), (20, "-high")]


class ResultScreen(AppScreen):
    """Shows the measured numbers of a finished game in tabs; offers replay, export and fork."""

    PLACE = "result"
    AUTO_FOCUS = "NumberPage"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("result")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    VERTICAL_BREAKPOINTS = _HEIGHTS
    DEFAULT_CSS = """
    ResultScreen #result {
        height: 1fr; padding: 0 4; background: $w-background; scrollbar-size-vertical: 1;
    }
    ResultScreen.-small #result { padding: 0 1 0 2; }
    ResultScreen.-small TabRow { padding: 1; }
    ResultScreen.-low TabRow { padding: 0 1; height: 1; }
    ResultScreen.-small Explanation { padding: 0 1 0 2; }
    """

    def __init__(self, shown: ShownGame, glyphs: Glyphs = FANCY) -> None:
        super().__init__(glyphs)
        self.shown = shown
        outcome = shown.outcome
        assert outcome, "a game that is not over has no result"
        self.numbers = GameNumbers(shown, outcome, glyphs)
        self.heading, self.tabs = Heading(), TabRow([tab.name for tab in TABS])
        self.page, self.explanation = NumberPage(self._page, len(TABS)), Explanation(glyphs)

    def _page(self, tab: int, width: int) -> Page:
        return TABS[tab].page(self.numbers, width)

    def compose(self) -> ComposeResult:
        """Yield heading, tabs, page, explanation of the selected number, and key line."""
        yield self.heading
        yield self.tabs
        with VerticalScroll(id="result", can_focus=False):
            yield self.page
        yield self.explanation
        yield self.keys
        yield TooSmall(self.plain_command)

    def on_mount(self) -> None:
        """Show board, series and game id in the heading."""
        board = self.shown.session.board.name
        series = (
            f" {self.glyphs.dot} {self.shown.queue_position}" if self.shown.queue_position else ""
        )
        self.heading.show(
            (
                Span(f" {self.glyphs.day} wolftui", "accent"),
                Span(f"  {board}     ", "quiet"),
                Span("After the game", "strong"),
                Span(series, "quiet"),
                Span(f"     {self.shown.game}", "dim"),
            )
        )

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        return Situation(
            "result",
            over=True,
            can_play_again=self.app.can_play_again,
            next_game_planned=self.app.has_next_game,
            can_go_back=True,
            choosing=self.page.derivation is not None,
            lobby_open=self.app.has_lobby,
            forkable=self.shown.forkable,
        )

    def plain_command(self) -> str:
        """Return the command that shows the same in plain lines."""
        return self.shown.resume_command

    @on(NumberPage.Moved)
    def _show_summary(self) -> None:
        self.explanation.show(self.page.derivation)
        self.refresh_key_line()

    @on(TabRow.Chosen)
    @on(NumberPage.TabRequested)
    def _turn(self, message: TabRow.Chosen | NumberPage.TabRequested) -> None:
        self.tabs.show(message.number)
        self.page.open(message.number)

    @on(NumberPage.Chosen)
    def action_explain(self) -> None:
        """Explain the selected number in full, with its evidence; choosing evidence replays it."""
        derivation = self.page.derivation
        behind = evidence_lines(self.numbers, derivation.entries) if derivation else []
        if derivation and behind:
            self.app.push_screen(EvidenceDialog(full_explanation(derivation), behind), self._go_to)
        elif derivation:
            self.app.push_screen(TextDialog(derivation.title, full_explanation(derivation)[1:]))

    def _go_to(self, entry: int | None) -> None:
        if entry is not None:
            self.app.review_from(entry)

    def action_tabs(self) -> None:
        """Open the next tab."""
        self.page.turn(1)

    def action_numbers(self) -> None:
        """Select the next number in reading order."""
        self.page.next(1)

    def action_review(self) -> None:
        """Replay this game from its start."""
        self.app.review_from()

    def action_record(self) -> None:
        """Open the statistics of the person's own games."""
        self.app.show_record()

    def action_export(self) -> None:
        """Export this game to a file."""
        self.app.export_game(self.shown, Path(self.shown.path) if self.shown.path else None)

    def action_share(self) -> None:
        """Copy the result in lines for a friend, who can play the same deal."""
        from wolftui.games.shared_result import shared_result

        if not self.shown.path:
            self.notify("This game is not saved, so it has no code.", severity="warning")
            return
        try:
            lines = shared_result(Path(self.shown.path))
        except ConfigError as error:
            self.notify(str(error), severity="warning", markup=False)
            return
        self.app.copy_to_clipboard("\n".join(lines))
        self.notify("\n".join(lines), title="Copied", markup=False, timeout=10)

    def action_fork(self) -> None:
        """Fork this game at an earlier ask; does nothing if it is not saved."""
        if self.shown.path:
            ask_fork(self, Path(self.shown.path))

    def action_rules(self) -> None:
        """Show the rules of this game's board."""
        self.app.push_screen(rules_dialog(self.shown.session.board, self.glyphs))

    def action_again(self) -> None:
        """Play another game like this one."""
        self.app.play_again()

    def action_next_game(self) -> None:
        """Play the next game of the series."""
        self.app.play_again()

    def action_lobby(self) -> None:
        """Return to the lobby."""
        self.app.return_to_lobby()

    def action_back(self) -> None:
        """Clear the selected number; if none is selected, return to the table."""
        if self.page.derivation:
            self.page.choose(-1)
        else:
            self.app.pop_screen()
