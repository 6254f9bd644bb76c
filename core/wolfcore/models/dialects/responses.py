"""OpenAI's Responses API, which some of its models answer alone, and several servers offer.

Source: OpenAI API reference, "Create a model response" and "Responses streaming events". It has no
stop texts and no seed. Responses are not stored at the endpoint (`store`). A stream has no
`[DONE]`: it ends with the event that repeats the whole response.
"""

from __future__ import annotations

from typing import Any

from wolfcore.models.api_keys import Key
from wolfcore.models.chat import ChatRequest, Finish, Usage
from wolfcore.models.json_schema import with_sorted_enums, without_length_bounds
from wolfcore.models.spec import ModelSpec
from wolfcore.models.thinking_fields import merged, thinking_body

from .dialect import (
    Call,
    ReplyPart,
    called_with,
    count_at,
    error_text,
    list_at,
    merged_messages,
    text_at,
    value_at,
    without_none,
)

_CUT: dict[str, Finish] = {"max_output_tokens": "length", "content_filter": "filter"}
"""Why a response is incomplete, by `incomplete_details.reason`."""


_NOT_CHAT = (
    "not a chat model", "v1/responses", "responses api",
    "chatcompletion operation does not work with the specified model",
)  # fmt: skip
"""Phrases in an error message which mean that a model is there, but not for chat completions."""


_ENDS = ("response.completed", "response.incomplete", "response.failed")
"""The last event of a stream."""


class ResponsesDialect:
    """The dialect of endpoints of kind `responses`."""

    def headers(self, key: Key | None) -> dict[str, str]:
        """Return the key as a bearer token; empty without a key."""
        return {"Authorization": f"Bearer {key.reveal()}"} if key else {}

    def build_call(self, spec: ModelSpec, request: ChatRequest, *, streamed: bool) -> Call:
        """Build (not send) the `/responses` path and JSON body for one chat request."""
        messages = merged_messages(request)
        # An input is required, so that a system message alone is no instruction.
        first = len(messages) > 1 and messages[0].role == "system"
        form = _format(spec, request)
        body = without_none(
            model=spec.model,
            instructions=messages[0].text if first else None,
            input=[{"role": message.role, "content": message.text} for message in messages[first:]],
            text={"format": form} if form else None,
            temperature=request.temperature,
            top_p=request.top_p,
            max_output_tokens=request.max_tokens,
            stream=True if streamed else None,
            store=False,
        )
        settings = thinking_body("responses", spec.thinking_settings)
        return Call("/responses", merged(body, settings))

    def parse_whole(self, data: object) -> ReplyPart:
        """Parse a whole response: text, thinking, calls and refusals among its output, or an error.

        One without a status ends as `other`.
        """
        output = list_at(data, "output")
        parts = [part for item in output for part in list_at(item, "content")]
        refusal = "".join(text_at(part, "refusal") for part in parts)
        words = {
            kind: "".join(text_at(part, "text") for part in parts if text_at(part, "type") == kind)
            for kind in ("output_text", "reasoning_text")
        }
        summary = "".join(
            text_at(part, "text") for item in output for part in list_at(item, "summary")
        )
        end = _end(data)
        known = isinstance(value_at(data, "output"), list)
        return ReplyPart(
            words["output_text"] or refusal,
            summary + words["reasoning_text"],
            "filter" if refusal else end.finish or ("other" if known else None),
            end.usage,
            end.served_by,
            end.failure,
            called="".join(map(_called, output)),
        )

    def parse_event(self, data: object) -> ReplyPart:
        """Parse one event of a streamed response; events without content give an empty part."""
        match text_at(data, "type"):
            case "response.output_text.delta":
                return ReplyPart(text_at(data, "delta"))
            case "response.refusal.delta":
                return ReplyPart(text_at(data, "delta"), finish="filter")
            case "response.reasoning_summary_text.delta" | "response.reasoning_text.delta":
                return ReplyPart(thinking=text_at(data, "delta"))
            case "response.output_item.done":
                return ReplyPart(called=_called(value_at(data, "item")))
            case kind if kind in _ENDS:
                # Its output repeats the text of the events before it.
                return _end(value_at(data, "response"))
            case _:
                # An error event has its message beside its type, or in `error`.
                failed = text_at(data, "type") == "error" or value_at(data, "error") is not None
                return ReplyPart(failure=error_text(data) if failed else "")


def _end(data: object) -> ReplyPart:
    """Return why a response ended, its usage, the model that served it, and its error."""
    status, usage = text_at(data, "status"), value_at(data, "usage")
    reason = text_at(data, "incomplete_details", "reason")
    refused = any(
        text_at(part, "refusal")
        for item in list_at(data, "output")
        for part in list_at(item, "content")
    )
    return ReplyPart(
        finish="filter"
        if refused
        else "stop"
        if status == "completed"
        else _CUT.get(reason, "other")
        if status
        else None,
        usage=Usage(
            count_at(usage, "input_tokens"),
            count_at(usage, "input_tokens_details", "cached_tokens"),
            count_at(usage, "output_tokens"),
            count_at(usage, "output_tokens_details", "reasoning_tokens"),
        ),
        served_by=text_at(data, "model"),
        failure="" if status in ("completed", "incomplete") else error_text(data),
    )


def _called(item: object) -> str:
    """Return the arguments of a call that nobody asked for; empty for other items."""
    return called_with(value_at(item, "arguments"))


def _format(spec: ModelSpec, request: ChatRequest) -> dict[str, Any] | None:
    if request.schema is None or request.form == "plain":
        return None
    if request.form == "json_object":
        return {"type": "json_object"}
    # As in chat completions, hosted endpoints refuse a schema that has `maxLength`.
    schema = (
        with_sorted_enums(request.schema)
        if spec.is_local
        else without_length_bounds(request.schema)
    )
    return {"type": "json_schema", "name": "answer", "strict": True, "schema": schema}


def answers_no_chat(status: int, words: str) -> bool:
    """Whether a refusal says that its model does not answer chat completions.

    Args:
        status: The HTTP status.
        words: The endpoint's message.
    """
    return status in (400, 404) and any(tag in words.lower() for tag in _NOT_CHAT)
