"""Models that answer on this machine: told in a sentence, and added as they are."""

from __future__ import annotations

import pytest

from wolfcore.models import SERVERS, ModelSpec
from wolfcore.models.discovery import DetectedServer
from wolftui.settings.config import load_config
from wolftui.settings.found_servers import (
    add_found_model,
    describe_server,
    locked_server_command,
    models_add_command,
)
from wolftui.settings.paths import config_file

OLLAMA = SERVERS["ollama"].base_url
FOUND = DetectedServer("ollama", OLLAMA, ("llama3.2", "org/llama3.2", "qwen:3b"))


def test_what_is_new_has_a_name_that_nobody_has_and_what_is_known_is_not_offered() -> None:
    known = {
        "mine": ModelSpec(model="qwen:3b", server="ollama"),
        "llama3.2": ModelSpec(model="x", server="groq"),
    }
    found = describe_server(FOUND, known, set(known))
    assert [(new.name, new.model) for new in found.new_models] == [
        ("llama3.2-2", "llama3.2"),
        ("llama3.2-3", "org/llama3.2"),
    ]
    assert found.summary == "Ollama answers here with llama3.2, org/llama3.2, qwen:3b."


def test_what_is_added_is_in_the_settings_and_is_new_no_more() -> None:
    for new in describe_server(FOUND, {}, set()).new_models:
        add_found_model(new)
    models = load_config(config_file(), {}).models
    assert [models[name].model for name in ("llama3.2", "llama3.2-2", "qwen-3b")] == [
        "llama3.2",
        "org/llama3.2",
        "qwen:3b",
    ]
    assert describe_server(FOUND, models, set(models)).new_models == ()
    assert describe_server(FOUND, models, set(models)).summary.endswith(", which may sit down.")


def test_a_server_at_the_place_of_another_is_added_with_its_place() -> None:
    found = DetectedServer("vllm", "http://127.0.0.1:8080/v1", ("big",))
    (new,) = describe_server(found, {}, set()).new_models
    add_found_model(new)
    assert load_config(config_file(), {}).models["big"].address == "http://127.0.0.1:8080/v1"
    assert "--base-url http://127.0.0.1:8080/v1" in models_add_command(new)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (DetectedServer("ollama", OLLAMA, ()), "no model yet"),
        (DetectedServer("vllm", OLLAMA, (), locked=True), "needs its key"),
    ],
)
def test_where_nothing_can_be_added_it_is_said_why(found: DetectedServer, words: str) -> None:
    assert words in describe_server(found, {}, set()).summary
    assert describe_server(found, {}, set()).new_models == ()


def test_a_name_with_signs_that_do_not_show_is_not_offered() -> None:
    found = DetectedServer("ollama", OLLAMA, ("a\x1b[2J",))
    assert describe_server(found, {}, set()).new_models == ()


def test_a_name_on_two_servers_is_offered_once() -> None:
    vllm = DetectedServer("vllm", SERVERS["vllm"].base_url, ("Qwen/Qwen3-8B",))
    ollama = DetectedServer("ollama", OLLAMA, ("qwen3-8b",))
    taken = {"llama"}
    names = [describe_server(each, {}, taken).new_models[0].name for each in (ollama, vllm)]
    assert names == ["qwen3-8b", "qwen3-8b-2"]
    assert taken == {"llama", *names}


def test_the_tag_that_ollama_adds_names_the_same_model() -> None:
    found = DetectedServer("ollama", OLLAMA, ("llama3.2:latest", "qwen:3b"))
    assert [new.name for new in describe_server(found, {}, set()).new_models] == [
        "llama3.2",
        "qwen-3b",
    ]
    known = {"mine": ModelSpec(model="llama3.2", server="ollama")}
    assert [new.name for new in describe_server(found, known, set()).new_models] == ["qwen-3b"]


@pytest.mark.parametrize(
    "model",
    [
        "nomic-embed-text:latest",
        "text-embedding-nomic-embed-text-v1.5",
        "embeddinggemma",
        "Qwen/Qwen3-Embedding-0.6B",
        "bge-reranker-v2-m3",
    ],
)
def test_a_model_that_writes_no_text_is_not_offered(model: str) -> None:
    assert describe_server(DetectedServer("ollama", OLLAMA, (model,)), {}, set()).new_models == ()


def test_a_server_that_wants_its_key_is_added_by_a_command_with_its_variable() -> None:
    found = DetectedServer("vllm", SERVERS["vllm"].base_url, (), locked=True)
    assert locked_server_command(found) == (
        "wolftui models add NAME --server vllm --model MODEL --api-key-env VLLM_API_KEY"
    )
