"""Coordination of the wolves without messages: shared draws, whom to push, who plays the seer.

Every wolf computes the same plan from what only the pack knows (its seats, attacks and the names
at the table); nobody else can. The purposes passed to the shared draws are part of recorded
behaviour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from math import exp

from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.mind import Mind
from wolfcore.game import HOLDERS

_MATE_EXPOSED_FROM, _CLEARED_RATIO, _OBVIOUS_MARGIN = 0.8, 0.5, 0.4
"""From which common suspicion a mate's company betrays; below how many times the average one a seat
is as good as cleared; and how far ahead of it a suspect has to be to be everybody's."""


_FOCUS = 8.0
"""How firmly the table is expected to vote for whom all can see to be suspect."""


def shared_draws(record: SeatRecord, *purpose: object) -> Sequence[float]:
    """A number in [0, 1) for every seat, by seat number, that every wolf of the pack draws alike; index 0 is the pack's own."""
    known = (record.pack_mask, *record.names, *sorted(record.attacked.items()), *purpose)
    drawn = blake2b("/".join(map(str, known)).encode()).digest()
    return [
        (drawn[2 * seat] * 256 + drawn[2 * seat + 1]) / 65536 for seat in range(record.size + 1)
    ]


def pack_seer(mind: Mind) -> int:
    """The wolf that has claimed to be the seer, fallen ones included, or 0: a pack never plays two."""
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
    """Whether the story of a seer is still to be told by this pack."""
    return bool(mind.record.board.roles_with("check")) and not pack_seer(mind)


def claims_seer_first(mind: Mind) -> bool:
    """Whether the pack means to have a seer of its own today before anybody else claims to be one.

    Whoever of the pack speaks first, plays it. The pack that waits for a true seer to contradict is
    found out by that.
    """
    chances, day = mind.level.false_seer_rates, mind.record.day
    return day <= len(chances) and shared_draws(mind.record, "seer", day)[0] < chances[day - 1]


def expected_ballots(mind: Mind) -> dict[int, float]:
    """How many ballots of the others each living seat may expect, by what they called for today and what all can see."""
    record, common = mind.record, mind.public_belief.p_wolf
    weights = {seat: exp(_FOCUS * common[seat]) for seat in record.alive}
    total, called, open_ = sum(weights.values()), list[int](), dict[int, float]()
    for voter in record.alive:
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
    """Whether the game is over once one more seat of the village is exiled, so that nothing need be hidden any more."""
    wolves = (mind.record.living & mind.record.pack_mask).bit_count()
    others = len(mind.record.alive) - 1 - wolves
    return (
        wolves > others
        if mind.record.board.switches.wolves_win == "outnumber"
        else wolves >= others
    )


def push_target(mind: Mind) -> int:
    """Whom a mate whispered to speak against today, the latest first; or 0, where it would give the pack away.

    It would where everybody holds that seat for good, somebody else for the wolf, or whoever
    whispered it for one.
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
    """Whom the pack votes for as one: the seat of the village that most of the others may be expected to vote for; or 0."""
    record, expected = mind.record, expected_ballots(mind)
    drawn = shared_draws(record, "scapegoat", record.day)
    prey = [seat for seat in options if not record.pack_mask >> seat & 1]
    return max(prey, key=lambda seat: expected.get(seat, 0.0) + 0.2 * drawn[seat], default=0)
