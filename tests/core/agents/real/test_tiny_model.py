"""Whole games on real llama.cpp servers with a model of noise: quick, and yet through everything
that real weights go through."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.agents.real.playing import whole_game
from tests.core.models.bindings import bindings_server
from tests.core.models.packaged import packaged_server
from tests.core.models.tiny_model import write_tiny_model
from wolfcore.game import SPEECH_KINDS
from wolfcore.models import LocalSettings, ModelSpec
from wolfcore.records import ERRORS_FILE

pytestmark = pytest.mark.extra("server")

PATIENCE = 600.0


@pytest.fixture(scope="session")
def noise(tmp_path_factory: pytest.TempPathFactory) -> ModelSpec:
    """The model, with room for the longest reply, in which every character may be a token, and time
    for the slowest machine."""
    file = tmp_path_factory.mktemp("weights") / "tiny.gguf"
    write_tiny_model(file)
    return ModelSpec(
        kind="local",
        model=str(file),
        concurrency=2,
        context=8192,
        max_tokens=1024,
        temperature=1.5,
        seed=1,
        timeout=600.0,
    )


@pytest.mark.slow
async def test_a_schema_makes_a_game_of_noise(tmp_path: Path, noise: ModelSpec) -> None:
    played = await whole_game(
        tmp_path, noise, LocalSettings(server=packaged_server(), patience=PATIENCE), 1
    )
    assert played.form == "json_schema"
    for call in played.calls:
        assert isinstance(json.loads(call.reply), dict), "the server kept the noise to JSON"
        assert call.tokens_in
        assert call.tokens_out
    for ask in played.asks.values():
        answer = played.saved.journal[ask.id].answer
        assert answer.how == "given" or ask.kind in SPEECH_KINDS, (
            "a schema leaves no more than an empty speech to mend"
        )
    sent = sum(call.tokens_in or 0 for call in played.calls)
    cached = sum(call.tokens_cached or 0 for call in played.calls)
    assert cached > sent / 2, "the server has the rules in its cache, whoever is asked"


@pytest.mark.slow
@pytest.mark.extra("bindings")
async def test_a_server_that_refuses_json_schema_is_asked_for_a_json_object(
    tmp_path: Path, noise: ModelSpec
) -> None:
    (tmp_path / "server").mkdir()
    settings = LocalSettings(server=bindings_server(tmp_path / "server"), patience=PATIENCE)
    played = await whole_game(tmp_path, noise, settings, 1)
    assert played.form == "json_object"
    assert all(isinstance(json.loads(call.reply), dict) for call in played.calls)
    refusals = (
        (tmp_path / "logs" / "server-smollm.log").read_text().count("500 Internal Server Error")
    )
    assert refusals in (1, 2), "it is found out once, by as many calls as went out together"


@pytest.mark.slow
async def test_noise_that_nothing_holds_ends_no_game(tmp_path: Path, noise: ModelSpec) -> None:
    spec = replace(noise, structured="plain", max_tokens=40)
    played = await whole_game(
        tmp_path, spec, LocalSettings(server=packaged_server(), patience=PATIENCE), 1, seat="1"
    )
    answers = [played.saved.journal[ask].answer for ask in played.asks]
    assert {answer.how for answer in answers} == {"fallback"}
    assert len(played.calls) == 3 * len(answers), "each was asked for again twice"
    assert len((played.saved.path / ERRORS_FILE).read_text().splitlines()) == len(answers)
