"""Models that answer on this machine: told in a sentence, and added as they are."""

from __future__ import annotations

import pytest

from wolfcore.models import SERVERS, ModelSpec
from wolfcore.models.discovery import DetectedServer
from wolftui.settings.config import load_config
from wolftui.settings.found_servers import add_found_model, describe_server, models_add_command
from wolftui.settings.paths import config_file

OLLAMA = SERVERS["ollama"].base_url
FOUND = DetectedServer("ollama", OLLAMA, ("llama3.2", "org/llama3.2", "qwen:3b"))


def test_what_is_new_has_a_name_that_nobody_has_and_what_is_known_is_not_offered() -> None:
    known = {
        "mine": ModelSpec(model="qwen:3b", server="ollama"),
        "llama3.2": ModelSpec(model="x", server="groq"),
    }
    found = describe_server(FOUND, known)
    assert [(new.name, new.model) for new in found.new_models] == [
        ("llama3.2-2", "llama3.2"),
        ("llama3.2-3", "org/llama3.2"),
    ]
    assert found.summary == "Ollama answers here with llama3.2, org/llama3.2, qwen:3b."


def test_what_is_added_is_in_the_settings_and_is_new_no_more() -> None:
    for new in describe_server(FOUND, {}).new_models:
        add_found_model(new)
    models = load_config(config_file(), {}).models
    assert [models[name].model for name in ("llama3.2", "llama3.2-2", "qwen-3b")] == [
        "llama3.2",
        "org/llama3.2",
        "qwen:3b",
    ]
    assert describe_server(FOUND, models).new_models == ()
    assert describe_server(FOUND, models).summary.endswith(", which may sit down.")


def test_a_server_at_the_place_of_another_is_added_with_its_place() -> None:
    found = DetectedServer("vllm", "http://127.0.0.1:8080/v1", ("big",))
    add_found_model(describe_server(found, {}).new_models[0])
    assert load_config(config_file(), {}).models["big"].address == "http://127.0.0.1:8080/v1"
    assert "--base-url http://127.0.0.1:8080/v1" in models_add_command({}, found, "big")


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (DetectedServer("ollama", OLLAMA, ()), "no model yet"),
        (DetectedServer("vllm", OLLAMA, (), locked=True), "needs its key"),
    ],
)
def test_where_nothing_can_be_added_it_is_said_why(found: DetectedServer, words: str) -> None:
    assert words in describe_server(found, {}).summary
    assert describe_server(found, {}).new_models == ()


def test_a_name_with_signs_that_do_not_show_is_not_offered() -> None:
    assert describe_server(DetectedServer("ollama", OLLAMA, ("a\x1b[2J",)), {}).new_models == ()
