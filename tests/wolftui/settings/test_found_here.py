"""Models that answer on this machine: told in a sentence, and added as they are."""

from __future__ import annotations

import pytest

from wolfcore.models import SERVERS, ModelSpec
from wolfcore.models.probing import Found
from wolftui.settings.config import load_config
from wolftui.settings.found_here import add_found, add_line, here
from wolftui.settings.paths import config_file

OLLAMA = SERVERS["ollama"].base_url
FOUND = Found("ollama", OLLAMA, ("llama3.2", "org/llama3.2", "qwen:3b"))


def test_what_is_new_has_a_name_that_nobody_has_and_what_is_known_is_not_offered() -> None:
    known = {"mine": ModelSpec(model="qwen:3b", server="ollama"), "llama3.2": ModelSpec(model="x", server="groq")}
    found = here(FOUND, known)
    assert [(new.name, new.model) for new in found.new] == [("llama3.2-2", "llama3.2"), ("llama3.2-3", "org/llama3.2")]
    assert found.words == "Ollama answers here with llama3.2, org/llama3.2, qwen:3b."


def test_what_is_added_is_in_the_settings_and_is_new_no_more() -> None:
    for new in here(FOUND, {}).new:
        add_found(new)
    models = load_config(config_file(), {}).models
    assert [models[name].model for name in ("llama3.2", "llama3.2-2", "qwen-3b")] == ["llama3.2", "org/llama3.2", "qwen:3b"]
    assert here(FOUND, models).new == ()
    assert here(FOUND, models).words.endswith(", which may sit down.")


def test_a_server_at_the_place_of_another_is_added_with_its_place() -> None:
    found = Found("vllm", "http://127.0.0.1:8080/v1", ("big",))
    add_found(here(found, {}).new[0])
    assert load_config(config_file(), {}).models["big"].address == "http://127.0.0.1:8080/v1"
    assert "--base-url http://127.0.0.1:8080/v1" in add_line({}, found, "big")


@pytest.mark.parametrize(
    ("found", "words"),
    [(Found("ollama", OLLAMA, ()), "no model yet"), (Found("vllm", OLLAMA, (), locked=True), "wants its key")],
)
def test_where_nothing_can_be_added_it_is_said_why(found: Found, words: str) -> None:
    assert words in here(found, {}).words
    assert here(found, {}).new == ()


def test_a_name_with_signs_that_do_not_show_is_not_offered() -> None:
    assert here(Found("ollama", OLLAMA, ("a\x1b[2J",)), {}).new == ()
