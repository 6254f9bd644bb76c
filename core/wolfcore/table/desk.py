"""The desk of a running ask: passes partial speech, progress and model calls to the table.

Listeners are found by the desk's id. A desk holds no reference to its listener, because a player
could follow that to the game and every role.
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
    """Add two counts, ignoring None; None where both are unknown."""
    if so_far is None or more is None:
        return so_far if more is None else more
    return so_far + more


class CallTotals:
    """The calls, tokens and cost of one ask, and the problem of its last unusable reply.

    Each total is None until a call reports a value.

    Attributes:
        models: The models that were called, the last one last.
        reply: The last reply; empty without any.
        faults: How often the replies had each fault; None until a call was made.
    """

    def __init__(self) -> None:
        self.problem, self.reply = "", ""
        self.models: list[str] = []
        self.faults: dict[str, int] | None = None
        self.calls: int | None = None
        self.tokens_in: int | None = None
        self.tokens_cached: int | None = None
        self.tokens_out: int | None = None
        self.cost: float | None = None

    def add(self, call: CallRecord) -> None:
        """Add one model call to the totals."""
        self.calls = _sum(self.calls, 1)
        self.models = [*(name for name in self.models if name != call.model), call.model]
        self.faults = self.faults or {}
        for fault in call.faults:
            self.faults[fault] = self.faults.get(fault, 0) + 1
        if call.replied:
            self.problem, self.reply = call.problem or self.problem, call.reply
        self.tokens_in = _sum(self.tokens_in, call.tokens_in)
        self.tokens_cached = _sum(self.tokens_cached, call.tokens_cached)
        self.tokens_out = _sum(self.tokens_out, call.tokens_out)
        self.cost = _sum(self.cost, call.cost)
        if lost := call.lost:
            self.tokens_in = _sum(self.tokens_in, lost.tokens_in)
            self.tokens_out = _sum(self.tokens_out, lost.tokens_out)
            self.cost = _sum(self.cost, lost.cost)


class PartialSpeech:
    """The partial speech of a seat; cleared when the ask ends, as only the fact stays."""

    def __init__(self, ask: Ask, watchers: Sequence[Watcher]) -> None:
        self._ask, self._watchers, self._shown, self._ended = ask, watchers, False, False

    def show(self, text: str) -> None:
        """Send the partial text to the watchers, unless the ask has ended."""
        if self._ended:
            return
        self._shown = bool(text)
        for watcher in self._watchers:
            watcher.partial(self._ask, clean_speech(text))

    def end(self) -> None:
        """Clear a partial text that is still shown, and ignore later ones."""
        if self._shown:
            self.show("")
        self._ended = True


LISTENERS_BY_DESK: dict[int, Listener] = {}
"""The listener of each desk in use, by the desk's `id`."""


class LiveDesk(Desk, eq=False):
    """A desk that passes events to the table while the player works on its answer.

    It holds no reference to the listener, not even a weak one, for that leads to the game and to
    every role.
    """

    def say(self, partial: str) -> None:
        """Pass on the spoken part of the answer so far."""
        if listener := LISTENERS_BY_DESK.get(id(self)):
            listener.partial(partial)

    def progress(self, progress: Progress) -> None:
        """Pass on the progress of the answer."""
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
    """The table's callbacks for the events of one desk.

    Attributes:
        partial: Takes the spoken part of an answer while it is being made.
        progress: Takes the progress of the answer.
        call: Takes a model call.
        step: Takes a step of an agent.
    """

    partial: Callable[[str], None]
    progress: Callable[[Progress], None]
    call: Callable[[CallRecord], None]
    step: Callable[[TraceRecord], None]
