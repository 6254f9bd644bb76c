"""What can go wrong at an endpoint, each over a real socket: a sentence that says what is wrong and
what to do."""

from __future__ import annotations

import json
import socket
from typing import Any

import pytest

from tests.core.models.asking import CHOICE, WORDS
from tests.core.models.clocks import JumpingClock
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import DROP, HANG, chat, delta, error, events, raw, said
from wolfcore.errors import (
    ModelError,
    ModelMalformed,
    ModelRefused,
    ModelTimeout,
    ModelUnreachable,
    PromptTooLong,
)
from wolfcore.models import ChatModel, ChatRequest, Delta, parse_model
from wolfcore.models.transport.endpoint_errors import EndpointErrors

ONCE: dict[str, Any] = {"tries": 1}


def gemini(limit: str) -> dict[str, Any]:
    """What Gemini answers to too many requests (its page on rate limits; google.rpc.RetryInfo)."""
    return {
        "error": {
            "code": 429,
            "message": "You exceeded your current quota, please check your plan and billing details.",
            "status": "RESOURCE_EXHAUSTED",
            "details": [
                {
                    "violations": [
                        {"quotaId": f"GenerateRequests{limit}PerProjectPerModel-FreeTier"}
                    ]
                },
                {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "12s"},
            ],
        }
    }


async def failure(model: ChatModel, kind: type[ModelError]) -> str:
    with pytest.raises(kind) as raised:
        await model.complete(WORDS)
    return str(raised.value)


async def test_a_reply_with_its_tokens_and_its_model(serve: Serve, opened: Open) -> None:
    server = serve(chat("Bram."))
    reply = await opened(server.url, price_in=1.0, price_cached=0.1, price_out=10.0).complete(WORDS)
    assert (reply.text, reply.finish, reply.served_by, reply.problem) == (
        "Bram.",
        "stop",
        "tiny-1",
        "",
    )
    assert (reply.usage.tokens_in, reply.usage.tokens_cached, reply.usage.tokens_out) == (
        100,
        60,
        20,
    )
    assert reply.cost
    assert round(reply.cost * 1e6, 6) == 40 * 1.0 + 60 * 0.1 + 20 * 10.0


@pytest.mark.parametrize("tokens", [-1, 10**400, True, 1.5, "9", None, [9]])
async def test_what_is_no_count_of_tokens_is_none(
    serve: Serve, opened: Open, tokens: object
) -> None:
    choices = [{"message": {"content": "Bram."}, "finish_reason": "stop"}]
    server = serve(
        said({"choices": choices, "usage": {"prompt_tokens": tokens, "completion_tokens": tokens}})
    )
    reply = await opened(server.url, price_in=1.0, price_out=10.0).complete(WORDS)
    assert (reply.usage.tokens_in, reply.usage.tokens_out) == (None, None)
    # What it costs is estimated by four characters a token, so that a budget of money counts it.
    sent = sum(len(message.text) for message in WORDS.messages) // 4
    assert reply.cost is not None
    assert round(reply.cost, 12) == round((sent * 1.0 + len("Bram.") // 4 * 10.0) / 1_000_000, 12)


@pytest.mark.parametrize(
    ("server", "start"),
    [("ollama", "Start Ollama with `ollama serve`"), ("openai", "Start the server there")],
)
async def test_nobody_listens(opened: Open, server: str, start: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        words = await failure(opened(url, server=server, **ONCE), ModelUnreachable)
    assert (
        words
        == f"tiny: {url} cannot be reached (Connection refused). {start}, or correct `base_url`."
    )


async def test_no_reply_in_time(serve: Serve, opened: Open) -> None:
    # The clock of this test jumps over any limit below 61 seconds, and the server never answers.
    words = await failure(opened(serve(HANG).url, timeout=5.0, **ONCE), ModelTimeout)
    assert words.startswith("tiny: no reply within 5 seconds. Raise its `timeout`")


@pytest.mark.parametrize(
    ("answer", "settings", "words"),
    [
        (error(401, "bad key"), {}, "the endpoint wants a key (401: bad key). Name the variable that holds it with "
            "`api_key_env`."),
        (
            error(401, "bad key"),
            {"api_key_env": "TINY_KEY", "environ": {"TINY_KEY": "sk-0123456789"}},
            "the endpoint refused the key (401: bad key). Check the key in TINY_KEY.",
        ),
        (error(404, "model not found"), {}, "knows no model `tiny` (404: model not found). Correct `model` or `base_url`."),
        (error(404, "File Not Found"), {}, "has no such place (404: File Not Found). Correct `base_url`, or `model`."),
        (error(404), {"server": "ollama"}, "(404: no). Fetch it with `ollama pull tiny`, or correct `model`."),
        (said({"error": "broke"}, 500), {}, "the endpoint failed (500: broke). Look into the server's log."),
        (raw(502, b"<html>Bad Gateway</html>", "text/html"), {}, "the endpoint failed (502). Look into the server's log."),
        (raw(307, b"", location="http://elsewhere/v1"), {}, "points elsewhere to http://elsewhere/v1 (307). Correct `base_url`."),
        (
            error(400, "request (9 tokens) exceeds the available context size", type="exceed_context_size_error"),
            {},
            "the prompt is longer than the model's context",
        ),
        (error(429, "quota", code="insufficient_quota"), {}, "the account has no credit left (429: quota)."),
        (said(gemini("PerMinute"), 429), {}, "takes no more requests now (429: You exceeded your current quota, please check"),
        (said(gemini("PerMinute"), 429), {}, "It asks to wait 12 seconds."),
        (said([gemini("PerMinute")], 429), {}, "It asks to wait 12 seconds."),
        (said(gemini("PerDay"), 429), {}, "what the endpoint allows in a day is used up (429: You exceeded"),
        (error(429, "Rate limit exceeded: free-models-per-day"), {}, "Go on tomorrow, or take another model."),
        (error(429, "Rate limit reached on tokens per day (TPD). Please try again in 7m12.5s."), {}, "It asks to wait 432 seconds."),
        (error(429, "Rate limit reached on requests per min. Please try again in 250ms."), {}, "It asks to wait 0 seconds."),
        (
            error(429, "You exceeded your current quota, please check your plan and billing details.", code="insufficient_quota"),
            {},
            "the account has no credit left",
        ),
        (
            said({"code": "exhausted", "error": "Your team has used all available credits or its monthly spending limit."}, 429),
            {},
            "the account has no credit left (429",
        ),
        (error(429, "您的账户已欠费，请充值后重试。", code="1113"), {}, "the account has no credit left (429"),
        (error(400, "Access denied, is your account in good standing?", code="Arrearage"), {}, "the account has no credit left (400"),
        (error(400, "Budget has been exceeded! Max budget: 10.0", type="budget_exceeded"), {}, "the account has no credit left (400"),
        (error(400, "Your credit balance is too low to access the API."), {}, "the account has no credit left (400"),
        (error(400, "`billing` is not a parameter"), {}, "did not accept the request (400"),
        (
            said({"message": "You are using a Trial key, which is limited to 1000 API calls / month."}, 429),
            {},
            "allows in a month is used up (429: You are using a Trial key",
        ),
        (said({"error": "you've reached your weekly usage limit"}, 429), {}, "Go on in another week, or take another model."),
        (
            error(429, "Rate limit of 50 per 86400s exceeded for UserByModelByDay. Please wait 41000 seconds"),
            {},
            "allows in a day is used up (429: Rate limit of 50",
        ),
        (said({"errors": [{"message": "used up your daily free allocation"}]}, 429), {}, "allows in a day is used up (429"),
        (error(403, "Country, region, or territory not supported"), {}, "does not serve this country (403: Country"),
        (error(404, "This is not a chat model and thus not supported here."), {}, "`tiny` does not answer chat completions (404"),
        (error(429, "slow down"), {}, "takes no more requests now (429: slow down). Wait a little. A lower `concurrency`"),
        (said({"error": "x"}, 429, retry_after="7"), {}, "It asks to wait 7 seconds."),
        (said({"detail": [{"msg": "bad field"}]}, 422), {}, "did not accept the request (422: bad field). Check the model's"),
    ],
)  # fmt: skip
async def test_a_refusal(
    serve: Serve, opened: Open, answer: bytes, settings: dict[str, object], words: str
) -> None:
    assert words in await failure(opened(serve(answer).url, **ONCE, **settings), ModelRefused)


@pytest.mark.parametrize(
    ("settings", "hint"),
    [
        ({}, "Take a model with a larger context."),
        ({"kind": "anthropic"}, "Take a model with a larger context."),
        ({"server": "openrouter"}, "Take a model with a larger context."),
        ({"base_url": "https://models.example/v1"}, "Take a model with a larger context."),
        ({"base_url": "http://10.0.0.7:5000/v1"}, "context, or start its server with more."),
        ({"server": "vllm"}, "context, or start vLLM with a larger `--max-model-len`."),
        ({"server": "vllm", "base_url": "https://models.example/v1"}, "start vLLM with a larger `--max-model-len`."),
    ],
)  # fmt: skip
def test_only_who_runs_a_server_is_told_to_start_it_otherwise(
    settings: dict[str, object], hint: str
) -> None:
    spec = parse_model("m", {"model": "m", **settings})
    body = b'{"error": {"message": "prompt is too long: 9 tokens > 8 maximum"}}'
    error = EndpointErrors("m", spec, None).refused(400, {}, body, 0.0)
    assert isinstance(error, PromptTooLong)
    assert str(error).endswith(hint)


LM_STUDIO = said({"error": "Unexpected endpoint or method. (POST /chat/completions)"})
"""What LM Studio answers at an unknown path, with status 200 (lmstudio-bug-tracker#618)."""


@pytest.mark.parametrize(
    ("answer", "settings", "path", "hint"),
    [
        (error(404, "Not Found"), {}, "", "usually answers at `{url}/v1`."),
        (error(405, "Method Not Allowed"), {}, "", "usually answers at `{url}/v1`."),
        (error(404, "Not Found"), {"kind": "anthropic"}, "", "usually answers at `{url}/v1`."),
        (error(404, "Not Found"), {"kind": "google"}, "", "usually answers at `{url}/v1beta`."),
        (error(404, "Not Found"), {"server": "groq"}, "", "usually answers at `{url}/openai/v1`."),
        (LM_STUDIO, {"server": "lmstudio"}, "", "usually answers at `{url}/v1`."),
        (LM_STUDIO, {}, "", "usually answers at `{url}/v1`."),
        (error(404, "Not Found"), {}, "/v1/chat/completions", "Leave `/chat/completions` out of `base_url`."),
        (error(404, "Not Found"), {"kind": "anthropic"}, "/v1/messages/", "Leave `/messages` out of `base_url`."),
        (error(404, "Not Found"), {}, "/v1", "Correct `base_url`, or `model`."),
        (error(404, "Not Found"), {"server": "deepseek"}, "", "Correct `base_url`, or `model`."),
    ],
)  # fmt: skip
async def test_the_place_of_a_server_is_proposed_where_an_address_has_none(
    serve: Serve,
    opened: Open,
    answer: bytes,
    settings: dict[str, object],
    path: str,
    hint: str,
) -> None:
    server = serve(answer)
    words = await failure(opened(server.url + path, **ONCE, **settings), ModelRefused)
    assert "has no such place (" in words
    assert words.endswith(hint.format(url=server.url))


async def test_an_unknown_place_is_asked_for_once(serve: Serve, opened: Open) -> None:
    server = serve(LM_STUDIO)
    await failure(opened(server.url), ModelRefused)
    assert len(server.requests) == 1


async def test_what_an_endpoint_says_is_shown_short_and_without_control_characters(
    serve: Serve, opened: Open
) -> None:
    words = await failure(
        opened(serve(error(400, "\x1b[2J\u202eevil\n" + "x" * 5000)).url), ModelRefused
    )
    assert "evil" in words
    assert words.isprintable()
    assert len(words) < 400


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            raw(200, b"<html>Welcome</html>", "text/html"),
            "sent `<html>Welcome</html>`, which is no reply of the kind `openai`",
        ),
        (raw(200, b""), "sent nothing, which is no reply"),
        (said({"hello": "world"}), "is no reply of the kind `openai`"),
        (raw(200, b"[" * 100_000), "is no reply of the kind `openai`"),
        (
            raw(200, b'{"choices": [{"message": {"content": "' + b"x" * 10_000_000 + b'"}}]}'),
            "more than 4 megabytes came",
        ),
    ],
)
async def test_what_is_no_reply(serve: Serve, opened: Open, answer: bytes, words: str) -> None:
    assert words in await failure(opened(serve(answer).url, **ONCE), ModelMalformed)


async def test_ten_megabytes_of_stream(serve: Serve, opened: Open) -> None:
    server = serve(events(*[delta("x" * 100_000)] * 100))
    with pytest.raises(ModelMalformed, match="more than 1,200,000 characters came"):
        await opened(server.url, **ONCE).complete(WORDS, lambda _: None)


async def test_bytes_that_are_no_text_are_replaced_and_halves_of_characters_too(
    serve: Serve, opened: Open
) -> None:
    body = b'{"choices": [{"message": {"content": "a\xff\xfeb\\ud800c"}, "finish_reason": "stop"}]}'
    reply = await opened(serve(raw(200, body)).url).complete(WORDS)
    assert reply.text.encode() == "a\ufffd\ufffdb\ufffdc".encode()


@pytest.mark.parametrize(
    ("finish", "problem"),
    [
        ("stop", "it is empty"),
        ("length", "at the limit of tokens before any answer"),
        ("content_filter", "withheld"),
    ],
)
@pytest.mark.parametrize("request_", [WORDS, CHOICE], ids=["words", "choice"])
async def test_an_empty_reply_is_a_reply_and_says_so(
    serve: Serve, opened: Open, finish: str, problem: str, request_: ChatRequest
) -> None:
    reply = await opened(serve(chat(" ", finish)).url).complete(request_)
    assert problem in reply.problem


async def test_a_body_cut_in_half(serve: Serve, opened: Open) -> None:
    whole = chat("Bram, because he was quiet.")
    words = await failure(opened(serve(whole[:-20], cut=[0]).url, **ONCE), ModelUnreachable)
    assert "the connection broke before the reply was whole" in words


async def test_a_stream_that_says_that_it_is_done_is_whole_also_without_a_reason(
    serve: Serve, opened: Open
) -> None:
    reply = await opened(serve(events(delta("Bram."))).url, **ONCE).complete(WORDS, lambda _: None)
    assert (reply.text, reply.finish, reply.problem) == ("Bram.", "other", "")


async def test_a_stream_that_ends_without_its_end(serve: Serve, opened: Open) -> None:
    server = serve(events(delta("Bram, be"), done=False))
    heard: list[Delta] = []
    with pytest.raises(ModelUnreachable, match="the stream ended in the middle"):
        await opened(server.url, **ONCE).complete(WORDS, heard.append)
    assert heard == [Delta("Bram, be")]


def sse(end: str) -> bytes:
    """A stream whose lines end so."""
    return "".join(
        f"data: {json.dumps(each)}{end}{end}" for each in (delta("Br"), delta("am.", "stop"))
    ).encode()


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (sse("\r"), "text/event-stream"),
        (sse("\r\n"), "text/event-stream"),
        (sse("\n"), "text/plain"),
        (sse("\n"), "application/json"),
        (b": a comment\n\n" + sse("\r\n") + b"data: [DONE]\n\n", ""),
        (json.dumps([delta("Br"), delta("am.", "stop")]).encode(), "application/json"),
    ],
)
async def test_a_stream_is_read_however_its_lines_end_and_whatever_it_is_called(
    body: bytes, kind: str, serve: Serve, opened: Open
) -> None:
    model = opened(serve(raw(200, body, kind)).url, **ONCE)
    reply = await model.complete(WORDS, lambda _: None)
    assert (reply.text, reply.finish) == ("Bram.", "stop")


@pytest.mark.parametrize(
    ("text", "is_whole"),
    [
        ('{"reason": "quiet", "seat": 2}', True),
        ('{"reason": "quiet", "seat": 9}', False),
        ('{"reason": "quiet", "seat"', False),
        ('I say {"reason": "quiet", "seat": 2}', False),
    ],
)
async def test_a_stream_without_its_end_is_whole_if_its_answer_is(
    text: str, is_whole: bool, serve: Serve, opened: Open
) -> None:
    model = opened(serve(events(delta(text), done=False)).url, **ONCE)
    if is_whole:
        assert (await model.complete(CHOICE, lambda _: None)).parsed == json.loads(text)
    else:
        with pytest.raises(ModelUnreachable, match="the stream ended in the middle"):
            await model.complete(CHOICE, lambda _: None)


async def test_an_error_in_the_middle_of_a_stream(serve: Serve, opened: Open) -> None:
    server = serve(events(delta("Br"), {"error": {"message": "out of memory"}}))
    with pytest.raises(ModelRefused, match="failed while answering: out of memory"):
        await opened(server.url, **ONCE).complete(WORDS, lambda _: None)


async def test_a_stream_comes_in_pieces_and_as_a_whole(serve: Serve, opened: Open) -> None:
    usage: dict[str, Any] = {"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 2}}
    server = serve(events(delta("Bra"), delta("m."), delta(finish="stop"), usage))
    heard: list[Delta] = []
    reply = await opened(server.url).complete(WORDS, heard.append)
    assert [piece.text for piece in heard] == ["Bra", "m."]
    assert (reply.text, reply.usage.tokens_in, reply.usage.tokens_out) == ("Bram.", 5, 2)
    assert server.requests[0].body["stream_options"] == {"include_usage": True}


async def test_a_server_that_does_not_stream_is_heard_all_the_same(
    serve: Serve, opened: Open
) -> None:
    heard: list[Delta] = []
    reply = await opened(serve(chat("Bram.")).url).complete(WORDS, heard.append)
    assert (reply.text, heard) == ("Bram.", [Delta("Bram.")])


async def test_thinking_is_no_part_of_the_reply(serve: Serve, opened: Open) -> None:
    pieces = [delta(piece) for piece in ("\n<th", "ink>Is it", " Bram?</thi", "nk>\n\nBr", "am.")]
    heard: list[Delta] = []
    reply = await opened(serve(events(*pieces, delta(finish="stop"))).url).complete(
        WORDS, heard.append
    )
    assert (reply.text, reply.thinking) == ("Bram.", "Is it Bram?")
    assert "".join(piece.text for piece in heard) == "Bram."
    reply = await opened(serve(chat("Bram.", reasoning_content="Hm.")).url).complete(WORDS)
    assert (reply.text, reply.thinking) == ("Bram.", "Hm.")


async def test_a_kept_connection_that_is_dropped_is_replaced_once(
    serve: Serve, opened: Open, clock: JumpingClock
) -> None:
    server = serve(chat("one"), DROP, chat("two"))
    model = opened(server.url, **ONCE)
    assert (await model.complete(WORDS)).text == "one"
    reply = await model.complete(WORDS)
    assert (reply.text, reply.retries) == ("two", 0)
    assert (server.connections, len(server.requests)) == (2, 3)
    assert clock.waits == []


@pytest.mark.slow
async def test_a_connection_dropped_twice_is_an_error(serve: Serve, opened: Open) -> None:
    server = serve(DROP)
    assert "the connection broke" in await failure(opened(server.url, **ONCE), ModelUnreachable)
    assert len(server.requests) == 2


async def test_offline_asks_this_machine_and_nobody_else(serve: Serve, opened: Open) -> None:
    assert (await opened(serve(chat("here")).url, offline=True).complete(WORDS)).text == "here"
    words = await failure(opened("https://models.example/v1", offline=True), ModelError)
    assert (
        words == "tiny: https://models.example/v1 is not asked, since the network is switched off"
    )


async def test_tests_reach_no_other_machine(opened: Open) -> None:
    words = await failure(opened("https://models.example/v1", **ONCE), ModelUnreachable)
    assert (
        "cannot be reached (a test wanted to reach models.example). Check the network and "
        "`base_url`." in words
    )
    assert "cannot be reached" in await failure(
        opened("http://192.0.2.1/v1", **ONCE), ModelUnreachable
    )


async def test_extra_settings_go_into_the_body(serve: Serve, opened: Open) -> None:
    server = serve(chat("ok"))
    await opened(
        server.url, extra={"reasoning_effort": "low"}, temperature=0.3, seed=7, max_tokens=99
    ).complete(WORDS)
    body = server.requests[0].body
    assert (body["reasoning_effort"], body["temperature"], body["seed"], body["max_tokens"]) == (
        "low",
        0.3,
        7,
        99,
    )
    assert "response_format" not in body
    assert "stream" not in body
