"""Ollama asked in its own way, as `tests/core/models/ollama.py` acts it out, and prompts that
servers cut in silence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tests.core.models.asking import CHOICE, SCHEMA, WORDS
from tests.core.models.conftest import Open, Serve
from tests.core.models.ollama import ANSWER, STANDARD, Ollama, chat_of, last, lines, piece
from tests.core.models.serving import Endpoint, chat, error, said
from tests.core.models.writings import SECRET
from wolfcore.errors import ConfigError, ModelRefused, PromptTooLong
from wolfcore.models import ChatRequest, Delta, Message, parse_model
from wolfcore.models.wrappers.wrapper import was_truncated


def long(words: int) -> ChatRequest:
    """A question of so many words."""
    return replace(CHOICE, messages=(Message("user", "talk " * words),))


@pytest.fixture
def asking(serve: Serve, opened: Open) -> Callable[..., tuple[Any, Endpoint]]:
    """A model at an Ollama, and the Ollama."""

    def start(*served: Any, at: str = "/v1", **settings: Any) -> tuple[Any, Endpoint]:
        server = serve(*served or (Ollama(),))
        return opened(
            server.url + at, **{"server": "ollama", "model": "llama3.2"} | settings
        ), server

    return start


@pytest.mark.parametrize("at", ["", "/", "/v1", "/v1/"])
async def test_it_is_asked_in_its_own_way(asking: Any, at: str) -> None:
    model, server = asking(at=at, max_tokens=50, temperature=0.3, top_p=0.9, seed=7)
    reply = await model.complete(replace(CHOICE, stop=("END",)))
    (request,) = server.requests
    assert (request.method, request.path) == ("POST", "/api/chat")
    assert request.body == {
        "model": "llama3.2",
        "messages": [
            {"role": "system", "content": "You are Ada."},
            {"role": "user", "content": "Who is it?"},
        ],
        "format": SCHEMA,
        "options": {
            "num_ctx": 16384,
            "num_predict": 50,
            "temperature": 0.3,
            "top_p": 0.9,
            "stop": ["END"],
            "seed": 7,
        },
        "stream": False,
        "truncate": False,
        "shift": False,
    }
    assert (reply.parsed, reply.reading, reply.form) == (
        {"reason": "quiet", "seat": 2},
        "strict",
        "json_schema",
    )
    assert (reply.usage.tokens_in, reply.usage.tokens_out, reply.served_by) == (9, 9, "llama3.2")


async def test_a_stream_is_a_json_object_a_line_however_it_is_cut(asking: Any) -> None:
    model, _ = asking(
        lines(piece(thinking="Hm"), piece(thinking="m."), piece("Br"), piece("äm"), last(30, 12))
    )
    heard: list[Delta] = []
    reply = await model.complete(WORDS, heard.append)
    assert [delta.text for delta in heard if delta.text] == ["Br", "äm"]
    assert sum(delta.thinking for delta in heard) == 2
    assert (reply.text, reply.thinking, reply.finish) == ("Bräm", "Hmm.", "stop")
    assert (reply.usage.tokens_in, reply.usage.tokens_out) == (30, 12)


async def test_words_that_come_with_the_last_line_count_and_so_does_a_line_without_its_end(
    asking: Any,
) -> None:
    model, _ = asking(lines(piece("Br"), last(30, content="am"), cut=True))
    assert (await model.complete(WORDS, list[Delta]().append)).text == "Bram"


async def test_any_object_is_asked_for_by_a_word_and_words_by_nothing(asking: Any) -> None:
    for structured, asked in (("json_object", "json"), ("plain", None)):
        model, server = asking(structured=structured)
        await model.complete(CHOICE)
        assert server.requests[0].body.get("format") == asked
        assert "It fits this JSON schema" in server.requests[0].body["messages"][-1]["content"]


@pytest.mark.parametrize("think", [True, False, "low"])
async def test_whether_it_thinks_is_a_setting(asking: Any, think: object) -> None:
    model, server = asking(said(last(30, content="Bram")), think=think)
    await model.complete(WORDS)
    assert server.requests[0].body["think"] == think


@pytest.mark.parametrize(("effort", "think"), [("low", "low"), ("none", False)])
async def test_an_effort_that_others_take_is_said_in_ollamas_way(
    asking: Any, effort: str, think: object
) -> None:
    model, server = asking(said(last(30, content="Bram")), extra={"reasoning_effort": effort})
    await model.complete(WORDS)
    assert server.requests[0].body["think"] == think


async def test_a_model_that_cannot_think_is_asked_without(asking: Any) -> None:
    model, server = asking(think=True)
    for _ in range(2):
        assert (await model.complete(WORDS)).text
    assert [request.body.get("think") for request in server.requests] == [True, None, None]
    with pytest.raises(ConfigError, match=r"models\.x\.think.*has no field.*to OpenAI.*Ollama"):
        parse_model("x", {"model": "m", "think": True})


async def test_the_context_is_a_setting_and_what_does_not_fit_is_said(asking: Any) -> None:
    model, server = asking(context=8192)
    await model.complete(long(5000))
    assert server.requests[0].body["options"]["num_ctx"] == 8192
    with pytest.raises(
        PromptTooLong, match=r"the input length exceeds the context length.*raise its `context`"
    ):
        await model.complete(long(6000))


async def test_thinking_gets_no_more_room_than_the_context_has(asking: Any) -> None:
    model, server = asking(
        said(last(30, reason="length", thinking="hm")), max_tokens=500, context=8192
    )
    reply = await model.complete(CHOICE)
    assert reply.finish == "length"
    limits = [request.body["options"]["num_predict"] for request in server.requests]
    assert limits[:3] == [500, 2000, 8000]
    assert max(limits) == 8000


async def test_a_model_that_is_not_there_is_said_with_the_command_that_fetches_it(
    asking: Any,
) -> None:
    model, server = asking(model="llama9")
    with pytest.raises(
        ModelRefused, match=r"knows no model `llama9`.*Fetch it with `ollama pull llama9`"
    ):
        await model.complete(WORDS)
    assert [request.path for request in server.requests] == ["/api/chat"]


async def test_an_error_in_the_middle_of_a_stream_is_a_failed_call(asking: Any) -> None:
    failed = lines(
        piece("I am"), {"error": "an error was encountered while running the model: CUDA error"}
    )
    model, server = asking(failed, lines(piece("Bram"), last(30)))
    heard: list[Delta] = []
    assert (await model.complete(WORDS, heard.append)).text == "Bram"
    assert [delta.restart for delta in heard] == [False, True, False]
    assert len(server.requests) == 2
    broken, _ = asking(lines(piece("I am")), tries=1)
    with pytest.raises(Exception, match="the stream ended in the middle"):
        await broken.complete(WORDS, heard.append)


async def test_no_piece_of_a_stream_holds_the_key(asking: Any) -> None:
    half = len(SECRET) // 2
    model, server = asking(
        lines(piece(f"a {SECRET[:half]}"), piece(f"{SECRET[half:]} b", SECRET), last(30)),
        api_key_env="TINY_KEY", environ={"TINY_KEY": SECRET},
    )  # fmt: skip
    heard: list[Delta] = []
    reply = await model.complete(WORDS, heard.append)
    assert server.requests[0].headers["authorization"] == f"Bearer {SECRET}"
    assert SECRET not in "".join(delta.text for delta in heard) + reply.text + reply.thinking


async def test_what_has_chat_completions_alone_is_asked_by_them_from_then_on(asking: Any) -> None:
    model, server = asking(Ollama(common=True))
    for _ in range(2):
        assert (await model.complete(CHOICE)).parsed == {"reason": "quiet", "seat": 2}
    assert [request.path for request in server.requests] == [
        "/api/chat",
        "/v1/chat/completions",
        "/v1/chat/completions",
    ]


# -- prompts that are cut in silence


@pytest.mark.parametrize(
    "server", [Ollama(common=True), Ollama(old=True)], ids=["chat completions", "an old server"]
)
async def test_a_prompt_that_was_cut_is_found_out_and_said(asking: Any, server: Ollama) -> None:
    model, endpoint = asking(server, context=STANDARD)
    await model.complete(long(2700))
    with pytest.raises(PromptTooLong) as raised:
        await model.complete(long(2800))
    assert (
        "of a prompt of 2,800 words the server says that it read 2,050 tokens, so it cut the "
        "rest in silence" in str(raised.value)
    )
    assert "`OLLAMA_CONTEXT_LENGTH=16384 ollama serve`" in str(raised.value)
    sent = len(endpoint.requests)
    with pytest.raises(PromptTooLong):
        await model.complete(long(2900))
    assert len(endpoint.requests) == sent, "what is longer still need not be sent"
    await model.complete(long(2700))


def test_only_what_cannot_have_been_the_whole_is_taken_for_a_part() -> None:
    assert was_truncated(long(2800), 2050)
    assert was_truncated(replace(CHOICE, messages=(Message("user", "talking " * 2500),)), 4096), (
        "a context that is full to the last token"
    )
    assert not was_truncated(long(2800), 4200)
    assert not was_truncated(long(2800), 700), (
        "as of a server that counts only what it had not read before"
    )
    assert not was_truncated(replace(CHOICE, messages=(Message("user", "x" * 60_000),)), 7321), (
        "one letter over and over"
    )


async def test_servers_of_other_kinds_that_cut_are_found_out_too(
    serve: Serve, opened: Open
) -> None:
    model = opened(serve(chat_of(2050), chat(ANSWER)).url)
    with pytest.raises(PromptTooLong, match="Start its server with a larger context"):
        await model.complete(long(2800))
    assert (await model.complete(CHOICE)).parsed == {"reason": "quiet", "seat": 2}


async def test_a_refusal_of_another_kind_is_none_of_the_place(asking: Any) -> None:
    model, server = asking(error(500, "boom"), tries=1)
    with pytest.raises(ModelRefused, match="boom"):
        await model.complete(WORDS)
    assert {request.path for request in server.requests} == {"/api/chat"}
