"""The `Dialect` protocol (request to JSON body, reply or event to `ReplyPart`), and its helpers.

Replies are not trusted: `value_at`, `list_at`, `text_at`, `count_at` and `money_at` accept data of
any shape.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple, Protocol, cast

from msgspec import Struct

from wolfcore.models.api_keys import Key
from wolfcore.models.chat import ChatRequest, Finish, Message, Usage
from wolfcore.models.spec import ModelSpec

_MOST = 1_000_000_000
"""The largest token count or amount of money that is accepted; a larger number is taken as
absent."""


class ReplyPart(Struct, frozen=True):
    """The content of a whole reply, or of one event of a streamed reply.

    Attributes:
        text: Text of the reply.
        thinking: Text of its thinking.
        finish: Why the reply ended, or None while it continues.
        usage: The token counts that this part reports.
        served_by: The name of the model that answers; empty where it is not reported.
        failure: An error message instead of a reply, as the endpoint wrote it; empty for none.
        status: The HTTP status that the error names; 0 where it names none.
        called: The arguments of a call that nobody asked for, as JSON text.
        version: What else names the model that answers: its provider, and the fingerprint of its
            configuration; empty where neither is reported.
    """

    text: str = ""
    thinking: str = ""
    finish: Finish | None = None
    usage: Usage = Usage()
    served_by: str = ""
    failure: str = ""
    status: int = 0
    called: str = ""
    version: str = ""


class Call(NamedTuple):
    """A POST request: a path below the endpoint's address, and a JSON body."""

    path: str
    body: dict[str, Any]


class Dialect(Protocol):
    """The wire format of one kind of endpoint: builds requests and parses replies. Does no I/O."""

    def headers(self, key: Key | None) -> dict[str, str]:
        """Return the HTTP headers of a call, which contain the key."""
        ...

    def build_call(self, spec: ModelSpec, request: ChatRequest, *, streamed: bool) -> Call:
        """Build (not send) the path and JSON body for one chat request."""
        ...

    def parse_whole(self, data: object) -> ReplyPart:
        """Parse the decoded JSON of a whole reply."""
        ...

    def parse_event(self, data: object) -> ReplyPart:
        """Parse the decoded JSON of one event of a streamed reply."""
        ...


def join_parts(parts: list[ReplyPart]) -> ReplyPart:
    """Join parts in order: texts are concatenated; of other fields the last value counts.

    Of failures and statuses the first one counts.
    """
    return ReplyPart(
        "".join(part.text for part in parts),
        "".join(part.thinking for part in parts),
        next((part.finish for part in reversed(parts) if part.finish), None),
        Usage(*(_last_known(parts, name) for name in Usage.__struct_fields__)),
        next((part.served_by for part in reversed(parts) if part.served_by), ""),
        next((part.failure for part in parts if part.failure), ""),
        next((part.status for part in parts if part.status), 0),
        "".join(part.called for part in parts),
        next((part.version for part in reversed(parts) if part.version), ""),
    )


def _last_known(parts: list[ReplyPart], name: str) -> Any:
    return next(
        (value for part in reversed(parts) if (value := getattr(part.usage, name)) is not None),
        None,
    )


def merged_messages(request: ChatRequest) -> list[Message]:
    """Drop blank messages, and merge consecutive messages of the same role.

    Anthropic and Gemini refuse an empty message, and the chat templates of many open models require
    alternating roles.
    """
    messages: list[Message] = []
    for message in request.messages:
        if not message.text.strip():
            continue
        if messages and messages[-1].role == message.role:
            before = messages.pop()
            # The text is appended, so that the shared prefix stays the beginning.
            message = Message(
                message.role, f"{before.text}\n\n{message.text}", before.shared_prefix
            )
        messages.append(message)
    return messages


def without_none(**fields: object) -> dict[str, Any]:
    """Return the keyword arguments as a dictionary without those that are None."""
    return {key: value for key, value in fields.items() if value is not None}


def value_at(data: object, *path: str | int) -> object:
    """Return the value at a path of keys and list indices; None where the path does not exist."""
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
    """Return the list at a path; empty where there is none."""
    found = value_at(data, *path)
    return cast("list[object]", found) if isinstance(found, list) else []


def text_at(data: object, *path: str | int) -> str:
    """Return the string at a path; empty where there is none."""
    found = value_at(data, *path)
    return found if isinstance(found, str) else ""


def count_at(data: object, *path: str | int) -> int | None:
    """Return the token count at a path; None where there is no integer from 0 to a billion."""
    found = value_at(data, *path)
    return (
        found
        if isinstance(found, int) and not isinstance(found, bool) and 0 <= found <= _MOST
        else None
    )


def money_at(data: object, *path: str | int) -> float | None:
    """Return the amount of money at a path; None where there is no number from 0 to a billion."""
    found = value_at(data, *path)
    return (
        float(found)
        if isinstance(found, int | float) and not isinstance(found, bool) and 0 <= found <= _MOST
        else None
    )


def called_with(arguments: object) -> str:
    """Return the arguments of a call as JSON text, whether they are text or a value already."""
    if isinstance(arguments, str):
        return arguments
    return json.dumps(arguments, ensure_ascii=False) if isinstance(arguments, dict) else ""


def error_status(data: object) -> int:
    """Return the HTTP status in `error.code` of a reply, 400 to 599; 0 where there is none."""
    status = count_at(data, "error", "code") or 0
    return status if 400 <= status <= 599 else 0


def upstream_error_text(data: object) -> str:
    """Return the error of the provider behind a proxy, as JSON or text; empty where there is none.

    Source: OpenRouter, "Errors and debugging": `metadata.raw`.
    """
    raw = value_at(data, "error", "metadata", "raw")
    return raw if isinstance(raw, str) else json.dumps(raw) if raw else ""


def error_text(data: object) -> str:
    """Return the error message in a reply, in any known JSON form; empty if there is none."""
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
