"""The round of replies: before the ballots up to three seats that were named after their own last
speech of the day say one line, and nobody does where nobody was."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.game.table_talk import Table
from wolfcore.game import ALL
from wolfcore.game import facts as f
from wolfcore.game.asks import LINE_CHARACTERS, LINE_WORDS, one_line

SEVEN = "WWSGVVV"
ON: dict[str, Any] = {"defence": "replies", "wolves_may_pass": True}


def day_1(words: dict[str, Any], **settings: Any) -> Table:
    """A first day after a quiet night, with these words by ask id."""
    return Table(SEVEN, **ON, **settings).play(words, until="d1.vote")


def called(table: Table) -> list[tuple[int, int]]:
    """Who may reply, in order, and in how many speeches each was named."""
    return [(fact.seat, fact.speeches) for fact in table.facts(f.MostNamed)]


@pytest.mark.parametrize(
    ("words", "replying"),
    [
        ({"d1.speak.3": "1", "d1.speak.4": "1 or 2", "d1.speak.5": "6"}, [(1, 2), (2, 1)]),
        # Named before one's own turn: the turn was the place to answer.
        ({"d1.speak.3": "5 and 6", "d1.speak.4": "7"}, []),
        ({"d1.speak.2": "3", "d1.speak.3": "2", "d1.speak.4": "3"}, [(2, 1), (3, 1)]),
        # Four are named: those named most, and of the others the first in speaking order.
        (
            {"d1.speak.5": "4 3 2 1", "d1.speak.6": "4", "d1.speak.7": "3 4"},
            [(4, 3), (3, 2), (1, 1)],
        ),
        ({"d1.speak.6": "6 6, I am 6", "d1.speak.7": "On day 1 and in night 2"}, []),
        ({}, []),
    ],
)
def test_who_replies_and_in_which_order(
    words: dict[str, str], replying: list[tuple[int, int]]
) -> None:
    table = day_1(words)
    assert called(table) == replying
    assert table.asked("defend") == [f"d1.defend.{seat}" for seat, _ in replying]
    phases = [fact.phase for fact in table.facts(f.Began)]
    assert ("defence" in phases) == bool(replying)


def test_a_reply_is_heard_by_the_next_one_and_an_empty_one_is_no_speech() -> None:
    table = day_1({"d1.speak.7": "1, 2 or 3", "d1.defend.1": "Not me, 4!", "d1.defend.3": "Hm."})
    assert [(entry.to, entry.fact) for entry in table.game.log[-7:]] == [
        (ALL, f.Began(1, "defence")),
        (ALL, f.MostNamed(1, 1)),
        (ALL, f.Said(1, "defend", "Not me, 4!")),
        (ALL, f.MostNamed(2, 1)),
        (ALL, f.MostNamed(3, 1)),
        (ALL, f.Said(3, "defend", "Hm.")),
        (ALL, f.Began(1, "vote")),
    ]
    assert table.ids[-4:-1] == [["d1.defend.1"], ["d1.defend.2"], ["d1.defend.3"]]
    assert table.options("d1.defend.2") == (0,)


def test_the_last_of_several_turns_counts_and_silence_is_a_turn() -> None:
    words = {"d1.speak.3": "1 and 2", "d1.speak2.2": "I know.", "d1.speak2.3": "1"}
    assert called(day_1(words, discussion_rounds=2)) == [(1, 1)]


def test_a_seat_that_no_bid_gave_a_turn_may_reply_to_the_whole_day() -> None:
    bids = {"d1.bid.1": 4, "d1.speak.1": "6", "d1.bid2.2": 4, "d1.speak2.2": "6 or 1"}
    table = day_1(bids, discussion="bids", discussion_turns=2)
    assert called(table) == [(6, 2), (1, 1)]


def test_a_sheriff_has_spoken_last_and_a_summary_names() -> None:
    led: dict[str, Any] = {"sheriff": "appointed", "chance": {"appointed": (4,)}}
    table = day_1({"d1.speak": "4", "summarise": "3 or 7"}, **led)
    assert called(table) == [(3, 1), (7, 1)]


def test_the_dead_and_yesterday_do_not_count() -> None:
    table = Table(SEVEN, **ON, last_words="exile_and_first_night")
    words = {"n1.kill": 3, "d1.last_words.3": "6!", "d1.speak.4": "3", "d1.speak.7": "1"}
    assert called(table.play(words, until="d1.vote")) == [(1, 1)]
    table = Table(SEVEN, **ON).play({"d1.speak.7": "1", "d2.speak.7": "2"}, until="d2.vote")
    assert called(table) == [(1, 1), (2, 1)]


def test_suspicions_are_asked_before_each_reply_where_they_are_asked_before_all() -> None:
    table = day_1({"d1.speak.7": "1 or 2"}, suspicions="before_every_ask")
    assert [batch[0] for batch in table.ids[-5:]] == [
        "d1.defend.1.suspect",
        "d1.defend.1",
        "d1.defend.2.suspect",
        "d1.defend.2",
        "d1.vote.1.suspect",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        (" \n ", ""),
        ("I am no wolf.\nDov is.", "I am no wolf. Dov is."),
        (" ".join(["so"] * LINE_WORDS), " ".join(["so"] * LINE_WORDS)),
        (" ".join(["so"] * (LINE_WORDS + 1)), " ".join(["so"] * LINE_WORDS) + "…"),
        ("我" * 2000, "我" * (LINE_CHARACTERS - 1) + "…"),
    ],
)
def test_a_line_is_bounded_in_words_and_characters(text: str, line: str) -> None:
    assert one_line(text) == line
    table = day_1({"d1.speak.7": "1", "d1.defend.1": text})
    assert [said.text for said in table.facts(f.Said) if said.kind == "defend"] == (
        [line] if line else []
    )
