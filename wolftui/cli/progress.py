"""Progress lines on standard error: counts, one game, several games of models, and an arena.

A terminal gets one line that is overwritten; elsewhere only an arena prints, a line a minute.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wolfcore.visible import blank_invisible
from wolftui.words.spending import replaced_text, too_long_text
from wolftui.words.terminal_output import Styled

if TYPE_CHECKING:
    from wolfcore.arena import Row
    from wolfcore.arena.runner import ArenaRun
    from wolfcore.models import BudgetTracker
    from wolfcore.table import Spent
    from wolftui.games.running_game import RunningGame
    from wolftui.games.session.game_session import SessionUpdate


def failure_parts(rows: Iterable[Row]) -> list[str]:
    """Return texts on replaced answers and broken games; only for counts above 0."""
    found = list(rows)
    replaced, broken = sum(row.replaced for row in found), sum(bool(row.broken) for row in found)
    words = [f"{replaced:,} answers replaced"] if replaced else []
    return [*words, f"{broken:,} broken"] if broken else words


def duration_text(seconds: float) -> str:
    """Format a duration: `40 s`, `12 min`, `3 h 05 min`."""
    minutes = round(seconds / 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60:02} min"
    return f"{minutes} min" if seconds >= 90 else f"{round(seconds)} s"


class Pace:
    """Measures games per second, and predicts the remaining time.

    Args:
        clock: Returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._began, self._games = clock, clock(), 0

    def add(self) -> None:
        """Count a finished game."""
        self._games += 1

    def text(self, left: int) -> list[str]:
        """Return the pace and the time for `left` more games; empty before the first game."""
        seconds = self._clock() - self._began
        if not self._games or seconds <= 0:
            return []
        pace = self._games / seconds
        return [
            f"{pace:,.0f} a second" if pace >= 10 else f"{3600 * pace:,.0f} an hour",
            f"{duration_text(left / pace)} left",
        ]


def print_progress_line(words: str) -> None:
    """Print progress as a line of its own to standard error."""
    sys.stderr.write(f"wolftui: {words}\n")
    sys.stderr.flush()


class ArenaProgress:
    """The progress of an arena as one overwritten line; without a terminal one line per minute.

    Args:
        run: The arena.
        purse: The budget that pays for the calls of its models.
        clock: Returns the time in seconds.
    """

    def __init__(
        self, run: ArenaRun, purse: BudgetTracker, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._run, self._purse, self._clock, self._length = run, purse, clock, 0
        self._under_way = 0
        self._shows = sys.stderr.isatty()
        self._every, self._shown = (
            (_REDRAW_SECONDS, -_REDRAW_SECONDS) if self._shows else (LINE_SECONDS, clock())
        )
        self._pace, self._of_models = Pace(clock), False
        limit = run.plan.limits.games
        self._goal = min(len(run.games), len(run.rows) + limit) if limit else len(run.games)

    def add(self, row: Row) -> None:
        """Count a finished game and update the line."""
        of_models = self._run.has_models(row.game)
        if of_models != self._of_models:  # bots and models differ in pace
            self._pace, self._of_models = Pace(self._clock), of_models
        self._pace.add()
        self._now()

    def set_running(self, under_way: int) -> None:
        """Set the number of running games of models and update the line."""
        self._under_way = under_way
        self._now()

    def _now(self) -> None:
        if self._clock() - self._shown < self._every:
            return
        self._shown = self._clock()
        if self._shows:
            self._show(self.text())
        else:
            print_progress_line(self.text())

    def clear(self) -> None:
        """Erase the line."""
        if self._shows and self._length:
            self._show("")
            sys.stderr.write(Styled("\r"))

    def text(self) -> str:
        """Return the progress as text."""
        done = len(self._run.rows)
        words = [f"{done:,} of {self._goal:,} games"]
        if self._under_way:
            words.append(f"{self._under_way} under way")
        words += self._pace.text(self._goal - done)
        purse = self._purse
        if purse.calls:  # includes running games
            words += [
                f"{purse.calls:,} calls",
                f"{purse.tokens:,} tokens",
                *([f"cost {purse.cost:.4g}"] if purse.cost else []),
            ]
        return ", ".join((*words, *failure_parts(self._run.rows.values())))

    def _show(self, words: str) -> None:
        text = blank_invisible(words)
        sys.stderr.write(Styled(f"\r{text:<{self._length}}"))
        sys.stderr.flush()
        self._length = len(text)


LINE_SECONDS = 60.0
"""Seconds between two progress lines without a terminal."""


_REDRAW_SECONDS = 0.1
"""Minimum seconds between two updates of the overwritten line."""


def show_count(done: int, games: int, things: str = "games") -> None:
    """Show how many of several games, or other things, are done; only on a terminal."""
    if games > 1 and sys.stderr.isatty():
        sys.stderr.write(Styled(f"\r{done} of {games} {things}{chr(10) if done == games else ''}"))
        sys.stderr.flush()


@contextmanager
def game_progress(running: RunningGame) -> Generator[None]:
    """Show a progress line inside the `with` block.

    Does nothing without a terminal or if no seat is a model.
    """
    if not sys.stderr.isatty() or not any(spec.model for spec in running.seats):
        yield
        return
    line = _OverwrittenLine()
    stop = running.session.subscribe(
        lambda update: line.show(game_progress_text(running)) if _changes_line(update) else None
    )
    try:
        yield
    finally:
        stop()
        line.show("")


class BatchProgress:
    """The progress of several games of models as one line; does nothing without a terminal.

    Args:
        words: Returns the text of the line.
    """

    def __init__(self, words: Callable[[], str]) -> None:
        self._words, self._line = words, _OverwrittenLine()
        self._shows = sys.stderr.isatty()

    def watch(self, running: RunningGame) -> None:
        """Update the line whenever this game changes."""
        if self._shows:
            running.session.subscribe(
                lambda update: self._line.show(self._words()) if _changes_line(update) else None
            )

    def clear(self) -> None:
        """Erase the line."""
        if self._shows:
            self._line.show("")


class _OverwrittenLine:
    """A terminal line on standard error that is overwritten by each update."""

    def __init__(self) -> None:
        self._length = 0

    def show(self, words: str) -> None:
        """Replace the line's text; empty text erases the line."""
        words = blank_invisible(words)
        if not (words or self._length):
            return
        sys.stderr.write(
            Styled(f"\r{words:<{self._length}}" if words else f"\r{'':<{self._length}}\r")
        )
        sys.stderr.flush()
        self._length = len(words)


def _changes_line(update: SessionUpdate) -> bool:
    """Return whether an update is more than a piece of speech or progress."""
    return update.fact is not None or update.status is not None


def game_progress_text(running: RunningGame) -> str:
    """Return the progress of one game and the command's usage so far."""
    state = running.game.state
    when = f"{'night' if state.phase == 'night' else 'day'} {max(state.day, 1)}"
    return (
        f"{when}, {len(state.living)} alive: "
        f"{usage_text(running.models.budget_meter, running.spent)}"
    )


def usage_text(purse: BudgetTracker, spent: Iterable[Spent]) -> str:
    """Return a command's usage so far: calls, tokens, cost, replaced answers, too long prompts."""
    found = list(spent)
    words = [
        f"{purse.calls} calls",
        f"{purse.tokens:,} tokens",
        f"cost {purse.cost:.4g}" if purse.cost else "",
    ]
    return ", ".join(filter(None, (*words, replaced_text(found), too_long_text(found))))
