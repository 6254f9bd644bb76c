"""Whom the wolves attacked, as somebody tells it or as a seat knows it alone, is hardly ever a
wolf."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.core.bots.play.test_night import DAY_1, NAMES
from wolfcore.bots.belief.likelihoods import FITTED
from wolfcore.bots.belief.observation import observe, public_facts
from wolfcore.bots.belief.posterior import Knowledge, knowledge_of
from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.belief.shared_belief import SharedBelief
from wolfcore.game import Fact, RoleName, Switches, get_board
from wolfcore.game import facts as f
from wolfcore.game.boards import Board

SAVED = f.Said(1, "speak", "I am the Witch. I saved Dov in night 1.")
DOUBT = tuple(f.Said(seat, "speak", "Dov is a wolf.") for seat in (2, 3))
MAY_NOT = Board("tame", get_board("classic9").roles, Switches())


def wolf_dov(board: Board, known: Knowledge, *facts: Fact) -> float:
    """What seat 5 believes of Dov (4) after a quiet first night and `facts`."""
    table = SharedBelief(board, NAMES[: board.size], FITTED, heeds_behaviour=True)
    table.extend(0, public_facts([*DAY_1, *facts]))
    return table.posterior(5, known).p_wolf[4]


@pytest.mark.parametrize("board", [get_board("classic9"), MAY_NOT])
def test_whom_a_believed_witch_saved_is_cleared_as_far_as_she_is_believed(board: Board) -> None:
    listener = Knowledge(known_village=1 << 5, own_role="Villager")
    doubted, told = wolf_dov(board, listener, *DOUBT), wolf_dov(board, listener, *DOUBT, SAVED)
    assert doubted > 0.35
    assert told < 0.1
    countered = wolf_dov(board, listener, *DOUBT, SAVED, f.Said(6, "speak", "I am the Witch."))
    assert told < countered < doubted


def test_who_claims_another_role_saved_nobody() -> None:
    listener, claim = (
        Knowledge(known_village=1 << 5, own_role="Villager"),
        f.Said(1, "speak", "I am the Hunter. I saved Dov in night 1."),
    )
    other = f.Said(1, "speak", "I am the Hunter.")
    assert wolf_dov(MAY_NOT, listener, *DOUBT, claim) == wolf_dov(MAY_NOT, listener, *DOUBT, other)


def test_a_protection_clears_only_if_that_night_was_quiet() -> None:
    listener, board = Knowledge(known_village=1 << 5, own_role="Villager"), get_board("sla7")
    held = f.Said(1, "speak", "I am the Doctor. I protected Dov in night 1.")
    other = f.Said(1, "speak", "I am the Doctor. I protected Dov in night 2.")
    assert wolf_dov(board, listener, *DOUBT, held) < 0.1
    assert wolf_dov(board, listener, *DOUBT, other) > 0.3


@pytest.mark.parametrize(
    ("board", "claim"),
    [
        ("classic9", "I am the Witch. I saved Dov in night 1."),
        ("classic9", "I am the Witch. I saved Dov last night."),
        ("classic9", "I am the Witch. I poisoned Dov in night 1."),
        ("sla7", "I am the Doctor. I protected Dov in night 1."),
    ],
)
def test_a_told_action_of_a_first_night_without_deaths_is_a_contradiction_and_no_rescue(
    board: str, claim: str
) -> None:
    listener, shipped = Knowledge(known_village=1 << 5, own_role="Villager"), get_board(board)
    calm = replace(shipped, switches=replace(shipped.switches, first_night_deaths=False))
    told, bare = f.Said(1, "speak", claim), f.Said(1, "speak", claim.partition(".")[0] + ".")

    def wolves(board: Board, *facts: Fact) -> tuple[float, float]:
        table = SharedBelief(board, NAMES[: board.size], FITTED, heeds_behaviour=True)
        table.extend(0, public_facts([*DAY_1, *facts]))
        p_wolf = table.posterior(5, listener).p_wolf
        return p_wolf[1], p_wolf[4]

    (liar, dov), (claimant, doubted) = (wolves(calm, *DOUBT, each) for each in (told, bare))
    # A likelier wolf among the others leaves less for Dov.
    assert min(dov, doubted) > 0.35
    assert liar > claimant + 0.05


def knows(board: str, role: RoleName, *facts: Fact) -> Knowledge:
    """What seat 5 takes for certain."""
    of = get_board(board)
    record = SeatRecord(5, of, NAMES[: of.size])
    observe(record, [f.Began(0, "setup"), f.Dealt(5, role), *facts])
    return knowledge_of(record)


def test_a_doctor_whose_protection_held_knows_whom_the_pack_wanted() -> None:
    rest = (f.Began(1, "dawn"), f.QuietNight(1), f.Began(1, "discussion"))
    known = knows("sla7", "Doctor", f.Began(1, "night"), f.Protected(5, 4), *rest)
    assert known.known_village == 1 << 5 | 1 << 4
    fell = (f.Began(1, "dawn"), f.Died(2), f.Began(1, "discussion"))
    assert (
        knows("sla7", "Doctor", f.Began(1, "night"), f.Protected(5, 4), *fell).known_village
        == 1 << 5
    )
    assert (
        knows("xu7", "Guard", f.Began(1, "night"), f.Protected(5, 4), *rest).known_village == 1 << 5
    ), "the pack may pass"
    assert (
        knows("plus10", "Guard", f.Began(1, "night"), f.Protected(5, 4), *rest).known_village
        == 1 << 5
    ), "a witch may have saved the victim"


def test_a_witch_holds_the_victim_for_no_wolf_even_where_a_pack_may_attack_its_own() -> None:
    known = knows("classic9", "Witch", f.Began(1, "night"), f.Victim(5, 4))
    assert known == Knowledge(1 << 5, 0, "Witch", 1 << 4)
    assert wolf_dov(get_board("classic9"), known, *DOUBT) < 0.02
