"""Gods speak before they hang: when a seat that has a power shows itself."""

from __future__ import annotations

import pytest

from tests.core.bots.play.test_night import DAY_1, view_with
from tests.core.bots.talk.test_speeches import spoken
from wolfcore.game import RoleName
from wolfcore.game import facts as f
from wolfcore.speech import ClaimsRole

QUIET = tuple(f.Said(seat, "speak", "Good morning.") for seat in (1, 2, 3))
GODS: list[tuple[str, RoleName]] = [
    ("sla7", "Doctor"),
    ("sla7", "Seer"),
    ("classic9", "Witch"),
    ("classic9", "Hunter"),
]


def claims(board: str, role: RoleName, *facts: f.Said) -> int:
    """In how many of thirty speeches of day 1 seat 4 says what it is."""
    return sum(
        ClaimsRole(role) in said for said in spoken(view_with(board, 4, role, *DAY_1, *facts))
    )


@pytest.mark.parametrize(("board", "role"), [god for god in GODS if god[1] != "Seer"])
def test_a_god_whom_nobody_names_mostly_hides(board: str, role: RoleName) -> None:
    assert claims(board, role, *QUIET) < 8


@pytest.mark.parametrize(("board", "role"), GODS)
def test_a_god_whom_several_name_says_so(board: str, role: RoleName) -> None:
    against = (f.Said(seat, "speak", "Dov is a wolf. Vote for Dov.") for seat in (1, 2, 3))
    assert claims(board, role, *against) > 24


@pytest.mark.parametrize(("board", "role"), GODS)
def test_a_god_says_so_too_where_half_the_table_has_spoken_and_it_alone_was_named(
    board: str, role: RoleName
) -> None:
    more = f.Said(7, "speak", "Good morning."), f.Said(5, "speak", "Dov is a wolf. Vote for Dov.")
    assert claims(board, role, *QUIET, *more) > 24


TURNCOATS = tuple(
    f.Said(seat, "speak", text)
    for seat in (6, 7)
    for text in ("I am the Doctor.", "I am a Villager.")
)
"""Two seats that are likelier wolves than anybody who is only named."""


@pytest.mark.parametrize("role", ["Doctor", "Seer"])
def test_in_its_only_turn_a_god_says_so_where_nobody_is_named_by_more(role: RoleName) -> None:
    named = f.Said(1, "speak", "I suspect Dov.")
    assert claims("sla7", role, *TURNCOATS, named) == 30
    by_more = (f.Said(seat, "speak", "I suspect Fay.") for seat in (2, 3))
    assert claims("sla7", role, *TURNCOATS, named, *by_more) < 25
    assert claims("sla7", role, *TURNCOATS) < 25


def test_where_another_turn_may_come_one_name_gives_no_god_away() -> None:
    """At the block the seat could still say so."""
    assert claims("classic9", "Witch", *TURNCOATS, f.Said(1, "speak", "I suspect Dov.")) < 15
