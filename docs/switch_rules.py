"""The rule of each value of a board's switches, found by comparing rule books."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, cast, get_args, get_origin, get_type_hints

from msgspec.structs import replace

from wolfcore.game import Board, Switches
from wolfcore.game.rulebook import rulebook

_VALUES: dict[str, tuple[object, ...]] = {
    "night_order": (("wolves", "guard", "seer", "witch"), ("guard", "seer", "wolves", "witch")),
    "sheriff": ("none", "candidates", "appointed", "drawn 2"),
    "sheriff_weight": (2, 3),
    "stop": ("never", "sheriff_falls", "seat_falls 1"),
    "whisper_rounds": (0, 1),
    "last_day": (20, 8),
    "discussion_rounds": (1, 2),
    "discussion_turns": (8, 12),
}
"""Values that show what a switch does, for switches that are not a list of words."""
_NEEDS: dict[str, dict[str, object]] = {"discussion_turns": {"discussion": "bids"}}
"""The other switches that must be set for a switch to have an effect."""
_ROLES = ("Werewolf", "Werewolf", "Seer", "Guard", "Witch", "Hunter", "Villager", "Villager")
_BOARD = Board("all", _ROLES, Switches(sheriff="candidates"))
"""A board on which every switch has an effect."""


def switch_rows() -> list[tuple[str, ...]]:
    """Return a row for each value of each switch: the switch, the value, its sentences."""
    return [row for name in Switches.__struct_fields__ for row in _rows(name)]


def _rows(name: str) -> list[tuple[str, ...]]:
    default = getattr(Switches(), name)
    values = _VALUES.get(name) or _listed(name)
    books = {value: _sentences(name, value) for value in values}
    common = set[str].intersection(*map(set, books.values()))
    return [
        (
            f"`{name}`" if value == values[0] else "",
            f"`{_toml(value)}`" + (" (default)" if value == default else ""),
            " ".join(line for line in lines if line not in common) or "No such rule.",
        )
        for value, lines in books.items()
    ]


def _sentences(name: str, value: object) -> Sequence[str]:
    changed: dict[str, Any] = {**_NEEDS.get(name, {}), name: value}
    board = replace(_BOARD, switches=replace(_BOARD.switches, **changed))
    return [line for section in rulebook(board) for line in section.lines]


def _listed(name: str) -> tuple[object, ...]:
    hint = get_type_hints(Switches, include_extras=True)[name]
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) is Literal:
        return get_args(hint)
    assert hint is bool, f"docs/switch_rules.py has no values of {name}"
    return (False, True)


def _toml(value: object) -> str:
    if isinstance(value, tuple):
        words = cast("tuple[str, ...]", value)
        return "[" + ", ".join(f'"{word}"' for word in words) + "]"
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).lower()
