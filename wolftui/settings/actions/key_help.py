"""Actions as help: the key line, the help page, and the key reference of `wolftui keys`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .action import Action, ActionGroup, Situation
from .keys import is_remappable, key_from_label, types_character
from .program_actions import ACTIONS


class KeyHint(NamedTuple):
    """A piece of the line of keys.

    Attributes:
        keys: The keys as they are written for people.
        label: What they do.
        press: What the screen calls the key that does it, or that goes on where it is one of
            several; empty where none does.
        presses: The same for each of the keys, where there are several; empty for one that is no
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
}
"""Actions that share a place in the line of keys with their opposites: which those are, the word
for both, and the rank."""


def available_actions(
    situation: Situation, actions: Sequence[Action] = ACTIONS
) -> tuple[Action, ...]:
    """What can be done in a situation, and with a key that means this there."""
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
    """The line of keys, in the order in which they stand."""
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
"""Of several arrows, those that go on."""


def _key_hint(action: Action) -> KeyHint:
    """The piece of one action; where several keys are shown, each does what it does where the hands are."""
    if action.keys and " " not in action.key_label:
        return KeyHint(action.key_label, action.label, action.keys[0])
    presses = tuple(key_from_label(key) for key in action.key_label.split())
    press = next((key for key in presses if key in _ON), next(filter(None, presses), ""))
    return KeyHint(action.key_label, action.label, press, presses)


def help_groups(
    situation: Situation, actions: Sequence[Action] = ACTIONS
) -> list[tuple[ActionGroup, Sequence[Action]]]:
    """What can be done here, by group."""
    groups: dict[ActionGroup, list[Action]] = {}
    for action in available_actions(situation, actions):
        groups.setdefault(action.group, []).append(action)
    return list(groups.items())


class KeyRow(NamedTuple):
    """An action as the reference has it, all in words.

    Attributes:
        group: Its group.
        keys: Its keys as they are written for people.
        name: The id by which the settings change its key; empty where it stays.
        help: What it does, as a sentence.
        places: Where it can be done.
    """

    group: str
    keys: str
    name: str
    help: str
    places: str


def reference_rows(actions: Sequence[Action]) -> list[KeyRow]:
    """A row an action, by group in the order of the table."""
    groups = dict.fromkeys(action.group for action in actions)
    return [_row(action) for group in groups for action in actions if action.group == group]


def _row(action: Action) -> KeyRow:
    name = action.id if is_remappable(action) else ""
    return KeyRow(action.group, action.key_label, name, action.help, ", ".join(action.places))


def reference_json(actions: Sequence[Action]) -> list[dict[str, object]]:
    """The same for programs; `keys` as the screen calls them."""
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
    """The same as a table in Markdown."""
    lines = ["| keys | does | where | in `[keys]` |", "| --- | --- | --- | --- |"]
    for row in reference_rows(actions):
        written = row.keys.replace("|", "\\|")
        keys = f"`{written}`"
        lines.append(
            f"| {keys} | {row.help} | {row.places} | {f'`{row.name}`' if row.name else '–'} |"
        )
    return "\n".join(lines) + "\n"
