"""Protocols between a seat and the table (`Player`, `Desk`, `FrontEnd`) and call records.

`SyncPlayer` answers without awaiting. A player receives a view, an ask and a desk, and nothing
else. A machine player keeps no state between asks, so that resume, fork and take-over work with
a new instance.
"""

from __future__ import annotations

from typing import Literal, Protocol, Self, runtime_checkable

from msgspec import Struct

from wolfcore.game import Answer, Ask, Dice, View, dice_of


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
        tokens_cached: Those of them that the endpoint had cached, likewise.
        tokens_out: Tokens received, likewise.
        cost: Its price in the configured currency, or None where no price is known.
        problem: What went wrong, or an empty string.
        replied: Whether a reply came at all; if not, `problem` is about the call and not about an
            answer.
        thinking: What the model thought before the reply, as far as the endpoint shows it and there
            is room for it.
        tokens_thought: Tokens of that, which `tokens_out` holds too, or None where the endpoint
            does not say.
        unfit: Whether the prompt did not fit into the model's context, so that it was asked with
            less of its record.
        step: The step of the agent that called; empty for the one that answers.
        about: Which of several calls of that step this is; empty where it made but one.
        how: How what such a step made of the reply came: `given` or `repaired`; empty for the
            answer's own calls, and where the reply was of no use.
        beside: Whether it went out together with the others of its step, so that they are one wait.
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
    tokens_cached: int | None = None
    replied: bool = True
    thinking: str = ""
    tokens_thought: int | None = None
    unfit: bool = False
    step: str = ""
    about: str = ""
    beside: bool = False
    how: str = ""


class TraceRecord(Struct, frozen=True, omit_defaults=True):
    """What one step of a language agent added, for the inspector.

    Attributes:
        step: The step.
        text: What it added.
        how: Whether that came as given, repaired or replaced, where a model was asked for it.
    """

    step: str
    text: str
    how: str = ""


class Progress(Struct, frozen=True):
    """How far a player is with an ask that takes it some time.

    Attributes:
        doing: `loading` while what it needs is loaded, `queued` while it waits for its turn at its
            model's endpoint, `thinking`, `speaking` once words for the table come, `retrying` when
            what came so far is of no use.
        tokens: About how many tokens it has received for this ask so far.
    """

    doing: Literal["loading", "queued", "thinking", "speaking", "retrying"]
    tokens: int = 0


class Desk(Struct, eq=False, gc=False):
    """A player's line to the table for one ask. At this desk nobody listens; a table that does has one of its own.

    Args:
        _ask: The ask on the desk.
        dice: This ask's own dice, out of which no seed can be had.
        deadline: When the table stops waiting, in seconds of its clock, or None; later where the
            answer waits in a queue.
    """

    _ask: Ask
    dice: Dice
    deadline: float | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._ask.id!r})"

    @classmethod
    def of_seed(cls, ask: Ask, seed: int) -> Self:
        """A desk for an ask of a game with this seed, for whoever has no game at hand."""
        return cls(ask, dice_of(seed, ask.id))

    def say(self, partial: str) -> None:
        """Show what is being said so far; never a fact, and withdrawn by an empty text."""

    def progress(self, progress: Progress) -> None:
        """Tell how far the answer is; a notice, written down nowhere."""

    def record(self, call: CallRecord) -> None:
        """Have a model call written down."""

    def trace(self, step: TraceRecord) -> None:
        """Have a step written down for the inspector."""


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
class SyncPlayer(Protocol):
    """A player that never waits, so that whole games run in a plain loop."""

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `SelfPlayer.answer`."""
        ...

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer at once."""
        ...


class FrontEnd(Protocol):
    """What a person sits in front of: the screen, or plain lines."""

    async def ask(self, ask: Ask, view: View) -> Answer:
        """Put one ask to the person of its seat.

        Raises:
            GameStopped: The person left, or the input ended; it is never a random move.
        """
        ...
