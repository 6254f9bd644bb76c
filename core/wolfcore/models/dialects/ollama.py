"""Models: the adapter for Ollama's own chat, whose context is ours to set; the chat completions that it offers beside take none.

Sources: Ollama `docs/api.md`, "Generate a chat completion" (`format` takes a schema, a stream is a JSON object a line, counts come
with the last), and `api/types.go`: `think`, and `truncate` and `shift`, without which a prompt or a reply that does not fit is
refused or ends, instead of losing its beginning in silence. Older servers leave fields aside that they do not know.
"""

from __future__ import annotations

from typing import Any

from wolfcore.models.contract import ChatRequest, Finish, Usage
from wolfcore.models.keys import Key
from wolfcore.models.spec import ModelSpec

from .dialect import Call, ReplyPart, at, conversation, count, failure_of, given, in_order, word

_FINISH: dict[str, Finish] = {"stop": "stop", "length": "length", "": "stop"}


class OllamaDialect:
    """Chats at `/api/chat`."""

    def headers(self, key: Key | None) -> dict[str, str]:
        """As `Dialect.headers`."""
        return {"Authorization": f"Bearer {key.reveal()}"} if key else {}

    def call(self, spec: ModelSpec, request: ChatRequest, *, streamed: bool) -> Call:
        """As `Dialect.call`."""
        options = given(
            num_ctx=spec.window,
            num_predict=request.max_tokens,
            temperature=request.temperature,
            top_p=request.top_p,
            stop=list(request.stop) or None,
            seed=request.seed,
        )
        body = given(
            model=spec.model,
            messages=[{"role": message.role, "content": message.text} for message in conversation(request)],
            format=_format(request),
            think=_think(spec),
            options=options,
            stream=streamed,
            truncate=False,
            shift=False,
        )
        return Call("/api/chat", body)

    def whole(self, data: object) -> ReplyPart:
        """As `Dialect.whole`."""
        return self.event(data)

    def event(self, data: object) -> ReplyPart:
        """As `Dialect.event`."""
        done = at(data, "done") is True
        return ReplyPart(
            word(data, "message", "content"),
            word(data, "message", "thinking"),
            _FINISH.get(word(data, "done_reason"), "other") if done else None,
            Usage(tokens_in=count(data, "prompt_eval_count"), tokens_out=count(data, "eval_count")) if done else Usage(),
            word(data, "model"),
            "" if at(data, "message") is not None else failure_of(data),
        )


def _think(spec: ModelSpec) -> bool | str | None:
    """Whether to think: as set, or as the settings say it to those who speak like OpenAI."""
    effort = word(spec.extra, "reasoning_effort")
    return spec.think if spec.think is not None else (effort != "none" and effort) if effort else None


def _format(request: ChatRequest) -> str | dict[str, Any] | None:
    if request.schema is None or request.form == "plain":
        return None
    return in_order(request.schema) if request.form == "json_schema" else "json"
