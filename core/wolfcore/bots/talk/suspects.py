"""Whom a seat names aloud, and what else it says of others."""

from __future__ import annotations

from wolfcore.bots.belief.record import CastBallot
from wolfcore.bots.mind import Mind
from wolfcore.bots.play.pack import to_push
from wolfcore.bots.play.vote import verdict
from wolfcore.game import team_of

from .moves import Move
from .reactions import cleared_by_a_rescue, cleared_by_the_dead, kindness_remembered
from .reasons import reason
from .rivals import proven_claims
from .stance import said_again

_WORTH_A_VOTE = 0.42
_HEARS_FIRST, _LITTLE = 0.5, 0.6
"""How often a suspect that has not spoken yet is asked to and not named, and up to which belief in a wolf."""
_BEYOND_WORDS = 0.8
"""From which belief in a wolf a vote is called before the seat has spoken."""


def top_suspect(mind: Mind, spared: set[int]) -> int:
    """Whom this seat would rather see exiled, or 0; whom it is to target, where that is settled."""
    if mind.aim is not None and mind.aim.kind == "target":
        return mind.aim.seat
    options = tuple(seat for seat in mind.others if seat not in spared)
    if not options:
        return 0
    pushed = to_push(mind)
    if pushed in options and not mind.announced:
        return verdict(mind, options).seat
    if mind.wolf and mind.draws.yes(mind.level.distance):
        face, said = mind.face.p_wolf, mind.announced
        return said if said in options else max(options, key=lambda seat: (face[seat], -seat))
    return verdict(mind, options).seat


def suspicion(mind: Mind, spared: set[int], room: int) -> list[Move]:
    """A suspect with a reason, a call for a vote, a friend, or a question, as far as there is room."""
    moves: list[Move] = []
    face, record = mind.face.p_wolf, mind.record
    target = top_suspect(mind, spared)
    base = sum(face[seat] for seat in mind.others) / max(1, len(mind.others))
    keen = 1.0 if target and (face[target] > base * 1.15 or target == to_push(mind)) else 0.45
    again = said_again(mind, target) if target else []
    if again:
        moves += again
    elif target and _hears_first(mind, target):
        moves.append(Move(intent="ask", target=target))
    elif target and mind.draws.yes(keen * mind.style.accuses):
        moves.append(reason(mind, target))
        moves += _counted(mind, target)
        strong = face[target] > _WORTH_A_VOTE or mind.pressure(target) >= 2
        if len(moves) < room and strong and has_answered(mind, target) and mind.draws.yes(mind.temper.calls):
            moves += [*_nod(mind, target), Move(intent="call_vote", target=target)]
    if len(moves) < room:
        moves += _kindness(mind, spared | {target})
    if len(moves) < room and mind.draws.yes(0.5):
        moves += _question(mind, spared | {target})
    if not moves and record.day == 1 and mind.draws.yes(0.5):
        moves.append(Move(intent="open_plan" if record.heard else "open_first"))
    return moves[: room + 1]


def pressing(mind: Mind, target: int) -> list[Move]:
    """What follows where this seat has just named its suspect: now and then the call for a vote."""
    return [Move(intent="call_vote", target=target)] if has_answered(mind, target) and mind.draws.yes(0.35) else []


def _hears_first(mind: Mind, target: int) -> bool:
    """Whether this seat would rather hear its suspect than name it, since little speaks against one that has yet to speak."""
    open_ = mind.face.p_wolf[target] < _LITTLE and target != to_push(mind) and not has_answered(mind, target)
    return open_ and mind.draws.yes(_HEARS_FIRST / mind.style.accuses)


def has_answered(mind: Mind, seat: int) -> bool:
    """Whether a vote on a seat may be called: it has had its turn today, or what it might say would change nothing.

    Whoever has not may yet claim a role, and a call that is taken back is worse than none.
    """
    return mind.ask.kind != "speak" or seat in mind.record.heard or mind.face.p_wolf[seat] > _BEYOND_WORDS


def _counted(mind: Mind, target: int) -> list[Move]:
    """How many speak against its suspect today, from those who like to count."""
    voices = mind.pressure(target)
    return [Move(intent="tally", target=target, count=voices)] if voices > 1 and mind.draws.yes(mind.temper.counts) else []


def _nod(mind: Mind, target: int) -> list[Move]:
    """A word for whoever called for the same vote, now and then."""
    callers = [seat for seat, called in mind.record.calls.items() if called == target and seat in mind.others]
    return [Move(intent="agree", other=callers[-1])] if callers and mind.draws.yes(0.3) else []


def _kindness(mind: Mind, spared: set[int]) -> list[Move]:
    """A good word for somebody who looks honest, most of all for whom others attack; for a mate no oftener than for others."""
    face, record = mind.face.p_wolf, mind.record
    others = [seat for seat in mind.others if seat not in spared]
    left = [*cleared_by_the_dead(mind, spared), *cleared_by_a_rescue(mind, spared), *proven_claims(mind, spared)]
    if left and mind.draws.yes(0.6):
        return [mind.draws.pick(left)]
    if not others or not mind.draws.yes(0.35 * mind.temper.kind):
        return []
    seat = others[mind.draws.best([-face[other] for other in others], mind.level.sharpness)]
    if mind.draws.yes(0.25):
        attacked = [other for other in others if record.accusers.get(other) and face[other] < 0.4]
        seat = mind.draws.pick(attacked) if attacked else seat
    accusers = [other for other in record.accusers.get(seat, []) if other != mind.me]
    if accusers and mind.draws.yes(0.6):
        return [Move(intent="defend", target=seat, other=accusers[-1])]
    kind = kindness_remembered(mind, seat)
    if kind and mind.draws.yes(mind.temper.gratitude):
        return kind
    if face[seat] < 0.04 and mind.draws.yes(0.5):
        return [Move(intent="vouch", target=seat)]
    return [Move(intent="trust", target=seat)]


def _question(mind: Mind, spared: set[int]) -> list[Move]:
    """A question to a quiet seat, or about a ballot."""
    record = mind.record
    others = [seat for seat in mind.others if seat not in spared]
    if not others:
        return []
    quiet = [seat for seat in others if seat not in record.heard] or others
    seat = mind.draws.pick(quiet)
    ballots = [ballot for ballot in record.ballots if ballot.voter == seat and _is_a_riddle(mind, ballot)]
    if ballots and mind.draws.yes(0.5 + 0.5 * mind.temper.counts):
        ballot = mind.draws.pick(ballots)
        return [Move(intent="ask_vote", target=seat, other=ballot.target, day=ballot.day)]
    return [Move(intent="ask", target=seat)]


def _is_a_riddle(mind: Mind, ballot: CastBallot) -> bool:
    """Whether a ballot needs to be explained: this seat cast no such one, nobody reports its target, and nobody has asked."""
    record, target = mind.record, ballot.target
    if any(own.voter == mind.me and (own.day, own.target) == (ballot.day, target) for own in record.ballots):
        return False
    if ballot.kind != "vote" or target in (0, mind.me, ballot.voter) or (ballot.voter, target) in record.explained:
        return False
    shown = record.revealed.get(target)
    return not mind.reported_by(target) and not (shown and team_of(shown) == "wolves")
