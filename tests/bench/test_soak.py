"""The soak of the web server: fifty seconds of visitors, half of them hostile, leave nothing behind."""

from __future__ import annotations

import pytest

from bench.soak import HOSTILE, soak


@pytest.mark.slow
async def test_fourteen_visitors_leave_a_server_as_they_found_it() -> None:
    found = await soak(visitors=14, seconds=50, seed=1)
    assert found.faults == []
    assert found.usage["at most"].programs > 7
    assert {name for name in HOSTILE if found.visits[name]} == set(HOSTILE)
    assert found.visits["honest"] >= 8
    assert found.told.endswith("wolftui: Closed. Games that were being played are saved.\n")
