"""A power of tests: at its first exile the holder stays alive, its role is shown and it loses its
vote. The hunter has it in place of its shot, so that no role or power is added."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from wolfcore.game import Board, Game
from wolfcore.game import facts as f
from wolfcore.game.moderator import Moderator, Script
from wolfcore.game.powers import POWERS
from wolfcore.metrics.recorded_game import Participant, RecordedGame

FOOL = 4
"""The seat of the hunter in the tables of these tests."""


def _stays(m: Moderator, seat: int) -> Script[bool]:
    if seat in m.state.exiled[:-1]:
        return False
    role = m.roles[seat]
    assert role
    m.tell(f.Revealed(seat, role))
    m.tell(f.LostVote(seat))
    yield from ()
    return True


def _sentences(board: Board, name: str) -> Iterator[str]:
    yield f"At the first exile the {name} stays alive, is shown and has no vote from then on."


def give_hunters_the_power(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each hunter stay at its first exile, without a vote from then on."""
    rules = POWERS["shoot"]._replace(after_deaths=None, exile=_stays, vote=_sentences)
    monkeypatch.setitem(POWERS, "shoot", rules)


def recorded(game: Game) -> RecordedGame:
    """A game as the metrics read it."""
    board, names = game.spec.board, game.spec.names
    players = tuple(Participant(seat) for seat in range(1, board.size + 1))
    return RecordedGame(id="g", board=board, names=names, entries=game.log, participants=players)
