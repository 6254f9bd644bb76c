"""OpenAI's Responses API over a real socket: requests, replies, streams, refusals, and the switch to
it where a model does not answer chat completions. Source: OpenAI API reference, "Responses"."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.core.models.asking import SCHEMA
from tests.core.models.clocks import JumpingClock
from tests.core.models.conftest import Open, Serve
from tests.core.models.dialects.test_dialects import ANSWER, FULL, KEY, TALK
from tests.core.models.serving import Request, error, events, said
from wolfcore.errors import ModelRefused, PromptTooLong
from wolfcore.models import ChatRequest, Delta, Message, ModelSpec
from wolfcore.models.capabilities import CapabilityCache
from wolfcore.models.chat import AnswerForm
from wolfcore.models.dialects.responses import ResponsesDialect
from wolfcore.models.endpoints import EndpointOptions, Endpoints

USAGE = {
    "input_tokens": 100,
    "input_tokens_details": {"cached_tokens": 64},
    "output_tokens": 30,
    "output_tokens_details": {"reasoning_tokens": 20},
    "total_tokens": 130,
}


def message(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "status": "completed", "content": parts}


def text_part(text: str) -> dict[str, Any]:
    return {"type": "output_text", "text": text, "annotations": []}


def response(*output: dict[str, Any], status: str = "completed", **more: Any) -> dict[str, Any]:
    usual = {"id": "resp_1", "object": "response", "model": "gpt-5-pro-2025", "error": None}
    return usual | {"status": status, "output": list(output), "usage": USAGE} | more


def streamed(*told: dict[str, Any], end: dict[str, Any], how: str = "completed") -> bytes:
    """A stream, which has no `[DONE]`; its last event repeats the whole response."""
    begun = {"type": "response.created", "response": response(status="in_progress", usage=None)}
    return events(begun, *told, {"type": f"response.{how}", "response": end}, done=False)


def said_delta(text: str, kind: str = "output_text") -> dict[str, Any]:
    return {"type": f"response.{kind}.delta", "output_index": 1, "delta": text}


async def test_a_request_and_a_whole_reply(serve: Serve, opened: Open) -> None:
    thought = {
        "type": "reasoning",
        "summary": [{"type": "summary_text", "text": "Hm. "}],
        "content": [{"type": "reasoning_text", "text": "Bram."}],
    }
    server = serve(said(response(thought, message(text_part(ANSWER)))))
    reply = await opened(server.url + "/v1", kind="responses", **KEY).complete(FULL)
    assert (reply.parsed, reply.thinking, reply.served_by, reply.finish, reply.form) == (
        {"reason": "quiet", "seat": 2},
        "Hm. Bram.",
        "gpt-5-pro-2025",
        "stop",
        "json_schema",
    )
    usage = reply.usage
    assert (usage.tokens_in, usage.tokens_cached, usage.tokens_out, usage.tokens_thought) == (
        100,
        64,
        30,
        20,
    )
    (request,) = server.requests
    assert (request.path, request.headers["authorization"]) == (
        "/v1/responses",
        "Bearer sk-0123456789",
    )
    # No `stop` and no `seed`: this API has none.
    assert request.body == {
        "model": "tiny",
        "instructions": "You are Ada.",
        "input": TALK,
        "text": {
            "format": {"type": "json_schema", "name": "answer", "strict": True, "schema": SCHEMA}
        },
        "temperature": 0.3,
        "top_p": 0.9,
        "max_output_tokens": 50,
        "store": False,
    }


async def test_a_stream_and_its_pieces(serve: Serve, opened: Open) -> None:
    heard: list[Delta] = []
    told = [
        said_delta("Hm.", "reasoning_summary_text"),
        said_delta("So.", "reasoning_text"),
        said_delta(ANSWER[:9]),
        said_delta(ANSWER[9:]),
        {"type": "response.output_text.done", "text": ANSWER},
    ]
    end = response(message(text_part(ANSWER)))
    server = serve(streamed(*told, end=end))
    reply = await opened(server.url, kind="responses").complete(FULL, heard.append)
    assert (reply.text, reply.thinking, reply.finish) == (ANSWER, "Hm.So.", "stop")
    assert (reply.usage.tokens_cached, reply.usage.tokens_thought) == (64, 20)
    assert "".join(each.text for each in heard) == ANSWER
    assert sum(each.thinking for each in heard) == 2
    assert server.requests[0].body["stream"] is True


ENDS: dict[str, tuple[dict[str, Any], str, str]] = {
    "the token limit": (
        response(
            message(text_part("Br")),
            status="incomplete",
            incomplete_details={"reason": "max_output_tokens"},
        ),
        "Br",
        "length",
    ),
    "a reason that is not known": (
        response(
            message(text_part("Br")), status="incomplete", incomplete_details={"reason": "new"}
        ),
        "Br",
        "other",
    ),
    "the filter": (
        response(status="incomplete", incomplete_details={"reason": "content_filter"}),
        "",
        "filter",
    ),
    "a refusal": (response(message({"type": "refusal", "refusal": "No."})), "No.", "filter"),
    "a call that nobody asked for": (
        response({"type": "function_call", "name": "answer", "arguments": ANSWER}),
        ANSWER,
        "stop",
    ),
    "nothing at all": (response(), "", "stop"),
}


@pytest.mark.parametrize("case", ENDS)
@pytest.mark.parametrize("streams", [False, True])
async def test_every_end_of_a_reply(
    serve: Serve, opened: Open, case: str, *, streams: bool
) -> None:
    end, text, finish = ENDS[case]
    told: list[dict[str, Any]] = []
    for item in end["output"]:
        if item["type"] == "function_call":
            told.append({"type": "response.output_item.done", "item": item})
        for part in item.get("content", ()):
            refused = part["type"] == "refusal"
            told.append(
                said_delta(part["refusal"], "refusal") if refused else said_delta(part["text"])
            )
    how = "incomplete" if end["status"] == "incomplete" else "completed"
    server = serve(streamed(*told, end=end, how=how) if streams else said(end))
    model = opened(server.url, kind="responses", thinking_tokens=0)
    request = ChatRequest(messages=FULL.messages)
    reply = await model.complete(request, list[Delta]().append if streams else None)
    assert (reply.text, reply.finish) == (text, finish)
    # An empty reply is asked for again in other ways, and all of them are paid for.
    assert reply.usage.tokens_out == 30 * len(server.requests)
    assert (len(server.requests) > 1) == (case == "nothing at all")


@pytest.mark.parametrize(
    "answer",
    [
        said(response(status="failed", error={"code": "server_error", "message": "It broke."})),
        events({"type": "error", "code": "server_error", "message": "It broke."}, done=False),
        events({"error": {"code": "server_error", "message": "It broke."}}, done=False),
        streamed(
            said_delta("Br"),
            end=response(status="failed", error={"code": "server_error", "message": "It broke."}),
            how="failed",
        ),
    ],
)
async def test_a_failed_response_is_a_failed_call(
    serve: Serve, opened: Open, answer: bytes
) -> None:
    model = opened(serve(answer).url, kind="responses", tries=1)
    with pytest.raises(ModelRefused, match="failed while answering: It broke"):
        await model.complete(FULL, list[Delta]().append)


async def test_a_prompt_that_is_too_long_and_a_stream_that_breaks_off(
    serve: Serve, opened: Open
) -> None:
    long = error(400, "Your input exceeds the context window of this model.")
    with pytest.raises(PromptTooLong):
        await opened(serve(long).url, kind="responses").complete(FULL)
    cut = events(said_delta("Br"), done=False)
    good = streamed(said_delta(ANSWER), end=response(message(text_part(ANSWER))))
    reply = await opened(serve(cut, good).url, kind="responses").complete(
        FULL, list[Delta]().append
    )
    assert (reply.text, reply.retries) == (ANSWER, 1)


async def test_the_limit_of_tokens_is_lowered_to_what_a_refusal_names(
    serve: Serve, opened: Open
) -> None:
    refused = error(
        400, "Expected a value <= 4096, but got 9000 instead.", param="max_output_tokens"
    )
    server = serve(refused, said(response(message(text_part("Bram.")))))
    model = opened(server.url, kind="responses", max_tokens=9000)
    await model.complete(ChatRequest(messages=FULL.messages))
    assert [each.body["max_output_tokens"] for each in server.requests] == [9000, 4096]


ONLY_RESPONSES = {
    "OpenAI": error(
        404,
        "This model is only supported in v1/responses and not in v1/chat/completions.",
        param="model",
        type="invalid_request_error",
    ),
    "OpenAI, of newer models": error(
        404,
        "This is not a chat model and thus not supported in the v1/chat/completions endpoint. "
        "Did you mean to use v1/completions?",
        param="model",
    ),
    "a proxy": error(
        400, "Unsupported legacy protocol: /v1/chat/completions. Please use /v1/responses."
    ),
    "another proxy": error(400, "Use the Responses API for this model."),
    "Azure": error(
        400,
        "The chatCompletion operation does not work with the specified model, gpt-5-pro.",
        code="OperationNotSupported",
    ),
}


@pytest.mark.parametrize("case", ONLY_RESPONSES)
async def test_a_model_of_responses_alone_is_asked_there_and_this_is_remembered(
    serve: Serve, tmp_path: Path, clock: JumpingClock, case: str
) -> None:
    def answer(request: Request) -> bytes:
        if request.path.endswith("/responses"):
            return said(response(message(text_part(ANSWER))))
        return ONLY_RESPONSES[case]

    server = serve(answer)
    spec = ModelSpec(model="gpt-5-pro", base_url=f"{server.url}/v1")
    cache = CapabilityCache(tmp_path / "models.json", clock)
    for _ in range(2):
        options = EndpointOptions(environ={}, clock=clock, capability_cache=cache)
        async with Endpoints({"gpt": spec}, logs=tmp_path, options=options) as endpoints:
            for _ in range(2):
                assert (await endpoints.open("gpt").complete(FULL)).parsed["seat"] == 2
    assert [each.path.removeprefix("/v1") for each in server.requests] == [
        "/chat/completions",
        *["/responses"] * 4,
    ]


@pytest.mark.parametrize("second", [error(404, "Not Found"), error(400, "No such thing.")])
async def test_where_responses_is_refused_too_the_first_refusal_is_told(
    serve: Serve, opened: Open, second: bytes
) -> None:
    refused = ONLY_RESPONSES["OpenAI, of newer models"]

    def answer(request: Request) -> bytes:
        return second if "responses" in request.path else refused

    server = serve(answer)
    model = opened(server.url)
    for _ in range(2):
        with pytest.raises(ModelRefused, match="does not answer chat completions"):
            await model.complete(ChatRequest(messages=FULL.messages))
    assert len(server.requests) == 4, "an endpoint may learn to answer it later"


def test_a_whole_response_without_a_status_is_one_all_the_same() -> None:
    dialect = ResponsesDialect()
    assert dialect.parse_whole({"output": [message(text_part("Br"))]}).finish == "other"
    assert dialect.parse_whole({"object": "response"}).finish is None


OPTIONS: dict[str, Any] = {"type": "string", "enum": ["2 Bea", "no one", "1 Ada"]}


@pytest.mark.parametrize(
    ("form", "local", "sent"),
    [
        ("plain", False, None),
        ("json_object", False, {"type": "json_object"}),
        ("json_schema", False, ["1 Ada", "2 Bea", "no one"]),
        ("json_schema", True, ["1 Ada", "2 Bea", "no one"]),
    ],
)
def test_each_form_of_an_answer_beside_the_verbosity(
    form: AnswerForm, sent: Any, *, local: bool
) -> None:
    where: dict[str, Any] = {"base_url": "http://127.0.0.1:1/v1"} if local else {}
    spec = ModelSpec(model="m", kind="responses", verbosity="low", **where)
    asked = ChatRequest(messages=FULL.messages, schema={"properties": {"c": OPTIONS}}, form=form)
    told = ResponsesDialect().build_call(spec, asked, streamed=False).body["text"]
    assert told.pop("verbosity") == "low"
    format_ = told.pop("format", None)
    if form == "json_schema":
        format_ = format_["schema"]["properties"]["c"]["enum"]
    assert (format_, told) == (sent, {})


async def test_one_message_of_each_side_alone(serve: Serve, opened: Open) -> None:
    server = serve(said(response(message(text_part("Bram.")))))
    model = opened(server.url, kind="responses")
    await model.complete(ChatRequest(messages=(Message("system", "You are Ada."),)))
    await model.complete(ChatRequest(messages=(Message("user", "Who?"),)))
    # An input is required.
    assert [(each.body.get("instructions"), each.body["input"]) for each in server.requests] == [
        (None, [{"role": "system", "content": "You are Ada."}]),
        (None, [{"role": "user", "content": "Who?"}]),
    ]
