"""The chat contract: `ChatModel`, request, reply, token usage, and streamed pieces of a reply.

A wrapper takes a `ChatModel` and is one, so wrappers can be nested. This module also estimates
tokens that an endpoint did not count, and runs several calls at the same time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

CHARACTERS_PER_TOKEN = 4
"""Characters counted as one token, where an endpoint does not report token counts."""


def estimated_usage(request: ChatRequest, reply: ChatReply) -> Usage:
    """Return the usage of a reply, with missing token counts estimated from the characters.

    The estimate of tokens received includes the thinking that the reply shows.
    """
    usage = reply.usage
    if usage.tokens_in is not None and usage.tokens_out is not None:
        return usage
    sent, received = usage.tokens_in, usage.tokens_out
    if sent is None:
        sent = sum(len(message.text) for message in request.messages) // CHARACTERS_PER_TOKEN
    if received is None:
        received = (len(reply.text) + len(reply.thinking)) // CHARACTERS_PER_TOKEN
    return replace(usage, tokens_in=sent, tokens_out=received)


MessageRole: TypeAlias = Literal["system", "user", "assistant"]


AnswerForm: TypeAlias = Literal["json_schema", "json_object", "plain"]
"""How a structured answer is requested: the server enforces the schema; the server enforces any
JSON object; or only the prompt asks for it."""


ANSWER_FORMS: tuple[AnswerForm, ...] = ("json_schema", "json_object", "plain")
"""All forms of structured answers, best first."""


Finish: TypeAlias = Literal["stop", "length", "filter", "other"]
"""Why a reply ended: by itself or at a stop text, at the token limit, withheld by the endpoint, or
for another reason."""


ParseOutcome: TypeAlias = Literal["text", "strict", "repaired", "unreadable"]
"""How the text of a reply was parsed: not at all, since no schema was given; as valid JSON; as
repaired JSON; or without success."""


OptionalParameter: TypeAlias = Literal[
    "temperature", "top_p", "seed", "stop", "stream_options", "thinking", "verbosity", "penalties",
    "sampling", "cache", "truncation", "system", "stream",
]  # fmt: skip
"""A part of a request that can be left out when an endpoint refuses it (`refusals.PARAMETERS`).
Without `system`, system messages become the beginning of the user's; without `stream`, a reply
comes as a whole."""


ThinkingLevel: TypeAlias = Literal["off", "least", "low"]
"""How much a model is asked to think after it thought too much."""


class Change(Struct, frozen=True):
    """What a request changes after an unusable reply: one step of the ladder of forms.

    Attributes:
        form: The form of a structured answer; None for the usual one.
        thinking: How much to think; None for the usual amount.
        without: The parts that are left out.
    """

    form: AnswerForm | None = None
    thinking: ThinkingLevel | None = None
    without: tuple[OptionalParameter, ...] = ()


class Message(Struct, frozen=True):
    """One message of a conversation.

    Attributes:
        role: Who sends the message.
        text: Its text.
        shared_prefix: How many of its first characters later requests will repeat, for endpoints
            that must be told what to cache.
    """

    role: MessageRole
    text: str
    shared_prefix: int = 0


class ChatRequest(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One request to a model; None in a field means the model's settings or the endpoint's default.

    Attributes:
        messages: The conversation, oldest first; system messages come first.
        schema: The JSON schema of the answer, or None for plain text.
        schema_in_messages: Whether the messages already contain the schema, so that no form needs
            to add it.
        form: How a structured answer is requested; `AdaptiveModel` chooses it.
        temperature: 0 to 2.
        top_p: 0 to 1.
        max_tokens: The most tokens of the reply, thinking included.
        other_limit_name: Whether to send `max_tokens` under its other field name, since the
            endpoint refused the usual one; `AdaptiveModel` chooses it.
        stop: Texts at which the reply ends.
        seed: Sampling seed, for endpoints that support one.
        change: What to change, since a reply was unusable; `LadderModel` chooses it.
        left_out: The parameters to leave out, since the endpoint refused them; `AdaptiveModel`
            chooses them.
        added: Further fields of the body, over those of the settings; `AdaptiveModel` adds the
            switch of the thinking.
    """

    messages: tuple[Message, ...]
    schema: dict[str, Any] | None = None
    schema_in_messages: bool = False
    form: AnswerForm = "json_schema"
    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    other_limit_name: bool = False
    stop: tuple[str, ...] = ()
    seed: int | None = None
    change: Change | None = None
    left_out: tuple[OptionalParameter, ...] = ()
    added: dict[str, Any] = {}


class Usage(Struct, frozen=True, omit_defaults=True):
    """The tokens and the charge of one call; None where the endpoint does not report a number.

    Attributes:
        tokens_in: Tokens sent, including those read from a cache.
        tokens_cached: How many of the tokens sent the endpoint read from its cache.
        tokens_out: Tokens received, thinking included.
        tokens_thought: How many of the tokens received were thinking.
        tokens_written: How many of the tokens sent the endpoint wrote to its cache.
        charged: The cost of the call as the endpoint reports it.
    """

    tokens_in: int | None = None
    tokens_cached: int | None = None
    tokens_out: int | None = None
    tokens_thought: int | None = None
    tokens_written: int | None = None
    charged: float | None = None


class ChatReply(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The reply to a `ChatRequest`.

    Attributes:
        text: The text of the reply, without the thinking before it.
        parsed: The JSON value of the reply; None where no schema was given or no JSON could be
            parsed.
        reading: How `parsed` was parsed.
        problem: What is wrong with the reply, as a clause for the model or a person; empty if
            nothing is.
        thinking: The thinking of the model, where the endpoint shows it.
        finish: Why the reply ended.
        form: How a structured answer was requested.
        usage: Token counts.
        seconds: From sending to the last word, without waiting for a slot and without earlier
            attempts.
        seconds_to_first: Seconds to the first word; None where the reply was not streamed.
        retries: The number of attempts before this one.
        cost: The price in the currency of the settings, estimated where the endpoint counts no
            tokens; None where no price is known.
        served_by: The endpoint's name of the model that answered, with its provider and the
            fingerprint of its configuration where they are reported.
    """

    text: str
    parsed: Any = None
    reading: ParseOutcome = "text"
    problem: str = ""
    thinking: str = ""
    finish: Finish = "stop"
    form: AnswerForm = "plain"
    usage: Usage = Usage()
    seconds: float = 0.0
    seconds_to_first: float | None = None
    retries: int = 0
    cost: float | None = None
    served_by: str = ""


class Delta(Struct, frozen=True):
    """One piece of a reply that is being streamed, or a change of the state of the call.

    Attributes:
        text: The new text.
        restart: Whether all earlier text is withdrawn, because the call is repeated.
        thinking: Whether the piece is thinking; its text comes only with the whole reply.
        turn: For a piece without text: `awaited` when the call starts to wait for a slot at the
            endpoint, `come` when it gets one. While it waits the model does no work.
    """

    text: str
    restart: bool = False
    thinking: bool = False
    turn: Literal["", "awaited", "come"] = ""


DeltaListener: TypeAlias = Callable[[Delta], None]


class ChatModel(Protocol):
    """A language model behind an endpoint, a wrapper around one, or a stand-in for tests."""

    @property
    def name(self) -> str:
        """The name of the model in the settings."""
        ...

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Send a request and return the reply.

        Args:
            request: The request.
            on_delta: Called with each piece of the reply as it arrives; None for a reply that is
                not streamed.

        Raises:
            ModelError: There is no reply. The error says why, what to do, and whether a retry may
                help.
        """
        ...


T = TypeVar("T")


async def run_concurrently(
    items: Iterable[T], do: Callable[[T], Awaitable[object]], limit: int
) -> None:
    """Call `do` with each item, at most `limit` calls at a time.

    When one call fails, the calls under way are cancelled and awaited.

    Args:
        items: The items; calls begin in this order.
        do: The call for one item; the first error ends all, and is raised as it is.
        limit: The most calls at the same time, 1 or more.
    """
    left = iter(items)

    async def one_after_another() -> None:
        # All tasks share one iterator: whichever is free takes the next item.
        for thing in left:
            await do(thing)

    tasks = [asyncio.ensure_future(one_after_another()) for _ in range(limit)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
