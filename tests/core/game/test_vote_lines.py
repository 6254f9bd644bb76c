"""Lines with ballots: a voter may say one line, which is heard when the ballot is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.core.game.random_play import answer
from tests.core.game.table_talk import Table
from wolfcore.game import ALL, Answer, Ask, Entry, Game, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.game.asks import LINE_WORDS
from wolfcore.records.entries import decode_entry, encode_entries

SEVEN = "WWSGVVV"
ON: dict[str, Any] = {"vote_lines": True, "wolves_may_pass": True}


def saying(choices: dict[int, int], line: str) -> Callable[[Ask], Answer]:
    """Ballots by seat, each with this line and the seat's number; others abstain and say so."""
    return lambda ask: Answer(
        choices.get(ask.seat, 0), text=f"{line} {ask.seat}" if ask.seat in choices else "I pass."
    )


def vote_of(table: Table, ballot: str) -> list[tuple[int, int, str]]:
    """The voters, targets and lines of a ballot, in order."""
    return [(v.voter, v.target, v.line) for v in table.facts(f.Voted) if v.ballot == ballot]


@pytest.mark.parametrize("ballots", ["public", "heard"])
def test_a_line_belongs_to_its_ballot_in_vote_and_runoff(ballots: str) -> None:
    table = Table(SEVEN, **ON, ballots=ballots, tie="runoff").play(
        {"d1.vote": saying({1: 2, 2: 1}, "Since"), "d1.vote2": saying({3: 2, 4: 2}, "Now")},
        until="n2",
    )
    assert vote_of(table, "vote")[:3] == [(1, 2, "Since 1"), (2, 1, "Since 2"), (3, 0, "I pass.")]
    assert vote_of(table, "runoff")[:3] == [(3, 2, "Now 3"), (4, 2, "Now 4"), (5, 0, "I pass.")]
    assert not [said for said in table.facts(f.Said) if said.kind not in ("speak", "plead")]
    assert set(table.told(f.Voted)) == {ALL}


@pytest.mark.parametrize(
    "settings", [{"vote_lines": False}, {"ballots": "secret"}, {"ballots": "heard"}]
)
def test_where_lines_are_heard(settings: dict[str, Any]) -> None:
    table = Table(SEVEN, **(ON | settings)).play({"d1.vote": saying({1: 2}, "Since")}, until="n2")
    heard = settings == {"ballots": "heard"}
    assert [line for _, _, line in vote_of(table, "vote")][:1] == (["Since 1"] if heard else [""])


def test_no_line_comes_with_a_straw_ballot_or_an_election() -> None:
    led: dict[str, Any] = {"sheriff": "candidates", "straw_vote": "shown"}
    words = {
        "d1.run": saying({1: 1, 2: 1}, "I run"),
        "d1.elect": saying({3: 1, 4: 1}, "For"),
        "d1.lean": saying({1: 2}, "Lean"),
        "d1.vote": saying({1: 2}, "Since"),
    }
    table = Table(SEVEN, **ON, **led).play(words, until="n2")
    lines = {(voted.ballot, bool(voted.line)) for voted in table.facts(f.Voted)}
    assert {("elect", False), ("lean", False), ("vote", True)} == lines


def test_a_line_is_one_line_and_bounded() -> None:
    table = Table(SEVEN, **ON).play({"d1.vote": Answer(0, text="so\n" * 40)}, until="n2")
    assert vote_of(table, "vote")[0] == (1, 0, " ".join(["so"] * LINE_WORDS) + "…")


def test_nobody_hears_a_line_before_all_ballots_are_in() -> None:
    """Where all vote at once, views of the voters differ by no line while they are asked."""
    games = [Game(make_spec(get_board("classic9"), 4)) for _ in range(2)]
    for game, mark in zip(games, ("one", "two"), strict=True):
        while game.asks and game.asks[0].kind != "vote":
            game.submit({ask.id: answer(ask, 4, 9) for ask in game.asks})
        assert {ask.seat for ask in game.asks} == set(game.state.voters), "all are asked together"
        for seat in range(1, 10):
            facts = game.view(seat).facts
            began = max(place for place, fact in enumerate(facts) if isinstance(fact, f.Began))
            assert not [fact for fact in facts[began:] if isinstance(fact, f.Voted)]
        game.submit({ask.id: Answer(ask.options[0], text=mark) for ask in game.asks})
    first, second = (
        [entry.fact for entry in game.log if isinstance(entry.fact, f.Voted) and entry.fact.line]
        for game in games
    )
    assert {fact.line for fact in first} == {"one"}
    assert {fact.line for fact in second} == {"two"}
    for seat in range(10):
        known = [
            [fact for fact in game.view(seat).facts if not isinstance(fact, f.Voted)]
            for game in games
        ]
        assert known[0] == known[1]


@pytest.mark.parametrize("line", ["", "Since he lied."])
def test_a_ballot_without_a_line_keeps_its_bytes(line: str) -> None:
    voted = f.Voted(3, 2, "vote", line)
    written = encode_entries([Entry(ALL, voted)])
    assert (b'"line"' in written) == bool(line)
    assert decode_entry(written.strip()).fact == voted
