"""A server that works at one call at a time, as those on a machine of one's own often do, plays
games by default settings."""

from __future__ import annotations

import json
import threading
import time

import pytest

from tests.core.agents.tables import good, serving
from tests.core.models.serving import Request
from tests.wolftui.cli.model_games import set_model, without_bill
from tests.wolftui.cli.running import Program

ANSWER, LIMIT = 0.05, 0.3
"""Seconds of an answer, and of the time limit: a batch of seven takes longer than that, as 40 s do
of 120."""
SEVEN = ("--board", "sla7", "--seed", "4", "--seat", "*=vanilla@m")


class OneSlot:
    """Works at one call after the other, and says nothing to those that wait."""

    def __init__(self) -> None:
        self._slot, self.waiting = threading.Lock(), list[bool]()

    def __call__(self, request: Request) -> bytes:
        self.waiting.append(self._slot.locked())
        with self._slot:
            time.sleep(ANSWER)
        return good(request)


@pytest.mark.slow(only=("3",))
@pytest.mark.parametrize("games", [1, 3])
def test_games_of_seven_are_played_to_their_end_by_default_settings(
    wolftui: Program, games: int
) -> None:
    server = OneSlot()
    with serving(server) as endpoint:
        set_model(endpoint.url, f"timeout = {LIMIT}")
        ran = wolftui("run", *SEVEN, "--games", str(games), "--at-once", str(games), "--json")
    assert (ran.code, without_bill(ran.err)) == (0, "")
    played = [json.loads(line) for line in ran.out.splitlines()]
    assert len(played) == games
    assert {game["ended"] for game in played} <= {"wolves", "village"}
    assert [
        (spent["player"], spent.get("replaced", 0)) for game in played for spent in game["spent"]
    ] == [("vanilla@m", 0)] * games
    assert not any(server.waiting), "what waits for its turn waits here, where it costs no time"
    assert len(server.waiting) > 14 * games


def test_without_that_the_same_game_stops(wolftui: Program) -> None:
    """Without this the test above could not fail."""
    with serving(OneSlot()) as endpoint:
        set_model(endpoint.url, f"timeout = {LIMIT}\nconcurrency = 12")
        ran = wolftui("run", *SEVEN)
    assert ran.code == 1
    assert "m: no reply within 0.3 seconds" in ran.err
