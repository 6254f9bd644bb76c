"""Coordination of the wolves: shared draws, and the plans that they whispered to each other.

Every wolf computes the same plan from what only the pack knows (its seats, attacks, whispers and
the names at the table); nobody else can. The purposes passed to the shared draws are part of
recorded behaviour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from math import exp
from typing import Literal, TypeAlias

from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.mind import Mind
from wolfcore.game import HOLDERS, RoleName
from wolfcore.game.powers import POWERS
from wolfcore.speech import Act, Agrees, Plan, Proposes

_MATE_EXPOSED_FROM, _CLEARED_RATIO, _OBVIOUS_MARGIN = 0.8, 0.5, 0.4
"""The public suspicion of a mate from which following its push exposes the pack; the ratio to
the average suspicion below which a seat counts as cleared; and the lead in suspicion over a seat
that makes another seat the obvious suspect."""


_MATE_CERTAIN_FROM, _MANY_WOLVES = 0.95, 3
"""The public suspicion from which no ballot saves a mate; and the size of a pack of which others
are left to win when one is given up."""


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


_OVERRIDES: dict[Plan, tuple[Plan, ...]] = {
    "spare": ("push", "kill", "give_up"),
    "push": ("spare",),
    "give_up": ("spare",),
}
"""The earlier plans about the same seat that a later plan takes the place of."""


def standing_plans(record: SeatRecord, *kinds: Plan) -> list[tuple[int, Proposes]]:
    """Return the plans whispered in the latest night that still stand, the latest first.

    A later plan takes the place of an earlier one that it contradicts. A refusal drops what the
    refused wolf had proposed: the plans of the kinds that the refusing whisper decides otherwise,
    or all where it decides none.

    Args:
        record: The record of a wolf.
        kinds: The kinds of plans to return.

    Returns:
        The wolf that proposed each plan, and the plan.
    """
    return [held for held in _standing(tuple(record.night_talk)) if held[1].plan in kinds]


@lru_cache(maxsize=1 << 4)
def _standing(talk: tuple[tuple[int, tuple[Act, ...]], ...]) -> tuple[tuple[int, Proposes], ...]:
    """Return the plans of whispers that stand, the latest first; cached until another whisper."""
    standing: list[tuple[int, Proposes]] = []
    for seat, acts in talk:
        own = [act for act in acts if isinstance(act, Proposes)]
        for act in acts:
            if isinstance(act, Agrees) and not act.yes:
                decided = {plan.plan for plan in own}
                refused = [plan for teller, plan in standing if teller == act.seat]
                otherwise = any(plan.plan in decided and plan not in own for plan in refused)
                standing = [
                    (teller, plan)
                    for teller, plan in standing
                    if teller != act.seat or plan in own or (otherwise and plan.plan not in decided)
                ]
        for plan in own:
            standing = [held for held in standing if not _replaces(plan, held[1])]
            standing.append((seat, plan))
    return tuple(reversed(standing))


def _replaces(plan: Proposes, earlier: Proposes) -> bool:
    """Whether a plan takes the place of an earlier one."""
    if plan.plan == earlier.plan and plan.plan in ("claim", "counter"):
        return plan.role == earlier.role or (plan.seat == earlier.seat != 0)
    return plan.seat == earlier.seat and earlier.plan in _OVERRIDES.get(plan.plan, ())


def planned_seats(record: SeatRecord, kind: Plan) -> frozenset[int]:
    """Return the seats that the standing plans of one kind concern."""
    return frozenset(plan.seat for _, plan in standing_plans(record, kind))


def planned_claims(record: SeatRecord, kind: Plan = "claim") -> dict[int, RoleName | Literal[""]]:
    """Return who of the living pack shall claim which role today, by seat; seat 0 is any of it."""
    return {
        plan.seat: plan.role
        for _, plan in standing_plans(record, kind)
        if not plan.seat or (record.pack_mask & record.living) >> plan.seat & 1
    }


def may_be_given_up(mind: Mind, mate: int) -> bool:
    """Whether this wolf may speak and vote against a mate.

    It may if the pack agreed to give the mate up, or any mate that public suspicion has found, whom
    a ballot elsewhere saves no more. Where no wolf can whisper, three or more need no word for
    that, because those who spare one show themselves. Else a mate is spared on the first day
    unless it is certain to be a wolf; after that the level decides. A mate that the pack agreed to
    spare is given up only where it is certain.
    """
    record, common = mind.record, mind.public_belief.p_wolf
    given_up = planned_seats(record, "give_up")
    if mate in given_up or common[mate] > _MATE_CERTAIN_FROM:
        return True
    if mate in planned_seats(record, "spare"):
        return False
    if record.day > 1:
        return True
    is_silent = not record.board.switches.whisper_rounds
    lets_go = 0 in given_up or (is_silent and record.wolves >= _MANY_WOLVES)
    return lets_go and common[mate] >= max(common[seat] for seat in record.alive)


PushObjection: TypeAlias = Literal["", "cleared", "exposes"]
"""Why a push would give the pack away: the table trusts the seat, or the push shows who is of the
pack; empty where nothing speaks against it."""


def objection_to_push(mind: Mind, teller: int, target: int) -> PushObjection:
    """Return what speaks against pushing a seat for a mate: public suspicion alone decides it.

    It `exposes` the pack where suspicion points clearly at another seat, or already at the mate
    that proposed it.
    """
    record, common = mind.record, mind.public_belief.p_wolf
    average = sum(common[seat] for seat in record.alive) / max(1, len(record.alive))
    if common[target] <= _CLEARED_RATIO * average:
        return "cleared"
    obvious = max(common[seat] for seat in record.alive) >= common[target] + _OBVIOUS_MARGIN
    betrays = teller != mind.me and record.lives(teller) and common[teller] > _MATE_EXPOSED_FROM
    return "exposes" if obvious or betrays else ""


def push_target(mind: Mind) -> int:
    """Return the seat that the pack planned to push today, the latest plan first; 0 for none.

    A seat is skipped if pushing it would give the pack away. So is a dead seat or a wolf.
    """
    record = mind.record
    for teller, plan in standing_plans(record, "push"):
        if (
            record.lives(plan.seat)
            and not record.pack_mask >> plan.seat & 1
            and not objection_to_push(mind, teller, plan.seat)
        ):
            return plan.seat
    return 0


def scapegoat(mind: Mind, options: Iterable[int]) -> int:
    """Return the village seat among `options` that the pack votes for together, or 0.

    It is the seat with the most expected ballots of others, with a shared draw of up to 0.2 added.
    """
    record, expected = mind.record, expected_ballots(mind)
    drawn = shared_draws(record, "scapegoat", record.day)
    prey = [seat for seat in options if not record.pack_mask >> seat & 1]
    return max(prey, key=lambda seat: expected.get(seat, 0.0) + 0.2 * drawn[seat], default=0)
