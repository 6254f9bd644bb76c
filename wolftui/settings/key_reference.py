"""The reference of keys, made from the table of actions: for the terminal, for programs and for the page in `docs`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .actions import Action, is_remappable


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
        lines.append(f"| {keys} | {row.help} | {row.places} | {f'`{row.name}`' if row.name else '–'} |")
    return "\n".join(lines) + "\n"
