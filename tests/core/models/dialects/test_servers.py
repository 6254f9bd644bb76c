"""The ways of servers that speak like OpenAI, each acted out on a socket from its public
documentation.

LM Studio, "Structured output" (400 to `json_object`); vLLM, "OpenAI-compatible server"
(`json_schema`); llama.cpp `tools/server/README.md` (`json_object` with a schema, 400
`exceed_context_size_error`); OpenRouter, "API reference" (comments in a stream, `reasoning`,
`usage.cost`); DeepSeek, "Create chat completion" and "Context caching" (no `json_schema`,
`prompt_cache_hit_tokens`); Groq, "Structured outputs" (400 where a model has none); Mistral API,
"Chat completion" (422 for fields that it does not know, `random_seed`, tokens told unasked, content
in pieces); LiteLLM, "Quickstart".
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tests.core.models.asking import CHOICE, SCHEMA
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import Request, error, events, said
from wolfcore.errors import PromptTooLong
from wolfcore.models import SERVERS, ChatRequest, Delta, Message, ModelSpec, ServerName

ANSWER = '{"reason": "quiet", "seat": 2}'
PARSED = {"reason": "quiet", "seat": 2}
ASKED = replace(CHOICE, temperature=0.5, max_tokens=80, seed=7)


def whole(text: str = ANSWER, **usage: object) -> bytes:
    """A streamed chat completion: a comment, words, and tokens with the last event."""
    first = {
        "choices": [
            {"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": None}
        ]
    }
    last: dict[str, Any] = {
        "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 30, "completion_tokens": 9} | usage,
    }
    return events(first, last)


def lm_studio(request: Request) -> bytes:
    if request.body.get("response_format", {}).get("type") == "json_object":
        return said({"error": "'response_format.type' must be 'json_schema' or 'text'"}, 400)
    return whole()


def llama_cpp(request: Request) -> bytes:
    if len(request.body["messages"][-1]["content"]) > 5000:
        words = (
            "request (2500 tokens) exceeds the available context size (2048 tokens), try "
            "increasing it"
        )
        return said(
            {
                "error": {
                    "code": 400,
                    "message": words,
                    "type": "exceed_context_size_error",
                    "n_ctx": 2048,
                }
            },
            400,
        )
    return whole()


def deepseek(request: Request) -> bytes:
    if request.body["response_format"]["type"] == "json_schema":
        return error(
            400, "This response_format type is unavailable now", type="invalid_request_error"
        )
    assert "JSON" in request.body["messages"][-1]["content"], "the word must stand in the prompt"
    return whole(prompt_cache_hit_tokens=20, prompt_cache_miss_tokens=10)


def groq(request: Request) -> bytes:
    if request.body["response_format"]["type"] == "json_schema":
        return error(
            400,
            "This model does not support response format `json_schema`.",
            type="invalid_request_error",
        )
    return whole()


def mistral(request: Request) -> bytes:
    known = {
        "model",
        "messages",
        "temperature",
        "top_p",
        "max_tokens",
        "stop",
        "random_seed",
        "stream",
        "response_format",
    }
    if unknown := sorted(set(request.body) - known):
        detail = [
            {
                "type": "extra_forbidden",
                "loc": ["body", unknown[0]],
                "msg": "Extra inputs are not permitted",
            }
        ]
        body = {
            "object": "error",
            "message": {"detail": detail},
            "type": "invalid_request_error",
            "param": None,
            "code": None,
        }
        return said(body, 422)
    return whole()


def openrouter(request: Request) -> bytes:
    assert request.headers["authorization"] == "Bearer sk-or-0123456789"
    answer = whole(cost=0.25)
    head, _, body = answer.partition(b"\r\n\r\n")
    return head + b"\r\n\r\n: OPENROUTER PROCESSING\n\n" + body


def plainly(request: Request) -> bytes:
    return whole()


WAYS: dict[ServerName, tuple[Callable[[Request], bytes], dict[str, object], list[str]]] = {
    "lmstudio": (lm_studio, {"max_tokens": 80, "seed": 7}, ["json_schema"]),
    "llama.cpp": (llama_cpp, {"max_tokens": 80, "seed": 7}, ["json_schema"]),
    "vllm": (
        plainly,
        {"max_tokens": 80, "seed": 7, "stream_options": {"include_usage": True}},
        ["json_schema"],
    ),
    "openai": (
        plainly,
        {"max_completion_tokens": 80, "stream_options": {"include_usage": True}},
        ["json_schema"],
    ),
    "openrouter": (openrouter, {"max_tokens": 80, "seed": 7}, ["json_schema"]),
    "deepseek": (deepseek, {"max_tokens": 80}, ["json_object"]),
    "groq": (groq, {"max_completion_tokens": 80, "seed": 7}, ["json_schema", "json_object"]),
    "mistral": (mistral, {"max_tokens": 80, "random_seed": 7}, ["json_schema"]),
    "litellm": (plainly, {"max_tokens": 80, "seed": 7}, ["json_schema"]),
}
"""How each server answers, what it must be sent, and the forms of structured answers that are asked
for until one is taken."""


def test_every_server_that_is_known_is_acted_out() -> None:
    assert {*WAYS, "ollama"} == set(SERVERS), "Ollama has a file of its own"


@pytest.mark.parametrize("server", WAYS)
async def test_each_server_is_asked_as_it_takes_it(
    serve: Serve, opened: Open, server: ServerName
) -> None:
    way, sent, forms = WAYS[server]
    endpoint = serve(way)
    key = (
        {"api_key_env": "A_KEY", "environ": {"A_KEY": "sk-or-0123456789"}}
        if server == "openrouter"
        else {}
    )
    model = opened(endpoint.url, server=server, **key)
    for _ in range(2):
        reply = await model.complete(ASKED, list[Delta]().append)
        assert (reply.parsed, reply.reading, reply.form) == (PARSED, "strict", forms[-1])
        assert (reply.usage.tokens_in, reply.usage.tokens_out) == (30, 9)
    body: dict[str, Any] = endpoint.requests[-1].body
    assert {name: body.get(name) for name in sent} == sent
    asked = [request.body.get("response_format", {}).get("type") for request in endpoint.requests]
    assert asked == [*forms, forms[-1]], "what was refused is not asked for again"
    assert endpoint.requests[-1].path == "/chat/completions"


async def test_deepseek_tells_what_its_cache_held_by_a_name_of_its_own(
    serve: Serve, opened: Open
) -> None:
    reply = await opened(serve(deepseek).url, server="deepseek").complete(
        ASKED, list[Delta]().append
    )
    assert reply.usage.tokens_cached == 20


async def test_groq_tells_tokens_by_a_name_of_its_own(serve: Serve, opened: Open) -> None:
    told = {"id": "req_1", "usage": {"prompt_tokens": 30, "completion_tokens": 9}}
    first = {"choices": [{"index": 0, "delta": {"content": ANSWER}, "finish_reason": None}]}
    choices = [{"index": 0, "delta": dict[str, str](), "finish_reason": "stop"}]
    last = {"choices": choices, "x_groq": told}
    reply = await opened(serve(events(first, last)).url, server="groq").complete(
        ASKED, lambda _: None
    )
    assert (reply.usage.tokens_in, reply.usage.tokens_out) == (30, 9)


async def test_openrouter_says_what_it_charged_in_a_stream(serve: Serve, opened: Open) -> None:
    model = opened(
        serve(openrouter).url,
        server="openrouter",
        api_key_env="A_KEY",
        environ={"A_KEY": "sk-or-0123456789"},
    )
    assert (await model.complete(ASKED, list[Delta]().append)).cost == 0.25


async def test_mistral_names_a_field_that_it_refuses_in_a_place_of_its_own(
    serve: Serve, opened: Open
) -> None:
    # Asked as a server that nobody named: the seed is refused, left out from then on, and the words
    # say why.
    endpoint = serve(mistral)
    model = opened(endpoint.url)
    reply = await model.complete(ASKED)
    assert reply.parsed == PARSED
    assert ["seed" in request.body for request in endpoint.requests] == [True, False]


async def test_llama_cpp_refuses_what_does_not_fit_and_is_given_more_so(
    serve: Serve, opened: Open
) -> None:
    long = ChatRequest(messages=(Message("user", "talk " * 2000),), schema=SCHEMA)
    with pytest.raises(PromptTooLong, match=r"or start llama-server with a larger `-c`"):
        await opened(serve(llama_cpp).url, server="llama.cpp").complete(long)


@pytest.mark.parametrize("server", SERVERS)
def test_a_server_is_told_by_its_address(server: ServerName) -> None:
    assert ModelSpec(model="m", base_url=SERVERS[server].base_url).server_profile is SERVERS[server]
    assert ModelSpec(model="m", server=server).is_local == (not SERVERS[server].host)
    hosted = bool(SERVERS[server].host)
    assert bool(SERVERS[server].key_env) or not hosted
    assert json.dumps(SERVERS[server].base_url).isascii()
