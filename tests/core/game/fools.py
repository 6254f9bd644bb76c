"""The power of the Fool in `tests/new_roles`: at its first exile the holder stays alive, its role is
shown and it loses its vote. The hunter has it in place of its shot, so that no role is added."""

from __future__ import annotations

import pytest

from tests.new_roles.fool.core.wolfcore.game.powers.stay import RULES
from wolfcore.game import Game
from wolfcore.game.powers import POWERS
from wolfcore.metrics.recorded_game import Participant, RecordedGame

FOOL = 4
"""The seat of the hunter in the tables of these tests."""


def give_hunters_the_power(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each hunter stay at its first exile, without a vote from then on."""
    monkeypatch.setitem(POWERS, "shoot", RULES)


def recorded(game: Game) -> RecordedGame:
    """A game as the metrics read it."""
    board, names = game.spec.board, game.spec.names
    players = tuple(Participant(seat) for seat in range(1, board.size + 1))
    return RecordedGame(id="g", board=board, names=names, entries=game.log, participants=players)
