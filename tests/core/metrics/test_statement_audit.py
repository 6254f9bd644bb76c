"""The audit of statements: every kind of statement with each of its verdicts, by hand."""

from __future__ import annotations

import pytest

from tests.core.game.table_talk import board_of
from tests.core.metrics.written import (
    Said,
    dawn,
    day,
    died,
    exiled,
    near,
    night,
    said,
    summed,
    value,
    votes,
    written,
)
from wolfcore.game import ROLES
from wolfcore.game import facts as f
from wolfcore.metrics import RecordedGame, tables_of
from wolfcore.metrics.statement_audit import Fault, Verdict, audited

DEAL = "WWSXGVHV"
"""Wolves Ada and Bram, Seer Cleo, Witch Dan, Guard Elif, Villager Fay, Hunter Gil, Villager Hugo."""


FIRST = (
    night(1),
    f.Attacked(6),
    f.Checked(3, 1, "wolves"),
    f.Protected(5, 7),
    f.Victim(4, 6),
    f.Saved(4, 6),
    f.Poisoned(4, 8),
    dawn(1),
    *died(8, "poisoned"),
    f.Revealed(8, "Villager"),
    day(1),
)
SECOND = (*votes("3 3 2 2 3 3 3 ."), exiled(3), night(2), dawn(2), f.QuietNight(2), day(2))


def game(*facts: Said) -> RecordedGame:
    return written(DEAL, *FIRST, *facts)


def verdicts(*facts: Said) -> list[tuple[Verdict, Fault]]:
    return [(each.verdict, each.fault) for each in audited(tables_of(game(*facts)))]


@pytest.mark.parametrize(
    ("seat", "line", "verdict", "fault"),
    [
        (3, "I am the Seer.", "true", ""),
        (1, "I am the Seer.", "false", "fabrication"),
        (3, "I checked Ada last night and she is a wolf.", "true", ""),
        (3, "I checked Ada last night and she is good.", "false", ""),
        (1, "I checked Cleo last night and she is a wolf.", "false", "fabrication"),
        (3, "I checked Bram last night and he is a wolf.", "false", "fabrication"),
        (5, "I protected Gil last night.", "true", ""),
        (1, "I protected Gil last night.", "false", "fabrication"),
        (4, "I saved Fay last night.", "true", ""),
        (1, "I saved Fay last night.", "false", "fabrication"),
        (4, "I poisoned Hugo last night.", "true", ""),
        (1, "I poisoned Hugo last night.", "false", "fabrication"),
        (3, "Ada is a wolf.", "true", ""),
        (1, "Bram is a wolf.", "true", ""),
        (6, "Bram is a wolf.", "unsupported", ""),
        (3, "Bram is a wolf.", "unsupported", ""),
        (6, "Gil is a wolf.", "false", ""),
        (1, "Gil is good.", "true", ""),
        (6, "Gil is good.", "unsupported", ""),
        (6, "Hugo is good.", "true", ""),
        (6, "Bram is good.", "false", ""),
        (6, "Gil is the Hunter.", "unsupported", ""),
        (1, "Gil is the Hunter.", "unsupported", ""),
        (6, "Gil is the Witch.", "false", ""),
    ],
)
def test_a_statement_of_a_role_a_deed_or_a_side(
    seat: int, line: str, verdict: Verdict, fault: Fault
) -> None:
    assert verdicts(said(seat, line)) == [(verdict, fault)]


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("I suspect Bram because he voted for Cleo.", "true"),
        ("I suspect Bram because he voted for Fay.", "false"),
        ("I suspect Dan because he accused Gil.", "true"),
        ("I suspect Dan because he defended Gil.", "false"),
        ("I suspect Elif because she defended Gil.", "true"),
    ],
)
def test_a_reason_that_cites_a_ballot_or_earlier_words(line: str, verdict: Verdict) -> None:
    earlier = (said(4, "I suspect Gil."), said(5, "I trust Gil."))
    assert verdicts(*earlier, *SECOND, said(6, line)) == [(verdict, "")]


@pytest.mark.parametrize(
    ("seat", "line", "verdict"),
    [
        (1, "Bram and Cleo are wolves together.", "true"),
        (5, "Bram and Cleo are wolves together.", "unsupported"),
        (5, "Bram and Dan are wolves together.", "false"),
    ],
)
def test_a_pair_of_wolves_is_one_statement(seat: int, line: str, verdict: Verdict) -> None:
    told = written("WWWSVV", night(1), dawn(1), day(1), said(seat, line))
    assert [each.verdict for each in audited(tables_of(told))] == [verdict]


@pytest.mark.parametrize(
    "line",
    [
        "I suspect Bram.",
        "Bram is suspicious.",
        "I trust that Gil is good.",
        "I trust Gil.",
        "Is Bram a wolf?",
        "I think Bram is a wolf.",
        "Let us all claim.",
        "Hello everybody.",
        "Gil's plan is good.",
        "I dreamed that Bram was a wolf.",
        "Bram and Gil sit there and laugh at us.",
        "That settles Cleo's check, and the check was Gil, good.",
    ],
)
def test_opinions_questions_and_plans_are_no_statements(line: str) -> None:
    assert verdicts(said(6, line)) == []


def test_an_announced_ballot_is_compared_with_the_one_cast() -> None:
    calls = (said(1, "Vote for Cleo."), said(2, "Vote for Dan."), said(7, "Vote for Hugo."))
    # Hugo is dead, so that Gil had to vote otherwise.
    assert verdicts(*calls, *SECOND) == [("true", ""), ("false", "said against done")]
    assert summed("said_against_done", game(*calls, *SECOND)) == (1, 2, 0.5)


@pytest.mark.parametrize(
    "line",
    ["I give my vote where Dan gives.", "I vote with Dan.", "I have been voting against Dan."],
)
def test_a_ballot_that_follows_another_or_is_past_is_not_announced(line: str) -> None:
    assert verdicts(said(1, line), *SECOND) == []


def test_the_shares_and_counts_of_a_game() -> None:
    told = game(
        said(1, "I am the Seer. I checked Gil last night and he is a wolf."),
        said(3, "I am the Seer."),
        said(6, "Bram is a wolf."),
    )
    assert summed("statements_true", told) == (1, 4, 0.25)
    assert summed("statements_false", told) == (2, 4, 0.5)
    assert summed("statements_unsupported", told) == (1, 4, 0.25)
    assert value("fabrications", told) == 2
    shares = ("statements_true", "statements_false", "statements_unsupported")
    assert sum(value(name, told) or 0 for name in shares) == near(1)


NAMES = (
    "statements_true",
    "statements_false",
    "statements_unsupported",
    "fabrications",
    "said_against_done",
)


@pytest.mark.parametrize("name", NAMES)
def test_what_cannot_be_read_is_unknown_and_not_zero(name: str) -> None:
    line = said(1, "I am the Seer. Vote for Dan.")
    assert value(name, written(DEAL, *FIRST, line, *SECOND, language="de")) is None
    assert value(name, written(DEAL, *FIRST, line, *SECOND, untold=("Said",))) is None
    vague = [said(1, f"Bram glorfed Elif about the vote number {place}.") for place in range(12)]
    assert value(name, written(DEAL, *FIRST, *vague, line, *SECOND)) is None


@pytest.mark.parametrize("role", ROLES)
def test_every_role_tells_the_truth_of_itself_and_lies_of_others(role: str) -> None:
    letters = {"Werewolf": "W", "Villager": "V", "Seer": "S", "Doctor": "D", "Guard": "G",
               "Witch": "X", "Hunter": "H"}  # fmt: skip
    deal = letters[role] + "WSVDGXH".replace(letters[role], "") + "V"
    for other in ROLES:
        told = written(deal, night(1), dawn(1), day(1), said(1, f"I am the {other}."))
        found = [each.verdict for each in audited(tables_of(told))]
        assert found == ["true" if other == role else "false"]


def test_a_deed_that_the_log_does_not_record_is_no_statement() -> None:
    line = said(5, "I protected Gil last night.")
    assert value("statements_true", written(DEAL, *FIRST, line, untold=("Protected",))) is None
    secret = board_of(DEAL, ballots="secret")
    reason = said(6, "I suspect Bram because he voted for Cleo.")
    assert value("statements_true", written(DEAL, *FIRST, *SECOND, reason, board=secret)) is None
