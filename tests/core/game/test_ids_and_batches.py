"""Ids of asks, one an id a game, and which asks share a batch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings

from tests.core.game.random_play import specs, steps
from tests.core.game.table_talk import Table, ballots
from wolfcore.game import SPEECH_KINDS, Ask, GameSpec, board_names, get_board, kind_of, make_spec

QUIET: dict[str, Any] = {"wolves_may_pass": True}
ID = re.compile(r"([nd])([1-9]\d*)\.([a-z_]+)([2-9]|[1-9]\d+)?\.([1-9]\d*)(\.suspect)?")


def batches_of(spec: GameSpec) -> list[tuple[Ask, ...]]:
    """All batches of a random game."""
    return [game.asks for game in steps(spec) if game.asks]


@given(specs())
def test_one_ask_an_id_a_game(spec: GameSpec) -> None:
    ids = [ask.id for batch in batches_of(spec) for ask in batch]
    assert len(set(ids)) == len(ids)


@given(specs())
@settings(max_examples=30)
def test_an_id_says_night_or_day_kind_and_seat(spec: GameSpec) -> None:
    for ask in (ask for batch in batches_of(spec) for ask in batch):
        found = ID.fullmatch(ask.id)
        assert found
        time, day, kind, _, seat, suspect = found.groups()
        assert (time == "n") is (ask.phase == "night")
        assert int(day) == ask.day
        assert int(seat) == ask.seat
        assert kind_of(ask.id) == ask.kind
        assert ask.kind == ("suspect" if suspect else kind)


@given(specs())
@settings(max_examples=30)
def test_k_counts_up_from_two_without_a_gap(spec: GameSpec) -> None:
    seen = dict[tuple[str, str, str], set[int]]()
    for ask in (ask for batch in batches_of(spec) for ask in batch if ask.kind != "suspect"):
        found = ID.fullmatch(ask.id)
        assert found
        seen.setdefault((found[1], found[2], found[3]), set()).add(int(found[4] or 1))
    assert all(counts == set(range(1, max(counts) + 1)) for counts in seen.values())


@given(specs())
@settings(max_examples=30)
def test_a_suspicion_carries_the_id_of_the_ask_that_it_precedes(spec: GameSpec) -> None:
    ids = [ask.id for batch in batches_of(spec) for ask in batch]
    for place, name in enumerate(ids):
        if name.endswith(".suspect"):
            assert name.removesuffix(".suspect") in ids[place + 1 :]


@given(specs())
@settings(max_examples=30)
def test_a_speech_is_a_batch_of_one_and_nobody_is_twice_in_a_batch(spec: GameSpec) -> None:
    for batch in batches_of(spec):
        asked = [ask.seat for ask in batch]
        assert len(set(asked)) == len(asked)
        kinds = {ask.kind for ask in batch}
        if len(batch) > 1 and kinds & SPEECH_KINDS:
            assert kinds <= {"whisper", "protect", "check"}
            assert sum(ask.kind == "whisper" for ask in batch) == 1


@pytest.mark.parametrize("name", board_names())
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_which_kinds_may_share_a_batch(name: str, seed: int) -> None:
    together = [{"kill", "protect", "check"}, {"whisper", "protect", "check"}]
    for batch in batches_of(make_spec(get_board(name), seed)):
        kinds = {ask.kind for ask in batch}
        assert len(kinds) == 1 or any(kinds <= group for group in together)


@pytest.mark.parametrize(
    "name", [name for name in board_names() if get_board(name).switches.ballots != "heard"]
)
def test_ballots_that_learn_nothing_from_each_other_are_one_batch(name: str) -> None:
    batches = batches_of(make_spec(get_board(name), 3))
    for kind in ("vote", "elect", "lean", "run", "bid"):
        begun = [
            {ask.id.rsplit(".", 1)[0] for ask in batch}
            for batch in batches
            if batch[0].kind == kind
        ]
        assert all(len(step) == 1 for step in begun)
        assert len({name for step in begun for name in step}) == len(begun)


# -- k, by example


def test_the_second_whisper_is_whisper2() -> None:
    assert Table("WWVVVV", whisper_rounds=2).play({}, until="n1.whisper2.2").out() == [
        "n1.whisper2.2"
    ]


def test_the_third_turn_of_bids_is_bid3() -> None:
    table = Table("WVVVV", discussion="bids", discussion_turns=3, **QUIET).play(
        {"bid.2": 4, "d1.bid2.3": 4}, until="d1.bid3"
    )
    assert table.out() == ["d1.bid3.1", "d1.bid3.2", "d1.bid3.4", "d1.bid3.5"]


def test_the_ballot_of_a_runoff_is_vote2_on_its_day() -> None:
    table = Table("WVVVVV", tie="runoff", **QUIET).play(
        {"d2.vote": ballots("2 3 - - - -")}, until="d2.vote2"
    )
    assert table.out()[0] == "d2.vote2.1"
    assert "d1.vote2.1" not in str(table.ids)


def test_the_second_ballot_of_an_election_is_elect2() -> None:
    table = Table("WVVVVV", sheriff="drawn 2", chance={"candidates": (1, 2)}, **QUIET)
    table.play({"d1.elect": ballots("- - 1 1 2 2")}, until="d1.elect2")
    assert table.out() == ["d1.elect2.3", "d1.elect2.4", "d1.elect2.5", "d1.elect2.6"]
    assert "d1.campaign2.1" in table.asked("campaign")


def test_the_second_round_of_talk_is_speak2() -> None:
    assert Table("WVVV", discussion_rounds=2, **QUIET).play({}, until="d1.speak2").out() == [
        "d1.speak2.1"
    ]


def test_counts_start_anew_each_day() -> None:
    table = Table("WVVVV", discussion_rounds=2, **QUIET).play({}, until="n3")
    assert table.asked("speak").count("d2.speak2.1") == 1
    assert {name.split(".")[1] for name in table.asked("speak")} == {"speak", "speak2"}


def test_two_hunters_shots_do_not_count_each_other() -> None:
    table = Table("WWXHHVVVV").play(
        {"n1.kill": 4, "n1.poison": 5, "shoot.4": 9, "shoot.5": 8}, until="d1.speak"
    )
    assert table.asked("shoot") == ["d1.shoot.4", "d1.shoot.5"]


def test_a_night_step_of_a_smaller_pack_is_counted_for_itself() -> None:
    table = Table("WWWVVVVVV", whisper_rounds=2, **QUIET).play({"d1.vote": 1}, until="d2")
    assert [name for name in table.asked("whisper") if name.startswith("n2")] == [
        "n2.whisper.2", "n2.whisper.3", "n2.whisper2.2", "n2.whisper2.3",
    ]  # fmt: skip


# -- batches, by example


def test_heard_ballots_are_a_batch_each() -> None:
    table = Table("WVVV", ballots="heard", **QUIET).play({}, until="n2")
    assert [batch for batch in table.ids if ".vote" in batch[0]] == [
        [f"d1.vote.{seat}"] for seat in (1, 2, 3, 4)
    ]


def test_the_suspicions_of_a_shared_batch_are_one_batch() -> None:
    table = Table("WWSGVVV", suspicions="before_every_ask", wolf_kill="unanimous")
    assert table.out() == [
        "n1.kill.1.suspect",
        "n1.kill.2.suspect",
        "n1.protect.4.suspect",
        "n1.check.3.suspect",
    ]
    table.submit()
    assert table.out() == ["n1.kill.1", "n1.kill.2", "n1.protect.4", "n1.check.3"]
