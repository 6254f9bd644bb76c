"""The rule book says what is played: every switch that matters on a board changes a sentence of it."""

from __future__ import annotations

import re
from functools import cache
from itertools import count
from typing import Literal, cast, get_args, get_origin, get_type_hints

import msgspec
import pytest

from tests.core.game.random_play import steps
from tests.core.game.table_talk import board_of
from wolfcore.game import (
    ROLES,
    AskKind,
    Board,
    Switches,
    board_names,
    get_board,
    make_spec,
    read_roles,
)
from wolfcore.game.asks import kind_of
from wolfcore.game.rulebook import rulebook

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
    board = Board(
        "all", EVERYTHING, msgspec.convert({"sheriff": "candidates", **switches}, Switches)
    )
    return "\n".join(line for section in rulebook(board) for line in section.lines)


@pytest.mark.parametrize("switch", Switches.__struct_fields__)
def test_each_value_of_each_switch_reads_differently(switch: str) -> None:
    values = values_of(switch)
    texts = {words(**{**NEEDS.get(switch, {}), switch: value}) for value in values}
    assert len(texts) == len(values)


@pytest.mark.parametrize("board", board_names())
def test_a_board_speaks_only_of_roles_that_it_deals(board: str) -> None:
    text = " ".join(line for section in rulebook(get_board(board)) for line in section.lines)
    for role in ROLES:
        assert role in ("Werewolf", "Villager") or (role in text) == (
            role in get_board(board).roles
        )


def test_sentences_are_whole() -> None:
    for board in board_names():
        for section in rulebook(get_board(board)):
            for line in section.lines:
                assert not line[0].islower()
                assert line.endswith(".")
                assert "  " not in line


ANNOUNCED: dict[AskKind, str] = {
    "kill": "The wolves (?:pick|propose)|living wolf, drawn each night, decides",
    "whisper": "the wolves talk among themselves",
    "protect": "protects a living player",
    "check": "the Seer learns",
    "save": "one antidote",
    "poison": "one poison",
    "shoot": "The Hunter (?:may shoot|shoots)",
    "run": "whoever wants to may stand",
    "campaign": "Candidates speak",
    "elect": "Those who do not stand vote|All vote, the candidates too",
    "order": "the sheriff chooses whether the talk goes round",
    "speak": "The living speak|One of the highest bidders speaks",
    "suspect": "notes in secret",
    "lean": "straw vote",
    "summarise": "to sum up",
    "defend": "whoever was named most that day, by name or by number, speaks once more"
    "|may reply in one line",
    "vote": "The player with the most votes|more than half of the votes",
    "plead": "On a tie the tied speak",
    "badge": "A dying sheriff names a successor",
    "last_words": "speaks a last time",
    "bid": "bid from 0 to 4",
}
"""By what words the rule book announces each kind of ask."""
SUSPECTED_BEFORE: dict[AskKind, str] = {
    "lean": "Before the straw vote",
    "vote": "before the vote|Before the vote",
}
"""By what words it announces that suspicions are noted before an ask, where not before every one.
"""
MOST_GAMES = 400


@cache
def told(board: str) -> str:
    return "\n".join(line for section in rulebook(get_board(board)) for line in section.lines)


def announced(board: str, words: str) -> bool:
    return re.search(words, told(board)) is not None


@cache
def asked(board: str) -> tuple[frozenset[str], frozenset[str]]:
    """The kinds of asks of games by chance, until all that is announced was asked; and before which
    kinds suspicions were."""
    wanted = {kind for kind, words in ANNOUNCED.items() if announced(board, words)}
    kinds, suspected = set[str](), set[str]()
    for seed in count():
        for game in steps(make_spec(get_board(board), seed)):
            kinds |= {ask.kind for ask in game.asks}
            suspected |= {
                kind_of(ask.id.removesuffix(".suspect"))
                for ask in game.asks
                if ask.kind == "suspect"
            }
        if (wanted <= kinds and seed >= 5) or seed == MOST_GAMES:
            return frozenset(kinds), frozenset(suspected)
    raise AssertionError


def test_every_kind_of_ask_has_words_that_announce_it() -> None:
    assert set(ANNOUNCED) == set(get_args(AskKind))


@pytest.mark.parametrize("board", board_names())
def test_what_a_board_announces_is_asked_in_some_game_and_what_is_asked_is_announced(
    board: str,
) -> None:
    kinds, _ = asked(board)
    assert {kind for kind, words in ANNOUNCED.items() if announced(board, words)} == kinds


@pytest.mark.parametrize("board", board_names())
def test_suspicions_are_announced_before_the_asks_before_which_they_are_asked(board: str) -> None:
    _, suspected = asked(board)
    if announced(board, "Before every decision"):
        assert suspected >= {"lean", "vote", "speak"}
    else:
        assert {
            kind for kind, words in SUSPECTED_BEFORE.items() if announced(board, words)
        } == suspected


@pytest.mark.parametrize(("letters", "told"), [("WVVHVVS", False), ("WVVHVXS", True)])
def test_a_poisoned_hunter_is_told_of_where_there_is_poison(letters: str, told: bool) -> None:
    board = board_of(letters, hunter_shoots_poisoned=False)
    lines = [line for section in rulebook(board) for line in section.lines]
    assert any("poisoned Hunter" in line for line in lines) == told


def test_all_roles_with_a_power_act_in_its_step() -> None:
    lines = [line for section in rulebook(board_of("WVVDGS")) for line in section.lines]
    (order,) = [line for line in lines if line.startswith("At night ")]
    assert "the Doctor and the Guard" in order
    assert " or " not in order
