"""Reports of checks that a seat stands by: its own, and those of others that it believes.

No word of a seat contradicts its own report, and none trusts a claimant that the seat has rejected,
unless it says that it was wrong.
"""

from __future__ import annotations

from typing import NamedTuple

from wolfcore.bots.mind import Mind
from wolfcore.game import HOLDERS, Team, team_of

BELIEVED = 0.5
"""The probability above which a claim is believed."""


def cleared_seats(mind: Mind) -> set[int]:
    """Return the seats that this seat has reported as good."""
    return mind.reported_as("village")


def found_seats(mind: Mind) -> set[int]:
    """Return the living seats that this seat has reported as wolves."""
    return mind.reported_as("wolves").intersection(mind.others)


def trust_order(mind: Mind, seat: int) -> tuple[int, float, int]:
    """Return the key that sorts seats, the most trusted first; own reports come before belief."""
    said = (seat in found_seats(mind)) - (seat in cleared_seats(mind))
    return said, mind.honest_belief.p_wolf[seat], seat


def last_suspect(mind: Mind) -> int:
    """Return the only other living seat that this seat's reports and shown roles leave, or 0.

    That one is a wolf, since the game goes on. 0 also where this seat has cleared nobody.
    """
    shown = mind.record.revealed
    cleared = cleared_seats(mind)
    left = [
        seat
        for seat in mind.others
        if seat not in cleared and not (seat in shown and team_of(shown[seat]) == "village")
    ]
    return left[0] if len(left) == 1 and cleared.intersection(mind.others) else 0


def has_rejected(mind: Mind, claimant: int) -> bool:
    """Whether this seat voted or spoke against a claimant after its claim and not for it since.

    False where the role of the claimant was shown: then it is known what its word is worth.
    """
    record, claim = mind.record, mind.record.claims[claimant]
    if claimant in record.revealed:
        return False
    number, praised = record.last_stances.get((mind.me, claimant), (0, False))
    if not praised and number > claim.speech_number:
        return True
    since = max(claim.speech_number, number if praised else 0)
    return any(
        (ballot.voter, ballot.target) == (mind.me, claimant)
        and ballot.kind in ("vote", "runoff")
        and record.words_before(ballot) >= since
        for ballot in record.ballots
    )


def believed_tellers(mind: Mind, seat: int, team: Team, since: int = 0) -> list[int]:
    """List the others whose report of `seat` as `team` this seat believes, in order of speech.

    Args:
        mind: The seat that believes.
        seat: The seat that was checked.
        team: The reported team.
        since: The number of a speech: only later reports count.
    """
    return [
        teller
        for teller in _credible_tellers(mind, seat, team, since)
        if not has_rejected(mind, teller)
    ]


def rejected_teller(mind: Mind, seat: int) -> int:
    """Return a seat that this one has rejected and believes now, which found `seat`, or 0."""
    return next(iter(_credible_tellers(mind, seat, "wolves")), 0)


def _credible_tellers(mind: Mind, seat: int, team: Team, since: int = 0) -> list[int]:
    """List the others with a credible claim to check that reported `seat` as `team`."""
    record = mind.record
    told = [
        teller
        for teller, reported in record.reports.items()
        if seat in reported
        and teller not in (mind.me, seat)
        and reported[seat].team == team
        and reported[seat].speech_number > since
        and teller in record.claims
        and record.claims[teller].role in HOLDERS["check"]
    ]
    return [
        teller
        for teller in told
        if mind.honest_belief.claim_probability(record.claims[teller].role, teller) > BELIEVED
    ]


class Find(NamedTuple):
    """A living seat that another living seat has reported as a wolf."""

    teller: int
    target: int


def fresh_finds(mind: Mind) -> list[Find]:
    """List the finds that others reported since this seat's last speech, the newest first.

    Finds of this seat itself are among them; of other seats, only those of today.
    """
    record = mind.record
    heard = record.last_speech.get(mind.me, 0)
    found = [
        (report.speech_number, Find(teller, target))
        for teller, reported in record.reports.items()
        if teller in mind.others
        for target, report in reported.items()
        if report.team == "wolves"
        and report.speech_number > heard
        # A find is an accusation of its day.
        and (
            target == mind.me
            or (record.lives(target) and (record.day, teller, target) in record.accusations)
        )
    ]
    return [find for _, find in sorted(found, reverse=True)]


def living_finds(mind: Mind) -> dict[int, list[int]]:
    """Return the living seats that each other seat has reported as wolves."""
    return {
        teller: [
            seat
            for seat, report in reported.items()
            if report.team == "wolves" and seat in mind.others
        ]
        for teller, reported in mind.record.reports.items()
        if teller != mind.me
    }
