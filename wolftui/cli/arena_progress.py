"""The progress of an arena: one overwritten line on a terminal, elsewhere a line a minute."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable

from wolfcore.arena import Row
from wolfcore.arena.runner import ArenaRun
from wolfcore.models import BudgetTracker
from wolfcore.visible import blank_invisible
from wolftui.words.spending import money_text
from wolftui.words.terminal_output import Styled

LINE_SECONDS = 60.0
"""Seconds between two progress lines without a terminal."""


_REDRAW_SECONDS = 0.1
"""Minimum seconds between two updates of the overwritten line."""


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
        budget_meter: The budget that pays for the calls of its models.
        clock: Returns the time in seconds.
    """

    def __init__(
        self,
        run: ArenaRun,
        budget_meter: BudgetTracker,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._run, self._budget_meter, self._clock, self._length = run, budget_meter, clock, 0
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
        budget_meter = self._budget_meter
        if budget_meter.calls:  # includes running games
            words += [
                f"{budget_meter.calls:,} calls",
                f"{budget_meter.tokens:,} tokens",
                *([f"cost {money_text(budget_meter.cost)}"] if budget_meter.cost else []),
            ]
        return ", ".join((*words, *failure_parts(self._run.rows.values())))

    def _show(self, words: str) -> None:
        text = blank_invisible(words)
        sys.stderr.write(Styled(f"\r{text:<{self._length}}"))
        sys.stderr.flush()
        self._length = len(text)
