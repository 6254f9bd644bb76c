"""The power to stay: its holder lives through the first exile, is revealed by it, and has no vote
from then on."""

from __future__ import annotations

from collections.abc import Iterator

from wolfcore.game import facts as f
from wolfcore.game.boards import Board
from wolfcore.game.moderator import Moderator, Script
from wolfcore.game.powers.power import PowerRules
from wolfcore.game.roles import RoleName
from wolfcore.game.switches import Switches


def _sentence(role: RoleName, s: Switches) -> str:
    return f"The {role} stays alive at the first exile."


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


RULES = PowerRules(_sentence, exile=_stays, vote=_sentences)
