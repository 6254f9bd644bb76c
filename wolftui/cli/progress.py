"""Progress lines on standard error: counts, one game, and several games of models.

A terminal gets one line that is overwritten; nothing is printed elsewhere.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager

from wolfcore.models import BudgetTracker
from wolfcore.table import Spent
from wolfcore.visible import blank_invisible
from wolftui.games.running_game import RunningGame
from wolftui.games.session.game_session import SessionUpdate
from wolftui.words.spending import money_text, replaced_text, too_long_text
from wolftui.words.terminal_output import Styled


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


class GameProgress:
    """How many of several games are done, and the place within one, as one line on a terminal.

    Args:
        games: The number of games.

    Attributes:
        done: The number of games that are done.
    """

    def __init__(self, games: int) -> None:
        self._games, self.done, self._line = games, 0, _OverwrittenLine()

    def show(self, place: int = 0, places: int = 0) -> None:
        """Show the games done and a place of `places`; 0 for none."""
        games = f"{self.done} of {self._games} games" if self._games > 1 else ""
        where = f"place {place} of {places}" if places else ""
        if sys.stderr.isatty():
            self._line.show(", ".join(filter(None, (games, where))))

    def clear(self) -> None:
        """Erase the line."""
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


def usage_text(budget_meter: BudgetTracker, spent: Iterable[Spent]) -> str:
    """Return a command's usage so far: calls, tokens, cost, replaced answers, too long prompts."""
    found = list(spent)
    words = [
        f"{budget_meter.calls} calls",
        f"{budget_meter.tokens:,} tokens",
        f"cost {money_text(budget_meter.cost)}" if budget_meter.cost else "",
    ]
    return ", ".join(filter(None, (*words, replaced_text(found), too_long_text(found))))
