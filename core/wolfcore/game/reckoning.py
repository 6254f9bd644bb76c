"""After deaths, or a day without: whether the game is over, and who leads now if not."""

from __future__ import annotations

from collections.abc import Sequence

from . import facts as f
from .moderator import Moderator, Script
from .sheriff import pass_badge
from .winning import winner


def check_game_end(m: Moderator, fallen: Sequence[int]) -> Script[bool]:
    """After deaths, or a day without: is it won, stopped or out of days? If not, the badge passes. Returns whether it is over."""
    won = winner(m.spec.board.roles, m.living_roles(), m.switches) if fallen else None
    if won:
        return _end(m, won)
    watched = m.state.sheriff if m.switches.stop == "sheriff_falls" else m.switches.stop_seat
    if watched in fallen:
        death = m.state.death_of(watched)
        return _end(m, "void" if death and death.at_night and death.day == 1 else "stopped")
    if m.state.phase == "exile" and m.state.day == m.switches.last_day:
        return _end(m, "draw")
    if m.state.sheriff in fallen:
        yield from pass_badge(m, m.state.sheriff)
    return False


def _end(m: Moderator, ended: f.EndKind) -> bool:
    m.tell(f.Ended(m.state.day, ended, ended if ended in ("village", "wolves") else None))
    return True
