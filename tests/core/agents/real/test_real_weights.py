"""A seat of a whole game on a real llama.cpp server with real weights, those of `smollm`. It takes a
minute or more, so only CI plays it."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.agents.real.playing import whole_game
from tests.core.models.packaged import packaged_server
from wolfcore.game import SPEECH_KINDS
from wolfcore.models import SMOLLM, LocalSettings


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.extra("server", "weights", "minutes")
async def test_the_packaged_model_plays_one_seat_to_the_end(tmp_path: Path) -> None:
    # One call at a time, so that the same weights play the same game.
    local = LocalSettings(server=packaged_server(), patience=600.0)
    played = await whole_game(
        tmp_path,
        replace(SMOLLM, seed=1, concurrency=1, timeout=600.0),
        local,
        14,
        "2",
        others="bot:hard",
    )
    assert [ask.kind for ask in played.asks.values()][:4] == ["whisper", "kill", "speak", "vote"]
    assert played.form == "json_schema"
    assert all(call.tokens_in and call.tokens_out for call in played.calls)
    for ask in played.asks.values():
        if ask.kind not in SPEECH_KINDS:
            assert played.saved.journal[ask.id].answer.how == "given", (
                "a schema leaves nothing of a choice to mend"
            )
    assert any(record.answer.text for record in played.saved.journal.values())
    assert any(record.answer.thought for record in played.saved.journal.values())
