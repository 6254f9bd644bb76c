"""How a game went: who won and why, who was what and how they fell. Only for a game that is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll

from core.game import facts as f
from wolftui.panels.afterwords import TITLE, afterwords
from wolftui.panels.course import course
from wolftui.panels.first_figures import figures
from wolftui.panels.phrasing import role_span, seat_span
from wolftui.session.shown import ShownGame
from wolftui.settings.actions import Situation
from wolftui.text.glyphs import FANCY, Glyphs
from wolftui.text.outcome import Fate, Outcome
from wolftui.text.spans import Line, Span
from wolftui.text.spending import doubt_words, spent_words
from wolftui.text.wrapping import width_of, wrap
from wolftui.widgets.heading import Heading
from wolftui.widgets.paper import Paper
from wolftui.widgets.small import TooSmall

from .place import PlaceScreen, bindings
from .sheets import rules_of

_COLUMNS = (16, 14, 35)

_WIDTHS = [(0, "-small"), (100, "-wide")]


class ResultPaper(Paper):
    """The result."""

    DEFAULT_CSS = """
    ResultPaper { width: 1fr; height: auto; }
    """

    def __init__(self, shown: ShownGame, outcome: Outcome, glyphs: Glyphs) -> None:
        super().__init__(dom_id="outcome")
        self._shown, self._outcome, self._glyphs, self._rows = shown, outcome, glyphs, shown.rows
        self._said = afterwords(shown.all_facts, shown.session.board, outcome.fates)
        self._spent = shown.spent()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Who won, a line a seat, what it takes to play it again, the course, what the bots say, and the figures."""
        shown, outcome = self._shown, self._outcome
        session = shown.session
        lines: list[Line] = [
            *wrap(
                (
                    Span(outcome.title, f"{outcome.winner or 'strong'}+bold"),
                    Span(f" on day {_last_day(session.known_facts)}.  ", "text"),
                    Span(outcome.why, "quiet"),
                ),
                width,
            ),
            *[_about(fate, self._glyphs) for fate in outcome.fates if fate.seat in session.people],
            (),
            _row((Span("seat", "dim"),), (Span("role", "dim"),), (Span("fate", "dim"),), (Span("player", "dim"),)),
        ]
        lines += [_fate(fate, session.names, self._glyphs, sheriff=session.state.sheriff == fate.seat) for fate in outcome.fates]
        lines.append(())
        if shown.known_seed is not None:
            lines.append((Span("seed  ", "dim"), Span(str(shown.known_seed), "quiet")))
        lines += wrap((Span(shown.path or "not saved", "quiet"),), width, (Span("saved ", "dim"),), (Span("      "),))
        if self._spent:
            took = [line for each in self._spent for line in wrap((Span(spent_words(each), "quiet"),), width)]
            warning = doubt_words(self._spent)
            lines += [(), (Span("models", "dim"),), *took, *(wrap((Span(warning, "danger"),), width) if warning else ())]
        lines += [(), (Span("how it went", "dim"),), *course(shown.all_facts, session.names, self._glyphs)]
        if self._said:
            lines += [(), (Span(TITLE, "dim"),)]
            lines += [row for line in self._said for row in wrap(line, width, (), (Span("  "),))]
        numbers = figures(self._rows, width)
        return [*lines, (), (Span("in numbers", "dim"),), *numbers] if numbers else lines


def _last_day(facts: Sequence[f.Fact]) -> int:
    return next((fact.day for fact in reversed(facts) if isinstance(fact, f.Ended)), 0)


def _about(fate: Fate, glyphs: Glyphs) -> Line:
    role = (role_span(glyphs, fate.role),) if fate.role else ()
    return (Span("You were ", "text"), *role, Span(" and lived." if fate.alive else f", {fate.how}.", "text"))


def _fate(fate: Fate, names: tuple[str, ...], glyphs: Glyphs, *, sheriff: bool) -> Line:
    star = (Span(f" {glyphs.sheriff}", "accent"),) if sheriff else ()
    role = role_span(glyphs, fate.role) if fate.role else Span("unknown", "dim")
    how = Span(fate.how if fate.alive else f"{glyphs.dead} {fate.how}", "text" if fate.alive else "quiet")
    name = seat_span(names, fate.seat)
    return _row((name, *star), (role,), (how,), (Span(fate.player, "dim"),))


def _row(*cells: Line) -> Line:
    row: list[Span] = []
    for cell, width in zip(cells, (*_COLUMNS, 0), strict=True):
        row += [*cell, Span(" " * max(width - width_of(cell), 1))]
    return tuple(row)


class ResultScreen(PlaceScreen):
    """The result, with what can be done next."""

    PLACE = "result"
    AUTO_FOCUS = "#result"
    BINDINGS: ClassVar[list[BindingType]] = bindings("result")
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    DEFAULT_CSS = """
    ResultScreen #result { height: 1fr; padding: 2 4; background: $w-background; scrollbar-size-vertical: 1; }
    ResultScreen.-small #result { padding: 1 1 0 2; }
    """

    def __init__(self, shown: ShownGame, glyphs: Glyphs = FANCY) -> None:
        super().__init__(glyphs)
        self.shown = shown
        self.heading = Heading()

    def compose(self) -> ComposeResult:
        """The first line, the result, the keys."""
        yield self.heading
        with VerticalScroll(id="result"):
            outcome = self.shown.outcome
            if outcome:
                yield ResultPaper(self.shown, outcome, self.glyphs)
        yield self.keys
        yield TooSmall(self.in_lines)

    def on_mount(self) -> None:
        """Say where we are."""
        board = self.shown.session.board.name
        series = f" {self.glyphs.dot} {self.shown.series}" if self.shown.series else ""
        self.heading.show(
            (
                Span(f" {self.glyphs.day} wolftui", "accent"), Span(f"  {board}     ", "quiet"), Span("After the game", "strong"),
                Span(series, "quiet"),
                Span(f"     {self.shown.game}", "dim"),
            )
        )  # fmt: skip

    @property
    def situation(self) -> Situation:
        """What decides which actions make sense now."""
        return Situation("result", over=True, again=self.app.can_play_again, follows=self.app.game_follows, behind=True)

    def in_lines(self) -> str:
        """The command that shows the same in plain lines."""
        return self.shown.in_lines

    def action_review(self) -> None:
        """Replay this game."""
        self.app.replay()

    def action_rules(self) -> None:
        """The rules of this board."""
        self.app.push_screen(rules_of(self.shown.session.board, self.glyphs))

    def action_again(self) -> None:
        """Play another game like this one."""
        self.app.play_again()

    def action_next_game(self) -> None:
        """Play the next of the games asked for."""
        self.app.play_again()

    def action_back(self) -> None:
        """Back to the table."""
        self.app.pop_screen()
