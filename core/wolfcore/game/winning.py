"""Who has won. One question, asked at the two places of a round where the rules say so."""

from __future__ import annotations

from collections.abc import Sequence

from .roles import ROLES, WOLVES, Team
from .switches import Switches


def winner(dealt: Sequence[str], living: Sequence[str], switches: Switches) -> Team | None:
    """The team that has won, or None while the game goes on.

    Args:
        dealt: All roles of the board.
        living: The roles of the living seats, in any order.
        switches: The board's rules.
    """
    wolves = sum(map(WOLVES.__contains__, living))
    others = len(living) - wolves
    if not wolves:
        no_plain = switches.wolves_win == "no_plain_villager" and "Villager" not in living
        return "wolves" if no_plain or not others else "village"
    match switches.wolves_win:
        case "parity":
            won = wolves >= others
        case "outnumber":
            won = wolves > others
        case "no_plain_villager":
            won = "Villager" not in living
        case "side":
            won = _half_is_dead(dealt, living, plain=True) or _half_is_dead(dealt, living, plain=False)
        case "all_dead":
            won = not others
    return "wolves" if won else None


def _half_is_dead(dealt: Sequence[str], living: Sequence[str], *, plain: bool) -> bool:
    """Whether one half of the village, the plain villagers or the gods, was dealt and is dead."""

    def count(roles: Sequence[str]) -> int:
        return sum(ROLES[role].team == "village" and ROLES[role].plain is plain for role in roles)

    return count(dealt) > 0 and count(living) == 0
