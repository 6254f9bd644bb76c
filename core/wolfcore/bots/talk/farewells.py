"""What the dead say to those who killed them: to the voters by name, to the wolves of the first night in the dark."""

from __future__ import annotations

from wolfcore.bots.mind import Mind

from .moves import Move

_MAX_NAMED_VOTERS = 2


def words_to_killers(mind: Mind) -> list[Move]:
    """A word to whoever voted for this seat, or, after a night, to the pack; now and then nothing."""
    record, me = mind.record, mind.me
    fall = record.state.death_of(me)
    if fall is None or not mind.draws.happens(0.75):
        return []
    if fall.cause == "exiled":
        voters = [
            ballot.voter
            for ballot in record.ballots
            if ballot.day == record.day and ballot.target == me and _is_exile_ballot(ballot.kind)
        ]
        voters = list(dict.fromkeys(voter for voter in voters if voter in mind.others and not mind.is_mate(voter)))
        if not voters:
            return [Move(kind="last_exiled")]
        picked = sorted(mind.draws.pick(voters) for _ in range(_MAX_NAMED_VOTERS))
        return [Move(kind="last_voters", dead=tuple(dict.fromkeys(picked)))]
    return [Move(kind="last_killed")]


def _is_exile_ballot(kind: str) -> bool:
    """Whether a ballot is one that exiles."""
    return kind in ("vote", "runoff")
