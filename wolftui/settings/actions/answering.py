"""Answering: choosing, marking, writing, handing over."""

from __future__ import annotations

from .action import Action, not_typing

ANSWER_ACTIONS: tuple[Action, ...] = (
    Action(
        "confirm", ("enter",), "Enter", "confirm", "Confirm what is chosen.",
        "Playing", ("prompt", "dialog"), lambda s: s.choosing or s.place == "dialog", 2,
    ),
    Action("move", (), "↑ ↓", "choose", "Move to another answer.", "Playing", ("dialog",), rank=1),
    Action("ready", ("enter",), "Enter", "I am alone", "Show what is yours.", "Playing", ("handover",), lambda s: not s.nothing_to_do, 1),
    Action("hand_on", ("enter",), "Enter", "hand it on", "Give the screen on.", "Playing", ("handover",), lambda s: s.nothing_to_do, 1),
    Action(
        "choose", (), "0-9 ← →", "choose", "Choose a seat by its number, by arrows, or by typing a name.",
        "Playing", ("prompt",), lambda s: s.choosing, 1,
    ),
    Action(
        "state", ("enter",), "Enter", "state them", "State these suspicions; the moderator alone sees them.",
        "Playing", ("prompt",), lambda s: s.suspecting and not s.guessing, 1,
    ),
    Action(
        "skip", ("escape",), "Esc", "skip", "State no suspicion this time.",
        "Playing", ("prompt",), lambda s: s.suspecting and not s.guessing, 2,
    ),
    Action(
        "guess_so", ("enter",), "Enter", "guess so", "Keep these guesses, and read on.",
        "Playing", ("prompt",), lambda s: s.suspecting and s.guessing, 1,
    ),
    Action(
        "pass_day", ("escape",), "Esc", "pass", "Guess nothing at the end of this day.",
        "Playing", ("prompt",), lambda s: s.suspecting and s.guessing, 2,
    ),
    Action(
        "lay_aside", ("tab",), "Tab", "transcript", "Go to the transcript; the question stays.",
        "Playing", ("prompt",), lambda s: s.suspecting, 3,
    ),
    Action(
        "marks", ("f2",), "F2", "marks", "Write your marks and notes; no machine reads them.",
        "Playing", ("table", "prompt"), lambda s: s.person, 25,
    ),
    Action(
        "coach", ("f5",), "F5", "coach", "Send the coach away, or have the coach back.",
        "Playing", ("table", "prompt"), lambda s: s.coach_shown, 26,
    ),
    Action("seats", (), "↑ ↓", "seat", "To another seat.", "Playing", ("notebook",), not_typing, 1),
    Action("mark", (), "? + w", "mark", "Mark the seat: unsure, trusted, a wolf.", "Playing", ("notebook",), not_typing, 2),
    Action("unmark", (), "Backspace", "no mark", "Take the mark away.", "Playing", ("notebook",), not_typing, 3),
    Action("notes", (), "Tab", "notes", "Write notes.", "Playing", ("notebook",), not_typing, 4),
    Action(
        "send", ("enter",), "Enter", "send", "Send what you wrote, when it is your turn.",
        "Writing", ("prompt",), lambda s: s.writing, 1,
    ),
    Action("new_line", ("ctrl+j",), "Ctrl-J", "new line", "Begin a new line.", "Writing", ("prompt",), lambda s: s.writing, 2),
    Action(
        "complete", ("tab",), "Tab", "name", "Complete a name that you began to write.",
        "Writing", ("prompt",), lambda s: s.writing, 3,
    ),
    Action(
        "moves", ("f3",), "F3", "moves", "Choose what to say from lists; a sentence is written for you to change.",
        "Writing", ("table", "prompt"), lambda s: s.text_allowed, 3,
    ),
    Action(
        "leave", ("escape",), "Esc", "transcript", "Go to the transcript; what you wrote stays, and nothing is sent.",
        "Writing", ("prompt",), lambda s: s.writing or s.choosing, 4,
    ),
    Action(
        "to_prompt", ("tab",), "Tab", "back to the prompt", "Go back to the prompt.",
        "Writing", ("table",), lambda s: s.prompt_open and not s.writing and not s.choosing and not s.suspecting, 1,
    ),
)  # fmt: skip
