"""What the headless rooms load: nothing that draws, calls out or computes with arrays."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = (
    "textual",
    "rich",
    "httpx",
    "requests",
    "urllib3",
    "http",
    "numpy",
    "torch",
    "sentence_transformers",
    "platformdirs",
)


@pytest.mark.parametrize(
    "room",
    ["wolfcore.game", "wolfcore.records", "wolfcore.players", "wolfcore.table", "wolfcore.seating"],
)
def test_a_room_loads_nothing_heavy(room: str) -> None:
    script = f"import sys, {room}; print(sorted(set(sys.modules) & {set(HEAVY)!r}))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("room", ["wolfcore.game", "wolfcore.records"])
def test_the_rules_and_the_saved_games_need_no_event_loop(room: str) -> None:
    subprocess.run(
        [sys.executable, "-c", f"import sys, {room}; assert 'asyncio' not in sys.modules"],
        check=True,
    )
