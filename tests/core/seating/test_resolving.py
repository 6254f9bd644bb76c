"""Who sits on every seat, once the roles are dealt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wolfcore.errors import ConfigError
from wolfcore.game import RoleName, board_names, deal_roles, get_board, make_spec, team_of
from wolfcore.records import SeatSpec
from wolfcore.seating import seat_players

BOARD = get_board("sla7")
BOT = SeatSpec("bot", ("normal",))


def test_seats_that_nobody_is_asked_for_get_a_normal_bot() -> None:
    seating = seat_players(["4=human"], BOARD, 1)
    assert seating.seats == (BOT, BOT, BOT, SeatSpec("human"), BOT, BOT, BOT)
    assert (seating.people, seating.by_role) == ((4,), False)
    assert seat_players([], BOARD, 1).seats == (BOT,) * 7


def test_a_seat_beats_a_role_a_role_a_team_and_a_team_all() -> None:
    deal: dict[int, RoleName] = {1: "Werewolf", 2: "Werewolf", 3: "Seer"}
    texts = [
        "*=random",
        "wolves=bot:hard",
        "werewolf=bot:easy",
        "2=human",
        "seer=bot:easy",
        "village=bot:normal",
    ]
    for given_texts in (texts, texts[::-1]):
        seating = seat_players(given_texts, BOARD, 1, deal)
        assert [spec.text for spec in seating.seats[:3]] == ["bot:easy", "human", "bot:easy"]
        assert {spec.text for spec in seating.seats[3:]} == {"bot:normal"}


@given(st.sampled_from(board_names()), st.integers(0, 2**40), st.data())
def test_a_person_may_be_seated_by_role_and_the_deal_does_not_change(
    name: str, seed: int, data: st.DataObject
) -> None:
    board = get_board(name)
    role = data.draw(st.sampled_from(sorted(set(board.roles))))
    seating = seat_players([f"{role.lower()}=human"], board, seed)
    spec = make_spec(board, seed, people=dict.fromkeys(seating.people))
    roles = deal_roles(spec)
    assert spec.people == tuple(seat for seat, dealt in enumerate(roles, 1) if dealt == role)
    assert seating.by_role


@pytest.mark.parametrize("team", ["wolves", "village"])
def test_a_team_is_seated_as_dealt(team: str) -> None:
    seating = seat_players([f"{team}=random"], BOARD, 9)
    roles = deal_roles(make_spec(BOARD, 9))
    assert [spec.player == "random" for spec in seating.seats] == [
        team_of(role) == team for role in roles
    ]
    assert seating.by_role


def test_whether_any_seat_was_given_by_role_counts_even_where_a_number_beats_it() -> None:
    assert seat_players(["1=bot", "seer=random", "2=bot"], BOARD, 1, {1: "Seer"}).by_role
    assert not seat_players(["*=random", "1=bot"], BOARD, 1).by_role


def test_a_deal_that_does_not_fit_the_board_is_an_error() -> None:
    with pytest.raises(ConfigError, match="has only 1 Seer, and 2 are dealt"):
        seat_players([], BOARD, 1, {1: "Seer", 2: "Seer"})
    with pytest.raises(ConfigError, match="there is no seat 8"):
        seat_players([], BOARD, 1, {8: "Seer"})
