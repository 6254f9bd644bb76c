"""The fixed intentions of an atomic agent: which there are, and which make sense at an ask."""

from __future__ import annotations

from typing import get_args

import pytest

from wolfcore.game import Ask, AskKind, Game, View, board_names, get_board, make_spec
from wolfcore.players.intentions import (
    HIDE,
    IDLE,
    PUBLIC_SPEECH_KINDS,
    TARGET_KINDS,
    Intention,
    intentions_of,
    possible_intentions,
)


def at(kind: AskKind, options: tuple[int, ...], board: str = "sla7") -> tuple[View, Ask]:
    """A seat at the beginning of a game, asked something."""
    game = Game(make_spec(get_board(board), 1))
    return game.view(2), Ask(f"d1.{kind}.2", 2, kind, 1, "discussion", options)


def test_there_are_thirteen_on_the_board_of_the_paper() -> None:
    seats = [Intention("target", seat=seat) for seat in range(1, 8)]
    roles = [Intention("claim", role=role) for role in ("Werewolf", "Seer", "Doctor", "Villager")]
    assert intentions_of(get_board("sla7")) == (IDLE, *seats, *roles, HIDE)
    assert len(intentions_of(get_board("sla7"))) == 13


@pytest.mark.parametrize("board", board_names())
def test_each_board_has_its_seats_and_the_roles_that_it_deals(board: str) -> None:
    rules = get_board(board)
    every = intentions_of(rules)
    assert len(set(every)) == len(every) == 2 + rules.size + len(set(rules.roles))


@pytest.mark.parametrize("kind", sorted(PUBLIC_SPEECH_KINDS))
def test_with_words_all_is_open_but_to_target_oneself(kind: AskKind) -> None:
    view, ask = at(kind, (0,))
    assert possible_intentions(view, ask) == tuple(
        each for each in intentions_of(view.board) if each.seat != 2
    )


@pytest.mark.parametrize("kind", sorted(TARGET_KINDS))
def test_a_deed_or_a_ballot_has_its_options(kind: AskKind) -> None:
    three, five = Intention("target", seat=3), Intention("target", seat=5)
    assert possible_intentions(*at(kind, (0, 3, 5))) == (IDLE, three, five)
    assert possible_intentions(*at(kind, (5, 3))) == (three, five)


def test_nothing_fits_where_something_else_is_asked() -> None:
    others: set[AskKind] = {*get_args(AskKind)} - PUBLIC_SPEECH_KINDS - TARGET_KINDS
    assert others == {"whisper", "run", "order", "suspect", "bid"}
    assert not any(possible_intentions(*at(kind, (0, 1, 2))) for kind in others)
