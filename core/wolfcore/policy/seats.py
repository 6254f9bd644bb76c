"""What a bot sees in a seat, as a row of numbers."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.bots import Mind
from wolfcore.game import ROLES

SEAT_ROW = (
    "lives", "wolf", "wolf by what all know", "wolf by its face", "mate", "itself", "pressure", "claims a god", "claims to check",
    "claims no god", "claim is true", "reported a wolf", "reported good", "spoke against me", "announced", "sheriff", "has spoken",
    "ballots against", "voted for me", "known good", "known wolf", "protected", "wished by the pack",
)  # fmt: skip
"""What the numbers of a row mean, each 0 to 1."""


def seat_rows(mind: Mind) -> dict[int, list[float]]:
    """The row of every seat that lives, the own one among them."""
    record, size = mind.record, len(mind.record.alive)
    own, common, face = mind.belief, mind.public_belief.p_wolf, mind.honest_belief.p_wolf
    good = {target for told in record.reports.values() for target, report in told.items() if report.team != "wolves"}
    wolves = {target for told in record.reports.values() for target, report in told.items() if report.team == "wolves"}
    checks = {check.target: check.result for check in record.checks}
    against, voted_me = _last_ballots(mind)
    wished = {*record.whispered_targets.values(), *record.proposals.values()}
    guarded = record.protected.get(record.day, 0) or record.protected.get(record.day - 1, 0)
    rows: dict[int, list[float]] = {}
    for seat in record.alive:
        held = record.claims.get(seat)
        role = held.role if held else None
        god = bool(role) and not ROLES[role].plain
        rows[seat] = [
            1.0,
            own.p_wolf[seat],
            common[seat],
            face[seat],
            float(mind.is_mate(seat)),
            float(seat == mind.me),
            min(1.0, mind.accuser_count(seat) / size),
            float(god),
            float(role == record.seer_role),
            float(bool(role) and not god),
            own.claim_probability(role, seat) if role else 0.0,
            float(seat in wolves),
            float(seat in good),
            min(1.0, record.accusation_weights.get((record.day, seat, mind.me), 0.0)),
            float(seat == mind.announced_target),
            float(seat == record.sheriff),
            float(seat in record.speakers_today),
            min(1.0, against.count(seat) / size),
            float(seat in voted_me),
            float(checks.get(seat) == "village"),
            float(checks.get(seat) == "wolves"),
            float(seat == guarded),
            float(seat in wished),
        ]
    return rows


def _last_ballots(mind: Mind) -> tuple[Sequence[int], set[int]]:
    """Whom the ballots of the last vote went to, and who voted for the own seat in it."""
    cast = [each for each in mind.record.ballots if each.kind in ("vote", "runoff", "lean")]
    last = [each for each in cast if each.day == cast[-1].day] if cast else []
    return [each.target for each in last], {each.voter for each in last if each.target == mind.me}
