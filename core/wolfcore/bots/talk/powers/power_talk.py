"""What the holder of one power says of it as an object, and what several powers share."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from wolfcore.bots.mind import Mind
from wolfcore.bots.talk.dialogue_moves import Move, MoveKind
from wolfcore.game import RoleName
from wolfcore.speech import Act

MAX_RESULTS = 2
"""The number of uses of a power told in one speech."""


class PowerTalk(NamedTuple):
    """What the holder of a power says of it, and what a seat says that feigns to hold it.

    Attributes:
        claims: Chooses the holder's moves about itself in a speech; often empty.
        results: The moves that tell what the holder has done and found out.
        false_results: Invents such moves for a false claim of the given role with the power.
        acts: The acts that tell of a use of the power.
    """

    claims: Callable[[Mind], list[Move]]
    results: Callable[[Mind], list[Move]]
    false_results: Callable[[Mind, RoleName], list[Move]]
    acts: tuple[type[Act], ...]


def claim_at_need(mind: Mind, rate: float, results: Callable[[Mind], list[Move]]) -> list[Move]:
    """Claim the own role with its results under pressure or against a rival; else mostly nothing.

    Args:
        mind: The seat.
        rate: How often a seat of the default style claims the role without need, from day 2 on.
        results: Tells what the seat has done by its power.
    """
    if mind.claimed_role == mind.role:
        return []
    chance = (
        1.0
        if mind.may_not_speak_again
        else 0.97
        if mind.likely_exiled_today
        else mind.style.reveal_factor * rate * (mind.record.day > 1)
    )
    if not mind.draws.happens(max(chance, _rival_reveal_rate(mind))):
        return []
    return [Move(kind="claim", role=mind.role), *results(mind)]


def _rival_reveal_rate(mind: Mind) -> float:
    """The probability that a god answers another seat's claim of its role."""
    return 0.8 if mind.record.rivals(mind.role, mind.me) else 0.0


def false_action(kind: MoveKind) -> Callable[[Mind, RoleName], list[Move]]:
    """Return a function that invents an action in the latest quiet night; nothing contradicts it.

    It returns no move where every night had a death.
    """

    def invent(mind: Mind, _role: RoleName) -> list[Move]:
        night = max(mind.record.quiet_nights, default=0)
        return [Move(kind=kind, target=mind.draws.pick(mind.others), night=night)] if night else []

    return invent
