"""Filters of reasons: which of them a seat may give against another seat.

A typed reason is given only if the record bears it out and it does not hold of its speaker as
well; a general one also only if it does not hold of half of the table.
"""

from __future__ import annotations

from collections.abc import Collection

from wolfcore.bots.belief.arguments import distinguishes, holds
from wolfcore.bots.mind import Mind
from wolfcore.game import ROLES, dice_of
from wolfcore.speech import GivesReason
from wolfcore.speech.acts import Reason

from .dialogue_moves import Move, acts_of

_GENERAL: frozenset[Reason] = frozenset({"silent"})
"""The reasons that say nothing of a seat where they hold of half of the table."""


def may_give(mind: Mind, move: Move) -> bool:
    """Whether this seat may give the typed reason of a move, if it has one; not for reports."""
    return all(
        act.reason == "checked"
        or (
            holds(mind.record, act.seat, act.reason, act.other)
            and not _holds_of_speaker(mind, act)
            and (act.reason not in _GENERAL or distinguishes(mind.record, act, mind.me))
        )
        for act in reasons_of(mind, move)
    )


def reasons_of(mind: Mind, move: Move) -> list[GivesReason]:
    """Return the typed reasons that a move gives against its target."""
    acts = acts_of(move, mind.me)
    return [act for act in acts if isinstance(act, GivesReason) and act.against]


def giver_today(mind: Mind, move: Move) -> int:
    """The seat that gave a move's reason against its target first today, or 0.

    Whom a seat has copied makes no other reason of it.
    """
    given = mind.record.reasons_today
    return next(
        (
            giver
            for act in reasons_of(mind, move)
            for (seat, reason, other), giver in given.items()
            if (seat, reason) == (act.seat, act.reason)
            and (other == act.other or reason == "copied")
        ),
        0,
    )


def _holds_of_speaker(mind: Mind, act: GivesReason) -> bool:
    """Whether a reason against another seat holds of this one as well."""
    record, me = mind.record, mind.me
    match act.reason:
        case "voted" | "accused":
            return bool(record.day_against(act.other))
        case "defended":
            return sides_with(mind, act.other)
        case "copied":
            return any(has_joined(mind, me, of) for of in record.accusers)
        case "changed":
            return me in record.claim_changers or bool(_praised(mind) & _opposed(mind))
        case _:
            return holds(record, me, act.reason, act.other)


def sides_with(mind: Mind, seat: int) -> bool:
    """Whether this seat has spoken for another, or against its rivals or whom it reports."""
    record = mind.record
    claim, reports = record.claims.get(seat), record.reports.get(seat, {})
    enemies = {of for of, report in reports.items() if report.team == "wolves"}
    enemies.update(record.rivals(claim.role, seat) if claim else ())
    return seat in _praised(mind) or bool(enemies & _opposed(mind))


def _praised(mind: Mind) -> set[int]:
    return {of for _, by, of in mind.record.vouchings if by == mind.me}


def _opposed(mind: Mind) -> set[int]:
    return {seat for seat in range(1, mind.record.size + 1) if mind.record.day_against(seat)}


def has_joined(mind: Mind, seat: int, target: int) -> bool:
    """Whether a seat spoke against a target today after another seat had done so."""
    return seat in mind.record.accusers.get(target, [])[1:]


def copied_seat(mind: Mind, seat: int, target: int) -> int:
    """The seat whose accusation of a target another one copied today, or 0.

    Nobody copies who names the accuser, has a reason of its own, was accused by the target, named
    it on an earlier day, follows a report, or claims a god's role.
    """
    record = mind.record
    before = record.accusers.get(target, [])
    before = before[: before.index(seat)] if seat in before else []
    claim = record.claims.get(seat)
    own_ground = (
        (record.day, seat, target) in record.open_joins
        or (record.day, seat, target) in record.reasons_given
        or any((by, of) == (target, seat) for _, by, of in record.accusations)
        or any(
            day < record.day and (by, of) == (seat, target) for day, by, of in record.accusations
        )
        or bool(mind.reported_by(target))
        or bool(claim and not ROLES[claim.role].plain)
    )
    copied = [other for other in before if other != mind.me]
    return copied[-1] if copied and not own_ground else 0


def was_first_unasked(mind: Mind, seat: int) -> bool:
    """Whether a seat was the first to accuse today, and nobody had asked it or all for a name.

    The first of the day to speak had nobody to follow.
    """
    record = mind.record
    first = next((by for day, by, _ in record.accusations if day == record.day), 0)
    return (
        first == seat
        and record.turns_today[:1] != [seat]
        and seat not in record.asked_today
        and not record.questions_to_all
    )


def names_nobody(mind: Mind, seat: int) -> bool:
    """Whether a seat that has spoken today has judged nobody and told nothing in the game.

    False of a seat that proposed a plan today, or speaks another language: whom it has named is
    not known. Who opens the first day has nobody to name.
    """
    record = mind.record
    spoke = record.turns_today[1:] if record.day == 1 else record.turns_today
    told: tuple[Collection[int], ...] = (
        record.table_plans,
        record.foreign_speakers,
        record.accusers_ever,
        record.vote_callers_ever,
        record.claims,
        record.reports,
        {by for _, by, _ in record.vouchings},
    )
    return seat in spoke and not any(seat in seats for seats in told)


def is_groundless(mind: Mind, accuser: int) -> bool:
    """Whether a seat gave no reason against this one today and was the first of the two to accuse.

    Nobody is accused without a reason whom others have accused before, whom a seat reports as a
    wolf, or whose claim of a god's role may be doubted.
    """
    record, me = mind.record, mind.me
    return (
        record.accusers.get(me, [])[:1] == [accuser]
        and (record.day, accuser, me) not in record.reasons_given
        and not record.day_against(accuser)
        and not mind.reported_by(me)
        and ROLES[mind.claimed_role or "Villager"].plain
    )


_STRIKES_BACK_EVERY = 2
"""One seat of so many that were accused on a day takes that as a reason against its accuser."""


def strikes_back(mind: Mind) -> bool:
    """Whether this seat may suspect its accuser for the accusation today; the same all day."""
    return not _drawn(mind, "strikes back", mind.me, _STRIKES_BACK_EVERY)


def is_drawn_among(mind: Mind, speakers: Collection[int], purpose: str, most: int) -> bool:
    """Whether this seat is among at most `most` of `speakers` that are drawn today for a purpose.

    Everybody could know who they are: in a vote no seat hears what the others say.
    """
    drawn = sorted(speakers, key=lambda seat: (_drawn(mind, purpose, seat, 1 << 32), seat))
    return mind.me in drawn[:most]


def _drawn(mind: Mind, purpose: str, seat: int, n: int) -> int:
    """Draw a number of a seat for a purpose and the day, 0..n-1, from the names at the table."""
    record = mind.record
    return dice_of(0, "/".join(record.names)).draw(f"{purpose}.{record.day}.{seat}", n)
