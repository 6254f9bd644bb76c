"""Protocols between a seat and the table (`Player`, `Desk`, `FrontEnd`) and call records.

`SyncPlayer` answers without awaiting. A player receives a view, an ask and a desk, and nothing
else. A machine player keeps no state between asks, so that resume, fork and take-over work with
a new instance.
"""

from __future__ import annotations

from typing import Any, Literal, Protocol, Self, TypeAlias, runtime_checkable

from msgspec import Struct

from wolfcore.game import Answer, Ask, Dice, View, dice_of

ReplyFault: TypeAlias = Literal[
    "refused", "cut", "overlong", "other_seat", "stage", "placeholder", "loop"
]
"""A fault of a model's reply: the model declined to answer, the limit of tokens ended the reply, or
its speech was too long, spoke for other seats, or held a stage direction, a placeholder or a loop.
"""


class LostAttempts(Struct, frozen=True, omit_defaults=True):
    """What a call took beside its reply: requests that failed, were refused or were cancelled.

    Attributes:
        attempts: The number of requests.
        tokens_in: Tokens sent.
        tokens_out: Tokens received before they ended.
        estimated: How many tokens of the whole call are estimated, because no count was reported.
        cost: Their cost, or None if no price is known.
    """

    attempts: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: int = 0
    cost: float | None = None


class RequestRecord(Struct, frozen=True, omit_defaults=True):
    """One HTTP request of a model call, as it was sent, without the key.

    Attributes:
        url: The address, to which the body was posted.
        headers: The headers that the endpoint asks for beside `Content-Type`; the key is replaced
            by `$` and the name of its environment variable.
        body: The JSON body, with references to the messages of the call in place of their texts, as
            `{"$prompt": [...]}` (`request_bodies`). Empty if it is the body of the request before
            it.
        problem: Why it brought no reply, or an empty string.
    """

    url: str
    headers: dict[str, str] = {}
    body: dict[str, Any] = {}
    problem: str = ""


class CallRecord(Struct, frozen=True, omit_defaults=True):
    """One model call as plain data; the agent fills it in and the table writes it to the journal.

    Attributes:
        model: The model's name in the settings.
        messages: The messages that were sent, as (role, text) pairs.
        reply: The raw reply.
        parsed: How the reply was understood, in words.
        retries: How often the call was retried.
        seconds: The duration of the call.
        tokens_in: Tokens sent, or None if the endpoint does not report them.
        tokens_cached: Tokens sent that the endpoint had cached, or None if it does not report them.
        tokens_out: Tokens received, or None if the endpoint does not report them.
        cost: The price in the configured currency, or None if no price is known.
        problem: What went wrong, or an empty string.
        replied: Whether a reply came at all; if not, `problem` is about the call and not about an
            answer.
        thinking: The model's thinking before the reply, as far as the endpoint returns it, up to a
            length limit.
        tokens_thought: Tokens of the thinking, included in `tokens_out`, or None if the endpoint
            does not report them.
        estimated_in: Tokens sent, as the budget estimated them, if the endpoint does not report
            them; None if it does, and in games from before this field existed.
        estimated_out: Tokens received, likewise.
        unfit: Whether the prompt exceeded the model's context, so that the call got no reply.
        step: The pipeline step that called; empty for the step that answers the ask.
        about: Which of several calls of that step this is; empty if the step makes one call.
        how: The origin of the step's result: `given` or `repaired`; empty for calls of the step
            that answers the ask, and if the reply was unusable.
        beside: Whether the call ran in parallel with other calls of its step, so that they count as
            one wait.
        faults: The faults of the reply, each once for each place; empty for a sound one, and for
            calls that earlier versions recorded.
        served_by: The endpoint's name of the model that answered, with its provider and version as
            far as it names them; empty where it names none.
        finish: Why the reply ended: `stop`, `length`, `filter` or `other`, as `ChatReply.finish`;
            empty without a reply and in games from before this field existed.
        lost: What the call took beside its reply, or None for nothing.
        requests: The requests of the call, in order; the reply is that of the last one without a
            problem. Empty for a model without an endpoint, and in games from before this field
            existed.
        provider: The provider of the endpoint, as OpenTelemetry's conventions name it, such as
            `openai` or `gcp.gemini`; empty if unknown, and in games from before this field existed.
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
    estimated_in: int | None = None
    estimated_out: int | None = None
    unfit: bool = False
    step: str = ""
    about: str = ""
    beside: bool = False
    how: str = ""
    faults: tuple[ReplyFault, ...] = ()
    served_by: str = ""
    finish: str = ""
    lost: LostAttempts | None = None
    requests: tuple[RequestRecord, ...] = ()
    provider: str = ""


class TraceRecord(Struct, frozen=True, omit_defaults=True):
    """The result of one step of a language agent, shown by the inspector.

    Attributes:
        step: The name of the step.
        text: The result in words.
        how: Whether the result was given, repaired or replaced; empty if no model was asked.
    """

    step: str
    text: str
    how: str = ""


class Progress(Struct, frozen=True):
    """The progress of a player that needs time for an ask.

    Attributes:
        doing: `loading` while libraries or weights are loaded, `queued` while the call waits for a
            slot of its model's endpoint, `thinking`, `speaking` once words for the table arrive,
            `retrying` after an unusable reply.
        tokens: The approximate number of tokens received for this ask so far.
    """

    doing: Literal["loading", "queued", "thinking", "speaking", "retrying"]
    tokens: int = 0


class Desk(Struct, eq=False, gc=False):
    """A player's connection to the table during one ask.

    This base class discards everything that the player sends; a table uses a subclass.

    Attributes:
        _ask: The ask that the player answers.
        dice: The random numbers of this ask; the game's seed cannot be derived from them.
        seconds: The seconds from the ask on after which the table does not wait any longer, time
            in which a model is loading or queued not counted; None for no limit.
    """

    _ask: Ask
    dice: Dice
    seconds: float | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._ask.id!r})"

    @classmethod
    def of_seed(cls, ask: Ask, seed: int) -> Self:
        """Make a desk for an ask from the game's seed, for callers that have no `Game` object."""
        return cls(ask, dice_of(seed, ask.id))

    def say(self, partial: str) -> None:
        """Show the speech streamed so far; an empty text withdraws it. It never becomes a fact."""

    def progress(self, progress: Progress) -> None:
        """Report the progress of the answer; it is shown and not saved."""

    def record(self, call: CallRecord) -> None:
        """Record a model call."""

    def trace(self, step: TraceRecord) -> None:
        """Record a pipeline step for the inspector."""


class Player(Protocol):
    """The player of a seat."""

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask with one of its options.

        Raises:
            SeatError: The player gives no answer at all.
            GameStopped: A person wants to stop the game here.
        """
        ...


@runtime_checkable
class SyncPlayer(Protocol):
    """A player that answers without awaiting, so that whole games run in a plain loop."""

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask with one of its options, for tables that await their players."""
        ...

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask with one of its options, without awaiting."""
        ...


class FrontEnd(Protocol):
    """The interface of a person: the screen, or plain lines."""

    async def ask(self, ask: Ask, view: View) -> Answer:
        """Put one ask to the person of its seat and return the answer.

        Raises:
            GameStopped: The person left, or the input ended; this is never replaced by a random
                answer.
        """
        ...
