"""The sentences of a board's rule book that a kind of question follows from, found in the rule book and not written again."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

from msgspec.structs import replace

from wolfcore.game import Board, Switches
from wolfcore.game.rulebook import rulebook

from .kind import QuestionKind

_SAMPLE_VALUES: dict[str, tuple[object, ...]] = {
    "whisper_rounds": (0, 1, 2), "sheriff_weight": (0, 2, 3, 4),
    "sheriff": ("none", "candidates", "appointed", "drawn 2", "drawn 3"),
    "stop": ("never", "sheriff_falls", "seat_falls 2"), "last_day": (3, 6, 20), "discussion_rounds": (1, 2),
    "discussion_turns": (4, 8), "night_order": (("wolves", "guard", "seer", "witch"), ("seer", "guard", "wolves", "witch")),
}  # fmt: skip
"""Values of the switches that have too many to try."""


def switch_values(switch: str) -> tuple[Any, ...]:
    """All values of a switch, or enough of them to see what it changes."""
    kind = cast(object, get_type_hints(Switches)[switch])
    if switch in _SAMPLE_VALUES:
        return _SAMPLE_VALUES[switch]
    return get_args(kind) if get_origin(kind) is Literal else (False, True)


@lru_cache(maxsize=4096)
def rulebook_sentences(board: Board) -> tuple[str, ...]:
    """The rule book of a board, a sentence a line."""
    return tuple(line for section in rulebook(board) for line in section.lines)


@lru_cache(maxsize=4096)
def rule_sentences(board: Board, kind: QuestionKind) -> tuple[str, ...]:
    """The sentences that a kind of question follows from on a board; none where it is silent."""
    told = rulebook_sentences(board)
    if kind.rules:
        return tuple(line for line in told if any(re.search(rule, line) for rule in kind.rules))
    changed: set[str] = set()
    for switch in kind.switches:
        for value in switch_values(switch):
            changed |= set(told) - set(rulebook_sentences(replace(board, switches=replace(board.switches, **{switch: value}))))
    return tuple(line for line in told if line in changed)
