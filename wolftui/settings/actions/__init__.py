"""The one table of actions: what can be done where, with which keys, in which words.

Key bindings, the line of keys, the help page, the palette and the reference are made from it. A new action is a row in
the module of its group. Nothing here imports Textual.
"""

from __future__ import annotations

from .action import Action, ActionGroup
from .keymap import KeySettings, is_remappable, remapped_actions
from .lines import KeyHint, available_actions, help_groups, key_line
from .situation import Place, Situation
from .table import ACTIONS, BY_ID

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
