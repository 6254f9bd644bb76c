"""The rule book says what is played: every switch that matters on a board changes a sentence of it."""

from __future__ import annotations

from typing import Literal, cast, get_args, get_origin, get_type_hints

import msgspec
import pytest

from core.game import Board, Switches, board_names, get_board, read_roles
from core.game.rulebook import rulebook

EVERYTHING = read_roles("3 Werewolf, 3 Villager, Seer, Witch, Hunter, Guard")
BY_HAND: dict[str, tuple[object, ...]] = {
    "whisper_rounds": (0, 2),
    "night_order": (("wolves", "guard", "seer", "witch"), ("seer", "wolves", "guard", "witch")),
    "sheriff": ("none", "candidates", "drawn 3", "appointed"),
    "sheriff_weight": (2, 3, 4),
    "stop": ("never", "sheriff_falls", "seat_falls 4"),
    "last_day": (6, 20),
    "discussion_rounds": (1, 2),
    "discussion_turns": (8, 10),
}
NEEDS: dict[str, dict[str, object]] = {
    "discussion_turns": {"discussion": "bids"},
    "abstain": {"vote": "plurality"},
    "tie": {"vote": "plurality"},
}


def values_of(switch: str) -> tuple[object, ...]:
    kind = cast(object, get_type_hints(Switches)[switch])
    if switch in BY_HAND:
        return BY_HAND[switch]
    return get_args(kind) if get_origin(kind) is Literal else (False, True)


def words(**switches: object) -> str:
    board = Board("all", EVERYTHING, msgspec.convert({"sheriff": "candidates", **switches}, Switches))
    return "\n".join(line for section in rulebook(board) for line in section.lines)


@pytest.mark.parametrize("switch", Switches.__struct_fields__)
def test_each_value_of_each_switch_reads_differently(switch: str) -> None:
    values = values_of(switch)
    texts = {words(**{**NEEDS.get(switch, {}), switch: value}) for value in values}
    assert len(texts) == len(values)


@pytest.mark.parametrize("board", board_names())
def test_a_board_speaks_only_of_roles_that_it_deals(board: str) -> None:
    text = " ".join(line for section in rulebook(get_board(board)) for line in section.lines)
    for role in ("Witch", "Hunter", "Guard", "Doctor", "Seer"):
        assert (role in text) == get_board(board).deals(role)


def test_sentences_are_whole() -> None:
    for board in board_names():
        for section in rulebook(get_board(board)):
            for line in section.lines:
                assert not line[0].islower()
                assert line.endswith(".")
                assert "  " not in line
