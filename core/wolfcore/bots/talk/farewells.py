"""What the dead say to those who killed them: to the voters by name, to the wolves of the first night in the dark."""

from __future__ import annotations

from wolfcore.bots.mind import Mind

from .moves import Move

_NAMED_AT_ONCE = 2


def to_killers(mind: Mind) -> list[Move]:
    """A word to whoever voted for this seat, or, after a night, to the pack; now and then nothing."""
    record, me = mind.record, mind.me
    fall = record.state.death_of(me)
    if fall is None or not mind.draws.yes(0.75):
        return []
    if fall.cause == "exiled":
        voters = [
            ballot.voter for ballot in record.ballots if ballot.day == record.day and ballot.target == me and _counts(ballot.kind)
        ]
        voters = list(dict.fromkeys(voter for voter in voters if voter in mind.others and not mind.is_mate(voter)))
        if not voters:
            return [Move(intent="last_exiled")]
        picked = sorted(mind.draws.pick(voters) for _ in range(_NAMED_AT_ONCE))
        return [Move(intent="last_voters", dead=tuple(dict.fromkeys(picked)))]
    return [Move(intent="last_killed")]


def _counts(kind: str) -> bool:
    """Whether a ballot is one that exiles."""
    return kind in ("vote", "runoff")
