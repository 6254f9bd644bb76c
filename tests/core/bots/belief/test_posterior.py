"""The belief: exact where it can be worked out by hand, and moved the right way where it cannot."""

from __future__ import annotations

from math import isclose

from msgspec.structs import replace

from bench.likelihood_fit import fresh_posterior
from wolfcore.bots.belief.evidence import evidence
from wolfcore.bots.belief.likelihoods import FITTED
from wolfcore.bots.belief.observation import observe
from wolfcore.bots.belief.posterior import Knowledge
from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.belief.worlds import possible_worlds
from wolfcore.game import Fact, RoleName, Switches, get_board
from wolfcore.game import facts as f
from wolfcore.game.boards import Board

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil", "Hana", "Ivo")


def record_of(me: int, role: RoleName, *facts: Fact, board: str | Board = "sla7") -> SeatRecord:
    """The record of a seat after the deal and `facts`."""
    of = get_board(board) if isinstance(board, str) else board
    record = SeatRecord(me, of, NAMES[: of.size])
    observe(record, [f.Began(0, "setup"), f.Dealt(me, role), f.Began(1, "night"), *facts])
    return record


def said(seat: int, text: str) -> f.Said:
    """A turn in the discussion."""
    return f.Said(seat, "speak", text)


def close(left: float, right: float) -> bool:
    """Whether two numbers are the same but for rounding."""
    return isclose(left, right, rel_tol=1e-9)


def believed(record: SeatRecord) -> tuple[float, ...]:
    """The belief of a seat of the village that knows itself alone."""
    return fresh_posterior(
        record, Knowledge(known_village=1 << record.me, own_role=record.role), FITTED
    ).p_wolf


DAY_1: tuple[Fact, ...] = (f.Began(1, "dawn"), f.QuietNight(1), f.Began(1, "discussion"))


def test_there_are_as_many_worlds_as_ways_to_choose_the_pack() -> None:
    assert len(left(7, 2)) == 21
    assert len(left(12, 4)) == 495


def left(
    size: int, wolves: int, rule: str = "outnumber", stands: tuple[int, ...] = (), innocent: int = 0
) -> list[int]:
    """The masks of the wolf sets that are left."""
    worlds = possible_worlds(size, wolves, rule, stands, innocent)
    assert worlds
    odds = worlds.odds([0.0] * (size + 1) * (size + 2))
    return [mask for mask, each in zip(worlds.masks, odds, strict=True) if each]


def test_without_news_everybody_else_is_a_wolf_with_the_same_chance() -> None:
    p_wolf = believed(record_of(4, "Villager"))
    assert p_wolf[4] == 0
    assert all(close(chance, 1 / 3) for chance in p_wolf[1:4])
    assert close(sum(p_wolf), 2)


def test_whom_the_wolves_killed_is_no_wolf() -> None:
    p_wolf = believed(record_of(4, "Villager", f.Began(1, "dawn"), f.Died(2)))
    assert p_wolf[2] == 0
    assert close(p_wolf[1], 0.4)


def test_a_death_in_the_night_may_have_been_poison_where_there_is_a_witch() -> None:
    p_wolf = believed(record_of(4, "Villager", f.Began(1, "dawn"), f.Died(2), board="classic9"))
    assert 0 < p_wolf[2] < p_wolf[1]


def test_a_hunter_who_shot_is_no_wolf() -> None:
    facts = (f.Began(1, "dawn"), f.Died(2), f.Shot(2, 3), f.Died(3))
    p_wolf = believed(record_of(4, "Villager", *facts, board="classic9"))
    assert p_wolf[2] == 0
    assert p_wolf[3] > 0


def test_a_game_that_goes_on_tells_how_many_wolves_are_left() -> None:
    """Four of seven live and the game goes on: at most one wolf lives, so that the three fallen
    hold at least one."""
    living_four = 0b0000_1111_0
    masks = left(7, 2, "parity", (0b1111_111_0, living_four))
    assert len(masks) == 3 * 4
    assert all((mask & living_four).bit_count() == 1 for mask in masks)


def test_the_rule_of_the_board_decides_how_many_wolves_may_live() -> None:
    living_four = 0b0000_1111_0
    assert {
        (mask & living_four).bit_count() for mask in left(7, 2, "outnumber", (living_four,))
    } == {1, 2}


def test_moments_that_rule_nothing_out_leave_the_same_worlds() -> None:
    """Twelve, eleven, ten and then nine live: four wolves could have been among them at any time."""
    stands = tuple((1 << living + 1) - 2 for living in (12, 11, 10, 9))
    assert possible_worlds(12, 4, "outnumber", stands, 0b10) is possible_worlds(
        12, 4, "outnumber", (), 0b10
    )


def test_more_innocents_than_a_deal_has_leave_no_world() -> None:
    assert possible_worlds(7, 2, "parity", (), 0b0111_1110) is None


def test_an_uncontested_seer_with_a_find_is_mostly_believed() -> None:
    record = record_of(
        4, "Villager", *DAY_1, said(1, "I am the Seer. I checked Bram last night: a wolf.")
    )
    p_wolf = believed(record)
    assert p_wolf[2] > 0.7
    assert p_wolf[1] < p_wolf[2] - 0.1


def test_the_oftener_wolves_invent_finds_the_less_a_find_is_believed() -> None:
    record = record_of(
        4, "Villager", *DAY_1, said(1, "I am the Seer. I checked Bram last night: a wolf.")
    )
    clears = record_of(
        4, "Villager", *DAY_1, said(1, "I am the Seer. I checked Bram last night: not a wolf.")
    )
    known = Knowledge(known_village=1 << 4, own_role="Villager")
    seldom, often = (replace(FITTED, wolf_finds=share) for share in (0.2, 0.8))
    assert (
        fresh_posterior(record, known, seldom).claim_probability("Seer", 1)
        > fresh_posterior(record, known, often).claim_probability("Seer", 1) + 0.05
    )
    assert (
        fresh_posterior(clears, known, seldom).claim_probability("Seer", 1)
        < fresh_posterior(clears, known, often).claim_probability("Seer", 1) - 0.05
    )


def test_a_rival_makes_a_seer_doubtful_and_one_of_the_two_a_wolf() -> None:
    talk = (
        said(1, "I am the Seer. I checked Bram last night: a wolf."),
        said(2, "I am the Seer, and Ada is lying."),
    )
    p_wolf = believed(record_of(4, "Villager", *DAY_1, *talk))
    assert 0.15 < p_wolf[1] < 0.5
    assert p_wolf[1] + p_wolf[2] > 0.9


def test_the_seer_knows_who_claims_in_its_place() -> None:
    record = record_of(4, "Seer", *DAY_1, said(1, "I am the Seer."))
    assert believed(record)[1] > 0.85


def test_a_claim_that_certainties_contradict_is_a_lie() -> None:
    record = record_of(
        4, "Villager", *DAY_1, said(1, "I am the Seer. I checked Dov last night: a wolf.")
    )
    assert believed(record)[1] > 0.85


def test_a_retracted_claim_counts_no_more() -> None:
    claim = said(1, "I am the Seer. I checked Bram last night: a wolf.")
    standing = record_of(4, "Villager", *DAY_1, claim)
    retracted = record_of(
        4, "Villager", *DAY_1, claim, said(1, "I take it back, I am not the Seer.")
    )
    assert believed(retracted)[2] < believed(standing)[2]


def test_a_vote_binds_two_seats_apart() -> None:
    """Whoever votes for a wolf is less of a mate of it."""
    ballots = (f.Began(1, "vote"), f.Voted(1, 2, "vote"))
    record = record_of(4, "Villager", *DAY_1, *ballots)
    both = Knowledge(known_village=1 << 4, known_wolves=1 << 2, own_role="Villager")
    assert (
        fresh_posterior(record, both, FITTED).p_wolf[1]
        < fresh_posterior(record, both, FITTED).p_wolf[3]
    )
    assert close(
        fresh_posterior(record, both, FITTED, evidence(record, FITTED, use_behaviour=False)).p_wolf[
            1
        ],
        1 / 5,
    )


def test_the_true_holder_is_summed_over_exactly() -> None:
    """Two claims of the seer by hand: in each world the truth of either, or of nobody, by the
    parameters."""
    talk = (said(1, "I am the Seer."), said(2, "I am the Seer."))
    record = record_of(
        4, "Villager", *DAY_1, *talk, said(3, "Hm."), said(5, "Hm."), said(6, "Hm."), said(7, "Hm.")
    )
    believed_by_hand, total = 0.0, 0.0
    lie, village_lie, truth = FITTED.wolf_claims[0], FITTED.villager_claims, FITTED.true_claims[0]
    for mask in left(7, 2):
        if mask >> 4 & 1:
            continue
        lies = [lie if mask >> seat & 1 else village_lie for seat in (1, 2)]
        hidden = sum(FITTED.silent_spoke for seat in (3, 5, 6, 7) if not mask >> seat & 1)
        weight = hidden * lies[0] * lies[1]
        weight += sum(
            truth * lies[1 - place] for place, seat in enumerate((1, 2)) if not mask >> seat & 1
        )
        total += weight
        believed_by_hand += weight * (mask >> 1 & 1)
    heedless = fresh_posterior(
        record,
        Knowledge(known_village=1 << 4, own_role="Villager"),
        FITTED,
        evidence(record, FITTED, use_behaviour=False),
    )
    assert close(heedless.p_wolf[1], believed_by_hand / total)
    assert heedless.claim_probability("Seer", 1) + heedless.claim_probability("Seer", 2) < 1


def test_certainties_that_fit_no_world_leave_a_usable_belief() -> None:
    record = record_of(1, "Villager")
    everybody_good = fresh_posterior(
        record, Knowledge(known_village=0b1111_1111_0, own_role="Villager"), FITTED
    )
    assert everybody_good.p_wolf == (0.0,) * 8


def test_revealed_roles_are_certain() -> None:
    base = get_board("sla7")
    board = Board("open", base.roles, Switches(role_revealed=True))
    facts = (
        f.Began(1, "exile"),
        f.Exiled(2),
        f.Died(2),
        f.Cause(2, "exiled"),
        f.Revealed(2, "Werewolf"),
    )
    p_wolf = believed(record_of(4, "Villager", *facts, board=board))
    assert close(p_wolf[2], 1)
    assert close(p_wolf[1], 1 / 5)
