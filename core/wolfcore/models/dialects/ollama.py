"""Ollama's native `/api/chat`, which can set the context size; its OpenAI interface cannot.

Sources: Ollama `docs/api.md`, "Generate a chat completion", and `api/types.go` (`think`,
`truncate`, `shift`). With `truncate` and `shift` on, Ollama drops the beginning of a long prompt
silently, so both are off.
"""

from __future__ import annotations

from typing import Any

from wolfcore.models.api_keys import Key
from wolfcore.models.chat import ChatRequest, Finish, Usage
from wolfcore.models.json_schema import with_sorted_enums
from wolfcore.models.spec import ModelSpec
from wolfcore.models.thinking_fields import thinking_body

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

_FINISH: dict[str, Finish] = {"stop": "stop", "length": "length", "": "stop"}


class OllamaDialect:
    """The dialect of Ollama's own API."""

    def headers(self, key: Key | None) -> dict[str, str]:
        """Return the key as a bearer token; empty without a key."""
        return {"Authorization": f"Bearer {key.reveal()}"} if key else {}

    def build_call(self, spec: ModelSpec, request: ChatRequest, *, streamed: bool) -> Call:
        """Build (not send) the `/api/chat` path and JSON body for one chat request."""
        options = without_none(
            num_ctx=spec.context_window,
            num_predict=request.max_tokens,
            temperature=request.temperature,
            top_p=request.top_p,
            stop=list(request.stop) or None,
            seed=request.seed,
        )
        body = without_none(
            model=spec.model,
            messages=[
                {"role": message.role, "content": message.text}
                for message in merged_messages(request)
            ],
            format=_format(request),
            options=options,
            stream=streamed,
            truncate=False,
            shift=False,
        )
        return Call("/api/chat", body | _thinking(spec))

    def parse_whole(self, data: object) -> ReplyPart:
        """Parse a whole reply, which has the form of the last event of a stream."""
        return self.parse_event(data)

    def parse_event(self, data: object) -> ReplyPart:
        """Parse one line of a streamed reply; token counts come with the last one."""
        done = value_at(data, "done") is True
        return ReplyPart(
            text_at(data, "message", "content"),
            text_at(data, "message", "thinking"),
            _FINISH.get(text_at(data, "done_reason"), "other") if done else None,
            Usage(
                tokens_in=count_at(data, "prompt_eval_count"),
                tokens_out=count_at(data, "eval_count"),
            )
            if done
            else Usage(),
            text_at(data, "model"),
            "" if value_at(data, "message") is not None else error_text(data),
            called="".join(
                called_with(value_at(call, "function", "arguments"))
                for call in list_at(data, "message", "tool_calls")
            ),
        )


def _thinking(spec: ModelSpec) -> dict[str, Any]:
    """Return the `think` option: `think` or `effort`, else `extra.reasoning_effort`."""
    effort = text_at(spec.extra, "reasoning_effort")
    settings = spec.thinking_settings
    if effort and not settings:
        settings["effort"] = effort
    return thinking_body("Ollama", settings)


def _format(request: ChatRequest) -> str | dict[str, Any] | None:
    if request.schema is None or request.form == "plain":
        return None
    return with_sorted_enums(request.schema) if request.form == "json_schema" else "json"
