"""What bots say at the block: gods claim, wolves keep to their story, villagers deny and name
somebody else."""

from __future__ import annotations

import pytest

from tests.core.bots.play.test_night import DAY_1, answered, view_with
from wolfcore.game import Fact, RoleName, View
from wolfcore.game import facts as f
from wolfcore.speech import Accuses, Act, ClaimsRole, Defends, ReportsCheck, read

ACCUSED: tuple[Fact, ...] = (
    f.Said(1, "speak", "Dov is a wolf. Vote for Dov."),
    f.Said(2, "speak", "I suspect Dov."),
    f.Said(3, "speak", "I suspect Ada."),
)
AT_THE_BLOCK: tuple[Fact, ...] = (f.Began(1, "defence"), f.MostNamed(4, 2))


def defences(view: View, seeds: int = 30) -> list[tuple[Act, ...]]:
    """What this seat's words at the block do, over seeds."""
    said = [
        answered(view, "defend", (0,), day=1, phase="defence", seed=seed).text
        for seed in range(seeds)
    ]
    assert all(said)
    return [read(text, view.seat, view.names, view.board.size) for text in said]


def claiming(said: list[tuple[Act, ...]], role: RoleName) -> int:
    return sum(ClaimsRole(role) in acts for acts in said)


@pytest.mark.parametrize(("role", "least"), [("Seer", 30), ("Witch", 30)])
def test_a_god_claims_at_the_block(role: RoleName, least: int) -> None:
    assert (
        claiming(defences(view_with("duel6", 4, role, *DAY_1, *ACCUSED, *AT_THE_BLOCK)), role)
        >= least
    )


def test_a_seer_at_the_block_tells_what_it_saw() -> None:
    view = view_with(
        "duel6",
        4,
        "Seer",
        f.Began(1, "night"),
        f.Checked(4, 2, "wolves"),
        *DAY_1[1:],
        *ACCUSED,
        *AT_THE_BLOCK,
    )
    reports = [act for acts in defences(view) for act in acts if isinstance(act, ReportsCheck)]
    assert len(reports) >= 30
    assert {(report.seat, report.result) for report in reports} == {(2, "wolves")}


def test_a_god_that_is_named_and_not_accused_stays_hidden() -> None:
    named = (
        f.Said(1, "speak", "I trust Dov."),
        f.Said(2, "speak", "I suspect Ada."),
        f.Said(3, "speak", "I suspect Ada."),
    )
    assert (
        claiming(defences(view_with("duel6", 4, "Witch", *DAY_1, *named, *AT_THE_BLOCK)), "Witch")
        <= 3
    )


def test_a_villager_denies_or_turns_on_somebody_else() -> None:
    said = defences(view_with("duel6", 4, "Villager", *DAY_1, *ACCUSED, *AT_THE_BLOCK))
    assert (
        sum(any(isinstance(act, Defends) and act.seat == 4 for act in acts) for acts in said) > 12
    )
    assert (
        sum(any(isinstance(act, Accuses) and act.seat != 4 for act in acts) for acts in said) > 25
    )
    assert not any(
        isinstance(act, ClaimsRole) and act.role != "Villager" for acts in said for act in acts
    )


def test_a_wolf_at_the_block_never_gives_its_mate_or_itself_away() -> None:
    pack = (f.Dealt(5, "Werewolf"), *DAY_1, *ACCUSED, *AT_THE_BLOCK)
    said = defences(view_with("duel6", 4, "Werewolf", *pack), seeds=60)
    claims = {act.role for acts in said for act in acts if isinstance(act, ClaimsRole)}
    assert claims
    assert "Werewolf" not in claims
    assert not any(
        isinstance(act, ReportsCheck) and act.seat == 5 and act.result == "wolves"
        for acts in said
        for act in acts
    )


def test_a_claim_once_made_is_kept_at_the_block() -> None:
    talk = (f.Said(4, "speak", "I am the Witch."), *ACCUSED, *AT_THE_BLOCK)
    said = defences(view_with("duel6", 4, "Werewolf", f.Dealt(5, "Werewolf"), *DAY_1, *talk))
    assert {act.role for acts in said for act in acts if isinstance(act, ClaimsRole)} <= {"Witch"}
