"""The desk of a running ask: passes partial speech, progress and model calls to the table.

Listeners are found by the desk's id. A desk holds no reference to its listener, because that
would lead a player to the game and every role.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from wolfcore.game import Ask
from wolfcore.players import (
    CallRecord,
    Desk,
    Progress,
    TraceRecord,
    clean_speech,
)

from .watchers import Watcher

N = TypeVar("N", int, float)


def _sum(so_far: N | None, more: N | None) -> N | None:
    """A count that grows as far as it is known; None where nobody said anything."""
    if so_far is None or more is None:
        return so_far if more is None else more
    return so_far + more


class CallTotals:
    """What the calls for one ask used, as far as their endpoints say, and what was wrong with the last reply of no use."""

    def __init__(self) -> None:
        self.problem = ""
        self.calls: int | None = None
        self.tokens_in: int | None = None
        self.tokens_cached: int | None = None
        self.tokens_out: int | None = None
        self.cost: float | None = None

    def add(self, call: CallRecord) -> None:
        """Count one call."""
        self.calls = _sum(self.calls, 1)
        if call.replied:
            self.problem = call.problem or self.problem
        self.tokens_in = _sum(self.tokens_in, call.tokens_in)
        self.tokens_cached = _sum(self.tokens_cached, call.tokens_cached)
        self.tokens_out = _sum(self.tokens_out, call.tokens_out)
        self.cost = _sum(self.cost, call.cost)


class PartialSpeech:
    """What a seat is saying so far; taken back when the ask ends, since only the fact stays."""

    def __init__(self, ask: Ask, watchers: Sequence[Watcher]) -> None:
        self._ask, self._watchers, self._shown, self._ended = ask, watchers, False, False

    def show(self, text: str) -> None:
        """Tell the watchers, unless the ask has ended."""
        if self._ended:
            return
        self._shown = bool(text)
        for watcher in self._watchers:
            watcher.partial(self._ask, clean_speech(text))

    def end(self) -> None:
        """Take back what is still shown."""
        if self._shown:
            self.show("")
        self._ended = True


LISTENERS_BY_DESK: dict[int, Listener] = {}
"""Who listens at each desk that is in use, by the desk's `id`."""


class LiveDesk(Desk, eq=False):
    """A desk at which the table listens while the player is at its answer.

    It does not hold who listens, not even weakly, for that leads to the game and to every role.
    """

    def say(self, partial: str) -> None:
        """Pass on the spoken part of an answer so far."""
        if listener := LISTENERS_BY_DESK.get(id(self)):
            listener.partial(partial)

    def progress(self, progress: Progress) -> None:
        """Pass on how far the answer is."""
        if listener := LISTENERS_BY_DESK.get(id(self)):
            listener.progress(progress)

    def record(self, call: CallRecord) -> None:
        """Pass on a model call."""
        if listener := LISTENERS_BY_DESK.get(id(self)):
            listener.call(call)

    def trace(self, step: TraceRecord) -> None:
        """Pass on a step of an agent."""
        if listener := LISTENERS_BY_DESK.get(id(self)):
            listener.step(step)


class Listener(NamedTuple):
    """What a table does with what it hears at a desk.

    Attributes:
        partial: Takes the spoken part of an answer while it is being made.
        progress: Takes how far the answer is.
        call: Takes a model call.
        step: Takes a step of an agent.
    """

    partial: Callable[[str], None]
    progress: Callable[[Progress], None]
    call: Callable[[CallRecord], None]
    step: Callable[[TraceRecord], None]
