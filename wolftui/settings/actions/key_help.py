"""Formats the action table: the key line, the help page and the reference of `wolftui keys`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .action import Action, ActionGroup, Situation
from .keys import is_remappable, key_from_label, types_character
from .program_actions import ACTIONS


class KeyHint(NamedTuple):
    """One entry of the key line.

    Attributes:
        keys: The keys as shown to users.
        label: What the keys do.
        press: The Textual name of the key that a click sends: the only key, or the one that moves
            forward; empty if no single key does it.
        presses: The Textual name of each key where several are shown; empty for one that is no
            single key.
    """

    keys: str
    label: str
    press: str = ""
    presses: tuple[str, ...] = ()


_PAIRED_ACTIONS: Mapping[str, tuple[str, str, int]] = {
    "step": ("step_back", "step", 11),
    "next_phase": ("previous_phase", "phase", 13),
    "next_part": ("previous_part", "phase", 3),
    "next_call": ("previous_call", "call", 2),
    "faster": ("slower", "speed", 14),
    "better_bots": ("worse_bots", "bots", 4),
}
"""Actions that share an entry of the key line with their opposite: the opposite's id, the label for
both, and the rank.
"""


def available_actions(
    situation: Situation, actions: Sequence[Action] = ACTIONS
) -> tuple[Action, ...]:
    """Return the actions that apply in a situation.

    An action is left out if its first key types a character in the focused text field or selects an
    item there.
    """
    places = {situation.place, "prompt"} if situation.prompt_open else {situation.place}
    here = (
        action for action in actions if places & set(action.places) and action.enabled(situation)
    )
    return tuple(
        action for action in here if not action.keys or _key_applies(action.keys[0], situation)
    )


def _key_applies(key: str, situation: Situation) -> bool:
    return key.casefold() not in situation.letters and not (
        situation.writing and types_character(key)
    )


def key_line(situation: Situation, actions: Sequence[Action] = ACTIONS) -> list[KeyHint]:
    """Build the key line: one hint per action or pair, by rank, no key or label twice."""
    by_id = {action.id: action for action in actions}
    shown: list[tuple[int, KeyHint]] = []
    for action in available_actions(situation, actions):
        if action.id in _PAIRED_ACTIONS:
            other, label, rank = _PAIRED_ACTIONS[action.id]
            back = by_id[other]
            shown.append(
                (
                    rank,
                    KeyHint(
                        f"{action.key_label} {back.key_label}",
                        label,
                        action.keys[0],
                        (action.keys[0], back.keys[0]),
                    ),
                )
            )
        elif action.label:
            shown.append((action.rank, _key_hint(action)))
    taken: set[str] = set()
    line: list[KeyHint] = []
    for _, hint in sorted(shown, key=lambda item: item[0]):
        if not taken & {hint.keys, hint.label}:
            taken |= {hint.keys, hint.label}
            line.append(hint)
    return line


_ON = ("down", "right")
"""The arrow keys that move forward."""


def _key_hint(action: Action) -> KeyHint:
    """Build the key-line entry of one action.

    Where several keys are shown, each sends its own key to the focused widget.
    """
    if action.keys and " " not in action.key_label:
        return KeyHint(action.key_label, action.label, action.keys[0])
    presses = tuple(key_from_label(key) for key in action.key_label.split())
    press = next((key for key in presses if key in _ON), next(filter(None, presses), ""))
    return KeyHint(action.key_label, action.label, press, presses)


def help_groups(
    situation: Situation, actions: Sequence[Action] = ACTIONS
) -> list[tuple[ActionGroup, Sequence[Action]]]:
    """Group the available actions of a situation for the help page, in the order of the table."""
    groups: dict[ActionGroup, list[Action]] = {}
    for action in available_actions(situation, actions):
        groups.setdefault(action.group, []).append(action)
    return list(groups.items())


class KeyRow(NamedTuple):
    """One action as a row of text in the key reference.

    Attributes:
        group: Its group.
        keys: Its keys as shown to users.
        name: The id that remaps its key in the settings; empty if its keys are fixed.
        help: A sentence that says what it does.
        places: The places that offer it, joined by commas.
    """

    group: str
    keys: str
    name: str
    help: str
    places: str


def reference_rows(actions: Sequence[Action]) -> list[KeyRow]:
    """Return one row per action, grouped, in the order of the table."""
    groups = dict.fromkeys(action.group for action in actions)
    return [_row(action) for group in groups for action in actions if action.group == group]


def _row(action: Action) -> KeyRow:
    name = action.id if is_remappable(action) else ""
    return KeyRow(action.group, action.key_label, name, action.help, ", ".join(action.places))


def reference_json(actions: Sequence[Action]) -> list[dict[str, object]]:
    """Return the key reference as JSON-ready rows; `keys` holds Textual key names."""
    return [
        {
            "id": action.id,
            "group": action.group,
            "keys": list(action.keys),
            "shown": action.key_label,
            "help": action.help,
            "places": list(action.places),
            "changeable": is_remappable(action),
        }
        for action in actions
    ]


def reference_table(actions: Sequence[Action]) -> str:
    """Return the key reference as a Markdown table."""
    lines = ["| keys | does | where | in `[keys]` |", "| --- | --- | --- | --- |"]
    for row in reference_rows(actions):
        written = row.keys.replace("|", "\\|")
        keys = f"`{written}`"
        lines.append(
            f"| {keys} | {row.help} | {row.places} | {f'`{row.name}`' if row.name else '–'} |"
        )
    return "\n".join(lines) + "\n"
