"""The contracts between a seat and the table.

A player gets a view, an ask and a desk, and there is no second path to a secret. A machine player keeps nothing between
asks: whatever it uses comes from these three, so that resume, fork and take-over need nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from msgspec import Struct

from core.game import Answer, Ask, Dice, View


class CallRecord(Struct, frozen=True, omit_defaults=True):
    """One model call, as plain data that an agent fills and the table writes.

    Attributes:
        model: The model's name in the settings.
        messages: What was sent, as (role, text) pairs.
        reply: The raw reply.
        parsed: How the reply was understood, in words.
        retries: How often the call was tried again.
        seconds: How long it took.
        tokens_in: Tokens sent, or None where the endpoint does not say.
        tokens_out: Tokens received, likewise.
        cost: Its price in the configured currency, or None where no price is known.
        problem: What went wrong, or an empty string.
    """

    model: str
    messages: tuple[tuple[str, str], ...]
    reply: str
    parsed: str = ""
    retries: int = 0
    seconds: float = 0.0
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: float | None = None
    problem: str = ""


class TraceRecord(Struct, frozen=True):
    """What one step of a language agent added, for the inspector."""

    step: str
    text: str


class Desk:
    """A player's line to the table for one ask.

    Args:
        ask: The ask on the desk.
        seed: The seed of the game, from which this ask's dice are keyed.
        deadline: When the table stops waiting, in seconds of its clock, or None.
        say: Takes the spoken part of an answer while it is being made.
        record: Takes a model call.
        trace: Takes a step of an agent.
    """

    _say: Callable[[str], None] | None = None
    _record: Callable[[CallRecord], None] | None = None
    _trace: Callable[[TraceRecord], None] | None = None
    _dice: Dice | None = None
    deadline: float | None = None

    def __init__(
        self,
        ask: Ask,
        seed: int,
        *,
        deadline: float | None = None,
        say: Callable[[str], None] | None = None,
        record: Callable[[CallRecord], None] | None = None,
        trace: Callable[[TraceRecord], None] | None = None,
    ) -> None:
        self._ask, self._seed = ask, seed
        if deadline is not None:
            self.deadline = deadline
        if say or record or trace:
            self._say, self._record, self._trace = say, record, trace

    @property
    def dice(self) -> Dice:
        """This ask's own dice, keyed by the seed and the ask's id, which names the seat: the same on every run."""
        if self._dice is None:
            self._dice = Dice(self._seed, self._ask.id)
        return self._dice

    def say(self, partial: str) -> None:
        """Show what is being said so far; never a fact, and withdrawn by an empty text."""
        if self._say:
            self._say(partial)

    def record(self, call: CallRecord) -> None:
        """Have a model call written down."""
        if self._record:
            self._record(call)

    def trace(self, step: TraceRecord) -> None:
        """Have a step written down for the inspector."""
        if self._trace:
            self._trace(step)


class Player(Protocol):
    """Whoever sits on a chair."""

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask with one of its options.

        Raises:
            SeatError: There will be no answer at all.
            GameStopped: A person wants to stop the game here.
        """
        ...


@runtime_checkable
class QuickPlayer(Protocol):
    """A player that never waits, so that whole games run in a plain loop."""

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `Player.answer`."""
        ...

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer at once."""
        ...


class Front(Protocol):
    """What a person sits in front of: the screen, or plain lines."""

    async def ask(self, ask: Ask, view: View) -> Answer:
        """Put one ask to the person of its seat.

        Raises:
            GameStopped: The person left, or the input ended; it is never a random move.
        """
        ...
