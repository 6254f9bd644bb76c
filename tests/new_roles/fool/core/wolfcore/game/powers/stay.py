"""The power to stay: its holder lives through the first exile, is revealed by it, and has no vote
from then on."""

from __future__ import annotations

from wolfcore.game import facts as f
from wolfcore.game.moderator import Moderator, Script
from wolfcore.game.powers.power import PowerRules
from wolfcore.game.roles import RoleName
from wolfcore.game.switches import Switches


def _sentence(role: RoleName, s: Switches) -> str:
    return (
        f"Whoever is the {role} stays alive at the first exile: the role is revealed, and the "
        f"{role} has no vote from then on."
    )


def _stays(m: Moderator, seat: int) -> Script[bool]:
    if seat in m.state.exiled[:-1]:
        return False
    role = m.roles[seat]
    assert role
    m.tell(f.Revealed(seat, role))
    m.tell(f.LostVote(seat))
    yield from ()
    return True


RULES = PowerRules(_sentence, exile=_stays)
