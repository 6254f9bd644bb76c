"""The election of the sheriff: who stands, who votes, and how it may come to nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.game.table_talk import Table, ballots, by_seat
from wolfcore.game import ALL, MODERATOR
from wolfcore.game import facts as f

SEVEN = "WWSGVVV"
OPEN: dict[str, Any] = {"sheriff": "candidates", "wolves_may_pass": True}
DRAWN: dict[str, Any] = {
    "sheriff": "drawn 3",
    "wolves_may_pass": True,
    "chance": {"candidates": (6, 2, 7)},
}


def test_the_election_is_held_once_after_the_first_dawn() -> None:
    table = Table(SEVEN, **OPEN).play({}, until="n3")
    assert [(fact.day, fact.phase) for fact in table.facts(f.Began)][:5] == [
        (0, "setup"), (1, "night"), (1, "dawn"), (1, "election"), (1, "discussion"),
    ]  # fmt: skip
    assert [fact.phase for fact in table.facts(f.Began)].count("election") == 1


def test_running_is_asked_of_all_living_in_one_batch() -> None:
    table = Table(SEVEN, sheriff="candidates").play({"kill": 3}, until="d1.run")
    assert table.out() == ["d1.run.1", "d1.run.2", "d1.run.4", "d1.run.5", "d1.run.6", "d1.run.7"]
    assert {ask.options for ask in table.game.asks} == {(0, 1)}


def test_nobody_runs() -> None:
    table = Table(SEVEN, **OPEN).play({}, until="d2.vote")
    assert table.badges == [(0, "nobody_ran")]
    assert table.fact(f.Candidates).seats == ()
    assert not table.asked("order")


def test_one_runs_and_is_sheriff_without_speech_or_ballot() -> None:
    table = Table(SEVEN, **OPEN).play({"run": by_seat(s4=1)}, until="d1.order")
    assert table.badges == [(4, "unopposed")]
    assert not table.asked("campaign")
    assert not table.asked("elect")


def test_everybody_runs_where_candidates_may_not_vote() -> None:
    table = Table(SEVEN, **OPEN).play({"run": 1}, until="d1.speak")
    assert table.badges == [(0, "everybody_ran")]
    assert table.fact(f.Candidates).seats == (1, 2, 3, 4, 5, 6, 7)
    assert not table.asked("campaign")


def test_everybody_runs_where_candidates_vote() -> None:
    table = Table(SEVEN, candidates_vote=True, **OPEN).play(
        {"run": 1, "elect": ballots("3 3 3 3 1 1 1")}, until="d1.order"
    )
    assert table.badges == [(3, "elected")]


def test_candidates_speak_in_seat_order() -> None:
    table = Table(SEVEN, **OPEN).play(
        {"run": by_seat(s6=1, s2=1, s4=1), "campaign": "me"}, until="d1.elect"
    )
    assert table.spoke("campaign") == [2, 4, 6]
    assert table.ids[-4:-1] == [["d1.campaign.2"], ["d1.campaign.4"], ["d1.campaign.6"]]


def test_drawn_candidates_speak_in_draw_order_and_nobody_is_asked_to_run() -> None:
    table = Table(SEVEN, **DRAWN).play({}, until="d1.elect")
    assert table.spoke("campaign") == [6, 2, 7]
    assert not table.asked("run")


def test_candidates_are_drawn_from_the_living_who_may_lead() -> None:
    drawn = {
        seat
        for seed in range(20)
        for seat in Table(SEVEN, sheriff="drawn 3", seed=seed, people=(4,), people_may_lead=False)
        .play({"kill": 3}, until="d1.elect")
        .fact(f.Candidates)
        .seats
    }
    assert drawn == {1, 2, 5, 6, 7}


def test_all_are_drawn_where_fewer_than_k_may_lead() -> None:
    table = Table(
        SEVEN,
        sheriff="drawn 3",
        people=(1, 2, 3, 4, 5),
        people_may_lead=False,
        wolves_may_pass=True,
    )
    table.play({}, until="d1.elect")
    assert set(table.fact(f.Candidates).seats) == {6, 7}
    nobody = Table(
        "WVVV", sheriff="drawn 3", people=(1, 2, 3, 4), people_may_lead=False, wolves_may_pass=True
    )
    assert nobody.play({}, until="d1.speak").badges == [(0, "nobody_ran")]


def test_one_drawn_is_sheriff_at_once() -> None:
    table = Table(SEVEN, sheriff="drawn 1", chance={"candidates": (5,)}, wolves_may_pass=True).play(
        {}, until="d1.order"
    )
    assert table.badges == [(5, "unopposed")]


def test_all_drawn_where_candidates_may_not_vote() -> None:
    table = Table(SEVEN, sheriff="drawn 9", wolves_may_pass=True).play({}, until="d1.speak")
    assert table.badges == [(0, "everybody_ran")]


def test_people_who_may_not_lead_are_not_asked_to_run_but_vote() -> None:
    table = Table(SEVEN, people=(4,), people_may_lead=False, **OPEN).play(
        {"run": by_seat(s1=1, s2=1)}, until="d1.elect"
    )
    assert "d1.run.4" not in table.asked("run")
    assert "d1.elect.4" in table.out()


def test_people_may_lead_by_default() -> None:
    table = Table(SEVEN, people=(4,), **OPEN).play({"run": by_seat(s4=1)}, until="d1.order")
    assert table.badges == [(4, "unopposed")]


@pytest.mark.parametrize(
    ("candidates_vote", "voters"), [(False, [1, 3, 4, 5]), (True, [1, 2, 3, 4, 5, 6, 7])]
)
@pytest.mark.parametrize("vote_self", [False, True])
def test_who_votes_for_whom(candidates_vote: bool, voters: list[int], vote_self: bool) -> None:
    table = Table(SEVEN, candidates_vote=candidates_vote, vote_self=vote_self, **DRAWN).play(
        {}, until="d1.elect"
    )
    assert [ask.seat for ask in table.game.asks] == voters
    assert {ask.options for ask in table.game.asks} == {(0, 2, 6, 7)}


def test_the_election_obeys_abstain() -> None:
    table = Table(SEVEN, abstain=False, **DRAWN).play({}, until="d1.elect")
    assert {ask.options for ask in table.game.asks} == {(2, 6, 7)}


def test_all_abstain() -> None:
    table = Table(SEVEN, **DRAWN).play({"elect": 0}, until="d1.speak")
    assert table.badges == [(0, "nobody_voted")]


def test_the_most_ballots_win() -> None:
    table = Table(SEVEN, **DRAWN).play({"elect": ballots("6 - 2 2 -")}, until="d1.order")
    assert table.badges == [(2, "elected")]


def test_the_tied_speak_again_and_are_voted_on_again() -> None:
    table = Table(SEVEN, **DRAWN).play({"d1.elect": ballots("6 - 6 2 2")}, until="d1.elect2")
    assert table.spoke("campaign") == [6, 2, 7, 6, 2]
    assert table.asked("campaign")[-2:] == ["d1.campaign2.6", "d1.campaign2.2"]
    assert [ask.seat for ask in table.game.asks] == [1, 3, 4, 5, 7]
    assert {ask.options for ask in table.game.asks} == {(0, 2, 6)}


def test_the_second_ballot_may_elect() -> None:
    table = Table(SEVEN, **DRAWN).play(
        {"d1.elect": ballots("6 - 6 2 2"), "d1.elect2": ballots("6 - 6 2 2 - 6")}, until="d1.order"
    )
    assert table.badges == [(6, "elected")]


def test_a_second_tie_leaves_no_sheriff() -> None:
    table = Table(SEVEN, **DRAWN).play(
        {"d1.elect": ballots("6 - 6 2 2"), "d1.elect2": ballots("6 - 6 2 2")}, until="d1.speak"
    )
    assert table.badges == [(0, "tied")]
    assert not table.asked("order")


def test_all_abstain_in_the_second_ballot() -> None:
    table = Table(SEVEN, **DRAWN).play(
        {"d1.elect": ballots("6 - 6 2 2"), "d1.elect2": 0}, until="d1.speak"
    )
    assert table.badges == [(0, "nobody_voted")]


def test_the_tied_vote_again_where_candidates_vote() -> None:
    table = Table(SEVEN, candidates_vote=True, **DRAWN).play(
        {"d1.elect": ballots("6 2 - - - 6 2")}, until="d1.elect2"
    )
    assert [ask.seat for ask in table.game.asks] == [1, 2, 3, 4, 5, 6, 7]
    assert {ask.options for ask in table.game.asks} == {(0, 2, 6)}


@pytest.mark.parametrize(
    "switches",
    [
        {"tie": "random"},
        {"tie": "runoff"},
        {"vote": "majority"},
        {"vote": "plurality_pass"},
        {"sheriff_weight": 9},
    ],
)
def test_the_election_obeys_neither_tie_nor_vote_nor_weight(switches: dict[str, Any]) -> None:
    tied = Table(SEVEN, **DRAWN, **switches).play(
        {"elect": ballots("6 - 6 2 2 - -")}, until="d1.speak"
    )
    assert tied.badges == [(0, "tied")]
    assert not tied.facts(f.TieBroken)
    few = Table(SEVEN, **DRAWN, **switches).play({"elect": ballots("6 - - - -")}, until="d1.order")
    assert few.badges == [(6, "elected")]


@pytest.mark.parametrize(
    ("seen", "audience", "batches"),
    [("public", ALL, 1), ("secret", MODERATOR, 1), ("heard", ALL, 4)],
)
def test_the_election_obeys_ballots(seen: str, audience: f.Audience, batches: int) -> None:
    table = Table(SEVEN, ballots=seen, **DRAWN).play(
        {"elect": ballots("6 - 6 2 6")}, until="d1.order"
    )
    assert table.told(f.Voted) == [audience] * 4
    assert len([batch for batch in table.batches if batch[0].kind == "elect"]) == batches
    assert [(fact.voter, fact.target, fact.ballot) for fact in table.facts(f.Voted)] == [
        (1, 6, "elect"), (3, 6, "elect"), (4, 2, "elect"), (5, 6, "elect"),
    ]  # fmt: skip


def test_the_dead_of_the_first_night_neither_stand_nor_vote() -> None:
    table = Table(SEVEN, sheriff="candidates").play(
        {"kill": 7, "run": by_seat(s1=1, s2=1)}, until="d1.elect"
    )
    assert [ask.seat for ask in table.game.asks] == [3, 4, 5, 6]
