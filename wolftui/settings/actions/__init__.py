"""The action table: each user action with its places, key bindings and texts. No Textual here.

Key bindings, the key line, the help page, the command palette and `docs/keys.md` are generated from
this table. A new action is a row in `table_actions` or `program_actions`.
"""

from __future__ import annotations

from .action import Action, ActionGroup, Place, Situation
from .key_help import KeyHint, available_actions, help_groups, key_line
from .keys import KeySettings, is_remappable, remapped_actions
from .program_actions import ACTIONS, BY_ID

__all__ = [
    "ACTIONS",
    "BY_ID",
    "Action",
    "ActionGroup",
    "KeyHint",
    "KeySettings",
    "Place",
    "Situation",
    "available_actions",
    "help_groups",
    "is_remappable",
    "key_line",
    "remapped_actions",
]
