"""A villager's bluff: it claims a god that nobody claims, so that the pack comes for it and a believed seer lives on.

The lie lasts for a night. On the next day, or where it may be the last chance, the villager takes it back.
"""

from __future__ import annotations

from wolfcore.bots.mind import Mind
from wolfcore.bots.play.worth import ROLE_VALUES
from wolfcore.game import HOLDERS, ROLES, RoleName

from .moves import Move

_BELIEVED = 0.5


def bluff_claim(mind: Mind) -> Move | None:
    """The claim, where there is a seer to be kept alive and a role that nobody has claimed; mostly nothing."""
    record = mind.record
    if mind.ask.kind != "speak" or mind.is_pressed or not ROLES[mind.role].plain or not mind.draws.happens(mind.style.bluff_rate):
        return None
    taken: set[RoleName] = {claim.role for claim in record.claims.values()}
    roles: list[RoleName] = sorted(role for role in set(record.board.roles) - taken if ROLE_VALUES[role].is_cover)
    seers = [seat for seat in mind.others if seat in record.claims and record.claims[seat].role in HOLDERS["check"]]
    if not roles or not any(mind.honest_belief.claim_probability(record.claims[seat].role, seat) > _BELIEVED for seat in seers):
        return None
    return Move(kind="claim", role=mind.draws.pick(roles))


def bluff_retraction(mind: Mind, held: RoleName) -> list[Move]:
    """What a villager says who has claimed a god: on the same day nothing more, then that it was a bluff."""
    claim = mind.record.claims[mind.me]
    at_the_end = mind.ask.kind == "last_words" or mind.may_be_exiled
    if held == mind.role or (claim.day == mind.record.day and not at_the_end):
        return []
    return [Move(kind="bluff_over", role=held)]
