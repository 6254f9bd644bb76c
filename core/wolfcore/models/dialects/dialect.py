"""The `Dialect` protocol (request to JSON body, reply or event to `ReplyPart`), and its helpers.

Replies are not trusted: `value_at`, `list_at`, `text_at` and `count_at` accept data of any shape.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple, Protocol, cast

from msgspec import Struct

from wolfcore.models.api_keys import Key
from wolfcore.models.chat import ChatRequest, Finish, Message, Usage
from wolfcore.models.spec import ModelSpec

_MOST = 1_000_000_000
"""Tokens; what is more is no count, and may be more than prices can be multiplied with."""


class ReplyPart(Struct, frozen=True):
    """What a whole reply, or one event of a streamed one, says.

    Attributes:
        text: Words of the reply.
        thinking: Words of its thinking.
        finish: Why the reply ended, or None while it goes on.
        usage: Tokens, as far as they are told.
        served_by: The model that answers.
        failure: An error in the place of a reply, in the endpoint's words.
        status: The status that this error would have had in the place of a whole reply; 0 where it
            names none.
    """

    text: str = ""
    thinking: str = ""
    finish: Finish | None = None
    usage: Usage = Usage()
    served_by: str = ""
    failure: str = ""
    status: int = 0


class Call(NamedTuple):
    """What is posted: a path below the endpoint's address, and a JSON body."""

    path: str
    body: dict[str, Any]


class Dialect(Protocol):
    """How an endpoint is spoken to."""

    def headers(self, key: Key | None) -> dict[str, str]:
        """The headers that a call needs; they hold the key."""
        ...

    def build_call(self, spec: ModelSpec, request: ChatRequest, *, streamed: bool) -> Call:
        """What to post."""
        ...

    def parse_whole(self, data: object) -> ReplyPart:
        """Understand a whole reply."""
        ...

    def parse_event(self, data: object) -> ReplyPart:
        """Understand one event of a streamed reply."""
        ...


def join_parts(parts: list[ReplyPart]) -> ReplyPart:
    """One part of several in order. Texts add up; of the rest the last that is told counts."""
    return ReplyPart(
        "".join(part.text for part in parts),
        "".join(part.thinking for part in parts),
        next((part.finish for part in reversed(parts) if part.finish), None),
        Usage(*(_last_known(parts, name) for name in Usage.__struct_fields__)),
        next((part.served_by for part in reversed(parts) if part.served_by), ""),
        next((part.failure for part in parts if part.failure), ""),
        next((part.status for part in parts if part.status), 0),
    )


def _last_known(parts: list[ReplyPart], name: str) -> Any:
    return next(
        (told for part in reversed(parts) if (told := getattr(part.usage, name)) is not None), None
    )


def merged_messages(request: ChatRequest) -> list[Message]:
    """The messages as every endpoint takes them: none is blank, and those of one role that follow each other are one.

    Anthropic and Gemini refuse an empty message, and the chat templates of many open models want
    roles that take turns.
    """
    messages: list[Message] = []
    for message in request.messages:
        if not message.text.strip():
            continue
        if messages and messages[-1].role == message.role:
            before = messages.pop()
            message = Message(
                message.role, f"{before.text}\n\n{message.text}", before.shared_prefix
            )
        messages.append(message)
    return messages


def without_none(**fields: object) -> dict[str, Any]:
    """The fields that have a value."""
    return {key: value for key, value in fields.items() if value is not None}


def value_at(data: object, *path: str | int) -> object:
    """What lies at a path of keys and positions; None where the path leads nowhere."""
    for step in path:
        if isinstance(data, dict):
            data = cast("dict[object, object]", data).get(step)
        elif isinstance(data, list) and isinstance(step, int):
            items = cast("list[object]", data)
            data = items[step] if -len(items) <= step < len(items) else None
        else:
            return None
    return data


def list_at(data: object, *path: str | int) -> list[object]:
    """The list at a path; empty where there is none."""
    found = value_at(data, *path)
    return cast("list[object]", found) if isinstance(found, list) else []


def text_at(data: object, *path: str | int) -> str:
    """The text at a path; empty where there is none."""
    found = value_at(data, *path)
    return found if isinstance(found, str) else ""


def count_at(data: object, *path: str | int) -> int | None:
    """The number of tokens at a path; None where there is none that can be."""
    found = value_at(data, *path)
    return (
        found
        if isinstance(found, int) and not isinstance(found, bool) and 0 <= found <= _MOST
        else None
    )


def money_at(data: object, *path: str | int) -> float | None:
    """The amount of money at a path; None where there is none that can be."""
    found = value_at(data, *path)
    return (
        float(found)
        if isinstance(found, int | float) and not isinstance(found, bool) and 0 <= found <= _MOST
        else None
    )


def error_status(data: object) -> int:
    """The status of the error that `data` tells; 0 where it names none."""
    status = count_at(data, "error", "code") or 0
    return status if 400 <= status <= 599 else 0


def upstream_error_text(data: object) -> str:
    """What another server said to the one that tells of an error (OpenRouter, "Errors and debugging": `metadata.raw`)."""
    raw = value_at(data, "error", "metadata", "raw")
    return raw if isinstance(raw, str) else json.dumps(raw) if raw else ""


def error_text(data: object) -> str:
    """The error that `data` tells, in the endpoint's words, whatever form it chose; empty if it tells none."""
    for path in (
        ("error", "message"),
        ("error",),
        ("message",),
        ("detail",),
        ("detail", 0, "msg"),
        ("message", "detail", 0, "msg"),
        (0, "error", "message"),
    ):
        if found := text_at(data, *path):
            return found
    return "an error without words" if value_at(data, "error") else ""
