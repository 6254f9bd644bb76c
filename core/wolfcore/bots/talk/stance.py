"""What becomes of an accusation of one's own: taken back where the belief has left it, or said once more where it stands.

When either happens is a matter of temperament, whether it may is one of belief: nobody takes back what it still holds, and
nobody presses on with what it does not.
"""

from __future__ import annotations

from wolfcore.bots.mind import Mind
from wolfcore.bots.play.vote import verdict

from .moves import Move
from .reasons import reason

_SUSPECTED = 1.15
"""How many times likelier than the average a seat has to be a wolf to be pressed once more."""


def taken_back(mind: Mind) -> list[Move]:
    """An accusation taken back, of somebody who has spoken against this seat since: with the new suspect, if it was today's."""
    record, face = mind.record, mind.face.p_wolf
    for seat in record.charges.get(mind.me, ()):
        day = _stands_since(mind, seat)
        if not day or seat not in mind.others or face[seat] >= _average(mind) or not mind.draws.yes(mind.temper.retracts):
            continue
        if mind.announced != seat:
            return [Move(intent="take_back", target=seat, day=day)]
        instead = verdict(mind, mind.others).seat
        if instead != seat and not mind.is_mate(instead):
            return [Move(intent="take_back", target=seat, day=day), reason(mind, instead)]
    return []


def said_again(mind: Mind, seat: int) -> list[Move]:
    """The accusation of `seat` once more and for certain, with a call for the vote; nothing where it was not made before."""
    day = _stands_since(mind, seat)
    firm = mind.face.p_wolf[seat] > _SUSPECTED * _average(mind)
    if not day or not firm or mind.is_mate(seat) or not mind.draws.yes(mind.temper.escalates):
        return []
    return [Move(intent="escalate", target=seat, day=day), Move(intent="call_vote", target=seat)]


def _stands_since(mind: Mind, seat: int) -> int:
    """The last day on which this seat accused `seat`, with no good word for it since; or 0."""
    record, me = mind.record, mind.me
    day = max((day for day, speaker, of in record.accusations if speaker == me and of == seat), default=0)
    kind = max((day for day, speaker, of in record.vouchings if speaker == me and of == seat), default=0)
    return day if day > kind else 0


def _average(mind: Mind) -> float:
    face = mind.face.p_wolf
    return sum([face[seat] for seat in mind.others]) / max(1, len(mind.others))
