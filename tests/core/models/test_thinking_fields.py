"""Effort, verbosity, thinking budget and streaming: where each wire format has them, in the settings
and behind a model's name at a seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.core.models.asking import WORDS
from tests.core.models.clocks import JumpingClock
from tests.core.models.conftest import Open, Serve
from tests.core.models.serving import Request, chat, delta, error, events, said
from wolfcore.errors import ConfigError, ModelRefused
from wolfcore.models import Delta, ModelSpec, parse_model
from wolfcore.models.endpoints import EndpointOptions, Endpoints
from wolfcore.models.servers import SERVERS, UNKNOWN_SERVER
from wolfcore.models.spec import ENDPOINT_KINDS, model_spec
from wolfcore.models.thinking_fields import FIELDS, THINKING_SETTINGS, merged
from wolfcore.seating import parse_player

CLAUDE = said({"content": [{"type": "text", "text": "Bram"}], "stop_reason": "end_turn"})
GEMINI = said({"candidates": [{"content": {"parts": [{"text": "Bram"}]}, "finishReason": "STOP"}]})
RESPONSE = said(
    {
        "status": "completed",
        "output": [{"type": "message", "content": [{"type": "output_text", "text": "Bram"}]}],
    }
)
OLLAMA = said({"message": {"content": "Bram"}, "done": True, "done_reason": "stop"})
ANSWERS = {"anthropic": CLAUDE, "google": GEMINI, "responses": RESPONSE, "ollama": OLLAMA}

SENT: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "openai",
        {"effort": "low", "verbosity": "high"},
        {"reasoning_effort": "low", "verbosity": "high"},
    ),
    (
        "responses",
        {"effort": "minimal", "verbosity": "low"},
        {"reasoning": {"effort": "minimal"}, "text": {"verbosity": "low"}},
    ),
    ("anthropic", {"effort": "max"}, {"output_config": {"effort": "max"}}),
    (
        "anthropic",
        {"thinking_budget": 2000},
        {"thinking": {"type": "enabled", "budget_tokens": 2000}, "max_tokens": 4048},
    ),
    ("anthropic", {"think": False}, {"thinking": {"type": "disabled"}}),
    (
        "anthropic",
        {"think": True, "effort": "low"},
        {"thinking": {"type": "adaptive"}, "output_config": {"effort": "low"}},
    ),
    (
        "google",
        {"effort": "low"},
        {
            "generationConfig": {
                "maxOutputTokens": 2048,
                "thinkingConfig": {"thinkingLevel": "low"},
            }
        },
    ),
    (
        "google",
        {"thinking_budget": 512},
        {"generationConfig": {"maxOutputTokens": 2560, "thinkingConfig": {"thinkingBudget": 512}}},
    ),
    (
        "google",
        {"think": False},
        {"generationConfig": {"maxOutputTokens": 2048, "thinkingConfig": {"thinkingBudget": 0}}},
    ),
    ("ollama", {"effort": "high"}, {"think": "high"}),
    ("ollama", {"effort": "none"}, {"think": False}),
    ("ollama", {"think": True}, {"think": True}),
    (
        "vllm",
        {"think": False, "thinking_budget": 300},
        {
            "chat_template_kwargs": {"enable_thinking": False},
            "thinking_token_budget": 300,
            "max_tokens": 2348,
        },
    ),
    ("llama.cpp", {"think": True}, {"chat_template_kwargs": {"enable_thinking": True}}),
    (
        "llama.cpp",
        {"effort": "low"},
        {"chat_template_kwargs": {"reasoning_effort": "low"}},
    ),
    (
        "openrouter",
        {"thinking_budget": 900, "verbosity": "low"},
        {"reasoning": {"max_tokens": 900}, "verbosity": "low", "max_tokens": 2948},
    ),
    ("openrouter", {"think": True}, {"reasoning": {"enabled": True}}),
    (
        "litellm",
        {"thinking_budget": 900},
        {"thinking": {"type": "enabled", "budget_tokens": 900}, "max_tokens": 2948},
    ),
    ("llama.cpp", {"thinking_budget": 300}, {"thinking_budget_tokens": 300, "max_tokens": 2348}),
    ("vllm", {"effort": "low"}, {"reasoning_effort": "low"}),
    ("groq", {"effort": "low"}, {"reasoning_effort": "low"}),
    ("mistral", {"effort": "high"}, {"reasoning_effort": "high"}),
    ("lmstudio", {"effort": "low"}, {"reasoning_effort": "low"}),
    ("deepseek", {"effort": "high"}, {"reasoning_effort": "high"}),
    ("deepseek", {"think": False}, {"thinking": {"type": "disabled"}}),
    (
        "google",
        {"think": True},
        {"generationConfig": {"maxOutputTokens": 2048, "thinkingConfig": {"thinkingBudget": -1}}},
    ),
    # What `extra` says counts, at any depth.
    (
        "openrouter",
        {"effort": "low", "extra": {"reasoning": {"exclude": True}}},
        {"reasoning": {"effort": "low", "exclude": True}},
    ),
    (
        "google",
        {
            "effort": "low",
            "extra": {"generationConfig": {"thinkingConfig": {"includeThoughts": True}}},
        },
        {
            "generationConfig": {
                "maxOutputTokens": 2048,
                "thinkingConfig": {"thinkingLevel": "low", "includeThoughts": True},
            }
        },
    ),
    (
        "openai",
        {"effort": "low", "extra": {"reasoning_effort": "high"}},
        {"reasoning_effort": "high"},
    ),
]


@pytest.mark.parametrize(("wire", "set_", "fields"), SENT, ids=lambda each: str(each)[:40])
async def test_each_wire_format_says_it_in_its_own_way(
    serve: Serve, opened: Open, wire: str, set_: dict[str, Any], fields: dict[str, Any]
) -> None:
    server = serve(ANSWERS.get(wire, chat("Bram")))
    where = {"kind": wire} if wire in ENDPOINT_KINDS else {"server": wire}
    parse_model("x", {"model": "m", **where, **set_})
    assert (await opened(server.url, **where, **set_).complete(WORDS)).text == "Bram"
    (request,) = server.requests
    assert request.body == merged(request.body, fields)
    plain = serve(ANSWERS.get(wire, chat("Bram")))
    await opened(plain.url, **where).complete(WORDS)
    added = {
        name for name in request.body if request.body[name] != plain.requests[0].body.get(name)
    }
    assert added == set(fields), "nothing else is sent"


def test_every_server_and_kind_has_a_row_and_every_setting_a_place() -> None:
    titles = {server.title for server in (*SERVERS.values(), UNKNOWN_SERVER)}
    assert titles | (set(ENDPOINT_KINDS) - {"openai", "local"}) == set(FIELDS)
    assert all(any(setting in row for row in FIELDS.values()) for setting in THINKING_SETTINGS)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"server": "groq", "verbosity": "low"}, "models.x.verbosity: has no field in requests to"),
        ({"kind": "anthropic", "verbosity": "low"}, "These have `verbosity`: OpenAI, responses"),
        ({"server": "openai", "thinking_budget": 9}, "models.x.thinking_budget: has no field"),
        ({"server": "openai", "effort": "some"}, "It is one of: none, minimal, low, medium, high"),
        ({"server": "vllm", "thinking_budget": 0}, "models.x.thinking_budget"),
        ({"server": "vllm", "think": "low"}, 'Write `effort = "low"`'),
        ({"server": "ollama", "think": True, "effort": "low"}, "has the same field"),
        ({"kind": "anthropic", "think": True, "thinking_budget": 2000}, "has the same field"),
        ({"kind": "google", "think": False, "thinking_budget": 20}, "has the same field"),
    ],
)
def test_a_setting_without_a_place_is_told_with_those_that_have_it(
    table: dict[str, Any], words: str
) -> None:
    with pytest.raises(ConfigError) as raised:
        parse_model("x", {"model": "m", **table})
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"server": "openai", "effort": "high"}, "Unknown parameter: 'reasoning_effort'."),
        ({"server": "openai", "verbosity": "low"}, "Unknown parameter: 'verbosity'."),
        ({"kind": "responses", "verbosity": "low"}, "Unknown parameter: 'text.verbosity'."),
        ({"server": "openrouter", "thinking_budget": 900}, "This model takes no `reasoning`."),
    ],
)
async def test_what_makes_another_player_of_a_model_is_not_left_out(
    serve: Serve, opened: Open, settings: dict[str, Any], words: str
) -> None:
    server = serve(error(400, words), ANSWERS.get(settings.get("kind", ""), chat("Bram")))
    with pytest.raises(ModelRefused):
        await opened(server.url, **settings).complete(WORDS)
    assert len(server.requests) == 1


@pytest.mark.parametrize("think", [True, False])
async def test_think_is_left_out_where_it_is_refused(
    serve: Serve, opened: Open, *, think: bool
) -> None:
    """Models without a mode of thinking refuse the word for it, and think as much as they do."""
    server = serve(error(400, "Unknown parameter: 'chat_template_kwargs'."), chat("Bram"))
    assert (await opened(server.url, server="vllm", think=think).complete(WORDS)).text == "Bram"
    assert ["chat_template_kwargs" in sent.body for sent in server.requests] == [True, False]


@pytest.mark.parametrize("heard", [True, False])
@pytest.mark.parametrize("stream", [True, False, None])
async def test_streaming_is_a_setting(
    serve: Serve, opened: Open, stream: bool | None, *, heard: bool
) -> None:
    def answer(request: Request) -> bytes:
        if request.body.get("stream"):
            return events(delta("Br"), delta("am", "stop"))
        return chat("Bram")

    server, deltas = serve(answer), list[Delta]()
    reply = await opened(server.url, stream=stream).complete(
        WORDS, deltas.append if heard else None
    )
    assert reply.text == "Bram"
    assert server.requests[0].body.get("stream", False) is (heard if stream is None else stream)
    assert "".join(each.text for each in deltas) == ("Bram" if heard else "")


GPT = {"gpt": ModelSpec(model="gpt-5-mini", temperature=0.5, effort="medium")}


async def test_one_model_with_two_efforts_is_two_players(
    serve: Serve, tmp_path: Path, clock: JumpingClock
) -> None:
    low, high, plain = (
        parse_player(text)
        for text in (
            "vanilla@gpt:effort=low",
            "vanilla:brief@gpt:effort=high:stream=off",
            "vanilla@gpt",
        )
    )
    assert len({low.text, high.text, plain.text}) == 3
    assert low.text == "vanilla@gpt:effort=low"
    server = serve(chat("Bram"))
    specs = {"gpt": ModelSpec(model="gpt-5-mini", base_url=server.url, effort="medium")}
    options = EndpointOptions(environ={}, clock=clock)
    async with Endpoints(specs, logs=tmp_path, options=options) as endpoints:
        for spec in (low, high, plain):
            model = endpoints.open(spec.model)
            assert model.name == spec.model
            assert endpoints.open(spec.model) is model
            await model.complete(WORDS)
    assert [each.body["reasoning_effort"] for each in server.requests] == ["low", "high", "medium"]


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("gpt", {}),
        ("gpt:effort=low", {"effort": "low"}),
        ("gpt:verbosity=low:stream=off", {"verbosity": "low", "stream": False}),
        ("gpt:stream=true", {"stream": True}),
    ],
)
def test_settings_behind_a_model_at_a_seat(name: str, changes: dict[str, Any]) -> None:
    usual = {"model": "gpt-5-mini", "temperature": 0.5, "effort": "medium"}
    assert model_spec(GPT, name) == parse_model("gpt", usual | changes)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gtp:effort=low", "there is no model `gtp`. There are: gpt."),
        ("gpt:brief", "`brief` is not a setting of a model at a seat"),
        ("gpt:api_key_env=X", "`api_key_env=X` is not a setting"),
        ("gpt:effort", "models.gpt.effort"),
        ("gpt:effort=lots", "It is one of: none"),
        ("gpt:effort=3", "models.gpt.effort"),
        ("gpt:effort=low:effort=high", "`effort` is given twice"),
        ("gpt:thinking_budget=500", "has no field in requests to OpenAI"),
        ("gpt:thinking_budget=-1", "models.gpt.thinking_budget"),
        ("gpt:stream=maybe", "models.gpt.stream"),
        ("gpt:", "`` is not a setting"),
    ],
)
def test_a_wrong_setting_behind_a_model_is_told(name: str, words: str) -> None:
    with pytest.raises(ConfigError) as raised:
        model_spec(GPT, name)
    assert words in str(raised.value)
