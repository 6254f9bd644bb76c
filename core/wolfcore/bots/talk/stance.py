"""What becomes of an accusation of one's own: taken back where the belief has left it, or said once more where it stands.

When either happens is a matter of temperament, whether it may is one of belief: nobody takes back what it still holds, and
nobody presses on with what it does not.
"""

from __future__ import annotations

from wolfcore.bots.mind import Mind
from wolfcore.bots.play.vote import exile_choice

from .moves import Move
from .reasons import case_against

_SUSPECTED = 1.15
"""How many times likelier than the average a seat has to be a wolf to be pressed once more."""


def retraction(mind: Mind) -> list[Move]:
    """An accusation taken back, of somebody who has spoken against this seat since: with the new suspect, if it was today's."""
    record, face = mind.record, mind.honest_belief.p_wolf
    for seat in record.open_accusations.get(mind.me, ()):
        day = _accusation_day(mind, seat)
        if (
            not day
            or seat not in mind.others
            or face[seat] >= _mean_suspicion(mind)
            or not mind.draws.happens(mind.temperament.retraction_rate)
        ):
            continue
        if mind.announced_target != seat:
            return [Move(kind="take_back", target=seat, day=day)]
        instead = exile_choice(mind, mind.others).seat
        if instead != seat and not mind.is_mate(instead):
            return [Move(kind="take_back", target=seat, day=day), case_against(mind, instead)]
    return []


def escalation(mind: Mind, seat: int) -> list[Move]:
    """The accusation of `seat` once more and for certain, with a call for the vote; nothing where it was not made before."""
    day = _accusation_day(mind, seat)
    firm = mind.honest_belief.p_wolf[seat] > _SUSPECTED * _mean_suspicion(mind)
    if not day or not firm or mind.is_mate(seat) or not mind.draws.happens(mind.temperament.escalation_rate):
        return []
    return [Move(kind="escalate", target=seat, day=day), Move(kind="call_vote", target=seat)]


def _accusation_day(mind: Mind, seat: int) -> int:
    """The last day on which this seat accused `seat`, with no good word for it since; or 0."""
    record, me = mind.record, mind.me
    day = max((day for day, speaker, of in record.accusations if speaker == me and of == seat), default=0)
    kind = max((day for day, speaker, of in record.vouchings if speaker == me and of == seat), default=0)
    return day if day > kind else 0


def _mean_suspicion(mind: Mind) -> float:
    face = mind.honest_belief.p_wolf
    return sum([face[seat] for seat in mind.others]) / max(1, len(mind.others))
