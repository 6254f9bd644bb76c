"""Ballots that were not cast as announced: whom a seat had spoken against, whom it voted for, and what it had heard between."""

from __future__ import annotations

from typing import Literal, NamedTuple

from wolfcore.bots.mind import Mind


class VoteChange(NamedTuple):
    """A change of mind that a seat has not told yet.

    Attributes:
        day: On which day.
        announced: Whom it had spoken against.
        target: Whom it voted for.
        why: What it had heard since it spoke: a check that found `voted`, a claim of `said`, or what others think.
    """

    day: int
    announced: int
    target: int
    why: Literal["report", "claim", "others"]


def unexplained_vote_change(mind: Mind) -> VoteChange | None:
    """The latest official ballot of this seat, if it was not for whom the seat had spoken against, and it has not spoken since."""
    record, me = mind.record, mind.me
    own = next((ballot for ballot in reversed(record.ballots) if ballot.voter == me and ballot.kind == "vote"), None)
    if own is None or own.day == record.day or me in record.speakers_today:
        return None
    said = record.announced_targets.get((own.day, me), 0)
    if not said or not own.target or said == own.target:
        return None
    spoke = record.last_speech.get(me, 0)
    fresh = {seat: claim for seat, claim in record.claims.items() if claim.day == own.day and claim.speech_number > spoke}
    reported = any(own.target in record.reports.get(seat, {}) for seat in fresh)
    return VoteChange(own.day, said, own.target, "report" if reported else "claim" if said in fresh else "others")
