"""A seat's claims about itself: when it reveals its role, and which results it reports.

Claims are read back from the seat's own words, and nothing new contradicts them. A seat whose role
was shown claims none: it tells only what it did by its power. What the holder of a power says of it
is in `powers`; wolves lie with `false_claims`.
"""

from __future__ import annotations

from wolfcore.bots.belief.seat_record import finds_wolf
from wolfcore.bots.mind import Mind
from wolfcore.game import ROLES, RoleName

from .dialogue_moves import Move, claim_move
from .false_claims import bluff_claim, bluff_retraction, false_results, wolf_claims
from .powers import POWER_TALK
from .powers.power_talk import claim_at_need
from .reports import cleared_seats


def own_claims(mind: Mind) -> list[Move]:
    """Choose this seat's moves about itself in this speech; often empty.

    A claim of a role that another seat claims as well says so (`counterclaim`).
    """
    moves = _claims(mind)
    # Of a rival whom the same speech reports as a wolf nothing more needs to be said.
    reported = {move.target for move in moves if move.kind == "report_wolf"}
    spared = reported | _good_by_check(mind) | set(filter(mind.is_mate, mind.others))
    return [_against_rival(mind, move, spared) for move in moves]


def _against_rival(mind: Mind, move: Move, spared: set[int]) -> Move:
    """Turn a claim into one that denies the latest living rival outside `spared`, if any."""
    record, aim = mind.record, mind.required_intention
    if move.kind != "claim" or (aim is not None and aim.kind != "claim"):
        return move
    rivals = [seat for seat in record.rivals(move.role, mind.me) if seat in mind.others]
    rivals = [seat for seat in rivals if seat not in spared]
    if not rivals:
        return move
    latest = max(rivals, key=lambda seat: record.claims[seat].speech_number)
    return Move(kind="counterclaim", target=latest, role=move.role)


def _good_by_check(mind: Mind) -> set[int]:
    """Return the seats that this seat's checks, told or not, found to be no wolves."""
    checked = {check.target for check in mind.record.checks if check.result}
    found = {check.target for check in mind.record.checks if finds_wolf(check)}
    return cleared_seats(mind) | (checked - found)


def _claims(mind: Mind) -> list[Move]:
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
