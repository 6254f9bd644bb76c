"""The result screen: tabs of measured numbers for a finished game, and the next actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import dropwhile
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll

from wolfcore.errors import ConfigError, WolfError
from wolfcore.records import read_about
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.widgets.line_view import ComputedLines, Heading, TooSmall
from wolftui.screen.widgets.number_page import Explanation, NumberPage, TabRow
from wolftui.settings.actions import Situation
from wolftui.views.labels import board_title
from wolftui.views.result.explanations import evidence_lines, full_explanation
from wolftui.views.result.game_numbers import GameNumbers
from wolftui.views.result.next_steps import (
    RetryPoint,
    Step,
    next_step_lines,
    next_steps,
    offers_retry,
    retry_point,
)
from wolftui.views.result.page import Page
from wolftui.views.result.tabs import OWN_TAB, tabs_of
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Line, Span

from .app_screen import AppScreen, key_bindings
from .dialogs import TextDialog
from .end_analysis import EndAnalysis
from .game_dialogs import ask_fork, rules_dialog
from .game_diff import ForkComparison
from .number_pages import EvidenceDialog

if TYPE_CHECKING:
    from wolfcore.analysis import Course
    from wolftui.games.coached_seat import CoachedSeat
    from wolftui.games.spoken_words import SeatOfGame, WordsOfSeat

_WIDTHS = [(0, "-small"), (100, "-wide")]


_HEIGHTS = [(0, "-low"), (20, "-high")]


class ResultScreen(AppScreen):
    """Shows the measured numbers of a finished game in tabs; offers replay, export and fork.

    Args:
        shown: The game.
        glyphs: The glyphs to draw.
        analysis: What the tab You says; None to begin when this screen opens.
    """

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
    ResultScreen.-small TabRow { padding: 1 0; }
    ResultScreen.-low TabRow { padding: 0; height: 1; }
    ResultScreen #next { height: auto; padding: 0 4; background: $w-background; }
    ResultScreen.-small #next { padding: 0 1 0 2; }
    ResultScreen.-small Explanation { padding: 0 1 0 2; }
    """

    def __init__(
        self, shown: ShownGame, glyphs: Glyphs = FANCY, analysis: EndAnalysis | None = None
    ) -> None:
        super().__init__(glyphs)
        self.shown = shown
        self._analysis = analysis or EndAnalysis(shown)
        outcome = shown.outcome
        assert outcome, "a game that is not over has no result"
        self.numbers = GameNumbers(shown, outcome, glyphs)
        self._tabs = tabs_of(self.numbers)
        self._has_same_deal = False
        self.heading, self.tabs = Heading(), TabRow([tab.name for tab in self._tabs])
        self.page = NumberPage(self._page, len(self._tabs), self._move_step)
        self.explanation = Explanation(glyphs)
        self._chosen = ""
        self.next_steps = ComputedLines(self._step_lines, dom_id="next")

    def _page(self, tab: int, width: int) -> Page:
        return self._tabs[tab].page(self.numbers, width)

    @cached_property
    def _retry(self) -> RetryPoint | None:
        """The person's last word or deed, from where one person can play on; None for others."""
        seats = self.numbers.own_seats
        if not self.shown.forkable or len(seats) != 1:
            return None
        # What was answered before a fork is of its parent.
        about, _ = read_about(Path(self.shown.path))
        fork = about.fork.ask if about and about.fork else ""
        asks = dropwhile(lambda ask: bool(fork) and ask != fork, self.shown.journal())
        return retry_point(asks, seats[0])

    @property
    def _steps(self) -> Sequence[Step]:
        """What can be done next, below the tab You; nothing below another tab."""
        if self._tabs[self.page.tab] is not OWN_TAB:
            return ()
        situation = self.situation
        return next_steps(
            self._retry if offers_retry(self.numbers) else None,
            words=situation.forkable,
            again=situation.can_play_again,
            same_deal=situation.has_forks,
            share=bool(self._code_lines and len(self.numbers.own_seats) == 1),
        )

    def _step_lines(self, width: int) -> Sequence[Line]:
        return next_step_lines(self._steps, self._step, width, self.app.key_of)

    @property
    def _step(self) -> int:
        """The index of the chosen step, which others may be added before; -1 for none.

        None is chosen at first, so that one Enter too many does not begin a game.
        """
        steps = self._steps
        return next((at for at, step in enumerate(steps) if step.action == self._chosen), -1)

    def _move_step(self, by: int) -> bool:
        """Choose the next step or the one before; returns whether anything changed."""
        steps, before = self._steps, self._step
        at = max(before + by, -1)
        if at == before or at >= len(steps):
            return False
        self._chosen = steps[at].action if at >= 0 else ""
        self.next_steps.repaint()
        self.refresh_key_line()
        return True

    def action_do_step(self) -> None:
        """Take the chosen step below the tab You."""
        self.app.press_key(self.app.key_of(self._steps[self._step].action))

    @cached_property
    def _code_lines(self) -> tuple[str, ...]:
        """The result in lines for a friend, with the code of the deal; empty without a code."""
        from wolftui.games.shared_result import shared_result

        try:
            return shared_result(Path(self.shown.path)) if self.shown.path else ()
        except ConfigError:
            return ()

    def compose(self) -> ComposeResult:
        """Yield heading, tabs, page, explanation of the selected number, and key line."""
        yield self.heading
        yield self.tabs
        with VerticalScroll(id="result", can_focus=False):
            yield self.page
        yield self.next_steps
        yield self.explanation
        yield self.keys
        yield TooSmall(self.plain_command)

    def show_analysis(self, course: Course | None, spoken: Mapping[int, WordsOfSeat]) -> None:
        """Show in the tab You where the game turned, if known, and what each person's words did."""
        self.numbers.course, self.numbers.spoken = course, spoken
        if self.is_mounted:
            self.page.rebuild()

    def _show_found(self) -> None:
        """Show what the analysis has found so far."""
        found = self._analysis
        self.numbers.coached.update(found.coached)
        if found.spoken:
            self.show_analysis(found.course, found.spoken)

    def on_mount(self) -> None:
        """Show board, series and game id in the heading."""
        self._analysis.begin(self.app)
        self._analysis.await_result(self._show_found)
        self._show_found()
        if self.numbers.own_seats and self.shown.path and self.app.heartbeat:
            self.run_worker(self.find_same_deal, thread=True, group="deal")
        board = board_title(self.shown.session.board.name)
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

    def find_same_deal(self) -> None:
        """Look for another saved game of this deal, and offer it; runs in a thread."""
        from wolftui.games.forks import SAME_DEAL, related_games

        # Where the folder cannot be read, the library says so.
        with suppress(WolfError):
            found = related_games(Path(self.shown.path))
            if any(game.relation == SAME_DEAL for game in found):
                self.app.call_from_thread(self._offer_same_deal)

    def _offer_same_deal(self) -> None:
        self._has_same_deal = True
        if self.is_mounted:
            self.next_steps.repaint()
            self.refresh_key_line()

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        return Situation(
            "result",
            over=True,
            can_play_again=self.app.can_play_again,
            next_game_planned=self.app.has_next_game,
            can_go_back=True,
            choosing=self.page.derivation is not None or self._chosen != "",
            lobby_open=self.app.has_lobby,
            forkable=self.shown.forkable,
            guessable=self.shown.has_outcome,
            retryable=self._retry is not None,
            person=bool(self.shown.person_seats),
            has_forks=self._has_same_deal,
            has_steps=self._tabs[self.page.tab] is OWN_TAB,
            has_code=bool(self._code_lines),
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
        self._chosen = ""
        self.tabs.show(message.number)
        self.page.open(message.number)
        self.next_steps.repaint()

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
            self.app.review_from(self.shown, entry)

    def action_tabs(self) -> None:
        """Open the next tab."""
        self.page.turn(1)

    def action_numbers(self) -> None:
        """Select the next number in reading order."""
        self.page.next(1)

    def action_review(self) -> None:
        """Replay this game from its start."""
        self.app.review_from(self.shown)

    def action_record(self) -> None:
        """Open the statistics of the person's own games."""
        self.app.show_record()

    def action_words(self) -> None:
        """Show what the words of the people here did."""
        from .words_screen import WordsScreen

        self.app.push_screen(WordsScreen(self.shown, self.shown.person_seats, self.glyphs))

    def action_decisions(self) -> None:
        """Show what the people here could have done better."""
        from .decisions_screen import DecisionsScreen

        people = self.shown.person_seats
        self.app.push_screen(DecisionsScreen(self.shown, people, self.glyphs, self.show_coached))

    def show_coached(self, told: SeatOfGame) -> None:
        """Show in the tab You the best and the worst decision of a person."""
        self.numbers.coached[told.seat] = cast("CoachedSeat", told)
        if self.is_mounted:
            self.page.rebuild()
            self.next_steps.repaint()

    def action_export(self) -> None:
        """Export this game to a file."""
        self.app.export_game(self.shown, Path(self.shown.path) if self.shown.path else None)

    def action_share(self) -> None:
        """Copy the result in lines for a friend, who can play the same deal."""
        words = "\n".join(self._code_lines)
        self.app.copy_to_clipboard(words)
        self.notify(words, title="Copied", markup=False, timeout=10)

    def action_compare(self) -> None:
        """Put this game beside a related one, such as another game of its deal."""
        ForkComparison(self, lambda: Path(self.shown.path)).choose()

    def action_fork(self) -> None:
        """Fork this game at an earlier ask; does nothing if it is not saved."""
        if self.shown.path:
            ask_fork(self, Path(self.shown.path))

    def action_guess(self) -> None:
        """Replay this game with the roles hidden, and guess who is a wolf."""
        self.app.guess_along(self.shown)

    def action_retry(self) -> None:
        """Play on from before the person's last word or deed, in the same seat."""
        if self._retry:
            self.app.fork_game(Path(self.shown.path), self._retry.ask, ())

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
