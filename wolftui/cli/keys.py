"""The command `keys`: the key bindings and what each does."""

from __future__ import annotations

import argparse
import json
from itertools import groupby

from wolftui.settings.actions import remapped_actions
from wolftui.settings.actions.key_help import reference_json, reference_rows

from .command import OK
from .user_config import load_config


def keys_command(args: argparse.Namespace) -> int:
    """Run the command `keys`; returns the exit code."""
    actions = remapped_actions(load_config().config.keys)
    if args.json:
        print(json.dumps(reference_json(actions), ensure_ascii=False))
        return OK
    listed = reference_rows(actions)
    keys, name = (
        max(len(part) for part in column)
        for column in zip(*((row.keys, row.name) for row in listed), strict=True)
    )
    for group, in_group in groupby(listed, lambda row: row.group):
        print(group)
        for row in in_group:
            print(f"  {row.keys:<{keys}}  {row.name:<{name}}  {row.help} ({row.places})")
        print()
    print(
        'Set your own keys below [keys] in the settings, such as eyes = "f9"; Enter, Esc and Tab '
        "and the keys of lists are fixed."
    )
    return OK
