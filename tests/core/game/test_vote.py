"""The day's vote: ballots, weights, ties and runoffs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.game.table_talk import Table, ballots
from wolfcore.game import ALL, MODERATOR
from wolfcore.game import facts as f

SEVEN = "WWSGVVV"
QUIET: dict[str, Any] = {"wolves_may_pass": True}


def exiled(votes: str, runoff: str | None = None, letters: str = SEVEN, **switches: Any) -> int:
    """Who is exiled on day 1 by these ballots, after a quiet night."""
    answers = {"d1.vote": ballots(votes)} | (
        {"d1.vote2": ballots(runoff)} if runoff is not None else {}
    )
    return Table(letters, **QUIET, **switches).play(answers, until="n2").exiled[0]


def sheriff(seat: int) -> dict[str, Any]:
    """Settings under which `seat` is sheriff."""
    return {"sheriff": "appointed", "chance": {"appointed": (seat,)}}


# -- who may vote for whom


@pytest.mark.parametrize(
    ("switches", "options"),
    [
        ({}, (0, 1, 3, 4)),
        ({"abstain": False}, (1, 3, 4)),
        ({"vote_self": True}, (0, 1, 2, 3, 4)),
        ({"abstain": False, "vote": "plurality_pass"}, (0, 1, 3, 4)),
        ({"abstain": False, "vote": "majority"}, (1, 3, 4)),
    ],
)
def test_the_options_of_a_ballot(switches: dict[str, Any], options: tuple[int, ...]) -> None:
    table = Table("WVVV", **QUIET, **switches).play({}, until="d1.vote")
    assert table.options("d1.vote.2") == options


def test_the_dead_have_no_ballot_and_are_no_target() -> None:
    table = Table(SEVEN).play({"kill": 3}, until="d1.vote")
    assert [ask.seat for ask in table.game.asks] == [1, 2, 4, 5, 6, 7]
    assert all(3 not in ask.options for ask in table.game.asks)


def test_a_saved_player_stays_in_every_list() -> None:
    table = Table(SEVEN).play({"kill": 7, "protect": 7}, until="d1.vote")
    assert table.spoke() == [1, 2, 3, 4, 5, 6, 7]
    assert 7 in table.options("d1.vote.1")
    assert [ask.seat for ask in table.game.asks] == [1, 2, 3, 4, 5, 6, 7]
    assert 7 in table.play({}, until="n2").options("n2.kill.1")


def test_every_round_has_its_own_ballots() -> None:
    table = Table(SEVEN, **QUIET).play({"d1.vote": ballots("7 7 7")}, until="d2.vote")
    assert table.exiled == [7]
    assert table.play({"d2.vote": ballots("- - - 6 - -")}, until="n3").exiled == [7, 6]


# -- how ballots are seen


@pytest.mark.parametrize(
    ("seen", "audience", "batches"),
    [("public", ALL, 1), ("secret", MODERATOR, 1), ("heard", ALL, 7)],
)
def test_how_ballots_are_seen(seen: str, audience: f.Audience, batches: int) -> None:
    table = Table(SEVEN, ballots=seen, **QUIET).play({"d1.vote": ballots("3 3 4")}, until="n2")
    assert table.told(f.Voted) == [audience] * 7
    assert len([batch for batch in table.batches if batch[0].kind == "vote"]) == batches
    assert table.exiled == [3]


def test_heard_ballots_are_given_in_speaking_order() -> None:
    order = (3, 1, 2, 7, 5, 4, 6)
    table = Table(
        SEVEN, ballots="heard", discussion="shuffled_once", chance={"order": order}, **QUIET
    )
    table.play({}, until="d1.vote.2")
    assert [fact.voter for fact in table.facts(f.Voted)] == [3, 1]
    table.play({}, until="n2")
    assert [fact.voter for fact in table.facts(f.Voted)] == list(order)


def test_public_ballots_are_shown_together_after_all() -> None:
    table = Table(SEVEN, **QUIET).play({}, until="d1.vote")
    assert len(table.game.asks) == 7
    assert not table.facts(f.Voted)


# -- plurality


def test_abstentions_do_not_count_under_plurality() -> None:
    assert exiled("- - - - - - 1") == 1


def test_all_abstain() -> None:
    assert exiled("") == 0
    assert exiled("", vote="plurality_pass") == 0
    assert exiled("", vote="majority") == 0


@pytest.mark.parametrize(
    ("votes", "gone"),
    [
        ("3 3 1 1 1 - -", 1),
        ("3 3 1 - - - -", 0),
        ("3 3 - - 3 - -", 0),
        ("3 3 - - 3 3 -", 3),
        ("3 3 1 1 - 4 -", 0),
        ("- - - - - - 1", 0),
    ],
)
def test_no_one_is_a_candidate_under_plurality_pass(votes: str, gone: int) -> None:
    assert exiled(votes, vote="plurality_pass") == gone


def test_a_tie_with_no_one_is_not_drawn_or_run_off() -> None:
    for tie in ("random", "runoff"):
        table = Table("WVVV", vote="plurality_pass", tie=tie, **QUIET).play(
            {"d1.vote": ballots("2 - - 2")}, until="n2"
        )
        assert table.exiled == [0]
        assert not table.facts(f.TieBroken)


@pytest.mark.parametrize(
    ("votes", "gone"),
    [("- 1 1 1 - - -", 0), ("- 1 1 1 1 - -", 1), ("2 1 1 1 1 2 2", 1), ("2 1 1 1 4 2 2", 0)],
)
def test_a_majority_is_more_than_half_of_the_living(votes: str, gone: int) -> None:
    assert exiled(votes, vote="majority") == gone


def test_half_is_no_majority() -> None:
    table = Table(SEVEN, vote="majority").play(
        {"kill": 7, "d1.vote": ballots("- 1 1 1 - -")}, until="n2"
    )
    assert table.exiled == [0]


def test_the_sheriffs_weight_counts_in_a_majority() -> None:
    assert exiled("- - 1 1 1 - -", vote="majority", sheriff_weight=6, **sheriff(3)) == 1
    assert exiled("- - 1 1 1 - -", vote="majority", sheriff_weight=4, **sheriff(3)) == 0


def test_without_a_majority_only_a_tie_at_the_top_runs_off() -> None:
    plain = Table(SEVEN, vote="majority", tie="runoff", **QUIET).play(
        {"d1.vote": ballots("2 1 1 1 - - 2")}, until="n2"
    )
    assert plain.exiled == [0]
    assert not plain.asked("plead")
    tied = Table(SEVEN, vote="majority", tie="runoff", **QUIET).play(
        {"d1.vote": ballots("2 1 1 - - - 2")}, until="d1.vote2"
    )
    assert tied.asked("plead") == ["d1.plead.1", "d1.plead.2"]


def test_a_tie_is_never_drawn_under_majority() -> None:
    assert exiled("2 1 1 1 2 2 -", vote="majority", tie="random") == 0


# -- weight


@pytest.mark.parametrize(
    ("weight", "votes", "gone"),
    [
        (2, "5 5 6 6 - - -", 0),
        (3, "5 5 6 6 - - -", 6),
        (3, "5 5 6 - - - -", 5),
        (4, "5 5 6 - - - -", 0),
        (0, "- - 6 - - - -", 0),
        (1, "5 - 6 - - - -", 5),
    ],
)
def test_ballots_are_counted_in_halves(weight: int, votes: str, gone: int) -> None:
    assert exiled(votes, sheriff_weight=weight, **sheriff(3)) == gone


def test_the_weight_is_the_living_sheriffs_only() -> None:
    table = Table(SEVEN, sheriff_weight=3, badge_on_death="lost", **sheriff(3), **QUIET)
    table.play({"d1.vote": 3, "d2.vote": ballots("5 5 - 6 - - 6")}, until="n3")
    assert table.exiled == [3, 0]


# -- ties


def test_a_tie_exiles_nobody_by_default() -> None:
    assert exiled("3 3 1 1 - - -") == 0


def test_a_random_tie_is_drawn_among_the_tied_and_told_to_all() -> None:
    drawn = set[int]()
    for seed in range(12):
        table = Table(SEVEN, tie="random", seed=seed, **QUIET).play(
            {"d1.vote": ballots("3 3 1 1 - - 7")}, until="n2"
        )
        assert table.fact(f.TieBroken).among == (1, 3)
        assert table.told(f.TieBroken) == [ALL]
        assert table.exiled == [table.fact(f.TieBroken).seat]
        drawn |= {table.exiled[0]}
    assert drawn == {1, 3}


def test_a_random_tie_may_be_forced() -> None:
    assert exiled("3 3 1 1 - - -", tie="random", chance={"tie.d1": (3,)}) == 3


def test_in_a_runoff_the_tied_plead_and_do_not_vote_and_only_they_are_options() -> None:
    table = Table(SEVEN, tie="runoff", **QUIET).play(
        {"d1.vote": ballots("3 3 1 1 - - -")}, until="d1.vote2"
    )
    assert table.spoke("plead") == [1, 3]
    assert table.ids[-3:-1] == [["d1.plead.1"], ["d1.plead.3"]]
    assert table.out() == ["d1.vote2.2", "d1.vote2.4", "d1.vote2.5", "d1.vote2.6", "d1.vote2.7"]
    assert {ask.options for ask in table.game.asks} == {(0, 1, 3)}


def test_a_runoff_decides() -> None:
    assert exiled("3 3 1 1 - - -", "- 3 - 1 1 - -", tie="runoff") == 1


def test_a_second_tie_exiles_nobody() -> None:
    assert exiled("3 3 1 1 - - -", "- 3 - 1 - - -", tie="runoff") == 0


def test_all_abstain_in_a_runoff() -> None:
    assert exiled("3 3 1 1 - - -", "", tie="runoff") == 0


def test_a_runoff_of_everyone_has_nobody_left_to_vote() -> None:
    table = Table("WVVV", tie="runoff", **QUIET).play({"d1.vote": ballots("2 3 4 1")}, until="n2")
    assert table.exiled == [0]
    assert table.asked("vote") == ["d1.vote.1", "d1.vote.2", "d1.vote.3", "d1.vote.4"]


def test_a_runoff_obeys_abstain() -> None:
    table = Table(SEVEN, tie="runoff", abstain=False, **QUIET)
    table.play({"d1.vote": ballots("3 3 1 1 3 1 5")}, until="d1.vote2")
    assert {ask.options for ask in table.game.asks} == {(1, 3)}


@pytest.mark.parametrize(
    ("seen", "audience", "batches"),
    [("public", ALL, 1), ("secret", MODERATOR, 1), ("heard", ALL, 5)],
)
def test_a_runoff_obeys_ballots(seen: str, audience: f.Audience, batches: int) -> None:
    table = Table(SEVEN, tie="runoff", ballots=seen, **QUIET)
    table.play(
        {"d1.vote": ballots("3 3 1 1 - - -"), "d1.vote2": ballots("- 3 - 3 - - -")}, until="n2"
    )
    assert [entry.to for entry in table.entries(f.Voted)] == [audience] * 12
    assert [fact.ballot for fact in table.facts(f.Voted)] == ["vote"] * 7 + ["runoff"] * 5
    assert len([batch for batch in table.batches if batch[0].id.startswith("d1.vote2")]) == batches
    assert table.exiled == [3]


@pytest.mark.parametrize(("weight", "gone"), [(2, 0), (3, 1), (1, 3)])
def test_a_runoff_obeys_the_weight(weight: int, gone: int) -> None:
    assert (
        exiled("3 3 1 - 1 - -", "- 3 - 1 - - -", tie="runoff", sheriff_weight=weight, **sheriff(4))
        == gone
    )


def test_a_runoff_needs_no_majority() -> None:
    assert exiled("3 3 1 1 - - -", "- 3 - - - - -", vote="majority", tie="runoff") == 3


def test_no_second_summary_before_a_runoff() -> None:
    table = Table(SEVEN, tie="runoff", straw_vote="shown", **sheriff(5), **QUIET)
    table.play({"d1.vote": ballots("3 3 1 1 - - -")}, until="n2")
    assert table.asked("summarise") == ["d1.summarise.5"]
    assert len(table.asked("lean")) == 7


def test_the_tied_plead_in_speaking_order() -> None:
    table = Table(SEVEN, tie="runoff", **sheriff(4), **QUIET)
    table.play({"order": 0, "d1.vote": ballots("3 3 1 1 - - -")}, until="d1.vote2")
    assert table.spoke("plead") == [3, 1]


def test_the_result_is_told_also_where_nobody_goes() -> None:
    table = Table(SEVEN, **QUIET).play({}, until="n2")
    assert [(entry.to, entry.fact) for entry in table.entries(f.Exiled)] == [(ALL, f.Exiled(0))]
