"""Chance: keyed, uniform enough, and independent of what else was drawn."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.game.random_play import encoded, played
from tests.core.game.table_talk import Table
from wolfcore.errors import ConfigError
from wolfcore.game import MAX_SEED, dice_of, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.game.roles import RoleName

ANY_SEED = st.integers(0, MAX_SEED)


def test_draws_are_the_same_on_every_machine() -> None:
    dice = dice_of(7)
    assert [dice.draw(f"p{k}", 100) for k in range(8)] == [52, 35, 38, 22, 76, 78, 25, 69]
    assert dice.shuffle("order", range(1, 8)) == (5, 2, 4, 7, 3, 1, 6)
    assert dice_of(7, "d1.vote.4").draw("p0", 100) == 62
    assert dice.draws("names", 5, 7) == (4, 0, 3, 3, 1, 1, 0)


@given(ANY_SEED, st.text(max_size=8), st.integers(1, 99))
def test_a_draw_is_in_range_and_depends_on_no_draw_before(seed: int, purpose: str, n: int) -> None:
    busy = dice_of(seed)
    for k in range(5):
        busy.draw(f"other{k}", 6)
    assert 0 <= busy.draw(purpose, n) == dice_of(seed).draw(purpose, n) < n
    assert 0 <= busy.chance(purpose) < 1


@given(ANY_SEED, st.lists(st.integers(), max_size=30))
def test_a_shuffle_keeps_every_item(seed: int, items: list[int]) -> None:
    assert sorted(dice_of(seed).shuffle("x", items)) == sorted(items)


def test_draws_are_spread_evenly() -> None:
    counts = Counter(dice_of(seed).draw("die", 6) for seed in range(6000))
    assert set(counts) == set(range(6))
    assert all(880 < count < 1120 for count in counts.values())
    firsts = Counter(dice_of(seed).shuffle("order", range(7))[0] for seed in range(7000))
    assert all(850 < count < 1150 for count in firsts.values())


def test_seed_purpose_and_scope_all_count() -> None:
    draws = {
        dice_of(seed, scope).draw(purpose, 2**60)
        for seed in range(3)
        for scope in ("", "1/x")
        for purpose in ("a", "b")
    }
    assert len(draws) == 12


def test_scope_and_purpose_are_told_apart() -> None:
    assert dice_of(1, "ab").draw("c", 2**60) != dice_of(1, "a").draw("bc", 2**60)


@given(st.sampled_from(["sla7", "xu7", "arena8"]), st.integers(0, 10**6))
def test_a_draw_more_in_one_place_moves_none_elsewhere(name: str, seed: int) -> None:
    board = get_board(name)
    plain = played(make_spec(board, seed))
    forced: dict[int, RoleName] = {
        fact.seat: fact.role
        for fact in (entry.fact for entry in plain.log)
        if isinstance(fact, f.Dealt)
    }
    again = played(make_spec(board, seed, deal=forced))
    assert encoded(again) == encoded(plain)


# -- forced chance


def test_a_forced_deal_is_kept_and_the_rest_is_dealt() -> None:
    roles = {
        tuple(
            fact.role
            for fact in (
                entry.fact
                for entry in played(make_spec(get_board("sla7"), seed, deal={4: "Seer"})).log
            )
            if isinstance(fact, f.Dealt)
        )
        for seed in range(8)
    }
    assert all(
        dealt[3] == "Seer" and sorted(dealt) == sorted(get_board("sla7").roles) for dealt in roles
    )
    assert len(roles) > 1


def test_a_role_forced_too_often_is_refused() -> None:
    with pytest.raises(ConfigError, match="sla7 has only 1 Seer, and 2 are dealt"):
        make_spec(get_board("sla7"), 1, deal={1: "Seer", 2: "Seer"})
    with pytest.raises(ConfigError, match="sla7 has only 0 Witch, and 1 are dealt"):
        make_spec(get_board("sla7"), 1, deal={1: "Witch"})


@pytest.mark.parametrize("seat", [0, 8, -1])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    with pytest.raises(ConfigError, match=f"there is no seat {seat}"):
        make_spec(get_board("sla7"), 1, deal={seat: "Seer"})
    with pytest.raises(ConfigError, match=f"there is no seat {seat}"):
        make_spec(get_board("sla7"), 1, people={seat: None})


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ConfigError, match="is not a valid seed"):
        make_spec(get_board("sla7"), seed)


@pytest.mark.parametrize(
    "purpose",
    ["ordr", "order.n1", "tie", "tie.d0", "tie.d2.1", "decider.d1", "speaker.d1", "deal", ""],
)
def test_a_draw_that_the_moderator_never_makes_is_refused(purpose: str) -> None:
    with pytest.raises(
        ConfigError, match=r"is not a draw of the moderator. Draws are called order, "
    ):
        make_spec(get_board("xu7"), 1, chance={purpose: (1,)})


@pytest.mark.parametrize(
    "purpose",
    ["order", "order.d2", "candidates", "appointed", "tie.d12", "decider.n3", "speaker.d1.10"],
)
def test_every_draw_of_the_moderator_may_be_forced(purpose: str) -> None:
    assert make_spec(get_board("xu7"), 1, chance={purpose: (3,)}).chance == {purpose: (3,)}


def test_a_forced_draw_of_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(ConfigError, match="there is no seat 9"):
        make_spec(get_board("xu7"), 1, chance={"order": (9,)})


@pytest.mark.parametrize("forced", [(2, 2), (2,), (1, 2, 3)])
def test_a_forced_draw_of_the_wrong_size_is_refused_when_it_comes(forced: tuple[int, ...]) -> None:
    table = Table("WVVV", sheriff="drawn 2", wolves_may_pass=True, chance={"candidates": forced})
    with pytest.raises(
        ConfigError, match=r"chance.candidates: forced draw .* is impossible. 2 of: 1, 2, 3, 4"
    ):
        table.play({})


def test_a_forced_draw_of_a_dead_seat_is_refused_when_it_comes() -> None:
    with pytest.raises(ConfigError, match=r"chance.decider.n1: forced draw \[2\] is impossible"):
        Table("WVVVV", wolf_kill="one_decides", chance={"decider.n1": (2,)})


def test_every_draw_of_the_moderator_is_told() -> None:
    table = Table("WWSGVVV", "xu7", chance={"order": (7, 6, 5, 4, 3, 2, 1)})
    assert table.play({}, until="d1.vote").fact(f.OrderSet).seats == tuple(
        s for s in (7, 6, 5, 4, 3, 2, 1) if table.game.state.alive(s)
    )
    decided = Table("WWVVVV", wolf_kill="one_decides")
    assert decided.fact(f.Decider).seat in {1, 2}
    bidding = Table("WVVV", discussion="bids", discussion_turns=2, wolves_may_pass=True).play(
        {}, until="d1.vote"
    )
    assert [fact.seat for fact in bidding.facts(f.CalledOn)] == bidding.spoke()
