"""Feature rows: the player vector of a seat at an ask, and a bot's beliefs about each seat.

Their order is part of every checkpoint: a change needs a new describer version. The roles and kinds
of ask of a player vector are those of the checkpoint's layout.
"""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.agents.policy_files import Layout
from wolfcore.bots import Mind
from wolfcore.errors import ConfigError
from wolfcore.game import HOLDERS, ROLES, Ask, View

SEAT_ROW = (
    "lives", "wolf", "wolf by what all know", "wolf by its face", "mate", "itself", "pressure",
    "claims a god", "claims to check", "claims no god", "claim is true", "reported a wolf",
    "reported good", "spoke against me", "announced", "sheriff", "has spoken", "ballots against",
    "voted for me", "known good", "known wolf", "protected", "wished by the pack",
)  # fmt: skip
"""The names of the numbers of a seat's row, each 0 to 1."""


def seat_rows(mind: Mind) -> dict[int, list[float]]:
    """Return the feature row of every living seat, including the own one."""
    record, size = mind.record, len(mind.record.alive)
    own, common, face = mind.belief, mind.public_belief.p_wolf, mind.honest_belief.p_wolf
    good = {
        target
        for reports in record.reports.values()
        for target, report in reports.items()
        if report.team != "wolves"
    }
    wolves = {
        target
        for reports in record.reports.values()
        for target, report in reports.items()
        if report.team == "wolves"
    }
    checks = {check.target: check.result for check in record.checks}
    against, voted_me = _last_ballots(mind)
    wished = {*record.whispered_targets.values(), *record.proposals.values()}
    # By day the protection of the last night counts, at night the one of tonight.
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
            float(role in HOLDERS["check"]),
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
    """Return the targets of the ballots of the last voting day, and who voted for the own seat."""
    cast = [each for each in mind.record.ballots if each.kind in ("vote", "runoff", "lean")]
    last = [each for each in cast if each.day == cast[-1].day] if cast else []
    return [each.target for each in last], {each.voter for each in last if each.target == mind.me}


_NUMBERS = 3
"""The numbers of a player vector before those of roles and kinds of ask."""


_MAX_DAYS = 8.0
"""The day that is encoded as 1; a board of seven seats has at most three days."""


def player_length(layout: Layout) -> int:
    """Return the length of a player vector."""
    return _NUMBERS + len(layout.roles) + len(layout.asks)


def player_vector(view: View, ask: Ask, day: int, layout: Layout) -> list[float]:
    """Encode seat, team, day, role and kind of ask as `player_length` numbers from about 0 to 1.

    The seat is encoded as its number divided by the number of seats, so that a network plays at
    tables of any size. A kind of ask that the layout lacks is encoded as none.

    Raises:
        ConfigError: The board deals a role that the layout lacks.
    """
    if fault := layout.fault_on(view.board):
        raise ConfigError(f"the policy of seat {view.seat} {fault}", key="policy")
    row = [0.0] * player_length(layout)
    row[0] = view.seat / view.board.size
    row[1] = float(view.team == "wolves")
    row[2] = min(day / _MAX_DAYS, 1.0)
    if view.role:
        row[_NUMBERS + layout.roles.index(view.role)] = 1.0
    if ask.kind in layout.asks:
        row[_NUMBERS + len(layout.roles) + layout.asks.index(ask.kind)] = 1.0
    return row
