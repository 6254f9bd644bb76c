"""What only a critic sees: how things really stand, as a few numbers."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.bots import Mind
from wolfcore.game import ROLES, RoleName, team_of

CRITIC_FEATURES = 10


def critic_features(mind: Mind, roles: Sequence[RoleName | None]) -> list[float]:
    """`CRITIC_FEATURES` numbers of 0 to 1 about the living.

    Args:
        mind: A seat at an ask; of it only what all know is used, and its belief about itself.
        roles: The role of each seat by its number; index 0 is nobody's.
    """
    record, known = mind.record, mind.public_belief.p_wolf
    alive = [(seat, role) for seat in record.alive if (role := roles[seat])]
    wolves = [seat for seat, role in alive if team_of(role) == "wolves"]
    village = [seat for seat, role in alive if team_of(role) != "wolves"]
    powers = [ROLES[role].power for _, role in alive]
    seers = [seat for seat, claim in record.claims.items() if claim.role == record.seer_role and record.lives(seat)]
    return [
        len(wolves) / record.size,
        len(village) / record.size,
        float("check" in powers),
        float("protect" in powers),
        float("potions" in powers),
        _mean([known[seat] for seat in wolves]),
        max([known[seat] for seat in wolves], default=0.0),
        _mean([known[seat] for seat in village]),
        float(any(seat in wolves for seat in seers)),
        float(any(roles[seat] == record.seer_role for seat in seers)),
    ]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
