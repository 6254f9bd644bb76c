"""Claims of a role, weighed by hand: over every wolf set and everybody who may hold the role."""

from __future__ import annotations

from itertools import combinations
from math import prod

import pytest

from bench.likelihood_fit import fresh_posterior
from tests.core.bots.belief.test_posterior import (
    DAY_1,
    close,
    record_of,
    said,
)
from wolfcore.bots.belief.evidence import evidence
from wolfcore.bots.belief.likelihoods import FITTED
from wolfcore.bots.belief.posterior import Knowledge
from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.game import Fact, RoleName, Switches, get_board
from wolfcore.game import facts as f
from wolfcore.game.boards import Board

SEATS = range(1, 8)
TALK: tuple[Fact, ...] = (
    *DAY_1,
    said(1, "I am the Seer. I checked Bram last night: a wolf."),
    said(3, "I am the Seer. I checked Dov last night: not a wolf."),
    *(said(seat, "Hm.") for seat in (2, 5, 6)),
)
"""Ada and Cleo both claim to be the seer; Dov and Gil had no turn since."""
BOARD = Board("open", get_board("sla7").roles, Switches(role_revealed=True))


def by_hand(record: SeatRecord, known: Knowledge, innocent: int) -> dict[int, float]:
    """How likely each seat is the seer, summed over all wolf sets and all holders; index 0 to -7
    hold the wolves."""
    told = {1: (2, True), 3: (4, False)}
    found: dict[int, float] = dict.fromkeys(range(-7, 8), 0.0)
    for wolves in combinations(SEATS, 2):
        if any(innocent >> wolf & 1 for wolf in wolves):
            continue
        for holder in SEATS:
            weight = holding(record, known, holder) * prod(
                saying(speaker, *told[speaker], wolves, holder, record, known) for speaker in told
            )
            if holder not in wolves:
                found[holder] += weight
                for wolf in wolves:
                    found[-wolf] += weight
    total = sum(found[seat] for seat in SEATS)
    return {seat: share / total for seat, share in found.items()}


def holding(record: SeatRecord, known: Knowledge, holder: int) -> float:
    """How likely this seat is to hold the role and to have said what it said of that, if it claimed
    nothing."""
    if record.revealed.get(holder, "Seer") != "Seer" or (
        known.own_role == "Seer" and holder != record.me
    ):
        return 0.0
    if holder in (1, 3):
        return 1.0
    if holder == record.me and known.own_role:
        return (
            (1.0 if record.lives(holder) else FITTED.silent_dead)
            if known.own_role == "Seer"
            else 0.0
        )
    if not record.lives(holder):
        return FITTED.silent_dead
    return FITTED.silent_spoke if holder in record.speakers_today else FITTED.silent_waits


def saying(
    speaker: int,
    target: int,
    wolf: bool,
    wolves: tuple[int, ...],
    holder: int,
    record: SeatRecord,
    known: Knowledge,
) -> float:
    """How likely this speaker is to make its claim with this result."""
    if speaker == holder:
        false = (target in wolves) != wolf or (
            known.own_role and known.own_role != "Seer" and speaker == record.me
        )
        return 0.0 if false else FITTED.true_with_find if wolf else FITTED.true_claims[0]
    if speaker not in wolves:
        return FITTED.villager_claims
    names_a_mate = FITTED.wolf_frames if wolf else FITTED.wolf_clears
    finds = 2 * FITTED.wolf_finds if wolf else 2 - 2 * FITTED.wolf_finds
    return FITTED.wolf_claims[0] * finds * (names_a_mate if target in wolves else 1 - names_a_mate)


@pytest.mark.parametrize(
    ("me", "role", "own", "more"),
    [
        (5, "Villager", None, ()),
        (5, "Villager", "Villager", ()),
        (5, "Seer", "Seer", ()),
        (7, "Doctor", "Doctor", ()),
        (1, "Seer", "Seer", ()),
        (5, "Seer", "Seer", (f.Died(5),)),
        (5, "Villager", "Villager", (f.Died(6),)),
        (5, "Villager", "Villager", (f.Revealed(1, "Villager"),)),
        (5, "Villager", None, (f.Revealed(1, "Villager"),)),
    ],
)
def test_a_posterior_is_the_sum_over_all_wolf_sets_and_holders(
    me: int, role: RoleName, own: RoleName | None, more: tuple[Fact, ...]
) -> None:
    """Also for an outsider, a seer that has claimed, kept quiet or died, and where a claimant
    turned out to be something else."""
    record = record_of(me, role, *TALK, *more, board=BOARD)
    known = Knowledge(known_village=1 << me if own else 0, own_role=own)
    seen = evidence(record, FITTED, use_behaviour=False)
    believed = fresh_posterior(record, known, FITTED, seen)
    hand = by_hand(record, known, known.known_village | seen.good)
    assert all(close(believed.p_wolf[seat], hand[-seat]) for seat in SEATS)
    assert all(close(believed.claim_probability("Seer", seat), hand[seat]) for seat in (1, 3))
