"""The table of a model: what is taken, and what is said of a wrong one without repeating what may
be a secret."""

from __future__ import annotations

from typing import Any

import pytest

from wolfcore.errors import ConfigError
from wolfcore.models import (
    SERVERS,
    SMOLLM,
    ModelSpec,
    models_to_offer,
    parse_model,
    parse_models,
)


def test_a_table_with_everything() -> None:
    table = {
        "kind": "openai",
        "server": "vllm",
        "base_url": "https://models.example/v1/",
        "model": "m",
        "api_key_env": "KEY",
        "temperature": 1,
        "top_p": 0.9,
        "max_tokens": 9,
        "seed": 1,
        "timeout": 5,
        "tries": 2,
        "concurrency": 3,
        "requests_per_minute": 60,
        "structured": "plain",
        "context": 8192,
        "price_in": 0.25,
        "price_cached": 0,
        "price_out": 2,
        "extra": {"reasoning_effort": "low"},
    }
    spec = parse_model("m", table)
    assert (spec.address, spec.server_profile, spec.price_in) == (
        "https://models.example/v1",
        SERVERS["vllm"],
        0.25,
    )


@pytest.mark.parametrize(
    ("spec", "address", "title"),
    [
        (ModelSpec(model="m"), "https://api.openai.com/v1", "OpenAI"),
        (ModelSpec(model="m", server="ollama"), "http://127.0.0.1:11434/v1", "Ollama"),
        (
            ModelSpec(model="m", base_url="http://localhost:1234/v1/"),
            "http://localhost:1234/v1",
            "LM Studio",
        ),
        (
            ModelSpec(model="m", base_url="http://other:1234/v1"),
            "http://other:1234/v1",
            "the server",
        ),
        (ModelSpec(model="m", kind="anthropic"), "https://api.anthropic.com/v1", "the server"),
    ],
)
def test_addresses_tell_their_servers(spec: ModelSpec, address: str, title: str) -> None:
    assert (spec.address, spec.server_profile.title) == (address, title)


@pytest.mark.parametrize(
    ("spec", "calls", "asked"),
    [
        (ModelSpec(model="m"), 12, False),
        (ModelSpec(model="m", base_url="https://models.example/v1"), 12, False),
        (ModelSpec(model="m", kind="anthropic"), 12, False),
        (ModelSpec(model="m", server="vllm"), 12, False),
        (ModelSpec(model="m", server="vllm", concurrency=2), 2, False),
        (ModelSpec(model="m", server="ollama"), 1, True),
        (ModelSpec(model="m", server="lmstudio"), 1, True),
        (ModelSpec(model="m", server="llama.cpp"), 1, True),
        (ModelSpec(model="m", server="llama.cpp", base_url="https://models.example/v1"), 1, False),
        (ModelSpec(model="m", base_url="http://127.0.0.1:8000/v1"), 1, True),
        (ModelSpec(model="m", base_url="http://localhost:9999/v1"), 1, True),
        (ModelSpec(model="m", base_url="http://192.168.1.5:11434/v1"), 1, True),
        (ModelSpec(model="m", base_url="http://workstation:11434/v1"), 1, True),
        (ModelSpec(model="m", base_url="http://box.local:11434/v1"), 1, True),
        (ModelSpec(model="m", base_url="http://127.0.0.1:9999/v1", concurrency=5), 5, False),
        (ModelSpec(model="m.gguf", kind="local"), 12, False),
    ],
)
def test_how_many_calls_a_server_gets_at_once(spec: ModelSpec, calls: int, asked: bool) -> None:
    assert (spec.effective_concurrency, spec.asks_slot_count) == (calls, asked)


@pytest.mark.parametrize(
    ("settings", "provider"),
    [
        ({}, "openai"),
        ({"kind": "responses"}, "openai"),
        ({"base_url": "https://eu.api.openai.com/v1"}, "openai"),
        ({"base_url": "https://API.OpenAI.com./v1"}, "openai"),
        ({"kind": "anthropic"}, "anthropic"),
        ({"kind": "google"}, "gcp.gemini"),
        ({"base_url": "https://aiplatform.googleapis.com/v1"}, "gcp.vertex_ai"),
        ({"base_url": "https://us-central1-aiplatform.googleapis.com/v1"}, "gcp.vertex_ai"),
        ({"base_url": "https://mine.openai.azure.com/openai/v1"}, "azure.ai.openai"),
        ({"base_url": "https://x.eastus2.models.ai.azure.com/v1"}, "azure.ai.inference"),
        ({"base_url": "https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1"}, "aws.bedrock"),
        ({"base_url": "https://api.cohere.ai/compatibility/v1"}, "cohere"),
        ({"server": "deepseek"}, "deepseek"),
        ({"base_url": "https://api.groq.com/openai/v1"}, "groq"),
        ({"base_url": "https://us-south.ml.cloud.ibm.com/ml/gateway/v1"}, "ibm.watsonx.ai"),
        ({"server": "mistral"}, "mistral_ai"),
        ({"base_url": "https://api.moonshot.cn/v1"}, "moonshot_ai"),
        ({"base_url": "https://api.perplexity.ai"}, "perplexity"),
        ({"base_url": "https://api.x.ai/v1"}, "x_ai"),
        ({"server": "openrouter"}, "openrouter"),
        ({"server": "ollama"}, "ollama"),
        ({"server": "vllm", "base_url": "https://models.example/v1"}, "vllm"),
        ({"kind": "local"}, "llama.cpp"),
        # What only looks like one, or is only guessed by its port, is not known.
        ({"base_url": "https://evilapi.openai.com.example/v1"}, ""),
        ({"base_url": "https://notapi.x.ai/v1"}, ""),
        ({"base_url": "https://bedrock.us.example/amazonaws.com"}, ""),
        ({"base_url": "http://127.0.0.1:8000/v1"}, ""),
        ({"kind": "anthropic", "base_url": "https://proxy.example/v1"}, ""),
        ({"server": "openai", "base_url": "https://proxy.example/v1"}, ""),
        ({"server": "openai", "base_url": "https://api.x.ai/v1"}, "x_ai"),
    ],
)
def test_the_provider_is_that_of_the_address(settings: dict[str, Any], provider: str) -> None:
    assert ModelSpec(model="m", **settings).provider == provider


SECRET = "sk-planted-0123456789"


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({}, "models.m.model: is missing"),
        (
            {"model": "m", "api_key": SECRET},
            "models.m.api_key: is not a setting of a model. A key is never in the settings",
        ),
        (
            {"model": "m", "modle": "x"},
            "models.m.modle: is not a setting of a model. Did you mean `model`?",
        ),
        (
            {"model": "m", "api_key_env": SECRET},
            "models.m.api_key_env: is not the name of a variable",
        ),
        ({"model": "m", "api_key_env": "A", "api_key_file": "b"}, "models.m: has two keys"),
        (
            {"model": "m", "base_url": f"https://me:{SECRET}@x/v1"},
            "models.m.base_url: holds more than an address",
        ),
        (
            {"model": "m", "base_url": f"https://x/v1?key={SECRET}"},
            "models.m.base_url: holds more than an address",
        ),
        ({"model": "m", "base_url": "x"}, "models.m.base_url: is not an address"),
        ({"model": "m", "base_url": "http://x:99999/v1"}, "models.m.base_url: is not an address"),
        ({"model": "m", "base_url": "http://a b/v1"}, "models.m.base_url: is not an address"),
        ({"model": "m", "base_url": "http://[::1/v1"}, "models.m.base_url: is not an address"),
        ({"model": "m", "base_url": "ftp://x"}, "models.m.base_url: is not an address"),
        (
            {"model": "m", "kind": "gpt"},
            "It is one of: openai, responses, anthropic, google, local.",
        ),
        ({"model": "m", "temperature": 9}, "models.m.temperature: must be a number of at most 2"),
        ({"model": "m", "tries": 0}, "models.m.tries: must be a whole number of at least 1"),
        ({"model": "m", "kind": "local", "base_url": "http://x"}, "models.m: has an address"),
        ("gpt", "models.m: must be a table"),
    ],
)
def test_a_wrong_table(table: object, words: str) -> None:
    with pytest.raises(ConfigError) as raised:
        parse_model("m", table)
    assert words in str(raised.value)
    assert SECRET not in str(raised.value)


@pytest.mark.parametrize("name", ["", "a b", "a@b", "a:b", "a,b", "-a"])
def test_a_name_must_fit_a_seat(name: str) -> None:
    with pytest.raises(ConfigError, match="is not a valid name for a model"):
        parse_model(name, {"model": "m"})


def test_models_must_be_a_table() -> None:
    with pytest.raises(ConfigError, match="models: must be a table"):
        parse_models([1])


def test_people_are_offered_every_model_but_the_packaged_one() -> None:
    own = ModelSpec(kind="local", model="/models/own.gguf")
    assert models_to_offer({"smollm": SMOLLM, "own": own}) == ("own",)
    assert models_to_offer({"smollm": own}) == ("smollm",), "a table of that name is the user's own"
