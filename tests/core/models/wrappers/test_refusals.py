"""Refused parameters, in the words of servers that name them and of those that do not, each over a
real socket."""

from __future__ import annotations

import json

import pytest

from tests.core.models.asking import CHOICE, WORDS
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import Endpoint, Request, chat, error, said
from wolfcore.errors import ModelRefused

GOOD = chat('{"reason": "quiet", "seat": 2}')

LITELLM = (
    "litellm.UnsupportedParamsError: gpt-5 models (including gpt-5-codex) don't support "
    "temperature=0.3. Only temperature=1 is"
    " supported. To drop unsupported params set `litellm.drop_params = True`"
)
PROVIDER = json.dumps(
    {
        "error": {
            "message": "Unsupported value: 'temperature' does not support 0.3",
            "param": "temperature",
        }
    }
)
NAMELESS = {
    # LiteLLM, "Drop unsupported params" and "Exception mapping": `param` is null, or the word None.
    "litellm": said(
        {"error": {"message": LITELLM, "type": None, "param": None, "code": "400"}}, 400
    ),
    "litellm, a word": said(
        {"error": {"message": LITELLM, "type": "None", "param": "None", "code": "400"}}, 400
    ),
    # Anthropic, "Migrating to Claude 4": both at once are refused.
    "anthropic": said(
        {
            "error": {
                "message": "`temperature` and `top_p` cannot both be specified for this model."
            }
        },
        400,
    ),
    # OpenRouter, "Errors and debugging": what the provider said stands in `metadata.raw`.
    "openrouter": said(
        {
            "error": {
                "message": "Provider returned error",
                "code": 400,
                "metadata": {"raw": PROVIDER},
            }
        },
        400,
    ),
    # FastAPI, which many servers are made with, names it in `loc`.
    "fastapi": said(
        {"detail": [{"loc": ["body", "temperature"], "msg": "Extra inputs are not permitted"}]}, 422
    ),
}


def limits(server: Endpoint) -> list[tuple[int | None, int | None]]:
    return [
        (request.body.get("max_tokens"), request.body.get("max_completion_tokens"))
        for request in server.requests
    ]


@pytest.mark.parametrize("case", NAMELESS)
async def test_a_refused_temperature_is_understood_without_its_name_in_param(
    serve: Serve, opened: Open, case: str
) -> None:
    server = serve(NAMELESS[case], GOOD)
    model = opened(server.url, temperature=0.3)
    assert (await model.complete(CHOICE)).form == "json_schema", "the form was not to blame"
    await model.complete(CHOICE)
    assert [request.body.get("temperature") for request in server.requests] == [0.3, None, None]


async def test_words_about_what_was_not_sent_blame_the_form_as_before(
    serve: Serve, opened: Open
) -> None:
    server = serve(error(400, "temperature and response_format cannot both be given"), GOOD)
    assert (await opened(server.url).complete(CHOICE)).form == "json_object"


async def test_every_parameter_of_a_list_is_left_out(serve: Serve, opened: Open) -> None:
    words = (
        "litellm.UnsupportedParamsError: openai does not support parameters: ['top_p', "
        "'seed'], for model=o1"
    )
    again = (
        "litellm.UnsupportedParamsError: openai does not support parameters: ['seed'], for model=o1"
    )
    server = serve(error(400, words), error(400, again), chat("Bram."))
    assert (await opened(server.url, top_p=0.9, seed=7).complete(WORDS)).text == "Bram."
    assert [sorted({"top_p", "seed"} & set(request.body)) for request in server.requests] == [
        ["seed", "top_p"],
        ["seed"],
        [],
    ]


@pytest.mark.parametrize("param", ["max_tokens", ""])
async def test_a_refused_limit_of_tokens_is_sent_by_its_other_name(
    serve: Serve, opened: Open, param: str
) -> None:
    # OpenAI, "Reasoning models": `max_tokens` is not supported by them.
    words = (
        "Unsupported parameter: 'max_tokens' is not supported with model 235. Use "
        "'max_completion_tokens' instead."
    )
    server = serve(error(400, words, param=param, code="unsupported_parameter"), GOOD)
    model = opened(server.url)
    await model.complete(CHOICE)
    await model.complete(CHOICE)
    assert limits(server) == [(2048, None), (None, 2048), (None, 2048)]


async def test_openai_itself_gets_the_old_name_where_it_refuses_the_new(
    serve: Serve, opened: Open
) -> None:
    server = serve(
        error(400, "Unrecognized request argument supplied: max_completion_tokens"), GOOD
    )
    await opened(server.url, server="openai").complete(CHOICE)
    assert limits(server) == [(None, 2048), (2048, None)]


async def test_a_limit_of_tokens_is_never_left_out(serve: Serve, opened: Open) -> None:
    server = serve(error(400, "odd", param="max_tokens"))
    with pytest.raises(ModelRefused, match="odd"):
        await opened(server.url).complete(WORDS)
    assert limits(server) == [(2048, None), (None, 2048)]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        # OpenAI, "Error codes"; Anthropic API reference, "Errors"; Groq API reference, "Create chat
        # completion".
        (
            "openai",
            "max_tokens is too large: 9000. This model supports at most 1024 completion "
            "tokens, whereas you provided 9000.",
        ),
        (
            "openai",
            "`max_tokens` must be less than or equal to `1,024`, the maximum value for "
            "`max_tokens`",
        ),
        (
            "anthropic",
            "max_tokens: 9000 > 1024, which is the maximum allowed number of output tokens for c-1",
        ),
    ],
)
async def test_a_limit_that_is_too_large_is_lowered_to_what_the_endpoint_names(
    serve: Serve, opened: Open, kind: str, words: str
) -> None:
    said_well = said({"content": [{"type": "text", "text": "Bram."}], "stop_reason": "end_turn"})
    server = serve(error(400, words), chat("Bram.") if kind == "openai" else said_well)
    model = opened(server.url, kind=kind, max_tokens=9000)
    await model.complete(WORDS)
    await model.complete(WORDS)
    assert limits(server) == [(9000, None), (1024, None), (1024, None)]


async def test_an_endpoint_that_names_ever_lower_limits_is_not_followed_for_ever(
    serve: Serve, opened: Open
) -> None:
    def lower(request: Request) -> bytes:
        return (
            error(400, f"max_tokens: at most {request.body['max_tokens'] - 1}")
            if "max_tokens" in request.body
            else error(400)
        )

    server = serve(lower)
    with pytest.raises(ModelRefused):
        await opened(server.url).complete(WORDS)
    assert len(server.requests) < 20
