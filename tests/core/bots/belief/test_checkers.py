"""Two roles that check seats: their holders do not contradict each other, and a report that names
no role is the claim of one of them. In these tests hunters check seats as seers do."""

from __future__ import annotations

from collections.abc import Generator
from math import exp, isclose, log

import pytest

from tests.core.bots.belief.test_posterior import DAY_1, NAMES, believed, record_of, said
from tests.core.bots.playing import encoded, play
from tests.core.given_powers import power_given
from wolfcore.agents.policy.seat_features import SEAT_ROW, seat_rows
from wolfcore.agents.situations import situation_clauses
from wolfcore.bots import HouseBot
from wolfcore.bots.belief.evidence import conduct_weights
from wolfcore.bots.belief.likelihoods import FITTED
from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.talk.dialogue_moves import Move
from wolfcore.bots.talk.reasons import case_against
from wolfcore.game import Ask, Board, Fact, RoleName, Switches, View
from wolfcore.game import facts as f
from wolfcore.players import Desk

ROLES: tuple[RoleName, ...] = ("Werewolf", "Werewolf", "Seer", "Hunter", *["Villager"] * 4)
BOARD = Board("two checkers", ROLES)
OTHER_ORDER = Board("two checkers", (*ROLES[:2], "Hunter", "Seer", *ROLES[4:]))
ONE_SEER = Board("one seer", (*ROLES[:3], "Doctor", *ROLES[4:]), Switches())


@pytest.fixture(autouse=True)
def two_checkers() -> Generator[None]:
    with power_given("Hunter", "check"):
        yield


def claims(first: RoleName, second: RoleName) -> tuple[Fact, ...]:
    """Ada and Cleo claim a role each and clear a seat each; on the next morning Ada is dead."""
    return (
        *DAY_1,
        said(1, f"I am the {first}. I checked Dov last night: not a wolf."),
        said(3, f"I am the {second}. I checked Elif last night: not a wolf."),
        *(said(seat, "Hm.") for seat in (2, 4, 5, 6, 7, 8)),
        f.Began(2, "night"),
        f.Began(2, "dawn"),
        f.Died(1),
        f.Began(2, "discussion"),
    )


def after(*facts: Fact, board: Board = BOARD) -> SeatRecord:
    return record_of(8, "Villager", *facts, board=board)


def test_a_claim_contradicts_a_claim_of_the_same_role_alone() -> None:
    same, different = after(*claims("Seer", "Seer")), after(*claims("Seer", "Hunter"))
    assert (same.rivals("Seer", 3), different.rivals("Hunter", 3)) == ([1], [])
    assert believed(same)[3] > 0.9
    assert believed(different)[3] < 2 / 7
    undealt = after(*claims("Seer", "Hunter"), board=ONE_SEER)
    assert undealt.rivals("Seer", 3) == [1]


def test_a_pack_that_may_attack_two_checkers_spares_each_of_them_more_often() -> None:
    nothing = conduct_weights(after(), FITTED)[0][3]
    same = conduct_weights(after(*claims("Seer", "Seer")), FITTED)[0][3]
    different = conduct_weights(after(*claims("Seer", "Hunter")), FITTED)[0][3]
    assert isclose(same - nothing, FITTED.outlived[0])
    assert isclose(different - nothing, -log(1 - (1 - exp(-FITTED.outlived[0])) / 2))
    # On the third morning Cleo is the last of the two whom the pack can have attacked.
    third = (f.Began(3, "night"), f.Began(3, "dawn"), f.Died(5), f.Began(3, "discussion"))
    later = conduct_weights(after(*claims("Seer", "Hunter"), *third), FITTED)[0][3]
    assert isclose(later - different, FITTED.outlived[0])


def told(record: SeatRecord) -> dict[int, RoleName]:
    return {seat: claim.role for seat, claim in record.claims.items()}


REPORT = "I checked Dov last night: not a wolf."


@pytest.mark.parametrize("board", [BOARD, OTHER_ORDER])
def test_a_report_without_a_role_claims_the_least_contradicted_one(board: Board) -> None:
    first = (*DAY_1, said(1, REPORT))
    assert told(after(*first, board=board)) == {1: "Seer"}
    assert told(after(*first, said(2, REPORT), board=board)) == {1: "Seer", 2: "Hunter"}
    # A seat that names its role leaves the other one to those that named none.
    named = after(*first, said(3, "I am the Seer."), board=board)
    assert told(named) == {1: "Hunter", 3: "Seer"}
    assert named.claim_changers == set()


@pytest.mark.parametrize("board", [BOARD, OTHER_ORDER])
def test_a_report_without_a_role_claims_one_whose_card_was_not_shown(board: Board) -> None:
    """Unless the seat that reports was itself shown to hold it, before its report or after."""
    seer, hunter = f.Revealed(3, "Seer"), f.Revealed(3, "Hunter")
    for shown, left in ((seer, "Hunter"), (hunter, "Seer")):
        for facts in ((said(1, REPORT), shown), (shown, said(1, REPORT))):
            assert told(after(*DAY_1, *facts, board=board)) == {1: left}
        for facts in ((said(3, REPORT), shown), (shown, said(3, REPORT))):
            assert told(after(*DAY_1, *facts, board=board)) == {3: shown.role}
    # Of a seat that lied about its role only the shown one takes a card.
    liar = (said(3, "I am the Seer."), f.Revealed(3, "Hunter"), said(1, REPORT))
    assert told(after(*DAY_1, *liar, board=board))[1] == "Seer"


def test_a_card_that_was_shown_leaves_one_less_to_the_claims_of_others() -> None:
    two = Board("two seers", ("Werewolf", "Werewolf", "Seer", *ROLES[2:-1]))
    claimed = (*DAY_1, said(1, "I am the Seer."), said(2, "I am the Seer."))
    assert after(*claimed, board=two).rivals("Seer", 1) == []
    assert after(*claimed, f.Revealed(3, "Seer"), board=two).rivals("Seer", 1) == [2]
    assert after(*claimed, f.Revealed(1, "Seer"), board=two).rivals("Seer", 1) == []


def test_a_seat_that_names_the_role_of_its_reports_changes_no_claim() -> None:
    for role in ("Seer", "Hunter"):
        record = after(*DAY_1, said(1, REPORT), said(1, f"I am the {role}."))
        assert told(record) == {1: role}
        assert record.claim_changers == set()
        assert record.claims[1].speech_number == 1
    changed = after(*DAY_1, said(1, REPORT), said(1, "I am the Doctor."))
    assert changed.claim_changers == {1}


def test_the_reports_of_each_checking_role_are_followed() -> None:
    found = (
        said(1, "I am the Seer. I checked Dov last night: not a wolf."),
        said(3, "I am the Hunter. I checked Bram last night: Bram is a wolf."),
        *(said(seat, "Hm.") for seat in (2, 4, 5, 6, 7)),
    )
    view = View(8, BOARD, NAMES[:8], [f.Began(0, "setup"), f.Dealt(8, "Villager"), *DAY_1, *found])
    ask = Ask("d1.speak.8", 8, "speak", 1, "discussion", (0,))
    minds = [HouseBot(("hard",)).mind(view, ask, Desk.of_seed(ask, seed)) for seed in range(10)]
    moves = [case_against(mind, 2) for mind in minds]
    assert Move(kind="follow_report", target=2, other=3) in moves
    # To a policy and to an agent that compares situations both have claimed to check seats.
    claimed = SEAT_ROW.index("claims to check")
    assert [seat for seat, row in seat_rows(minds[0]).items() if row[claimed]] == [1, 3]
    told = situation_clauses(view, ask, ())
    assert "Two players claimed to be the Seer or the Hunter." in told


def test_the_order_of_the_roles_of_a_board_decides_nothing_that_bots_do() -> None:
    """And some wolf feigns to hold each of the two."""
    feigned = set[RoleName]()
    for seed in range(4):
        deal = dict(enumerate(ROLES[seed % 8 :] + ROLES[: seed % 8], 1))
        one, other = [play(board, seed, deal=deal, level="hard") for board in (BOARD, OTHER_ORDER)]
        assert encoded(list(one.log)) == encoded(list(other.log))
        record = record_of(0, "Villager", *one.view(0).facts, board=BOARD)
        wolves = {seat for seat, role in deal.items() if role == "Werewolf"}
        feigned |= {role for seat, role in told(record).items() if seat in wolves}
    assert {"Seer", "Hunter"} <= feigned
