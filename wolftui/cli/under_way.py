"""How far it is where nobody looks on: one line on a terminal's standard error that is written over.

For many games it is how many are done; for a game of models, how far that game is, gone when it is over.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wolfcore.visible import blank_invisible
from wolftui.text.outward import Styled
from wolftui.text.spending import replaced_text, too_long_text

if TYPE_CHECKING:
    from wolfcore.models import BudgetTracker
    from wolfcore.table import Spent
    from wolftui.games.running import RunningGame
    from wolftui.session.session import SessionUpdate


def show_count(done: int, games: int, things: str = "games") -> None:
    """Show how many of several games, or other things, are done."""
    if games > 1 and sys.stderr.isatty():
        sys.stderr.write(Styled(f"\r{done} of {games} {things}{chr(10) if done == games else ''}"))
        sys.stderr.flush()


@contextmanager
def game_progress(running: RunningGame) -> Generator[None]:
    """Show it for the block. Without a terminal, or without models, which alone take their time, nothing is shown."""
    if not sys.stderr.isatty() or not any(spec.model for spec in running.seats):
        yield
        return
    line = _OverwrittenLine()
    stop = running.session.subscribe(lambda update: line.show(game_progress_text(running)) if _changes_line(update) else None)
    try:
        yield
    finally:
        stop()
        line.show("")


class BatchProgress:
    """How far several games of models are; nothing without a terminal.

    Args:
        words: What there is to say now.
    """

    def __init__(self, words: Callable[[], str]) -> None:
        self._words, self._line = words, _OverwrittenLine()
        self._shows = sys.stderr.isatty()

    def watch(self, running: RunningGame) -> None:
        """Say it anew whenever something happens in this game."""
        if self._shows:
            running.session.subscribe(lambda update: self._line.show(self._words()) if _changes_line(update) else None)

    def clear(self) -> None:
        """Take the line away."""
        if self._shows:
            self._line.show("")


class _OverwrittenLine:
    """A line that is written over."""

    def __init__(self) -> None:
        self._length = 0

    def show(self, words: str) -> None:
        """Put words in the place of those before."""
        words = blank_invisible(words)
        if not (words or self._length):
            return
        sys.stderr.write(Styled(f"\r{words:<{self._length}}" if words else f"\r{'':<{self._length}}\r"))
        sys.stderr.flush()
        self._length = len(words)


def _changes_line(update: SessionUpdate) -> bool:
    """Whether more than a word more came."""
    return update.fact is not None or update.status is not None


def game_progress_text(running: RunningGame) -> str:
    """How far one game is, and what the command took so far."""
    state = running.game.state
    when = f"{'night' if state.phase == 'night' else 'day'} {max(state.day, 1)}"
    return f"{when}, {len(state.living)} alive: {usage_text(running.models.budget_meter, running.spent)}"


def usage_text(purse: BudgetTracker, spent: Iterable[Spent]) -> str:
    """What a command took so far, how many answers were repaired or replaced, and how many prompts were too long."""
    found = list(spent)
    words = [f"{purse.calls} calls", f"{purse.tokens:,} tokens", f"cost {purse.cost:.4g}" if purse.cost else ""]
    return ", ".join(filter(None, (*words, replaced_text(found), too_long_text(found))))
