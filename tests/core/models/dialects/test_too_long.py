"""A prompt that does not fit, as real endpoints say it; and schemas without the bounds that hosted
endpoints refuse."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.models.asking import CHOICE
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import chat, error, events, said
from wolfcore.errors import ModelRefused, PromptTooLong
from wolfcore.models import ChatRequest, Message, ModelSpec
from wolfcore.models.dialects.anthropic import AnthropicDialect
from wolfcore.models.dialects.google import GoogleDialect
from wolfcore.models.dialects.openai import OpenAIDialect
from wolfcore.models.dialects.responses import ResponsesDialect
from wolfcore.models.json_schema import without_length_bounds

WAYS = {
    "OpenAI": error(
        400, "This model's maximum context length is 8192 tokens.", code="context_length_exceeded"
    ),
    "vLLM": error(
        400,
        "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens",
    ),
    "llama.cpp": error(
        400,
        "the request exceeds the available context size, try increasing it",
        type="exceed_context_size_error",
    ),
    "llama-cpp-python": error(
        400, "Requested tokens (5000) exceed context window of 4096", code="context_length_exceeded"
    ),
    "LM Studio": said(
        {
            "error": "Trying to keep the first 9999 tokens when context the overflows. However, the "
            "model is loaded with context "
            "length of only 4096 tokens, which is not enough."
        },
        400,
    ),
    "Anthropic": error(
        400, "prompt is too long: 210000 tokens > 200000 maximum", type="invalid_request_error"
    ),
    "Google": error(
        400,
        "The input token count (1054016) exceeds the maximum number of tokens allowed (1048576).",
    ),
    "within a stream": events(
        {"error": {"message": "the model is loaded with context length of only 4096 tokens"}}
    ),
}


@pytest.mark.parametrize("who", WAYS)
async def test_a_prompt_that_does_not_fit_is_told_apart_and_asked_for_once(
    serve: Serve, opened: Open, who: str
) -> None:
    server = serve(WAYS[who], chat("too late"))
    with pytest.raises(PromptTooLong) as raised:
        await opened(server.url).complete(CHOICE, lambda _: None)
    assert "the prompt is longer than the model's context (" in str(raised.value)
    assert str(raised.value).endswith(
        "Take a model with a larger context, or start its server with more."
    )
    assert len(server.requests) == 1
    assert not raised.value.retryable


@pytest.mark.parametrize(
    "answer",
    [
        error(429, "You sent more than the maximum number of tokens per minute"),
        error(400, "unknown field"),
        error(401, "bad key"),
        events({"error": {"message": "out of memory"}}),
    ],
)
async def test_other_refusals_are_not_mistaken_for_it(
    serve: Serve, opened: Open, answer: bytes
) -> None:
    with pytest.raises(ModelRefused) as raised:
        await opened(serve(answer).url, tries=1, structured="plain").complete(
            CHOICE, lambda _: None
        )
    assert not isinstance(raised.value, PromptTooLong)


LONG: dict[str, Any] = {
    "type": "object",
    "properties": {
        "why": {"type": "string", "maxLength": 400},
        "who": {
            "type": "array",
            "items": {"type": "object", "properties": {"name": {"type": "string", "maxLength": 9}}},
        },
    },
    "required": ["why", "who"],
}
ASKED = ChatRequest(messages=(Message("user", "Who?"),), schema=LONG)


def test_bounds_go_and_nothing_else_does() -> None:
    assert without_length_bounds(LONG) == {
        "type": "object",
        "properties": {
            "why": {"type": "string"},
            "who": {
                "type": "array",
                "items": {"type": "object", "properties": {"name": {"type": "string"}}},
            },
        },
        "required": ["why", "who"],
    }
    assert LONG["properties"]["why"]["maxLength"] == 400


@pytest.mark.parametrize(
    ("spec", "bounded"),
    [
        (ModelSpec(model="m"), False),
        (ModelSpec(model="m", base_url="https://models.example/v1"), False),
        (ModelSpec(model="m", base_url="http://127.0.0.1:8080/v1"), True),
        (ModelSpec(model="m", base_url="http://localhost:8080/v1"), True),
        (ModelSpec(model="m", kind="local"), True),
        (ModelSpec(model="m", kind="anthropic"), False),
        (ModelSpec(model="m", kind="google"), False),
        (ModelSpec(model="m", kind="responses"), False),
        (ModelSpec(model="m", kind="responses", base_url="http://127.0.0.1:8080/v1"), True),
    ],
)
def test_only_servers_of_this_machine_are_sent_bounds(spec: ModelSpec, bounded: bool) -> None:
    dialect = {
        "anthropic": AnthropicDialect,
        "google": GoogleDialect,
        "responses": ResponsesDialect,
    }.get(spec.kind, OpenAIDialect)()
    assert ("maxLength" in repr(dialect.build_call(spec, ASKED, streamed=False).body)) == bounded
    assert "'required': ['why', 'who']" in repr(
        dialect.build_call(spec, ASKED, streamed=False).body
    )
