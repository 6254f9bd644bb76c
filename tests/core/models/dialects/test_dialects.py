"""The three dialects, over a real socket: what is sent where, and how replies, streams and errors
of each are understood."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from tests.core.models.asking import CHOICE, SCHEMA
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import chat, delta, error, events, said
from tests.core.models.ways import as_openai, google
from wolfcore.errors import ModelRefused
from wolfcore.models import ChatRequest, Delta, Message

ANSWER = '{"reason": "quiet", "seat": 2}'
FULL = ChatRequest(
    messages=(
        Message("system", "You are Ada."),
        Message("user", "Who?"),
        Message("assistant", "Bram."),
        Message("user", "Why?"),
    ),
    schema=SCHEMA,
    temperature=0.3,
    top_p=0.9,
    max_tokens=50,
    stop=("END",),
    seed=7,
)
TALK = [
    {"role": "user", "content": "Who?"},
    {"role": "assistant", "content": "Bram."},
    {"role": "user", "content": "Why?"},
]
KEY = {"api_key_env": "TINY_KEY", "environ": {"TINY_KEY": "sk-0123456789"}}


async def test_openai(serve: Serve, opened: Open) -> None:
    server = serve(chat(ANSWER))
    reply = await opened(server.url + "/v1/", **KEY).complete(FULL)
    assert (reply.parsed, reply.reading, reply.form) == (
        {"reason": "quiet", "seat": 2},
        "strict",
        "json_schema",
    )
    (request,) = server.requests
    assert (request.method, request.path, request.headers["authorization"]) == (
        "POST",
        "/v1/chat/completions",
        "Bearer sk-0123456789",
    )
    assert request.body == {
        "model": "tiny",
        "messages": [{"role": "system", "content": "You are Ada."}, *TALK],
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": True, "schema": SCHEMA},
        },
        "temperature": 0.3,
        "top_p": 0.9,
        "max_tokens": 50,
        "stop": ["END"],
        "seed": 7,
    }


@pytest.mark.parametrize("kind", ["openai", "google"])
async def test_an_endpoint_gets_one_schema_whatever_order_the_options_are_offered_in(
    serve: Serve, opened: Open, kind: str
) -> None:
    server = serve(google(ANSWER) if kind == "google" else chat(ANSWER))
    model = opened(server.url, kind=kind)
    for seats in ([3, 10, 2], [2, 3, 10]):
        offered = {
            "reason": {"type": "string", "maxLength": 9},
            "seat": {"type": "integer", "enum": seats},
        }
        await model.complete(
            replace(FULL, schema=SCHEMA | {"properties": offered}), list[Delta]().append
        )
    one, two = (
        as_openai(request).body["response_format"]["json_schema"]["schema"]["properties"]
        for request in server.requests
    )
    reason = {"type": "string"} if kind == "google" else {"type": "string", "maxLength": 9}
    assert one == two == {"reason": reason, "seat": {"type": "integer", "enum": [2, 3, 10]}}


async def test_the_limit_of_tokens_has_another_name_at_openai_itself(
    serve: Serve, opened: Open
) -> None:
    server = serve(chat(ANSWER))
    await opened(server.url, server="openai").complete(FULL)
    assert server.requests[0].body["max_completion_tokens"] == 50
    assert "max_tokens" not in server.requests[0].body


async def test_content_in_pieces_and_a_refusal(serve: Serve, opened: Open) -> None:
    pieces = {
        "choices": [
            {
                "message": {
                    "content": [{"type": "text", "text": "Br"}, {"type": "text", "text": "am"}]
                }
            }
        ]
    }
    assert (await opened(serve(said(pieces)).url).complete(CHOICE)).text == "Bram"
    reply = await opened(serve(chat("", refusal="I will not.")).url).complete(CHOICE)
    assert (reply.text, reply.finish, reply.reading) == ("I will not.", "filter", "unreadable")


async def test_anthropic(serve: Serve, opened: Open) -> None:
    usage = {
        "input_tokens": 10,
        "cache_read_input_tokens": 80,
        "cache_creation_input_tokens": 10,
        "output_tokens": 5,
    }
    content = [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": ANSWER}]
    server = serve(
        said({"model": "c-1", "content": content, "stop_reason": "end_turn", "usage": usage})
    )
    reply = await opened(server.url + "/v1", kind="anthropic", **KEY).complete(FULL)
    assert (reply.parsed, reply.thinking, reply.served_by) == (
        {"reason": "quiet", "seat": 2},
        "Hm.",
        "c-1",
    )
    assert (reply.usage.tokens_in, reply.usage.tokens_cached, reply.usage.tokens_out) == (
        100,
        80,
        5,
    )
    (request,) = server.requests
    assert (request.path, request.headers["x-api-key"]) == ("/v1/messages", "sk-0123456789")
    assert request.headers["anthropic-version"] == "2023-06-01"
    assert request.body == {
        "model": "tiny",
        "system": [{"type": "text", "text": "You are Ada."}],
        "messages": TALK,
        "max_tokens": 50,
        "temperature": 0.3,
        "top_p": 0.9,
        "stop_sequences": ["END"],
        "output_config": {"format": {"type": "json_schema", "schema": SCHEMA}},
    }


async def test_anthropic_models_without_schemas_are_held_to_one_by_a_tool(
    serve: Serve, opened: Open
) -> None:
    refused = said(
        {
            "type": "error",
            "error": {"type": "invalid_request_error", "message": "output_config: not supported"},
        },
        400,
    )
    content = [{"type": "tool_use", "name": "answer", "input": json.loads(ANSWER)}]
    server = serve(refused, said({"content": content, "stop_reason": "tool_use", "usage": {}}))
    reply = await opened(server.url, kind="anthropic").complete(FULL)
    assert (reply.parsed, reply.finish, reply.form) == (
        {"reason": "quiet", "seat": 2},
        "stop",
        "json_object",
    )
    body = server.requests[1].body
    assert body["tool_choice"] == {"type": "tool", "name": "answer"}
    assert body["tools"][0]["input_schema"] == SCHEMA


async def test_anthropic_streams(serve: Serve, opened: Open) -> None:
    server = serve(
        events(
            {
                "type": "message_start",
                "message": {"model": "c-1", "usage": {"input_tokens": 9, "output_tokens": 1}},
            },
            {"type": "content_block_start", "content_block": {"type": "text", "text": ""}},
            {"type": "ping"},
            {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "Br"}},
            {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "am."}},
            {
                "type": "message_delta",
                "delta": {"stop_reason": "max_tokens"},
                "usage": {"output_tokens": 4},
            },
            {"type": "message_stop"},
            done=False,
        )
    )
    heard: list[Delta] = []
    reply = await opened(server.url, kind="anthropic").complete(
        ChatRequest(messages=FULL.messages), heard.append
    )
    assert [piece.text for piece in heard] == ["Br", "am."]
    assert (reply.text, reply.finish, reply.usage.tokens_in, reply.usage.tokens_out) == (
        "Bram.",
        "length",
        9,
        4,
    )


async def test_anthropic_overloaded_in_a_stream(serve: Serve, opened: Open) -> None:
    server = serve(
        events(
            {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}},
            done=False,
        )
    )
    with pytest.raises(ModelRefused, match="Overloaded"):
        await opened(server.url, kind="anthropic", tries=1).complete(FULL, lambda _: None)


async def test_google(serve: Serve, opened: Open) -> None:
    parts = [{"text": "Hm.", "thought": True}, {"text": ANSWER}]
    usage = {
        "promptTokenCount": 100,
        "cachedContentTokenCount": 60,
        "candidatesTokenCount": 5,
        "thoughtsTokenCount": 3,
    }
    candidate = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}
    server = serve(said({"candidates": [candidate], "usageMetadata": usage, "modelVersion": "g-1"}))
    reply = await opened(server.url + "/v1beta", kind="google", **KEY).complete(FULL)
    assert (reply.parsed, reply.thinking, reply.served_by) == (
        {"reason": "quiet", "seat": 2},
        "Hm.",
        "g-1",
    )
    assert (reply.usage.tokens_in, reply.usage.tokens_cached, reply.usage.tokens_out) == (
        100,
        60,
        8,
    )
    (request,) = server.requests
    assert (request.path, request.headers["x-goog-api-key"]) == (
        "/v1beta/models/tiny:generateContent",
        "sk-0123456789",
    )
    assert request.body == {
        "systemInstruction": {"parts": [{"text": "You are Ada."}]},
        "contents": [
            {"role": "user", "parts": [{"text": "Who?"}]},
            {"role": "model", "parts": [{"text": "Bram."}]},
            {"role": "user", "parts": [{"text": "Why?"}]},
        ],
        "generationConfig": {
            "temperature": 0.3,
            "topP": 0.9,
            "maxOutputTokens": 50,
            "stopSequences": ["END"],
            "seed": 7,
            "responseMimeType": "application/json",
            "responseJsonSchema": SCHEMA,
        },
    }


async def test_google_streams_and_blocks(serve: Serve, opened: Open) -> None:
    first = {"candidates": [{"content": {"parts": [{"text": "Br"}]}}]}
    last = {"candidates": [{"content": {"parts": [{"text": "am."}]}, "finishReason": "MAX_TOKENS"}]}
    server = serve(events(first, last, done=False))
    reply = await opened(server.url, kind="google").complete(
        ChatRequest(messages=FULL.messages), lambda _: None
    )
    assert (reply.text, reply.finish) == ("Bram.", "length")
    assert server.requests[0].path == "/models/tiny:streamGenerateContent?alt=sse"
    reply = await opened(
        serve(said({"promptFeedback": {"blockReason": "SAFETY"}})).url, kind="google"
    ).complete(CHOICE)
    assert (reply.finish, reply.problem) == ("filter", "the endpoint withheld it")


@pytest.mark.parametrize("kind", ["openai", "responses", "anthropic", "google"])
async def test_every_dialect_understands_its_refusals(
    serve: Serve, opened: Open, kind: str
) -> None:
    with pytest.raises(ModelRefused, match="401: bad key"):
        await opened(serve(error(401, "bad key")).url, kind=kind).complete(FULL)


async def test_openrouter_says_what_it_charged(serve: Serve, opened: Open) -> None:
    # OpenRouter, "Usage accounting": cost in the usage, and what the provider charges apart where
    # the key is one's own.
    usage = {
        "prompt_tokens": 100,
        "completion_tokens": 20,
        "cost": 0.0015,
        "prompt_tokens_details": {"cache_write_tokens": 40},
    }
    choices = [{"message": {"content": "Bram."}, "finish_reason": "stop"}]
    own = usage | {"is_byok": True, "cost_details": {"upstream_inference_cost": 0.03}}
    told = (usage, own, usage | {"cost": -1}, usage | {"cost": True}, usage)
    server = serve(*(said({"choices": choices, "usage": each}) for each in told))
    model = opened(server.url)
    replies = [await model.complete(FULL) for _ in range(4)]
    assert [reply.cost and round(reply.cost, 9) for reply in replies] == [
        0.0015,
        0.0315,
        None,
        None,
    ]
    assert replies[0].usage.tokens_written == 40
    priced = opened(server.url, price_in=1000.0, price_out=1000.0)
    assert (await priced.complete(FULL)).cost == 0.0015, (
        "what was charged is more than what was reckoned"
    )


@pytest.mark.parametrize("kind", ["openai", "responses", "anthropic", "google"])
async def test_no_blank_message_is_sent_and_roles_take_turns(
    serve: Serve, opened: Open, kind: str
) -> None:
    server = serve(error(418))
    asked, blank, answer = Message("user", "Who?"), Message("user", ""), Message("user", "Answer.")
    request = ChatRequest(
        messages=(
            Message("system", "You are Ada."),
            asked,
            Message("assistant", " \n"),
            blank,
            answer,
        )
    )
    with pytest.raises(ModelRefused):
        await opened(server.url, kind=kind).complete(request)
    messages = as_openai(server.requests[0]).body["messages"]
    assert [(each["role"], each["content"]) for each in messages] == [
        ("system", "You are Ada."),
        ("user", "Who?\n\nAnswer."),
    ]


CALLED: dict[str, Any] = {"reason": "quiet", "seat": 2}
CALLS: dict[str, tuple[dict[str, Any], bytes]] = {
    "tool_calls": (
        {},
        said(
            {
                "choices": [
                    {
                        "message": {
                            "content": None,
                            "tool_calls": [{"function": {"name": "answer", "arguments": ANSWER}}],
                        },
                        "finish_reason": "tool_calls",
                    }
                ]
            }
        ),
    ),
    "tool_calls with a value": (
        {},
        said(
            {
                "choices": [
                    {
                        "message": {"tool_calls": [{"function": {"arguments": CALLED}}]},
                        "finish_reason": "tool_calls",
                    }
                ]
            }
        ),
    ),
    "function_call": (
        {},
        said(
            {
                "choices": [
                    {
                        "message": {
                            "content": "Let me see.",
                            "function_call": {"arguments": ANSWER},
                        },
                        "finish_reason": "function_call",
                    }
                ]
            }
        ),
    ),
    "functionCall": (
        {"kind": "google"},
        said(
            {
                "candidates": [
                    {
                        "content": {"parts": [{"functionCall": {"name": "a", "args": CALLED}}]},
                        "finishReason": "STOP",
                    }
                ]
            }
        ),
    ),
    "ollama": (
        {"server": "ollama"},
        said(
            {
                "message": {"content": "", "tool_calls": [{"function": {"arguments": CALLED}}]},
                "done": True,
            }
        ),
    ),
}


@pytest.mark.parametrize("name", CALLS)
async def test_an_answer_in_a_call_that_nobody_asked_for_is_read(
    name: str, serve: Serve, opened: Open
) -> None:
    settings, sent = CALLS[name]
    reply = await opened(serve(sent).url, tries=1, **settings).complete(CHOICE)
    assert (reply.parsed, reply.problem, reply.finish) == (CALLED, "", "stop")


async def test_a_call_in_pieces_is_read_as_one(serve: Serve, opened: Open) -> None:
    pieces = [
        {"choices": [{"delta": {"tool_calls": [{"function": {"arguments": part}}]}}]}
        for part in ('{"reason": "qui', 'et", "seat": 2}')
    ]
    model = opened(serve(events(*pieces, delta("", "tool_calls"))).url, tries=1)
    assert (await model.complete(CHOICE, lambda _: None)).parsed == CALLED


@pytest.mark.parametrize("streams", [True, False])
@pytest.mark.parametrize(
    ("more", "served_by"),
    [
        ({}, "m-1"),
        ({"system_fingerprint": "fp_44"}, "m-1, fp_44"),
        ({"provider": "Host", "system_fingerprint": None}, "m-1, Host"),
        ({"provider": "Host", "system_fingerprint": "fp\x1b[31m"}, "m-1, Host, fp [31m"),
        ({"system_fingerprint": ["fp"]}, "m-1"),
    ],
)
async def test_who_served_a_reply_is_told_with_its_version(
    serve: Serve, opened: Open, more: dict[str, Any], served_by: str, *, streams: bool
) -> None:
    data: dict[str, Any] = {"model": "m-1", **more}
    if streams:
        answer = events(data | delta("Bram", "stop"), {"model": "m-1", "choices": []})
    else:
        message = {"message": {"content": "Bram"}, "finish_reason": "stop"}
        answer = said(data | {"choices": [message]})
    model = opened(serve(answer).url)
    reply = await model.complete(FULL, list[Delta]().append if streams else None)
    assert reply.served_by == served_by


HELD: dict[str, dict[str, Any]] = {
    # OpenRouter, "Reasoning tokens"; proxies of Claude; Cloudflare, "JSON mode"; OpenAI's library,
    # "Structured outputs".
    "reasoning_details": {
        "content": "",
        "reasoning_details": [{"type": "reasoning.text", "text": f"Bram is quiet. {ANSWER}"}],
    },
    "reasoning_details in a summary": {
        "content": None,
        "reasoning_details": [{"type": "reasoning.summary", "summary": ANSWER}],
    },
    "thinking_content": {"content": "", "thinking_content": f"So: {ANSWER}"},
    "content as a value": {"content": CALLED},
    "parsed alone": {"content": None, "parsed": CALLED},
    "parsed beside the text": {"content": ANSWER, "parsed": CALLED},
}


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("name", HELD)
async def test_an_answer_in_another_field_is_read(
    name: str, serve: Serve, opened: Open, streamed: bool
) -> None:
    whole = said({"choices": [{"message": HELD[name], "finish_reason": "stop"}]})
    pieces = events({"choices": [{"delta": HELD[name]}]}, delta("", "stop"))
    server = serve(pieces if streamed else whole)
    reply = await opened(server.url, tries=1).complete(
        CHOICE, (lambda _: None) if streamed else None
    )
    assert (reply.parsed, reply.problem) == (CALLED, "")
    assert len(server.requests) == 1
