"""A seat's claims about itself: when it reveals its role, and which results it reports.

Claims are read back from the seat's own words, and nothing new contradicts them. A seat whose role
was shown claims none: it tells only what it did by its power. What the holder of a power says of it
is in `powers`; wolves lie with `false_claims`.
"""

from __future__ import annotations

from wolfcore.bots.mind import Mind
from wolfcore.game import ROLES, RoleName

from .dialogue_moves import Move, claim_move
from .false_claims import bluff_claim, bluff_retraction, false_results, wolf_claims
from .powers import POWER_TALK
from .powers.power_talk import claim_at_need


def own_claims(mind: Mind) -> list[Move]:
    """Choose this seat's moves about itself in this speech; often empty."""
    if mind.required_intention is not None and mind.required_intention.kind == "hide":
        return []
    if mind.required_intention is not None and mind.required_intention.role:
        return claim_moves(mind, mind.required_intention.role)
    talk = POWER_TALK.get(ROLES[mind.role].power)
    if mind.is_shown:
        return [move for move in (talk.claims(mind) if talk else ()) if move.kind != "claim"]
    if mind.is_wolf:
        return wolf_claims(mind)
    return talk.claims(mind) if talk else _without_results(mind)


def claim_moves(mind: Mind, role: RoleName) -> list[Move]:
    """Claim any role with its results: true ones for the seat's own role, else invented ones."""
    if role != mind.role:
        return [claim_move(role), *false_results(mind, role)]
    talk = POWER_TALK.get(ROLES[role].power)
    return [claim_move(role), *(talk.results(mind) if talk else ())]


def _without_results(mind: Mind) -> list[Move]:
    """Choose the claim of a seat without a power, or with one of which there is nothing to tell.

    It claims its role mostly under pressure. A villager may bluff.
    """
    held = mind.claimed_role
    if held:
        return bluff_retraction(mind, held)
    if not ROLES[mind.role].plain:
        return claim_at_need(mind, 0.04, lambda _: [])
    bluff = bluff_claim(mind)
    if bluff:
        return [bluff]
    chance = 0.6 if mind.may_not_speak_again else 0.5 if mind.is_pressed else 0.04
    return [Move(kind="claim_villager")] if mind.draws.happens(chance) else []
