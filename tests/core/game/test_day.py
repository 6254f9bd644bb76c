"""The day up to the vote: who speaks when, bids, the sheriff's order, straw vote, summary and
suspicions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.game.random_play import answer
from tests.core.game.table_talk import Table, ballots
from wolfcore.game import (
    ALL,
    MODERATOR,
    Ask,
    Game,
    board_names,
    get_board,
    make_spec,
    read_board,
    rules_version,
)
from wolfcore.game import facts as f
from wolfcore.game.day import mentions_seat

SEVEN = "WWSGVVV"
QUIET: dict[str, Any] = {"wolves_may_pass": True}


def sheriff(seat: int, **switches: Any) -> dict[str, Any]:
    """Settings under which `seat` is sheriff and the first night is quiet."""
    return {"sheriff": "appointed", "chance": {"appointed": (seat,)}, **QUIET, **switches}


# -- the board's own order


def test_by_default_the_living_speak_once_in_seat_order_each_hearing_the_one_before() -> None:
    table = Table(SEVEN).play({"kill": 3}, until="d1.vote")
    assert table.spoke() == [1, 2, 4, 5, 6, 7]
    assert table.ids[-7:-1] == [[f"d1.speak.{seat}"] for seat in (1, 2, 4, 5, 6, 7)]
    assert table.fact(f.OrderSet) == f.OrderSet((1, 2, 4, 5, 6, 7))


def test_several_rounds_of_discussion() -> None:
    table = Table("WVVV", discussion_rounds=2, **QUIET).play({}, until="d1.vote")
    assert table.spoke() == [1, 2, 3, 4, 1, 2, 3, 4]
    assert table.asked("speak")[4] == "d1.speak2.1"


def test_an_order_shuffled_once_holds_all_game() -> None:
    table = Table(SEVEN, discussion="shuffled_once", chance={"order": (3, 1, 2, 7, 5, 4, 6)})
    table.play({"n1.kill": 7, "d1.vote": 1, "n2.kill": 5}, until="d2.vote")
    assert [fact.seats for fact in table.facts(f.OrderSet)] == [(3, 1, 2, 5, 4, 6), (3, 2, 4, 6)]


def test_an_order_shuffled_daily_is_drawn_from_the_living() -> None:
    table = Table(
        SEVEN,
        discussion="shuffled_daily",
        chance={"order.d1": (7, 6, 5, 4, 2, 1), "order.d2": (1, 7, 2, 6, 4)},
    )
    table.play({"n1.kill": 3, "n2.kill": 5}, until="d2.vote")
    assert [fact.seats for fact in table.facts(f.OrderSet)] == [(7, 6, 5, 4, 2, 1), (1, 7, 2, 6, 4)]
    drawn = {
        tuple(
            fact.seats
            for fact in Table(SEVEN, discussion="shuffled_daily", seed=seed, **QUIET)
            .play({}, until="n3")
            .facts(f.OrderSet)
        )
        for seed in range(5)
    }
    assert all(len(set(orders)) == 2 for orders in drawn)


def test_a_shuffle_by_seed_is_not_by_seat_and_the_same_each_day() -> None:
    orders = [
        fact.seats
        for fact in Table(SEVEN, discussion="shuffled_once", seed=4, **QUIET)
        .play({}, until="n3")
        .facts(f.OrderSet)
    ]
    assert len(set(orders)) == 1
    assert orders[0] != (1, 2, 3, 4, 5, 6, 7)


# -- the sheriff's order

ORDERS: list[tuple[str, int, int, tuple[int, ...]]] = [
    ("last", 1, 4, (5, 6, 7, 1, 2, 3, 4)),
    ("last", 0, 4, (3, 2, 1, 7, 6, 5, 4)),
    ("first", 1, 4, (4, 5, 6, 7, 1, 2, 3)),
    ("first", 0, 4, (4, 3, 2, 1, 7, 6, 5)),
    ("last", 1, 7, (1, 2, 3, 4, 5, 6, 7)),
    ("last", 0, 1, (7, 6, 5, 4, 3, 2, 1)),
]


@pytest.mark.parametrize(("speaks", "choice", "seat", "order"), ORDERS)
def test_the_sheriff_sets_the_order_to_the_right_or_left(
    speaks: str, choice: int, seat: int, order: tuple[int, ...]
) -> None:
    table = Table(SEVEN, **sheriff(seat, sheriff_speaks=speaks)).play(
        {"order": choice}, until="d1.vote"
    )
    assert table.options(f"d1.order.{seat}") == (0, 1)
    assert table.fact(f.OrderSet) == f.OrderSet(order, seat)
    assert table.spoke() == [other for other in order if other != seat or speaks == "first"]
    assert table.spoke("summarise") == [seat]


def test_the_sheriffs_order_skips_the_dead() -> None:
    table = Table(SEVEN, **sheriff(4)).play({"n1.kill": 5, "order": 1}, until="d1.vote")
    assert table.spoke() == [6, 7, 1, 2, 3]


@pytest.mark.parametrize("discussion", ["seat", "shuffled_once", "shuffled_daily", "bids"])
def test_a_living_sheriff_sets_the_order_whatever_the_board_says(discussion: str) -> None:
    table = Table(SEVEN, **sheriff(4, discussion=discussion)).play({"order": 1}, until="d1.vote")
    assert table.spoke() == [5, 6, 7, 1, 2, 3]
    assert not table.asked("bid")


@pytest.mark.parametrize(("discussion", "kind"), [("seat", "speak"), ("bids", "bid")])
def test_without_a_sheriff_the_boards_own_order_returns(discussion: str, kind: str) -> None:
    table = Table(SEVEN, **sheriff(4, discussion=discussion, badge_on_death="lost")).play(
        {"d1.vote": 4}, until="d2"
    )
    assert table.out()[0].startswith(f"d2.{kind}")


def test_a_sheriff_who_opens_may_be_silent_and_speaks_again_in_the_summary() -> None:
    table = Table("WVVV", **sheriff(2, sheriff_speaks="first")).play(
        {"summarise": "so be it"}, until="d1.vote"
    )
    said = [(fact.seat, fact.kind, fact.text) for fact in table.facts(f.Said)]
    assert said[0] == (2, "speak", "")
    assert said[-1] == (2, "summarise", "so be it")


# -- bids


def test_all_living_bid_in_one_batch_and_one_of_the_highest_speaks() -> None:
    table = Table(SEVEN, discussion="bids", discussion_turns=1).play(
        {"kill": 3, "bid.5": 4, "bid.6": 3}, until="d1.vote"
    )
    assert table.ids[-3] == [f"d1.bid.{seat}" for seat in (1, 2, 4, 5, 6, 7)]
    assert table.options("d1.bid.5") == (0, 1, 2, 3, 4)
    assert table.spoke() == [5]
    assert table.fact(f.CalledOn) == f.CalledOn(5)


def test_the_last_speaker_does_not_bid() -> None:
    table = Table(SEVEN, discussion="bids", discussion_turns=3, **QUIET).play(
        {"bid.5": 4, "bid.2": 3}, until="d1.vote"
    )
    assert table.spoke() == [5, 2, 5]
    assert table.ids[-5] == [f"d1.bid2.{seat}" for seat in (1, 2, 3, 4, 6, 7)]
    assert "d1.bid3.2" not in table.asked("bid")


def test_there_are_as_many_turns_as_the_board_says_each_day() -> None:
    table = Table(SEVEN, discussion="bids", discussion_turns=4, **QUIET).play({}, until="d2.vote")
    assert len(table.spoke()) == 8
    assert "d2.bid4.1" in table.asked("bid") or "d2.bid4.2" in table.asked("bid")


def test_one_of_the_highest_is_drawn_also_of_all_zero() -> None:
    settings: dict[str, Any] = {"discussion": "bids", "discussion_turns": 1, **QUIET}
    first = {
        Table(SEVEN, seed=seed, **settings).play({}, until="d1.vote").spoke()[0]
        for seed in range(40)
    }
    assert first == {1, 2, 3, 4, 5, 6, 7}
    keen = {
        Table(SEVEN, seed=seed, **settings)
        .play({"bid.2": 3, "bid.6": 3}, until="d1.vote")
        .spoke()[0]
        for seed in range(20)
    }
    assert keen == {2, 6}


@pytest.mark.parametrize("words", ["what says 6?", "{name}, speak", "you, {NAME}!"])
def test_only_the_named_of_the_highest_are_drawn(words: str) -> None:
    for seed in range(12):
        table = Table(SEVEN, seed=seed, discussion="bids", discussion_turns=2, **QUIET)
        name = table.game.spec.names[5]
        said = words.format(name=name, NAME=name.upper())
        table.play(
            {"d1.bid.1": 4, "d1.speak.1": said, "d1.bid2.2": 3, "d1.bid2.6": 3, "d1.bid2.7": 3},
            until="d1.vote",
        )
        assert table.spoke() == [1, 6]


def test_a_named_seat_that_bids_low_is_not_called_on() -> None:
    for seed in range(6):
        table = Table(SEVEN, seed=seed, discussion="bids", discussion_turns=2, **QUIET)
        table.play(
            {"d1.bid.1": 4, "d1.speak.1": "seat 6!", "d1.bid2.2": 3, "d1.bid2.6": 2},
            until="d1.vote",
        )
        assert table.spoke() == [1, 2]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("6", True), ("seat 6.", True), ("(6)", True), ("16", False), ("66", False), ("6th", False), ("x6", False),
        ("Fay", True), ("fay!", True), ("FAY's", True), ("Fayette", False), ("", False), ("Sofay", False),
    ],
)  # fmt: skip
def test_a_seat_is_named_by_its_number_or_name_as_a_whole_word(words: str, named: bool) -> None:
    assert mentions_seat(words, 6, "Fay") is named


def test_names_with_signs_are_taken_literally() -> None:
    assert mentions_seat("go, A.D. now", 1, "A.D.")
    assert not mentions_seat("go, AXDX now", 1, "A.D.")


def test_bids_are_for_the_moderator_alone() -> None:
    table = Table("WVVV", discussion="bids", discussion_turns=1, **QUIET).play({}, until="d1.vote")
    assert set(table.told(f.Bid)) == {MODERATOR}
    assert table.told(f.CalledOn) == [ALL]


# -- straw vote and summary


def test_without_a_sheriff_there_is_no_straw_vote_and_no_summary() -> None:
    table = Table(SEVEN, sheriff="candidates", straw_vote="shown", **QUIET).play(
        {}, until="d1.vote"
    )
    assert not table.asked("lean")
    assert not table.asked("summarise")


@pytest.mark.parametrize(
    ("straw", "voters", "audience"),
    [
        ("none", [], None),
        ("private", [1, 2, 3, 5, 6, 7], MODERATOR),
        ("shown", [1, 2, 3, 4, 5, 6, 7], ALL),
    ],
)
@pytest.mark.parametrize("seen", ["public", "secret", "heard"])
def test_the_straw_vote(
    straw: str, voters: list[int], audience: f.Audience | None, seen: str
) -> None:
    table = Table(SEVEN, **sheriff(4, straw_vote=straw, ballots=seen)).play(
        {"lean": 1} if voters else {}, until="d1.summarise"
    )
    assert table.asked("lean") == [f"d1.lean.{seat}" for seat in voters]
    assert table.told(f.Voted) == [audience] * len(voters)
    assert len([batch for batch in table.batches if batch[0].kind == "lean"]) == (
        1 if voters else 0
    )


@pytest.mark.parametrize(
    ("switches", "options"),
    [
        ({}, (0, 1, 3, 4)),
        ({"abstain": False}, (1, 3, 4)),
        ({"vote_self": True}, (0, 1, 2, 3, 4)),
        ({"abstain": False, "vote_self": True}, (1, 2, 3, 4)),
    ],
)
def test_a_straw_ballot_obeys_abstain_and_vote_for_oneself(
    switches: dict[str, Any], options: tuple[int, ...]
) -> None:
    table = Table("WVVV", **sheriff(4, straw_vote="private"), **switches).play({}, until="d1.lean")
    assert table.options("d1.lean.2") == options


def test_a_straw_vote_never_exiles() -> None:
    table = Table(SEVEN, **sheriff(4, straw_vote="shown")).play({"lean": 1}, until="n2")
    assert table.exiled == [0]
    assert not table.died()


def test_a_shown_straw_vote_is_known_before_the_summary() -> None:
    table = Table("WVVV", **sheriff(4, straw_vote="shown")).play({"lean": 1}, until="d1.summarise")
    assert [fact.voter for fact in table.facts(f.Voted)] == [1, 2, 3, 4]


@pytest.mark.parametrize("target", [0, 2])
def test_the_summary_recommends_a_seat_or_no_one(target: int) -> None:
    table = Table("WVVV", **sheriff(4)).play({"summarise": target}, until="d1.vote")
    assert table.options("d1.summarise.4") == (0, 1, 2, 3)
    assert [(entry.to, entry.fact) for entry in table.entries(f.Recommended)] == [
        (ALL, f.Recommended(4, target))
    ]
    assert [fact.kind for fact in table.facts(f.Said)][-1] == "summarise"


def test_the_parts_of_a_day_with_a_sheriff() -> None:
    table = Table("WVVV", **sheriff(4, straw_vote="shown")).play({}, until="n2")
    assert [fact.phase for fact in table.facts(f.Began)][3:-1] == [
        "discussion",
        "straw_vote",
        "summary",
        "vote",
        "exile",
    ]


# -- suspicions


def test_no_suspicions_by_default() -> None:
    assert not Table("WVVV", **sheriff(4)).play({}, until="n2").asked("suspect")


def test_suspicions_before_the_vote_without_a_summary_are_one_batch() -> None:
    table = Table("WVVV", suspicions="before_vote", **QUIET).play({}, until="d1.vote.1")
    batches = [batch for batch in table.ids if batch[0].endswith(".suspect")]
    assert batches == [[f"d1.vote.{seat}.suspect" for seat in (1, 2, 3, 4)]]


def test_suspicions_before_the_vote_come_at_two_points_on_a_day_with_a_summary() -> None:
    table = Table("WVVV", **sheriff(4, suspicions="before_vote", straw_vote="shown")).play(
        {}, until="n2"
    )
    steps = [batch[0].kind for batch in table.batches][1:]
    assert steps == [
        "order",
        "speak",
        "speak",
        "speak",
        "suspect",
        "lean",
        "summarise",
        "suspect",
        "vote",
    ]
    assert table.ids[5] == [f"d1.lean.{seat}.suspect" for seat in (1, 2, 3, 4)]
    assert table.ids[8] == [f"d1.vote.{seat}.suspect" for seat in (1, 2, 3, 4)]


def test_a_sheriff_who_has_no_straw_ballot_suspects_before_the_summary() -> None:
    table = Table("WVVV", **sheriff(4, suspicions="before_vote", straw_vote="private")).play(
        {}, until="d1.vote.1"
    )
    assert table.ids[5] == [
        "d1.lean.1.suspect",
        "d1.lean.2.suspect",
        "d1.lean.3.suspect",
        "d1.summarise.4.suspect",
    ]


def test_suspicions_are_asked_of_all_living() -> None:
    table = Table(SEVEN, suspicions="before_vote").play({"kill": 3}, until="d1.vote.1.suspect")
    assert [ask.seat for ask in table.game.asks] == [1, 2, 4, 5, 6, 7]
    assert {ask.options for ask in table.game.asks} == {(0,)}


def test_before_every_ask_the_same_living_seats_suspect() -> None:
    table = Table("WWSGXHVVV", "helmsman7", wolves_may_pass=True).play(
        {"n1.kill": 7, "elect": lambda ask: ask.options[-1]}, until="n2"
    )
    free = {"last_words", "shoot", "badge", "suspect"}
    for before, batch in zip([None, *table.batches], table.batches, strict=False):
        if batch[0].kind not in free:
            assert before is not None
            assert [ask.id for ask in before] == [f"{ask.id}.suspect" for ask in batch]
    kinds = {batch[0].kind for batch in table.batches}
    assert {
        "kill",
        "save",
        "poison",
        "campaign",
        "elect",
        "order",
        "speak",
        "lean",
        "summarise",
        "vote",
    } <= kinds


def test_before_every_ask_the_two_points_are_not_asked_apart() -> None:
    table = Table("WVVV", **sheriff(4, suspicions="before_every_ask", straw_vote="shown")).play(
        {}, until="n2"
    )
    suspects, others = [
        sum((ask.kind == "suspect") is flag for batch in table.batches for ask in batch)
        for flag in (True, False)
    ]
    assert suspects == others


def test_suspicions_never_come_before_last_words_shots_or_the_badge() -> None:
    def asked(ask: Ask) -> int:
        return 9 if 9 in ask.options else 0

    table = Table(
        "WWSGXHVVV", **sheriff(9, suspicions="before_every_ask", last_words="exile_and_first_night")
    )
    table.play(
        {"n1.kill": 6, "shoot": asked, "last_words": "alas", "badge": 8}, until="d1.order.8.suspect"
    )
    assert [batch[0].kind for batch in table.batches][-3:] == ["shoot", "last_words", "badge"]


def test_private_leanings_stay_with_the_moderator() -> None:
    table = Table("WVVV", **sheriff(4, straw_vote="private")).play(
        {"lean": ballots("2 3 1")}, until="d1.vote"
    )
    assert not any(
        isinstance(fact, f.Voted) for seat in range(5) for fact in table.game.view(seat).facts
    )


def test_before_a_summary_without_straw_vote_only_the_sheriff_is_asked_for_suspicions_and_everybody_once_before_the_vote() -> (
    None
):
    board = read_board('base = "plus8"\n[switches]\nstraw_vote = "none"', "led.toml")
    assert rules_version(board) == 2
    spec = make_spec(board, 3)
    game, asked = Game(spec), list[str]()
    while game.asks:
        asked += [ask.id for ask in game.asks]
        game.submit({ask.id: answer(ask, 3, board.size) for ask in game.asks})
    assert len(asked) == len(set(asked))
    led = [ask for ask in asked if ".summarise." in ask and ask.endswith(".suspect")]
    assert led
    assert all(ask.removesuffix(".suspect") in asked for ask in led)


@pytest.mark.parametrize("name", board_names())
def test_no_shipped_board_has_changed_its_rules(name: str) -> None:
    assert rules_version(get_board(name)) == 1
