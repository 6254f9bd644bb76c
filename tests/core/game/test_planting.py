"""Every kind of fact is known to be public or planted as a secret in the tests of what a viewer may
know."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.core.game.planting import PUBLIC, log_of, planted, plants, rounds
from tests.core.game.random_play import played
from wolfcore.game import ALL, Fact, board_names, get_board, make_spec, view_of
from wolfcore.game.facts import may_know


def test_every_kind_of_fact_is_public_or_planted_as_a_secret() -> None:
    kinds, secret = set(get_args(Fact)), set(plants(7))
    assert kinds == PUBLIC | secret, (
        "classify the new fact: is it always public, or does a test have to plant it?"
    )
    assert not PUBLIC & secret


@pytest.mark.slow
def test_what_counts_as_public_is_told_to_all_and_what_is_planted_is_secret_in_some_game() -> None:
    secret = set[type[Fact]]()
    for board in board_names():
        for seed in range(12):
            for entry in played(make_spec(get_board(board), seed)).log:
                assert entry.to == ALL or type(entry.fact) not in PUBLIC
                if entry.to != ALL:
                    secret.add(type(entry.fact))
    assert secret == set(plants(7))


def test_a_seat_may_know_none_of_its_plants_and_its_view_holds_none() -> None:
    spec = make_spec(get_board("classic12"), 5)
    for seat in (1, 3, 7):
        secrets = plants(seat)
        assert not any(may_know(entry.to, seat) for entry in secrets.values())
        game = rounds(spec)
        grown = planted(game, secrets.values(), seat)
        assert len(log_of(grown)) > 10 * len(log_of(game))
        views = [view_of(log_of(each), seat, spec.board, spec.names) for each in (game, grown)]
        assert views[0].facts == views[1].facts
