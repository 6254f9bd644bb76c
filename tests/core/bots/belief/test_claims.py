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
    if "Seer" in record.revealed.values() and holder not in record.revealed:
        return 0.0
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
        truth = 0.0 if false else FITTED.true_with_find if wolf else FITTED.true_claims[0]
        return truth + (FITTED.villager_claims if speaker in record.revealed else 0.0)
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
        (5, "Villager", "Villager", (f.Revealed(3, "Seer"),)),
        (5, "Villager", None, (f.Died(3), f.Revealed(3, "Seer"))),
        (5, "Villager", "Villager", (f.Revealed(6, "Seer"),)),
        (6, "Seer", "Seer", (f.Revealed(6, "Seer"),)),
    ],
)
def test_a_posterior_is_the_sum_over_all_wolf_sets_and_holders(
    me: int, role: RoleName, own: RoleName | None, more: tuple[Fact, ...]
) -> None:
    """Also for an outsider, a seer that has claimed, kept quiet or died, and where a claimant
    turned out to be something else or a seat was shown to be the seer, alive or dead."""
    record = record_of(me, role, *TALK, *more, board=BOARD)
    known = Knowledge(known_village=1 << me if own else 0, own_role=own)
    seen = evidence(record, FITTED, use_behaviour=False)
    believed = fresh_posterior(record, known, FITTED, seen)
    hand = by_hand(record, known, known.known_village | seen.good)
    assert all(close(believed.p_wolf[seat], hand[-seat]) for seat in SEATS)
    assert all(close(believed.claim_probability("Seer", seat), hand[seat]) for seat in (1, 3))


SEVERAL = Board(
    "two seers", ("Werewolf", "Werewolf", "Seer", "Seer", "Witch", "Villager", "Villager")
)


@pytest.mark.parametrize("fall", [(), (f.Died(3),)], ids=["alive", "dead"])
@pytest.mark.parametrize(
    ("board", "role"),
    [
        ("sla7", "Seer"),
        ("sla7", "Doctor"),
        ("classic9", "Hunter"),
        ("classic9", "Witch"),
        ("classic9", "Seer"),
    ],
)
def test_a_claim_of_a_role_whose_card_another_seat_was_shown_to_hold_is_a_lie(
    board: str, role: RoleName, fall: tuple[Fact, ...]
) -> None:
    """It is weighed as by the holder itself, which knows the claim for a lie."""
    talk = (*DAY_1, said(2, f"I am the {role}."), said(3, "Hm."), *fall)
    holder = record_of(3, role, *talk, board=board)
    knows = fresh_posterior(holder, Knowledge(known_village=1 << 3, own_role=role), FITTED)
    shown = record_of(4, "Villager", *talk, f.Revealed(3, role), board=board)
    public = fresh_posterior(shown, Knowledge(), FITTED)
    assert public.claim_probability(role, 2) == 0
    assert public.p_wolf == knows.p_wolf
    itself = record_of(4, "Villager", *talk, f.Revealed(2, role), board=board)
    assert fresh_posterior(itself, Knowledge(), FITTED).claim_probability(role, 2) == 1


def test_a_false_report_of_a_seat_that_was_shown_leaves_the_belief_whole() -> None:
    """Dov knows better than a Seer whose card was shown, and goes by all the rest."""
    talk = (*DAY_1, said(2, "I am the Seer. I checked Dov last night, and Dov is a wolf."))
    shown = record_of(4, "Villager", *talk, f.Revealed(2, "Seer"))
    wronged = fresh_posterior(shown, Knowledge(known_village=1 << 4, own_role="Villager"), FITTED)
    assert wronged.total > 0
    assert wronged.claim_probability("Seer", 2) == 1
    assert fresh_posterior(shown, Knowledge(), FITTED).p_wolf[4] > 0.99


def test_a_claim_of_a_role_that_is_dealt_twice_is_a_lie_once_both_cards_were_shown() -> None:
    def truth(*more: Fact) -> tuple[float, float]:
        facts = (*DAY_1, said(2, "I am the Seer."), said(3, "Hm."), *more)
        belief = fresh_posterior(
            record_of(4, "Villager", *facts, board=SEVERAL), Knowledge(), FITTED
        )
        return belief.claim_probability("Seer", 2), belief.p_wolf[2]

    open_, one, both = (
        truth(*(f.Revealed(seat, "Seer") for seat in seats)) for seats in ((), (3,), (3, 5))
    )
    assert 0 == both[0] < one[0] < open_[0]
    assert open_[1] < one[1] < both[1]
