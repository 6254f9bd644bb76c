"""What seats say of themselves once roles were shown, at a death or while their holders live: nobody
claims a role of which every card lies open, nor the own one that the table has seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.core.bots.play.test_night import DAY_1, NAMES
from tests.core.given_powers import power_given
from wolfcore.bots import HouseBot
from wolfcore.bots.mind import Mind
from wolfcore.bots.talk.answers import answers
from wolfcore.bots.talk.dialogue_moves import Move, accused_seats
from wolfcore.bots.talk.own_claims import own_claims
from wolfcore.bots.talk.speeches import outline_speech
from wolfcore.game import Ask, AskKind, Board, Fact, RoleName, View, get_board
from wolfcore.game import facts as f
from wolfcore.players import Desk

ME = 4
PRESSED: tuple[Fact, ...] = (
    f.Said(1, "speak", "Dov is a wolf."),
    f.Said(2, "speak", "I suspect Dov."),
    f.Said(5, "speak", "I suspect Dov."),
    f.Said(6, "speak", "I suspect Dov."),
)
BELIEVED = f.Said(1, "speak", "I am the Seer. I checked Bram last night, and Bram is a wolf.")
BOARD = get_board("classic9")
TWICE = Board("two hunters", (*BOARD.roles[:-1], "Hunter"))


def minds(
    role: RoleName,
    *facts: Fact,
    board: Board = BOARD,
    kind: AskKind = "speak",
    options: tuple[str, ...] = ("hard",),
    many: int = 80,
) -> Iterator[Mind]:
    """Seat 4 on day 1 after some facts, over seeds."""
    dealt = (f.Began(0, "setup"), f.Dealt(ME, role), *DAY_1)
    view = View(ME, board, NAMES[: board.size], [*dealt, *facts])
    ask = Ask(f"d1.{kind}.{ME}", ME, kind, 1, "discussion", (0,))
    for seed in range(many):
        yield HouseBot(options).mind(view, ask, Desk.of_seed(ask, seed))


def claimed(found: Iterator[Mind]) -> set[RoleName]:
    """The roles that a seat claims in one of its speeches."""
    moves = [move for mind in found for move in own_claims(mind)]
    named: set[RoleName] = {move.role for move in moves if move.kind in ("claim", "counterclaim")}
    return named | {"Villager" for move in moves if move.kind == "claim_villager"}


@pytest.mark.parametrize("fall", [(), (f.Died(3),)], ids=["alive", "dead"])
@pytest.mark.parametrize("shown", ["Witch", "Hunter"])
def test_a_wolf_covers_itself_with_no_role_that_was_shown(
    shown: RoleName, fall: tuple[Fact, ...]
) -> None:
    before = claimed(minds("Werewolf", *PRESSED, many=160))
    assert {"Witch", "Hunter"} <= before
    after = claimed(minds("Werewolf", *PRESSED, *fall, f.Revealed(3, shown), many=160))
    assert after >= {"Witch", "Hunter"} - {shown}
    assert shown not in after


def test_a_wolf_plays_no_seer_once_the_seer_was_shown() -> None:
    framed = (f.Said(2, "speak", "I am the Seer. I checked Dov last night, and Dov is a wolf."),)
    shown = f.Revealed(3, "Seer")
    assert claimed(minds("Werewolf", *framed)) == {"Seer"}
    assert claimed(minds("Werewolf", *framed, shown)) == set()
    with power_given("Hunter", "check"):
        # A claim and a report in it contradict each of the two roles.
        framed = (*framed, f.Said(1, "speak", "I am the Hunter."))
        assert claimed(minds("Werewolf", *framed)) == {"Seer", "Hunter"}
        assert claimed(minds("Werewolf", *framed, shown)) == {"Hunter"}


def test_a_villager_bluffs_with_no_role_that_was_shown() -> None:
    options = ("hard", "proactive")
    roles = {"Witch", "Hunter"}
    assert roles <= claimed(minds("Villager", BELIEVED, options=options, many=200))
    for shown in ("Witch", "Hunter"):
        facts = (BELIEVED, f.Revealed(3, shown))
        after = claimed(minds("Villager", *facts, options=options, many=200))
        assert after & roles == roles - {shown}


def test_a_bluff_is_taken_back_as_soon_as_another_seat_was_shown_to_hold_the_role() -> None:
    bluff = f.Said(ME, "speak", "I am the Hunter.")
    taken_back = [Move(kind="bluff_over", role="Hunter")]
    assert all(own_claims(mind) == [] for mind in minds("Villager", bluff))
    shown = minds("Villager", bluff, f.Revealed(3, "Hunter"))
    assert all(own_claims(mind) == taken_back for mind in shown)


@pytest.mark.parametrize("kind", ["speak", "plead", "last_words"])
@pytest.mark.parametrize("role", ["Seer", "Witch", "Hunter", "Villager", "Werewolf"])
def test_a_seat_whose_role_was_shown_claims_none(role: RoleName, kind: AskKind) -> None:
    if (role, kind) != ("Werewolf", "last_words"):
        assert claimed(minds(role, *PRESSED, kind=kind))
    assert not claimed(minds(role, *PRESSED, f.Revealed(ME, role), kind=kind))


def test_a_seer_that_was_shown_reports_without_a_claim() -> None:
    facts = (f.Checked(ME, 2, "village"), f.Revealed(ME, "Seer"))
    report = [Move(kind="report_good", target=2, night=1)]
    assert all(own_claims(mind) == report for mind in minds("Seer", *facts))


@pytest.mark.parametrize("role", ["Seer", "Hunter", "Villager"])
def test_a_seat_whose_role_was_shown_answers_as_one_that_is_known(role: RoleName) -> None:
    told = (f.Revealed(ME, role), f.Said(1, "speak", "Dov, what are you?"))
    kinds = {move.kind for mind in minds(role, *told) for move in _answered(mind)}
    assert kinds
    assert kinds.isdisjoint({"answer_hidden", "answer_role", "claim", "claim_villager"})
    told = (f.Revealed(ME, role), f.Said(1, "speak", "Dov, what did you check?"))
    kinds = {move.kind for mind in minds(role, *told) for move in _answered(mind)}
    assert kinds.isdisjoint({"answer_hidden", "answer_claim", "answer_lead"})
    assert ("answer_no_checks" in kinds) == (role != "Seer")


def _answered(mind: Mind) -> list[Move]:
    return [move for moves in answers(mind, own_claims(mind)) for move in moves]


def test_of_two_cards_one_that_was_shown_leaves_a_claim_of_the_other() -> None:
    """A shown card takes a role as a claim does; the other holder may still say so."""
    one, both = f.Revealed(3, "Hunter"), f.Revealed(5, "Hunter")
    assert "Hunter" in claimed(minds("Werewolf", *PRESSED, board=TWICE, many=160))
    for shown in ((one,), (one, both)):
        assert "Hunter" not in claimed(minds("Werewolf", *PRESSED, *shown, board=TWICE, many=160))
    assert "Hunter" in claimed(minds("Hunter", *PRESSED, one, board=TWICE))


def test_a_wolf_whose_feigned_role_was_shown_speaks_as_a_villager() -> None:
    """Else it would reason from a role that nobody can believe, and every wolf set were excluded."""
    facts = (f.Said(ME, "speak", "I am the Hunter."), f.Said(1, "speak", "I suspect Bram."))
    feigned = next(minds("Werewolf", *facts, f.Revealed(3, "Hunter"))).honest_belief
    assert feigned.total > 0
    assert feigned.p_wolf[3] == feigned.p_wolf[ME] == 0
    assert feigned.p_wolf[2] > feigned.p_wolf[6]


@pytest.mark.parametrize("kind", ["speak", "defend", "last_words"])
def test_a_bluff_is_taken_back_when_the_true_holder_speaks_and_denies_nobody(kind: AskKind) -> None:
    talk = (f.Said(ME, "speak", "I am the Hunter."), f.Said(5, "speak", "I am the Hunter."))
    for mind in minds("Villager", *talk, kind=kind):
        said = outline_speech(mind).moves
        assert Move(kind="bluff_over", role="Hunter") in said
        assert not any(5 in accused_seats(move, ME) for move in said)


def test_who_bluffs_believes_the_other_claim_of_the_role_and_asked_for_its_role_takes_it_back() -> (
    None
):
    rival = f.Said(5, "speak", "I am the Hunter.")
    mind = next(minds("Villager", f.Said(ME, "speak", "I am the Hunter."), rival))
    silent = next(minds("Villager", f.Said(ME, "speak", "Good morning."), rival))
    chances = [each.belief.claim_probability("Hunter", 5) for each in (mind, silent)]
    assert abs(chances[0] - chances[1]) < 0.05
    asked = f.Said(5, "speak", "I am the Hunter. Dov, what are you?")
    for mind in minds("Villager", f.Said(ME, "speak", "I am the Hunter."), asked):
        assert "answer_role" not in {move.kind for move in _answered(mind)}


@pytest.mark.parametrize("role", ["Witch", "Hunter"])
def test_no_god_but_a_seer_claims_on_the_first_day_without_need(role: RoleName) -> None:
    talk = (f.Said(1, "speak", "I suspect Bram."), f.Said(2, "speak", "I suspect Ada."))
    for options in (("hard",), ("normal", "proactive")):
        assert claimed(minds(role, *talk, options=options, many=200)) == set()
