"""Coordination of the wolves without messages: shared draws, whom to push, who plays the seer.

Every wolf computes the same plan from what only the pack knows (its seats, attacks and the names at
the table); nobody else can. The purposes passed to the shared draws are part of recorded behaviour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from math import exp

from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.mind import Mind
from wolfcore.game import HOLDERS
from wolfcore.game.powers import POWERS

_MATE_EXPOSED_FROM, _CLEARED_RATIO, _OBVIOUS_MARGIN = 0.8, 0.5, 0.4
"""The public suspicion of a mate from which following its push exposes the pack; the ratio to
the average suspicion below which a seat counts as cleared; and the lead in suspicion over a seat
that makes another seat the obvious suspect."""


_FOCUS = 8.0
"""How strongly the ballots are expected to follow public suspicion."""


def shared_draws(record: SeatRecord, *purpose: object) -> Sequence[float]:
    """Draw a number in [0, 1) for every seat, equal for all wolves of the pack.

    The numbers are a hash of the pack, the names, its attacks and `purpose`. The index is the seat
    number; index 0 is for the pack as a whole.
    """
    known = (record.pack_mask, *record.names, *sorted(record.attacked.items()), *purpose)
    # Two bytes a seat: the 64 of a digest are enough for 26 seats and the pack.
    drawn = blake2b("/".join(map(str, known)).encode()).digest()
    return [
        (drawn[2 * seat] * 256 + drawn[2 * seat + 1]) / 65536 for seat in range(record.size + 1)
    ]


def pack_seer(mind: Mind) -> int:
    """Return the wolf that has claimed the seer, dead or alive, or 0: a pack has at most one."""
    claims = mind.record.claims.items()
    return next(
        (
            seat
            for seat, claim in claims
            if claim.role in HOLDERS["check"] and mind.record.pack_mask >> seat & 1
        ),
        0,
    )


def can_claim_seer(mind: Mind) -> bool:
    """Whether a seer is left that was not shown, and no wolf of this pack has claimed to be one."""
    record = mind.record
    return any(map(record.hidden_cards, record.checking_roles)) and not pack_seer(mind)


def claims_seer_first(mind: Mind) -> bool:
    """Whether the pack plans to claim the seer today before anybody else does.

    The first wolf of the pack to speak claims it. A pack that waits for a true seer to contradict
    is exposed by that.
    """
    chances, day = mind.level.false_seer_rates, mind.record.day
    return day <= len(chances) and shared_draws(mind.record, "seer", day)[0] < chances[day - 1]


def expected_ballots(mind: Mind) -> dict[int, float]:
    """Estimate the number of ballots of non-wolves against each living seat.

    A voter that called for a vote today is counted for its target. Each other voter is spread over
    the other seats by public suspicion. Seats that have lost their vote are no voters.
    """
    record, common = mind.record, mind.public_belief.p_wolf
    weights = {seat: exp(_FOCUS * common[seat]) for seat in record.alive}
    total, called, open_ = sum(weights.values()), list[int](), dict[int, float]()
    for voter in record.voters:
        if not record.pack_mask >> voter & 1:
            target = record.vote_calls.get(voter)
            if target and record.lives(target):
                called.append(target)
            elif len(weights) > 1:
                open_[voter] = 1.0 / (total - weights[voter])  # nobody votes for itself
    each = sum(open_.values())
    return {
        seat: called.count(seat) + weight * (each - open_.get(seat, 0.0))
        for seat, weight in weights.items()
    }


def wins_with_next_exile(mind: Mind) -> bool:
    """Whether exiling one more seat of the village ends the game, so that wolves need not hide.

    Never while a seat may stay alive at its exile and nobody knows which.
    """
    record = mind.record
    if any(
        record.hidden_cards(role)
        for power, rules in POWERS.items()
        if rules.exile
        for role in record.board.roles_with(power)
    ):
        return False
    wolves = (record.living & record.pack_mask).bit_count()
    # Whoever is exiled next is no wolf, so that the others are one less.
    others = len(record.alive) - 1 - wolves
    return wolves > others if record.board.switches.wolves_win == "outnumber" else wolves >= others


def push_target(mind: Mind) -> int:
    """Return the seat that a mate whispered to push today, the latest whisper first; 0 for none.

    A seat is skipped if pushing it would give the pack away: public suspicion clears it, points
    clearly at another seat, or exposes the mate that whispered it. So is a dead seat or a wolf.
    """
    record = mind.record
    if not record.requested_pushes:
        return 0
    common = mind.public_belief.p_wolf
    average = sum(common[seat] for seat in record.alive) / max(1, len(record.alive))
    for teller, target in reversed(record.requested_pushes.items()):
        open_to_doubt = (
            record.lives(target)
            and not record.pack_mask >> target & 1
            and common[target] > _CLEARED_RATIO * average
        )
        open_to_doubt &= (
            max(common[seat] for seat in record.alive) < common[target] + _OBVIOUS_MARGIN
        )
        betrays = teller != mind.me and record.lives(teller) and common[teller] > _MATE_EXPOSED_FROM
        if open_to_doubt and not betrays:
            return target
    return 0


def scapegoat(mind: Mind, options: Iterable[int]) -> int:
    """Return the village seat among `options` that the pack votes for together, or 0.

    It is the seat with the most expected ballots of others, with a shared draw of up to 0.2 added.
    """
    record, expected = mind.record, expected_ballots(mind)
    drawn = shared_draws(record, "scapegoat", record.day)
    prey = [seat for seat in options if not record.pack_mask >> seat & 1]
    return max(prey, key=lambda seat: expected.get(seat, 0.0) + 0.2 * drawn[seat], default=0)
