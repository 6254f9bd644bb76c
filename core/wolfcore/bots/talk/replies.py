"""Replies to what was said about a seat: accusations, reports, praise, and claims that it has to take a stand on.

Only what came since its own last speech is replied to, be it on the day before, so that nobody replies to the same words
twice. What it was asked stands in `answers`.
"""

from __future__ import annotations

from wolfcore.bots.mind import Mind
from wolfcore.game import ROLES, RoleName

from .moves import Move
from .story import claimed_role

_HELD_A_WOLF = 0.7
"""From which belief in a wolf a vote against it speaks for the voter."""
_HELD_TRUE = 0.35
"""From which belief in a claim its deeds are thanked for."""


def replies(mind: Mind, said: list[Move]) -> list[Move]:
    """What this seat replies, the most pressing first.

    Args:
        mind: The seat.
        said: What it is going to say about itself.
    """
    return [*_to_accusers(mind, said), *_on_claims(mind), *_to_rescuers(mind), *_to_praise(mind)]


def _spoke_since_own_turn(mind: Mind, seat: int) -> bool:
    heard = mind.record.last_speech
    return seat != mind.me and heard.get(seat, 0) > heard.get(mind.me, 0)


def _to_accusers(mind: Mind, said: list[Move]) -> list[Move]:
    accusers = [seat for seat in mind.record.open_accusations.get(mind.me, ()) if seat in mind.others]
    framing = [seat for seat in mind.reported_by(mind.me) if seat in accusers]
    if framing and not any(move.kind == "report_wolf" for move in said):
        return [Move(kind="liar", target=framing[-1])]
    if not accusers or not mind.draws.happens(0.9 if mind.is_pressed else 0.8):
        return []
    if len(accusers) > 2 and mind.draws.happens(0.6):
        return [Move(kind="deny_all")]
    voted = _vote_to_be_proud_of(mind)
    if voted and mind.draws.happens(0.5):
        return [Move(kind="deny_voted", other=accusers[-1], target=voted[0], day=voted[1])]
    return [Move(kind="deny", other=accusers[-1])]


def _vote_to_be_proud_of(mind: Mind) -> tuple[int, int] | None:
    """An own earlier ballot against somebody who now looks a wolf: whom and when."""
    face, record = mind.honest_belief.p_wolf, mind.record
    for ballot in reversed(record.ballots):
        own = ballot.voter == mind.me and ballot.kind == "vote" and ballot.day < record.day
        if own and ballot.target and face[ballot.target] > _HELD_A_WOLF:
            return ballot.target, ballot.day
    return None


def _to_praise(mind: Mind) -> list[Move]:
    record = mind.record
    kind = [seat for day, seat, target in record.vouchings if target == mind.me and day == record.day]
    kind = [seat for seat in kind if _spoke_since_own_turn(mind, seat)]
    return [Move(kind="thank", other=kind[-1])] if kind and mind.draws.happens(mind.temperament.thanks_rate) else []


def _to_rescuers(mind: Mind) -> list[Move]:
    """Thanks to whoever tells that it saved or guarded this seat and is not held for a liar, once."""
    record = mind.record
    kind = [seat for seat, _, target, _ in record.claimed_actions if target == mind.me and seat in mind.others]
    kind = [seat for seat in kind if _spoke_since_own_turn(mind, seat) and seat in record.claims]
    if (
        not kind
        or mind.honest_belief.claim_probability(record.claims[kind[-1]].role, kind[-1]) < _HELD_TRUE
        or not mind.draws.happens(0.8)
    ):
        return []
    return [Move(kind="thank_saved", other=kind[-1])]


def _on_claims(mind: Mind) -> list[Move]:
    """Whether this seat believes the latest claim of a god that it has not answered yet."""
    record = mind.record
    last_turn = record.last_speech.get(mind.me, 0)
    fresh: dict[int, tuple[int, RoleName]] = {
        claim.speech_number: (seat, claim.role)
        for seat, claim in record.claims.items()
        if seat in mind.others
        and ROLES[claim.role].team == "village"
        and not ROLES[claim.role].plain
        and claim.day == record.day
        and claim.speech_number > last_turn
    }
    if not fresh:
        return []
    seat, role = fresh[max(fresh)]
    if claimed_role(mind) == role:
        return [Move(kind="doubt_claim", target=seat, role=role)]
    if mind.is_mate(seat):
        return [Move(kind="believe", target=seat, role=role)] if mind.draws.happens(mind.level.mate_support_rate) else []
    truth = mind.honest_belief.claim_probability(role, seat)
    if mind.is_wolf and any(record.pack_mask >> target & 1 for target in record.reports.get(seat, {})):
        truth -= 0.45 * mind.level.deception_rate
    if truth > 0.55 and mind.draws.happens(0.6):
        return [Move(kind="believe", target=seat, role=role)]
    if truth < 0.35 and mind.draws.happens(0.6):
        return [Move(kind="doubt_claim", target=seat, role=role)]
    return [Move(kind="ask_claim", target=seat, role=role)] if mind.draws.happens(0.3) else []
