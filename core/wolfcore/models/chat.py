"""The chat contract: `ChatModel`, request, reply, token usage, and streamed pieces of a reply.

Wrappers take a model and are one, so they compose. Also here: the estimate of tokens that an
endpoint did not count, and running several calls at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

CHARACTERS_PER_TOKEN = 4
"""Where an endpoint does not say how many tokens a call took, so many characters count as one."""


def estimated_usage(request: ChatRequest, reply: ChatReply) -> Usage:
    """What a call took; tokens that its endpoint does not tell are estimated, those of thinking that it shows included."""
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
"""How a structured answer is asked for: the schema is enforced by the server; any JSON object is;
or words alone."""


ANSWER_FORMS: tuple[AnswerForm, ...] = ("json_schema", "json_object", "plain")


Finish: TypeAlias = Literal["stop", "length", "filter", "other"]
"""Why a reply ended: by itself or at a stop text, at the limit of tokens, withheld by the endpoint,
or otherwise."""


ParseOutcome: TypeAlias = Literal["text", "strict", "repaired", "unreadable"]
"""How the text became a value: no schema was given; it was JSON; it was mended; neither."""


class Message(Struct, frozen=True):
    """One message of a conversation.

    Attributes:
        role: Who says it.
        text: What.
        shared_prefix: How many of its first characters later requests will begin with too, for
            endpoints that are told what to cache.
    """

    role: MessageRole
    text: str
    shared_prefix: int = 0


class ChatRequest(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is sent. None leaves a parameter to the model's settings, and where those are silent to the endpoint.

    Attributes:
        messages: The conversation, oldest first; system messages stand at the beginning.
        schema: A JSON schema of the answer, or None for text.
        schema_in_messages: Whether the messages hold the schema already, so that no form needs to
            add it.
        form: How a structured answer is asked for; `AdaptiveModel` chooses it.
        temperature: 0 to 2.
        top_p: 0 to 1.
        max_tokens: The most tokens of the reply, thinking included.
        other_limit_name: Whether that limit goes by its other name, since the endpoint refused the
            usual one; `AdaptiveModel` chooses it.
        stop: Texts at which the reply ends.
        seed: For endpoints that repeat themselves.
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


class Usage(Struct, frozen=True, omit_defaults=True):
    """What a call took; None where the endpoint does not say.

    Attributes:
        tokens_in: Sent, those from a cache included.
        tokens_cached: How many of those the endpoint had in its cache.
        tokens_out: Received, thinking included.
        tokens_thought: How many of those were thinking.
        tokens_written: How many of those sent the endpoint put into its cache now.
        charged: What the endpoint says that it charged.
    """

    tokens_in: int | None = None
    tokens_cached: int | None = None
    tokens_out: int | None = None
    tokens_thought: int | None = None
    tokens_written: int | None = None
    charged: float | None = None


class ChatReply(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came back.

    Attributes:
        text: The reply, without what the model thought before it.
        parsed: The JSON value of the reply where a schema was given and one could be read.
        reading: How `parsed` was read.
        problem: What is wrong with the reply, as a clause for the model or a person; empty if
            nothing is.
        thinking: What the model thought, where the endpoint shows it.
        finish: Why it ended.
        form: How a structured answer was asked for.
        usage: Tokens.
        seconds: From sending to the last word, without waiting for a turn and without earlier
            tries.
        seconds_to_first: Seconds to the first word, where the reply was streamed.
        retries: How often the call had been tried before.
        cost: Its price in the currency of the settings, by estimate where the endpoint counts no
            tokens; None where no price is known.
        served_by: The model that answered, in the endpoint's words.
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
    """A piece of a reply that is still coming.

    Attributes:
        text: What came.
        restart: Whether all that came before is withdrawn, because the call is tried again.
        thinking: Whether what came is thinking, whose words come with the whole reply.
        turn: Where nothing came: whether the call now awaits its turn at the endpoint, or its turn
            has come. While it waits the model is not at work.
    """

    text: str
    restart: bool = False
    thinking: bool = False
    turn: Literal["", "awaited", "come"] = ""


DeltaListener: TypeAlias = Callable[[Delta], None]


class ChatModel(Protocol):
    """A language model behind some endpoint, or something that stands in for one."""

    @property
    def name(self) -> str:
        """What the model is called in the settings."""
        ...

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """Ask once.

        Args:
            request: What to send.
            on_delta: Told each piece of the reply as it comes; without one the reply is not
                streamed.

        Raises:
            ModelError: There is no reply; the error says why, what to do, and whether trying again
                is of use.
        """
        ...


T = TypeVar("T")


async def run_concurrently(
    items: Iterable[T], do: Callable[[T], Awaitable[object]], limit: int
) -> None:
    """Do something with each of several things, so many at a time; what is under way when one fails is cancelled and waited for.

    Args:
        items: They are begun in their order.
        do: What is done with each; the first error ends all, and is raised as it is.
        limit: How many at most are under way, from 1.
    """
    left = iter(items)

    async def one_after_another() -> None:
        for thing in left:
            await do(thing)

    tasks = [asyncio.ensure_future(one_after_another()) for _ in range(limit)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
