"""A real llama.cpp server with real weights, through the adapter that people get.

Both come in packages that only tests use, pinned in `packaged-server.txt`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.models.asking import CHOICE, WORDS
from tests.core.models.packaged import packaged_server
from wolfcore.models import SMOLLM, Delta, LocalSettings
from wolfcore.models.endpoints import EndpointOptions, Endpoints

pytestmark = pytest.mark.extra("server", "weights")


@pytest.mark.slow
async def test_a_real_model_answers_in_words_by_schema_and_in_a_stream(tmp_path: Path) -> None:
    spec = replace(SMOLLM, context=1024, concurrency=2, max_tokens=60, timeout=600.0, seed=1)
    schema = {
        "type": "object",
        "properties": {"seat": {"type": "integer", "enum": [1, 2, 3]}, "sure": {"type": "boolean"}},
        "required": ["seat", "sure"],
        "additionalProperties": False,
    }
    settings = LocalSettings(server=packaged_server(), patience=600.0)
    async with Endpoints(
        {"smollm": spec}, logs=tmp_path, options=EndpointOptions(local=settings)
    ) as endpoints:
        model = endpoints.open("smollm")
        choice = await model.complete(replace(CHOICE, schema=schema))
        assert (choice.reading, choice.form, choice.problem) == ("strict", "json_schema", "")
        assert choice.parsed["seat"] in (1, 2, 3)
        assert choice.usage.tokens_in
        assert choice.usage.tokens_out
        pieces: list[Delta] = []
        reply = await model.complete(replace(WORDS, max_tokens=8), pieces.append)
        assert reply.text == "".join(piece.text for piece in pieces) != ""
        assert reply.finish in ("length", "stop")
        again = await model.complete(replace(WORDS, max_tokens=8))
        assert again.text == reply.text, "the same seed gives the same words"
