"""The defence: who was named most today speaks once more before the ballots, and nobody does where
nobody was named."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.game.random_play import answer, played
from tests.core.game.table_talk import Table
from wolfcore.game import ALL, MODERATOR, Game, board_names, get_board, make_spec, read_board
from wolfcore.game import facts as f

SEVEN = "WWSGVVV"
ON: dict[str, Any] = {"defence": "most_named", "wolves_may_pass": True}


def stood(table: Table) -> list[tuple[int, int]]:
    """Who stood at the block on each day that had a defence, and named in how many speeches."""
    return [(fact.seat, fact.speeches) for fact in table.facts(f.MostNamed)]


def day_1(words: dict[str, Any], **settings: Any) -> Table:
    """A first day after a quiet night, with these words by ask id."""
    return Table(SEVEN, **ON, **settings).play(words, until="d1.vote")


def test_the_most_named_speaks_once_more_right_before_the_ballots() -> None:
    table = day_1(
        {
            "d1.speak.1": "I suspect 5",
            "d1.speak.2": "6 it is",
            "d1.speak.7": "5, why?",
            "d1.defend.5": "Not me!",
        }
    )
    assert stood(table) == [(5, 2)]
    assert table.ids[-2:] == [["d1.defend.5"], [f"d1.vote.{seat}" for seat in range(1, 8)]]
    assert table.options("d1.defend.5") == (0,)
    assert [(entry.to, entry.fact) for entry in table.game.log[-4:]] == [
        (ALL, f.Began(1, "defence")),
        (ALL, f.MostNamed(5, 2)),
        (ALL, f.Said(5, "defend", "Not me!")),
        (ALL, f.Began(1, "vote")),
    ]


def test_names_count_as_numbers_do_and_a_speech_counts_once() -> None:
    table = Table(SEVEN, **ON)
    name = table.game.spec.names[5]
    said = {
        "d1.speak.1": f"4, and 4 again, and once more 4: {name}",
        "d1.speak.2": f"{name.upper()}?",
    }
    assert stood(table.play(said, until="d1.vote")) == [(6, 2)]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (
            {"d1.speak.6": "6 6 6, I am 6", "d1.speak.7": "3"},
            3,
        ),  # what a seat says of itself is no naming
        (
            {"d1.speak.1": "7 or 2", "d1.speak.3": "2 or 7"},
            2,
        ),  # of several the first in speaking order
        ({"d1.speak.7": "5", "d1.speak.6": "4"}, 4),
        ({"d1.speak.3": "In night 1, on Day 1 and in nights 2 and 7", "d1.speak.4": "7"}, 7),
        ({"d1.speak.1": "66, 6th and x6", "d1.speak.2": "2"}, 0),
        ({}, 0),
    ],
)
def test_who_is_named_most(words: dict[str, str], named: int) -> None:
    table = day_1(words)
    assert [seat for seat, _ in stood(table)] == ([named] if named else [])


def test_where_nobody_is_named_nothing_happens() -> None:
    table = day_1({"d1.speak.1": "Good morning."})
    assert not table.asked("defend")
    assert [fact.phase for fact in table.facts(f.Began)][-2:] == ["discussion", "vote"]


def test_ties_go_by_the_order_of_that_day() -> None:
    words = {"d1.speak.1": "5", "d1.speak.2": "3"}
    assert stood(day_1(words)) == [(3, 1)]
    drawn: dict[str, Any] = {
        "discussion": "shuffled_once",
        "chance": {"order": (7, 5, 6, 4, 3, 2, 1)},
    }
    assert stood(day_1(words, **drawn)) == [(5, 1)]


def test_ties_where_a_sheriff_leads_go_by_his_order_and_his_summary_counts() -> None:
    led: dict[str, Any] = {
        "sheriff": "appointed",
        "chance": {"appointed": (4,)},
        "straw_vote": "shown",
    }
    table = day_1({"d1.speak.6": "3 or 7", "order": 0, "summarise": "1 or 7"}, **led)
    assert stood(table) == [(7, 2)]
    assert [batch[0].partition(".")[2].partition(".")[0] for batch in table.ids[-4:]] == [
        "lean",
        "summarise",
        "defend",
        "vote",
    ]
    tied = day_1({"d1.speak.6": "3 or 7", "order": 0}, **led)
    assert stood(tied) == [(3, 1)]


def test_the_sheriff_may_stand_at_the_block_after_the_summary() -> None:
    led: dict[str, Any] = {"sheriff": "appointed", "chance": {"appointed": (4,)}}
    assert stood(day_1({"speak": "4", "summarise": "Me?"}, **led)) == [(4, 6)]


def test_only_the_living_count_and_only_the_living_are_named() -> None:
    table = Table(SEVEN, **ON, last_words="exile_and_first_night")
    words = {
        "n1.kill": 3,
        "d1.last_words.3": "6!",
        "d1.speak.1": "3",
        "d1.speak.2": "3",
        "d1.speak.4": "5",
    }
    assert stood(table.play(words, until="d1.vote")) == [(5, 1)]


def test_words_of_yesterday_do_not_count() -> None:
    table = Table(SEVEN, **ON).play({"d1.speak": "6", "d2.speak.1": "2"}, until="d2.vote")
    assert stood(table) == [(6, 6), (2, 1)]
    silent = Table(SEVEN, **ON).play({"d1.speak": "6"}, until="d2.vote")
    assert stood(silent) == [(6, 6)]


def test_a_campaign_is_a_speech_of_the_day() -> None:
    table = Table(SEVEN, **ON, sheriff="drawn 2", chance={"candidates": (6, 2)})
    assert stood(table.play({"d1.campaign.6": "5 is a wolf", "d1.elect": 2}, until="d1.vote")) == [
        (5, 1)
    ]


def test_turns_that_were_bid_for_count_each() -> None:
    table = Table(SEVEN, **ON, discussion="bids", discussion_turns=4)
    bids = {
        "d1.bid.1": 4,
        "d1.speak.1": "6",
        "d1.bid2.2": 4,
        "d1.speak2.2": "3",
        "d1.bid3.1": 4,
        "d1.speak3.1": "6",
    }
    assert stood(table.play(bids, until="d1.vote")) == [(6, 2)]


def test_suspicions_before_the_vote_hold_what_was_said_in_defence() -> None:
    table = day_1({"d1.speak.1": "4"}, suspicions="before_vote")
    assert [batch[0] for batch in table.ids[-2:]] == ["d1.defend.4", "d1.vote.1.suspect"]
    every = day_1({"d1.speak.1": "4"}, suspicions="before_every_ask")
    assert [batch[0] for batch in every.ids[-3:]] == [
        "d1.defend.4.suspect",
        "d1.defend.4",
        "d1.vote.1.suspect",
    ]


def test_who_says_nothing_at_the_block_is_told_to_say_nothing() -> None:
    table = day_1({"d1.speak.1": "4"})
    assert table.facts(f.Said)[-1] == f.Said(4, "defend", "")


def test_the_runoff_follows_as_ever() -> None:
    words: dict[str, Any] = {
        "d1.speak.1": "4",
        "d1.defend.4": "Take 5.",
        "d1.vote.1": 4,
        "d1.vote.2": 5,
    }
    table = Table(SEVEN, **ON, tie="runoff").play(words, until="n2")
    assert (table.spoke("defend"), table.spoke("plead")) == ([4], [4, 5])


@pytest.mark.parametrize("name", board_names())
def test_a_seat_is_named_on_boards_with_a_defence_alone(name: str) -> None:
    board = get_board(name)
    game = played(make_spec(board, 2))
    met = any(isinstance(entry.fact, f.MostNamed) for entry in game.log)
    assert met == (board.switches.defence != "none")


def test_a_board_of_ones_own_may_have_it() -> None:
    assert (
        read_board('base = "sla7"\n[switches]\ndefence = "most_named"', "x.toml").switches.defence
        == "most_named"
    )
    assert (
        read_board('base = "duel6"\n[switches]\ndefence = "none"', "x.toml").switches.defence
        == "none"
    )


def test_a_thought_at_the_block_is_the_moderators_alone() -> None:
    """Everybody learns the same of a defence: the words, and nothing that came with them."""
    games = [Game(make_spec(get_board("duel6"), 4)) for _ in range(2)]
    for game, mark in zip(games, ("one", "two"), strict=True):
        while game.asks:
            given = {
                ask.id: answer(ask, 4, 6, mark=mark if ask.kind == "defend" else "")
                for ask in game.asks
            }
            game.submit(given)
    assert games[0].log != games[1].log
    apart = [
        entry for entry, other in zip(games[0].log, games[1].log, strict=True) if entry != other
    ]
    assert apart
    assert {entry.to for entry in apart} == {MODERATOR}
    for seat in range(7):
        assert games[0].view(seat).facts == games[1].view(seat).facts
