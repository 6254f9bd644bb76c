"""What an endpoint takes is found out once: forms of structured answers, and parameters."""

from __future__ import annotations

import asyncio
import threading

import pytest
from msgspec.structs import replace

from tests.core.models.asking import CHOICE, SCHEMA, WORDS
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import Endpoint, Request, chat, error
from wolfcore.errors import ModelRefused
from wolfcore.models import ChatRequest, Delta
from wolfcore.models.capabilities import Capabilities
from wolfcore.models.wrappers.negotiation import CapabilityTracker

GOOD = chat('{"reason": "quiet", "seat": 2}')


def forms(server: Endpoint) -> list[str]:
    """The forms that an endpoint was asked for, in order."""
    return [
        request.body.get("response_format", {}).get("type", "plain") for request in server.requests
    ]


@pytest.mark.parametrize("status", [400, 404, 415, 422, 500, 501])
async def test_refused_forms_are_passed_over_once_and_for_all(
    serve: Serve, opened: Open, status: int
) -> None:
    server = serve(error(status, "unknown response_format"), GOOD)
    model = opened(server.url)
    first, second = await model.complete(CHOICE), await model.complete(CHOICE)
    assert forms(server) == ["json_schema", "json_object", "json_object"]
    assert (first.form, second.form, second.parsed) == (
        "json_object",
        "json_object",
        {"reason": "quiet", "seat": 2},
    )
    assert "fits this JSON schema" in server.requests[1].body["messages"][-1]["content"]


async def test_a_server_that_takes_no_form_is_asked_in_words(serve: Serve, opened: Open) -> None:
    server = serve(
        error(400), error(400), chat('Sure!\n```json\n{"reason": "quiet", "seat": 2,}\n```')
    )
    reply = await opened(server.url).complete(CHOICE)
    assert forms(server) == ["json_schema", "json_object", "plain"]
    assert (reply.parsed, reply.reading, reply.problem) == (
        {"reason": "quiet", "seat": 2},
        "repaired",
        "",
    )


async def test_a_server_that_heeds_no_form_is_found_out_by_its_replies(
    serve: Serve, opened: Open
) -> None:
    server = serve(chat("I choose Bram."), chat("Bram, I said."), chat("Bram!"), GOOD)
    model = opened(server.url)
    replies = [await model.complete(CHOICE) for _ in range(4)]
    assert forms(server) == ["json_schema", "json_object", "plain", "plain"]
    assert [reply.reading for reply in replies] == [
        "unreadable",
        "unreadable",
        "unreadable",
        "strict",
    ]


async def test_a_schema_that_is_heeded_stays_even_when_a_later_request_is_refused(
    serve: Serve, opened: Open
) -> None:
    server = serve(GOOD, error(400, "prompt too long"), GOOD)
    model = opened(server.url)
    await model.complete(CHOICE)
    with pytest.raises(ModelRefused, match="prompt too long"):
        await model.complete(CHOICE)
    await model.complete(CHOICE)
    assert forms(server) == ["json_schema"] * 3


async def test_an_answer_cut_at_the_limit_says_nothing_about_the_form(
    serve: Serve, opened: Open
) -> None:
    server = serve(chat('{"reason": "because he', "length"), GOOD)
    model = opened(server.url)
    reply = await model.complete(CHOICE)
    assert (reply.reading, reply.problem) == (
        "repaired",
        "it was cut at the limit of tokens, and `seat` is missing",
    )
    await model.complete(CHOICE)
    assert forms(server) == ["json_schema"] * 2


async def test_a_refusal_that_no_form_avoids_is_the_first_one(serve: Serve, opened: Open) -> None:
    server = serve(error(400, "first"), error(400, "second"), error(400, "third"), GOOD)
    model = opened(server.url)
    with pytest.raises(ModelRefused, match="first"):
        await model.complete(CHOICE)
    await model.complete(CHOICE)
    assert forms(server)[3] == "json_schema"


async def test_a_wrong_key_is_no_question_of_form(serve: Serve, opened: Open) -> None:
    server = serve(error(401))
    with pytest.raises(ModelRefused):
        await opened(server.url).complete(CHOICE)
    assert len(server.requests) == 1


async def test_lm_studio_is_not_asked_for_a_form_that_it_refuses(
    serve: Serve, opened: Open
) -> None:
    server = serve(error(400, "no"), GOOD)
    await opened(server.url, server="lmstudio").complete(CHOICE)
    assert forms(server) == ["json_schema", "plain"]


async def test_llama_cpp_takes_the_schema_with_json_object(serve: Serve, opened: Open) -> None:
    server = serve(GOOD)
    await opened(server.url, server="llama.cpp", structured="json_object").complete(CHOICE)
    assert server.requests[0].body["response_format"] == {"type": "json_object", "schema": SCHEMA}


async def test_a_form_in_the_settings_is_the_only_one(serve: Serve, opened: Open) -> None:
    server = serve(GOOD)
    await opened(server.url, structured="plain").complete(CHOICE)
    assert forms(server) == ["plain"]


async def test_a_schema_that_the_messages_show_is_not_added(serve: Serve, opened: Open) -> None:
    server = serve(GOOD)
    await opened(server.url, structured="plain").complete(replace(CHOICE, schema_in_messages=True))
    assert server.requests[0].body["messages"][-1]["content"] == "Who is it?"


async def test_a_parameter_that_is_refused_is_left_out_from_then_on(
    serve: Serve, opened: Open
) -> None:
    server = serve(
        error(400, "Unsupported value", param="temperature", code="unsupported_value"),
        chat("Bram."),
    )
    model = opened(server.url, temperature=0.3)
    heard: list[Delta] = []
    assert (await model.complete(WORDS, heard.append)).text == "Bram."
    assert heard == [Delta("", restart=True), Delta("Bram.")]
    await model.complete(WORDS)
    assert ["temperature" in request.body for request in server.requests] == [True, False, False]


@pytest.mark.parametrize("request_", [WORDS, CHOICE], ids=["words", "choice"])
async def test_calls_that_are_refused_together_each_come_again_without_the_parameter(
    serve: Serve, opened: Open, request_: ChatRequest
) -> None:
    together = threading.Barrier(2)

    def refuse(_: Request) -> bytes:
        together.wait()
        return error(400, "Unsupported value", param="temperature", code="unsupported_value")

    server = serve(refuse, refuse, GOOD)
    model = opened(server.url, temperature=0.3, concurrency=2)
    one, two = await asyncio.gather(model.complete(request_), model.complete(request_))
    assert one.text == two.text == '{"reason": "quiet", "seat": 2}'
    assert ["temperature" in request.body for request in server.requests] == [
        True,
        True,
        False,
        False,
    ]
    assert len(set(forms(server))) == 1, "the form was not to blame"


async def test_a_parameter_that_is_refused_although_it_was_left_out_is_an_error(
    serve: Serve, opened: Open
) -> None:
    server = serve(error(400, "odd", param="temperature"))
    with pytest.raises(ModelRefused, match="odd"):
        await opened(server.url, temperature=0.3).complete(WORDS)
    assert len(server.requests) == 2


async def test_an_object_of_another_shape_is_no_proof_of_the_form(
    serve: Serve, opened: Open
) -> None:
    server = serve(error(400), chat('{"type": "object"}'), error(400), GOOD)
    model = opened(server.url)
    first, second = await model.complete(CHOICE), await model.complete(CHOICE)
    assert (first.form, first.problem) == ("json_object", "`reason` is missing")
    assert (second.form, second.parsed) == ("plain", {"reason": "quiet", "seat": 2})
    assert forms(server) == ["json_schema", "json_object", "json_object", "plain"]


def test_what_the_settings_ask_for_is_sent_although_it_was_left_out_before() -> None:
    known = Capabilities(without=("seed", "thinking"))
    assert CapabilityTracker(known=known).adapted_request(WORDS, "plain").left_out == (
        "seed",
        "thinking",
    )
    fit = CapabilityTracker(known=known, fixed={"thinking"})
    assert fit.adapted_request(WORDS, "plain").left_out == ("seed",)


def test_a_refusal_of_a_form_that_others_have_passed_over_since_is_one_of_form() -> None:
    fit = CapabilityTracker()
    fit.record_form_followed("json_object")
    refusal = ModelRefused("tiny", "unknown response_format", status=400)
    assert fit.may_refuse_form(refusal, "json_schema")
    assert not fit.may_refuse_form(refusal, "json_object")


async def test_an_empty_reply_is_asked_for_in_other_forms_and_says_nothing_of_the_next_call(
    serve: Serve, opened: Open
) -> None:
    server = serve(chat(""), chat(" \n"), GOOD)
    model = opened(server.url)
    for _ in range(2):
        assert (await model.complete(CHOICE)).reading == "strict"
    assert forms(server) == ["json_schema", "json_object", "plain", "json_schema"]


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (500, "System role not supported"),
        (400, "Developer instruction is not enabled for models/gemma-3-27b-it"),
        (400, "Conversation roles must alternate user/assistant/user/assistant/..."),
    ],
)
async def test_where_no_system_message_is_taken_its_words_open_the_users(
    serve: Serve, opened: Open, status: int, words: str
) -> None:
    server = serve(error(status, words), GOOD)
    model = opened(server.url)
    for _ in range(2):
        assert (await model.complete(CHOICE)).parsed == {"reason": "quiet", "seat": 2}
    sent = [request.body["messages"] for request in server.requests]
    assert [message["role"] for message in sent[0]] == ["system", "user"]
    assert sent[1] == sent[2] == [{"role": "user", "content": "You are Ada.\n\nWho is it?"}]
    assert forms(server) == ["json_schema"] * 3, "it is no question of form"


@pytest.mark.parametrize(
    "refusal",
    [
        error(400, "Your organization must be verified to stream this model.", param="stream"),
        error(404, "Streaming is not supported here."),
    ],
)
async def test_where_no_stream_is_sent_the_reply_is_heard_as_a_whole(
    serve: Serve, opened: Open, refusal: bytes
) -> None:
    server = serve(refusal, GOOD)
    model = opened(server.url)
    for _ in range(2):
        heard: list[Delta] = []
        reply = await model.complete(CHOICE, heard.append)
        assert [each.text for each in heard if each.text] == [reply.text]
    assert [bool(request.body.get("stream")) for request in server.requests] == [True, False, False]


async def test_a_refusal_that_only_speaks_of_systems_is_none_of_the_system_message(
    serve: Serve, opened: Open
) -> None:
    server = serve(error(400, "the file system role is full"), error(400), error(400))
    with pytest.raises(ModelRefused, match="file system"):
        await opened(server.url).complete(CHOICE)
