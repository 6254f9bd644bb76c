"""What a seat that checks others says: when it reveals itself, its checks, and invented ones.

Invented checks never contradict what is public: no seat is reported twice, no night has two
results, and no more wolves are found than dealt.
"""

from __future__ import annotations

from wolfcore.bots.belief.seat_record import Report, finds_wolf
from wolfcore.bots.mind import Mind
from wolfcore.bots.talk.dialogue_moves import Move
from wolfcore.game import RoleName
from wolfcore.game import facts as f
from wolfcore.speech import ReportsCheck

from .power_talk import MAX_RESULTS, PowerTalk

_PROVEN, _EXPOSED = 0.04, 0.9
"""The public suspicion below which a seat is known as village, and above which it is known as a
wolf."""


def _claims(mind: Mind) -> list[Move]:
    if mind.claimed_role == mind.role or mind.is_shown:
        return _reports(mind)
    if not mind.draws.happens(_reveal_rate(mind, _unreported_checks(mind))):
        return []
    return [Move(kind="claim", role=mind.role), *_reports(mind)]


def _unreported_checks(mind: Mind) -> list[f.Checked]:
    """Return the checks that this seat has not reported."""
    reported = mind.record.reports.get(mind.me, {})
    return [check for check in mind.record.checks if check.target not in reported]


def _reveal_rate(mind: Mind, fresh: list[f.Checked]) -> float:
    """The probability that a seat which checks others reveals itself now."""
    if mind.may_not_speak_again:
        return 1.0
    if any(finds_wolf(check) and mind.record.lives(check.target) for check in fresh):
        return 0.93 if mind.record.day == 1 else 0.97
    if mind.record.rivals(mind.role, mind.me) or mind.likely_exiled_today:
        return 0.97
    cleared = [
        check.target for check in fresh if not finds_wolf(check) and mind.record.lives(check.target)
    ]
    if any(mind.accuser_count(seat) >= 2 for seat in cleared):
        return 0.5
    return mind.style.reveal_factor * mind.level.reveal_rates[min(3, mind.record.day) - 1]


def _reports(mind: Mind) -> list[Move]:
    """Report the most important new checks: finds of living wolves first, then the newest."""
    # By identity, since two checks of one seat are equal.
    nights = {id(check): night for night, check in enumerate(mind.record.checks, 1)}
    ranked = sorted(
        _unreported_checks(mind),
        key=lambda check: (
            not (finds_wolf(check) and mind.record.lives(check.target)),
            -nights[id(check)],
        ),
    )
    return [_report(check, nights[id(check)]) for check in ranked[:MAX_RESULTS]]


def _report(check: f.Checked, night: int) -> Move:
    if finds_wolf(check):
        return Move(kind="report_wolf", target=check.target, night=night)
    if check.result in ("", "village", "wolves"):
        return Move(kind="report_good", target=check.target, night=night)
    return Move(kind="report_role", target=check.target, night=night, role=check.result)


# -- invented checks


def _false_reports(mind: Mind, role: RoleName) -> list[Move]:
    """Invent results for at most two nights without one, the newest first; finds come first."""
    reported = mind.record.reports.get(mind.me, {})
    nights = {report.night for report in reported.values()}
    # True seers tell their newest results as well.
    open_nights = [night for night in range(mind.record.day, 0, -1) if night not in nights][
        :MAX_RESULTS
    ]
    moves: list[Move] = []
    taken = set(reported)
    for night in open_nights:
        move = _false_report(mind, role, reported, taken, night)
        if move:
            moves.append(move)
            taken.add(move.target)
    return sorted(moves, key=lambda move: move.kind != "report_wolf")


def _false_report(
    mind: Mind, role: RoleName, reported: dict[int, Report], taken: set[int], night: int
) -> Move | None:
    """Invent one result that fits the story: a village seat as a wolf, or a seat as village.

    None where no seat is left that fits.
    """
    record, common = mind.record, mind.public_belief.p_wolf
    open_seats = [seat for seat in mind.others if seat not in taken]
    # A result of this speech counts as a find, so that never more wolves are found than may be.
    found = sum(report.team == "wolves" for report in reported.values()) + (
        len(taken) > len(reported)
    )
    rivals = record.rivals(role, mind.me)
    prey = [
        seat
        for seat in open_seats
        if not mind.is_mate(seat) and common[seat] > _PROVEN and seat not in rivals
    ]
    if prey and found < record.wolves - 1 and mind.draws.happens(mind.level.false_find_rate):
        return Move(
            kind="report_wolf",
            target=prey[mind.draws.softmax_index([common[seat] for seat in prey], 6.0)],
            night=night,
        )
    friends = [seat for seat in open_seats if common[seat] < _EXPOSED and seat not in rivals]
    # Somebody must be left for a wolf in the story.
    finds = [seat for seat, report in reported.items() if report.team == "wolves"]
    if not friends or (len(open_seats) == 1 and not any(map(record.lives, finds))):
        return None
    spoken = [
        seat for seat in friends if seat in record.last_speech
    ]  # a seat that has not spoken may yet claim the seer
    target = mind.draws.pick(spoken or friends)
    if record.board.switches.seer_learns == "role":
        return Move(kind="report_role", target=target, role="Villager", night=night)
    return Move(kind="report_good", target=target, night=night)


TALK = PowerTalk(_claims, _reports, _false_reports, (ReportsCheck,))
