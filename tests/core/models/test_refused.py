"""What a refusal is about: the rows of its tables, over a real socket and by themselves."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.core.models.asking import CHOICE, WORDS
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import Request, chat, error, events, said
from wolfcore.errors import ModelRefused, PromptTooLong
from wolfcore.models import Message
from wolfcore.models.capabilities import MIN_TOKEN_LIMIT
from wolfcore.models.refusals import (
    NO_STREAM,
    NO_SYSTEM,
    PARAMETERS,
    Parameter,
    refused_parameter,
    refused_part,
    without_fields,
)
from wolfcore.models.token_limits import LIMITS, LimitRow, allowed_limit, named_limit

GOOD = chat('{"reason": "quiet", "seat": 2}')


@pytest.mark.parametrize("row", LIMITS, ids=lambda row: row.server)
def test_each_limit_is_read_by_its_row(row: LimitRow) -> None:
    found = named_limit(row.example)
    assert found is not None
    assert found.tokens == row.tokens
    assert row.pattern.search(row.example)
    first = next(each for each in LIMITS if each.pattern.search(row.example))
    assert first.pattern is row.pattern, "no row before it reads something else"


@pytest.mark.parametrize("row", LIMITS, ids=lambda row: row.server)
async def test_a_limit_is_lowered_to_what_is_named_for_this_request_or_for_all(
    serve: Serve, opened: Open, row: LimitRow
) -> None:
    found = named_limit(row.example)
    assert found
    status = 402 if "afford" in row.example else 400
    server = serve(error(status, row.example), GOOD)
    model = opened(server.url, max_tokens=400_000)
    if found.tokens < MIN_TOKEN_LIMIT:
        with pytest.raises(PromptTooLong):
            await model.complete(CHOICE)
        return
    for _ in range(2):
        await model.complete(CHOICE)
    limits = [request.body["max_tokens"] for request in server.requests]
    assert limits == [400_000, row.tokens, row.tokens if found.lasting else 400_000]
    assert all("response_format" in request.body for request in server.requests)


TOO_LONG = (
    "This model's maximum context length is 4096 tokens. However, you requested 6500 tokens (4500 "
    "in the messages, 2000 in the completion).",
    "This model's maximum context length is 4096 tokens. However, your messages resulted in 5613 "
    "tokens. Please reduce the length of the messages.",
    "This endpoint's maximum context length is 16384 tokens. However, you requested about 94307 "
    "tokens (94307 of text input).",
    "The input (61709 tokens) is longer than the model's context length (40960 tokens).",
    "Prompt contains 65673 tokens, too large for model with 65536 maximum context length",
    "request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it",
    "input length and `max_tokens` exceed context limit: 199990 + 8192 > 200000, decrease input "
    "length or `max_tokens` and try again, of the context window",
    "This model's maximum prompt length is 131072 but the request contains 150000 tokens.",
    "Input is too long for requested model.",
    "max_tokens must be at least 1, got -186.",
)


@pytest.mark.parametrize("words", TOO_LONG)
async def test_a_prompt_that_leaves_no_room_is_too_long(
    serve: Serve, opened: Open, words: str
) -> None:
    server = serve(error(400, words), GOOD)
    with pytest.raises(PromptTooLong):
        await opened(server.url).complete(CHOICE)
    assert len(server.requests) == 1


async def test_room_is_found_where_a_prompt_is_not_counted_to_its_end(
    serve: Serve, opened: Open
) -> None:
    """vllm-project/vllm#42474: the count ends one token after the first that is too many."""

    def served(request: Request) -> bytes:
        asked = request.body["max_tokens"]
        if 7000 + asked <= 8192:
            return GOOD
        return error(
            400,
            f"This model's maximum context length is 8192 tokens. However, you requested {asked} "
            f"output tokens and your prompt contains at least {8193 - asked} input tokens, for a "
            "total of at least 8193 tokens.",
        )

    server = serve(served)
    await opened(server.url, max_tokens=8000).complete(CHOICE)
    assert [request.body["max_tokens"] for request in server.requests] == [8000, 4000, 2000, 1000]


async def test_a_server_that_refuses_the_room_that_it_named_is_asked_for_half(
    serve: Serve, opened: Open
) -> None:
    def served(request: Request) -> bytes:
        return GOOD if request.body["max_tokens"] <= 600 else error(400, LIMITS[0].example)

    server = serve(served)
    await opened(server.url).complete(CHOICE)
    assert [request.body["max_tokens"] for request in server.requests] == [2048, 1096, 548]


async def test_a_limit_within_a_stream_is_followed(serve: Serve, opened: Open) -> None:
    server = serve(events({"error": {"message": LIMITS[0].example}}), GOOD)
    assert (await opened(server.url).complete(CHOICE, lambda _: None)).parsed
    assert [request.body["max_tokens"] for request in server.requests] == [2048, 1096]


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        ("Input should be 'text'\n  File \"app.py\", line 376, in create_chat_completion", None),
        ("model qwen-2507 is not loaded on port 1234", None),
        ("The value must be less than or equal to 1024", 1024),
        ("1,024 is the maximum", 1024),
        ("too large (allowed: 1024)", 1024),
        ("max_output=1024", 1024),
        ("it has 1024 tokens at most, not 2048", 1024),
    ],
)
def test_a_number_is_a_limit_where_the_words_are_about_one(words: str, limit: int | None) -> None:
    assert allowed_limit(ModelRefused("m", "no", status=400, words=words), 2048) == limit


@given(words=st.text(max_size=1500), number=st.integers(0, 10**30))
def test_any_words_name_a_limit_or_none(words: str, number: int) -> None:
    for row in LIMITS[::3]:
        for text in (words, words + row.example, row.example.replace("4096", str(number))):
            found = named_limit(text)
            assert found is None or abs(found.tokens) < 10**9


@pytest.mark.parametrize("row", PARAMETERS, ids=lambda row: row.name)
def test_each_parameter_is_found_by_its_words_and_its_name(row: Parameter) -> None:
    sent = replace(WORDS, temperature=0.3, top_p=0.5, seed=7, stop=("x",))
    if row.name == "top_p":  # its example names both
        sent = replace(sent, temperature=None)
    by_words = ModelRefused("m", "no", status=400, words=row.example)
    assert refused_parameter(by_words, sent, streamed=True) == row.name
    for field in row.fields:
        named = ModelRefused("m", "no", status=400, param=f"body.{field}", words="odd")
        assert refused_parameter(named, sent, streamed=True) == row.name
    assert not without_fields(dict.fromkeys(row.fields), (row.name,))
    inner: dict[str, Any] = {"options": dict.fromkeys(row.fields), "model": "m"}
    assert without_fields(inner, (row.name,)) == {"options": {}, "model": "m"}


def test_a_common_word_is_the_name_of_a_parameter_in_quotes_only() -> None:
    sent = replace(WORDS, stop=("x",), seed=7)
    for words, name in (("Stop, or shift the seed.", None), ("no 'seed' here", "seed")):
        refusal = ModelRefused("m", "no", status=400, words=words.lower())
        assert refused_parameter(refusal, sent) == name


@pytest.mark.parametrize("status", [400, 422, 500])
@pytest.mark.parametrize("param", ["", "None", "null"])
def test_an_error_that_names_nothing_is_read_by_its_words(param: str, status: int) -> None:
    refusal = ModelRefused("m", "no", status=status, param=param, words=PARAMETERS[0].example)
    sent = replace(WORDS, temperature=0.3)
    assert refused_parameter(refusal, sent) == ("temperature" if status < 500 else None)
    assert refused_parameter(refusal, replace(sent, left_out=("temperature",))) is None


def test_no_part_that_was_not_sent_is_refused() -> None:
    options = ModelRefused("m", "no", status=400, words="unknown field stream_options")
    assert refused_parameter(options, WORDS, streamed=True) == "stream_options"
    assert refused_parameter(options, WORDS, streamed=False) is None
    for words, part in ((NO_SYSTEM[0], "system"), (NO_STREAM[1], "stream")):
        refusal = ModelRefused("m", "no", status=400, words=words)
        assert refused_part(refusal, WORDS, streamed=True) == part
        alone = replace(WORDS, messages=WORDS.messages[1:])
        assert refused_part(refusal, alone, streamed=False) is None


def test_marks_of_what_to_cache_stay_where_another_parameter_is_left_out() -> None:
    marked = {"system": [{"text": "x", "cache_control": {"type": "ephemeral"}}]}
    assert without_fields({**marked, "seed": 7}, ("seed",)) == marked
    assert without_fields(marked, ("cache",)) == {"system": [{"text": "x"}]}


@pytest.mark.parametrize(
    ("refusal", "gone"),
    [
        (
            said({"detail": [{"loc": ["body", "stream_options"], "msg": "Extra inputs"}]}, 422),
            "stream_options",
        ),
        (
            error(400, "Unrecognized request argument supplied: reasoning_effort"),
            "reasoning_effort",
        ),
        (
            said({"detail": "Extra parameters ['stream_options'] are not allowed"}, 400),
            "stream_options",
        ),
        (error(400, "This server does not support stream_options."), "stream_options"),
        (error(400, "Invalid request: unknown field stream_options"), "stream_options"),
        (error(400, "Unknown parameter: 'top_k'.", param="top_k"), "top_k"),
        (error(400, "Thinking is not supported by this model."), "reasoning_effort"),
    ],
)
async def test_a_refused_parameter_is_left_out_wherever_it_came_from(
    serve: Serve, opened: Open, refusal: bytes, gone: str
) -> None:
    server = serve(refusal, GOOD)
    model = opened(server.url, extra={"reasoning_effort": "low", "top_k": 20, "custom": 1})
    for _ in range(2):
        await model.complete(CHOICE, lambda _: None)
    first, *later = [request.body for request in server.requests]
    assert gone in first
    assert len(later) == 2
    for body in later:
        assert set(first) - set(body) == {gone}


async def test_what_no_row_names_is_not_left_out(serve: Serve, opened: Open) -> None:
    server = serve(error(400, "Unknown parameter: 'custom'.", param="custom"))
    with pytest.raises(ModelRefused, match="custom"):
        await opened(server.url, extra={"custom": 1}, structured="plain").complete(CHOICE)
    assert [request.body["custom"] for request in server.requests] == [1]


@pytest.mark.parametrize("words", NO_STREAM)
async def test_all_words_against_a_stream_ask_for_a_whole_reply(
    serve: Serve, opened: Open, words: str
) -> None:
    server = serve(error(400, words), GOOD)
    assert (await opened(server.url).complete(CHOICE, lambda _: None)).parsed
    assert [bool(sent.body.get("stream")) for sent in server.requests] == [True, False]


async def test_marks_of_what_to_cache_are_left_out_where_they_are_refused(
    serve: Serve, opened: Open
) -> None:
    words = "system.0.cache_control: Extra inputs are not permitted"
    rules = "You are Ada. " * 400
    asked = replace(WORDS, messages=(Message("system", rules), *WORDS.messages[1:]))
    reply = {"content": [{"type": "text", "text": "Bram."}], "stop_reason": "end_turn"}
    server = serve(error(400, words), said(reply))
    assert (await opened(server.url, kind="anthropic").complete(asked)).text == "Bram."
    assert ["cache_control" in str(sent.body) for sent in server.requests] == [True, False]
    assert server.requests[1].body["system"] == [{"type": "text", "text": rules}]


async def test_a_server_that_fails_at_a_schema_is_asked_in_another_form(
    serve: Serve, opened: Open
) -> None:
    """TabbyAPI: 503, which otherwise is tried again as it was."""
    server = serve(error(503, "Chat completion aborted: JSON schema failed"), GOOD)
    assert (await opened(server.url).complete(CHOICE)).form == "json_object"
    assert len(server.requests) == 2


@pytest.mark.parametrize("words", NO_SYSTEM)
async def test_all_words_against_a_system_message_fold_it(
    serve: Serve, opened: Open, words: str
) -> None:
    server = serve(error(400, words), GOOD)
    assert (await opened(server.url).complete(CHOICE)).parsed
    roles = [[each["role"] for each in sent.body["messages"]] for sent in server.requests]
    assert roles == [["system", "user"], ["user"]]
