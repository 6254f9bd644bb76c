"""The power of the Fool in `tests/new_roles`: at its first exile the holder stays alive, its role is
shown and it loses its vote. The hunter has it in place of its shot, so that no role is added."""

from __future__ import annotations

import pytest

from tests.new_roles.in_process import stay
from wolfcore.game import Game
from wolfcore.game.powers import POWERS
from wolfcore.metrics import from_game_log
from wolfcore.metrics.recorded_game import RecordedGame
from wolfcore.records import header_of

FOOL_SEAT = 4
"""The seat of the hunter in the tables of these tests."""


def give_hunters_the_power(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each hunter stay at its first exile, without a vote from then on."""
    monkeypatch.setitem(POWERS, "shoot", stay.RULES)


def recorded(game: Game) -> RecordedGame:
    """A game as the metrics read it."""
    return from_game_log("g", header_of(game.spec), game.log, ())
