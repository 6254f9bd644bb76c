"""Weighs the reasons that a speech gives for what it says for and against seats.

A reason is true or false by the public record. It distinguishes a seat only if it does not hold of
half of the table as well.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from wolfcore.game import ROLES, WOLVES
from wolfcore.speech import Act, GivesReason
from wolfcore.speech.acts import Reason

from .seat_record import PublicRecord

_FACTORS = (1.0, 2.0, 3.0)
"""The factor on the weight of a word with no true reason, with one, and with more."""


_FALSE_FACTOR = 0.5
"""The factor on the weight of a word with a false reason."""


_OFFICIAL = ("vote", "runoff")


def weigh_reasons(public: PublicRecord, speaker: int, acts: Collection[Act]) -> None:
    """Multiply the weights of a speech's words for and against seats by the reasons given.

    A word counts half with a reason that is false, and the speaker is noted; else twice with one
    reason that is true and distinguishes the seat, and three times with more. The reasons of one
    speaker about one seat are counted once a day.

    Args:
        public: The public record, to which the acts have already been applied.
        speaker: The seat that spoke.
        acts: The acts of the speech.
    """
    for act in acts:
        if not isinstance(act, GivesReason) or act.seat == speaker:
            continue
        if act.against:
            public.reasons_today.setdefault((act.seat, act.reason, act.other), speaker)
        said = public.accusation_weights if act.against else public.praise_weights
        key = (public.day, speaker, act.seat)
        if key not in said:
            continue
        given = public.reasons_given.setdefault(key, set())
        before = _factor(given)
        if not holds(public, act.seat, act.reason, act.other):
            # A fault that a defence excuses may be one in the eyes of others only.
            if act.against:
                given.add("")
                public.refuted_speakers.add(speaker)
                public.false_reasons.setdefault(act.seat, {})[speaker] = act
        elif distinguishes(public, act, speaker):
            given.add(f"{act.reason} {act.other}")
        said[key] *= _factor(given) / before


def _factor(given: Collection[str]) -> float:
    """The factor of the reasons given, in which an empty string stands for a false one."""
    return _FALSE_FACTOR if "" in given else _FACTORS[min(len(given), len(_FACTORS) - 1)]


def distinguishes(public: PublicRecord, act: GivesReason, speaker: int) -> bool:
    """Whether a true reason speaks for or against its seat more than half of the living."""
    if not act.against:
        return act.reason in ("voted", "accused", "checked") and (
            act.reason == "checked" or _is_exposed(public, act.other)
        )
    others = [seat for seat in public.alive if seat not in (act.seat, act.other, speaker)]
    alike = sum(holds(public, seat, act.reason, act.other) for seat in others)
    return 2 * alike < max(1, len(others))


def holds(public: PublicRecord, seat: int, reason: Reason, other: int) -> bool:
    """Whether the public record confirms a reason about a seat.

    Args:
        public: The public record.
        seat: The seat that the reason is about.
        reason: The kind of reason.
        other: The second seat of the reason, or 0.
    """
    return _TESTS[reason](public, seat, other)


def _voted(public: PublicRecord, seat: int, other: int) -> bool:
    return any(
        ballot.voter == seat and ballot.kind in _OFFICIAL and ballot.target == other
        for ballot in public.ballots
    )


def _defended(public: PublicRecord, seat: int, other: int) -> bool:
    return any(by == seat and of == other for _, by, of in public.vouchings)


def _accused(public: PublicRecord, seat: int, other: int) -> bool:
    return any(by == seat and of == other for _, by, of in public.accusations)


def _copied(public: PublicRecord, seat: int, other: int) -> bool:
    """Whether a seat accused whom another had accused before it on that day."""
    said = list(public.accusations)
    return any(
        by == seat and (day, other, of) in said[:place] for place, (day, by, of) in enumerate(said)
    )


def _changed(public: PublicRecord, seat: int, _other: int) -> bool:
    """Whether a seat changed its claim, its word about a seat, its suspect or its ballot."""
    if seat in public.claim_changers or seat in self_contradicting_seats(public):
        return True
    days = [day for day, by, _ in public.accusations if by == seat]
    if len(days) > len(set(days)):
        return True
    return any(
        ballot.voter == seat
        and ballot.kind in _OFFICIAL
        and ballot.target
        and (
            public.announced_targets.get((ballot.day, seat), ballot.target) != ballot.target
            or any(by == seat and of == ballot.target for _, by, of in public.vouchings)
        )
        for ballot in public.ballots
    )


def _late(public: PublicRecord, seat: int, _other: int) -> bool:
    """Whether a seat claimed a god's role under pressure or after the first day."""
    claim = public.claims.get(seat)
    return bool(claim and not ROLES[claim.role].plain and (claim.pressed or claim.day > 1))


def _gained(public: PublicRecord, seat: int, other: int) -> bool:
    """Whether a dead seat had spoken against a seat, reported it or claimed the same role."""
    if not other or public.lives(other):
        return False
    mine, its = public.claims.get(seat), public.claims.get(other)
    return _accused(public, other, seat) or bool(mine and its and mine.role == its.role)


def _silent(public: PublicRecord, seat: int, _other: int) -> bool:
    """Whether a seat has spoken, and named nobody today or ever."""
    if seat not in public.last_speech or seat in public.foreign_speakers:
        return False
    never = seat not in public.accusers_ever and seat not in public.vote_callers_ever
    today = seat in public.speakers_today and not any(
        by == seat and day == public.day for day, by, _ in public.accusations
    )
    return never or (today and seat not in public.vote_calls)


def _first(public: PublicRecord, seat: int, _other: int) -> bool:
    """Whether a seat was the first to accuse on some day."""
    firsts: dict[int, int] = {}
    for day, by, _ in public.accusations:
        firsts.setdefault(day, by)
    return seat in firsts.values()


def _checked(public: PublicRecord, seat: int, other: int) -> bool:
    """Whether another seat (any where `other` is 0) reports a check of a seat."""
    return any(seat in reports for by, reports in public.reports.items() if other in (0, by))


_Test: TypeAlias = Callable[[PublicRecord, int, int], bool]


_TESTS: dict[Reason, _Test] = {
    "voted": _voted,
    "defended": _defended,
    "accused": _accused,
    "copied": _copied,
    "changed": _changed,
    "late": _late,
    "gained": _gained,
    "silent": _silent,
    "first": _first,
    "checked": _checked,
}


def self_contradicting_seats(public: PublicRecord) -> set[int]:
    """Return the seats that have spoken for and against the same seat on one day."""
    return {speaker for _, speaker, _ in public.vouchings.keys() & public.accusations.keys()}


def _is_exposed(public: PublicRecord, seat: int) -> bool:
    """Whether a seat was revealed as a wolf, or any seat reports it as a wolf."""
    return public.revealed.get(seat) in WOLVES or any(
        seat in reports and reports[seat].team == "wolves" for reports in public.reports.values()
    )
