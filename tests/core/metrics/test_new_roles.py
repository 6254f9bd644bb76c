"""What the metrics count roles as that no shipped board deals: a second role with the check (M,
Medium), and a role with a power of its own (F, Fool)."""

from __future__ import annotations

import pytest

from tests.core.metrics.written import (
    by_seat,
    cells,
    dawn,
    day,
    died,
    near,
    night,
    said,
    summed,
    votes,
    written,
)
from tests.new_roles.in_process import FOOL, MEDIUM, add_roles
from wolfcore.game import facts as f
from wolfcore.game.powers import POWERS
from wolfcore.metrics import RecordedGame, tables_of
from wolfcore.metrics.camouflage import contradicted, impossible_deeds
from wolfcore.metrics.performance import key_seats
from wolfcore.metrics.strategy import claimed_role, two_seers
from wolfcore.metrics.walk import GameTables
from wolfcore.records import SeatSpec
from wolfcore.speech import Act, ClaimsRole, ReportsCheck, Retracts

BOT = SeatSpec("bot", ("hard",))


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    add_roles(monkeypatch)


def heard(game: RecordedGame, *acts: tuple[Act, ...]) -> GameTables:
    """The tables of a game whose speeches have these acts, one tuple for each speech.

    Set by hand, so that the tests do not depend on the reader.
    """
    tables = tables_of(game)
    vars(tables)["acts"] = acts
    return tables


def checked() -> RecordedGame:
    return written(
        "WWSMFV",
        night(1),
        f.Checked(3, 1, "wolves"),
        f.Checked(4, 1, "wolves"),
        dawn(1),
        day(1),
        night(2),
        f.Checked(3, 4, "village"),
        f.Checked(4, 2, "wolves"),
        dawn(2),
        died(5, "killed"),
    )


def test_each_role_with_the_check_has_its_share_and_a_wolf_counts_once() -> None:
    assert by_seat("seer", checked()) == {3: (1, 2), 4: (2, 2)}
    assert summed("seer", checked()) == (2, 2, 1)


def test_a_village_role_with_a_power_is_a_key_role_with_or_without_a_metric_of_its_own() -> None:
    assert key_seats(tables_of(checked())) == (3, 4, 5)
    assert summed("ksr", checked()) == (2, 3, near(2 / 3))
    # a x ksr + (1-a) x the one role metric, which is 1
    assert summed("kre", checked()).value == near(0.5 * 2 / 3 + 0.5)
    assert set(by_seat("kre", checked())) == {3, 4}


def test_a_ballot_for_a_role_with_the_check_is_named_by_that_role() -> None:
    game = written("WSMVV", night(1), dawn(1), day(1), votes("2 3 1 3 2"), players=[BOT] * 5)
    assert [cell.column for cell in cells("ballots", game)] == [
        "the Seer", f"the {MEDIUM}", "a wolf", f"the {MEDIUM}", "the Seer",
    ]  # fmt: skip


def test_claims_of_two_roles_with_the_check_are_two_disputes() -> None:
    said_by = [said(seat, "I am it.") for seat in (1, 2, 3)]
    game = written(
        "WSMVV", night(1), dawn(1), day(1), *said_by, votes("2 1 1 2 3"), players=[BOT] * 5
    )
    seer, medium = (ClaimsRole("Seer"),), (ClaimsRole(MEDIUM),)
    # Each of two true claims is the only one of its role.
    assert two_seers(heard(game, (), seer, medium)) == ()
    disputed = two_seers(heard(game, seer, seer, medium))
    assert [cell.column for cell in disputed] == ["a false Seer", "the Seer", "another"]
    disputed = two_seers(heard(game, medium, seer, medium))
    assert [cell.column for cell in disputed] == [f"a false {MEDIUM}", "another", f"the {MEDIUM}"]


def test_a_role_is_another_than_one_with_the_same_power_only_where_both_are_dealt() -> None:
    facts = (night(1), dawn(1), day(1), said(2, "I am it."))
    both, alone = written("WMSVV", *facts), written("WMVVV", *facts)
    assert contradicted(heard(both, (ClaimsRole("Seer"),)))
    assert not contradicted(heard(alone, (ClaimsRole("Seer"),)))
    taken_back = (ClaimsRole(MEDIUM), Retracts("Seer"))
    assert claimed_role(heard(both, taken_back), 2, 99) == MEDIUM
    assert claimed_role(heard(alone, taken_back), 2, 99) == ""


def test_what_an_unknown_power_of_the_night_can_do_is_no_contradiction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = (ClaimsRole(FOOL), ReportsCheck(3, "wolves", 1))
    assert impossible_deeds(told) == [told[1]]
    monkeypatch.setitem(POWERS, "stay", POWERS["stay"]._replace(night=POWERS["check"].night))
    assert impossible_deeds(told) == []
    assert impossible_deeds((ClaimsRole("Villager"), told[1])) == [told[1]]
