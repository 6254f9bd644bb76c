"""Players: beliefs as they may enter a log."""

from __future__ import annotations

from wolfcore.game import ROLES, Belief

_BELIEVED_ROLES = frozenset({*ROLES, "Uncertain"})


def is_valid_belief(belief: Belief, size: int) -> bool:
    """Whether everything in a belief is of its type and within its range.

    Args:
        belief: The belief, with anything in it.
        size: How many seats there are.
    """
    chance = belief.p_wolf
    return (
        type(belief.seat) is int
        and 1 <= belief.seat <= size
        and belief.role in _BELIEVED_ROLES
        and type(belief.confidence) is int
        and 5 <= belief.confidence <= 10
        and (chance is None or (type(chance) in (int, float) and 0 <= chance <= 1))
    )
