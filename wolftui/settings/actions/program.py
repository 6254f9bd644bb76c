"""The program: closing, going back, help, looks, leaving."""

from __future__ import annotations

from typing import get_args

from .action import Action, not_typing
from .situation import HOME, SCREENS, Place

EVERYWHERE = get_args(Place)
PROGRAM_ACTIONS: tuple[Action, ...] = (
    Action("close", ("escape",), "Esc", "close", "Close it.", "Program", ("reading", "notebook"), rank=60),
    Action(
        "back", ("escape",), "Esc", "back", "Back to where you came from.",
        "Program", (*SCREENS, "dialog", "asking", "sieve"),
        lambda s: (s.can_go_back or s.choosing) and not (s.suspecting or s.leavable), 60,
    ),
    Action(
        "leave_table", ("escape",), "Esc", "leave", "Leave this game for the lobby, which can go on with it; it asks first.",
        "Program", ("table",), lambda s: not_typing(s) and s.leavable and not s.choosing, 60, same_keys_as="back",
    ),
    Action(
        "help", ("f1", "question_mark"), "F1", "help", "What can be done here.",
        "Program", (*SCREENS, HOME, "prompt", "search"), rank=70,
    ),
    Action(
        "palette", ("ctrl+p",), "Ctrl-P", "", "Search among all that can be done here, and the themes.",
        "Program", (*SCREENS, HOME, "prompt", "search"),
    ),
    Action("theme", ("T",), "T", "", "The next theme.", "Program", (*SCREENS, HOME), not_typing),
    Action(
        "quit", ("ctrl+q", "ctrl+c"), "Ctrl-Q", "quit", "Quit; a running game is saved and can be resumed.",
        "Program", EVERYWHERE, lambda s: not s.leaving, 80,
    ),
)  # fmt: skip
