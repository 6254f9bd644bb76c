"""An agent of two steps on a real llama.cpp server with real weights, those of `smollm`, among house
bots; only CI plays it. `python -m tests.core.agents.real` plays every preset."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.agents.real.playing import whole_game
from tests.core.models.packaged import packaged_server
from wolfcore.models import SMOLLM, LocalSettings


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.extra("server", "weights", "minutes")
async def test_the_packaged_model_follows_the_steps_of_an_agent(tmp_path: Path) -> None:
    local = LocalSettings(server=packaged_server(), patience=600.0)
    spec = replace(SMOLLM, seed=1, concurrency=1, timeout=600.0)
    played = await whole_game(
        tmp_path, spec, local, 22, "5", player="atomic:brief:reasoning=40", others="bot:hard"
    )
    hows = Counter((step.step, step.how) for step in played.steps if step.how)
    steps = {step for step, _ in hows}
    assert steps >= {"intend", "act"}
    for step in steps:
        asked = sum(count for (name, _), count in hows.items() if name == step)
        assert hows[step, "fallback"] <= asked / 10, "a schema leaves little to replace"
    assert all(call.tokens_in and call.tokens_out for call in played.calls)
