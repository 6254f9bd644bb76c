"""What can be done in a situation: as a line of keys, and as help by group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .action import Action, ActionGroup
from .situation import Situation
from .table import ACTIONS

_TOGETHER: Mapping[str, tuple[str, str]] = {
    "step": (". ,", "step"),
    "next_phase": ("] [", "phase"),
    "next_call": ("] [", "call"),
    "faster": ("+ -", "speed"),
}
"""Actions that share a place in the line of keys with their opposites."""

_TOGETHER_RANK: Mapping[str, int] = {"step": 11, "next_phase": 12, "next_call": 2, "faster": 13}


def possible(situation: Situation) -> tuple[Action, ...]:
    """What can be done in a situation, and with a key that means this there."""
    places = {situation.place, "prompt"} if situation.prompted else {situation.place}
    here = (action for action in ACTIONS if places & set(action.places) and action.enabled(situation))
    return tuple(action for action in here if action.keys[:1] == () or action.keys[0].casefold() not in situation.letters)


def key_line(situation: Situation) -> list[tuple[str, str]]:
    """The line of keys: (keys, label) in the order in which they stand."""
    shown: list[tuple[int, str, str]] = []
    for action in possible(situation):
        if action.id in _TOGETHER:
            shown.append((_TOGETHER_RANK[action.id], *_TOGETHER[action.id]))
        elif action.label:
            shown.append((action.rank, action.shown, action.label))
    taken: set[str] = set()
    line: list[tuple[str, str]] = []
    for _, keys, label in sorted(shown, key=lambda item: item[0]):
        if not taken & {keys, label}:
            taken |= {keys, label}
            line.append((keys, label))
    return line


def help_lines(situation: Situation) -> list[tuple[ActionGroup, Sequence[Action]]]:
    """What can be done here, by group."""
    here = possible(situation)
    groups: dict[ActionGroup, list[Action]] = {}
    for action in here:
        groups.setdefault(action.group, []).append(action)
    return list(groups.items())
