"""The ballot for a sheriff of those who stand for it themselves."""

from __future__ import annotations

from tests.core.bots.play.test_night import DAY_1, choices, view_with
from wolfcore.game import facts as f

_STAND = (2, 4, 6)


def elected(*facts: f.Said) -> list[int]:
    """Whom seat 4, a candidate of helmsman7, votes for, over seeds."""
    view = view_with("helmsman7", 4, "Villager", *DAY_1[:-1], f.Began(1, "election"), *facts)
    return choices(view, "elect", _STAND, day=1, phase="election")


def test_a_candidate_votes_for_a_rival_only_for_a_reason() -> None:
    assert set(
        elected(f.Said(2, "campaign", "Vote for me."), f.Said(6, "campaign", "I trust Bram."))
    ) == {4}


def test_a_candidate_may_leave_the_star_to_a_god_that_it_believes() -> None:
    claim = f.Said(2, "campaign", "I am the Seer. I checked Dov last night, and Dov is good.")
    assert 2 in elected(claim)
    assert 6 not in elected(claim)
