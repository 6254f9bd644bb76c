"""Actions at a game's table: answering, writing, time control, searching, eyes and panels."""

from __future__ import annotations

from .action import Action, not_typing

ANSWER_ACTIONS: tuple[Action, ...] = (
    Action(
        "confirm", ("enter",), "Enter", "confirm", "Confirm what is chosen.", "Playing",
        ("prompt", "dialog"), lambda s: s.choosing or s.place == "dialog", 2,
    ),
    Action("move", (), "↑ ↓", "choose", "Move to another answer.", "Playing", ("dialog",), rank=1),
    Action(
        "ready", ("enter",), "Enter", "I am alone", "Show your own view.", "Playing", ("handover",),
        lambda s: not s.nothing_to_do, 1,
    ),
    Action(
        "hand_on", ("enter",), "Enter", "hand it on", "Hand the screen to the next person.",
        "Playing", ("handover",), lambda s: s.nothing_to_do, 1,
    ),
    Action(
        "choose", (), "0-9 ← →", "choose",
        "Choose a seat by its number, by arrows, or by typing a name.", "Playing", ("prompt",),
        lambda s: s.choosing, 1,
    ),
    Action(
        "vote_line", ("quotation_mark",), '"', "say why",
        "Write a line that all hear with your ballot.", "Playing", ("table", "prompt"),
        lambda s: s.choosing and s.line_allowed, 3,
    ),
    Action(
        "state", ("enter",), "Enter", "state them",
        "State these suspicions; the moderator alone sees them.", "Playing", ("prompt",),
        lambda s: s.suspecting and not s.guessing, 1,
    ),
    Action(
        "skip", ("escape",), "Esc", "skip", "State no suspicion this time.", "Playing", ("prompt",),
        lambda s: s.suspecting and not s.guessing, 2,
    ),
    Action(
        "guess_so", ("enter",), "Enter", "guess so", "Keep these guesses, and read on.", "Playing",
        ("prompt",), lambda s: s.suspecting and s.guessing, 1,
    ),
    Action(
        "pass_day", ("escape",), "Esc", "pass", "Guess nothing at the end of this day.", "Playing",
        ("prompt",), lambda s: s.suspecting and s.guessing, 2,
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
        "coach", ("f5",), "F5", "coach", "Send the coach away, or have the coach back.", "Playing",
        ("table", "prompt"), lambda s: s.coach_shown, 26,
    ),
    Action("seats", (), "↑ ↓", "seat", "To another seat.", "Playing", ("notebook",), not_typing, 1),
    Action(
        "mark", (), "? + w", "mark", "Mark the seat: unsure, trusted, a wolf.", "Playing",
        ("notebook",), not_typing, 2,
    ),
    Action(
        "unmark", (), "Backspace", "no mark", "Take the mark away.", "Playing", ("notebook",),
        not_typing, 3,
    ),
    Action("notes", (), "Tab", "notes", "Write notes.", "Playing", ("notebook",), not_typing, 4),
    Action(
        "send", ("enter",), "Enter", "send", "Send what you wrote, when it is your turn.",
        "Writing", ("prompt",), lambda s: s.writing, 1,
    ),
    Action(
        "new_line", ("ctrl+j",), "Ctrl-J", "new line", "Begin a new line.", "Writing", ("prompt",),
        lambda s: s.writing, 2,
    ),
    Action(
        "complete", ("tab",), "Tab", "name", "Complete a name that you began to write.", "Writing",
        ("prompt",), lambda s: s.writing, 3,
    ),
    Action(
        "moves", ("f3",), "F3", "moves",
        "Choose what to say from lists; a sentence is written for you to change.", "Writing",
        ("table", "prompt"), lambda s: s.text_allowed, 3,
    ),
    Action(
        "leave", ("escape",), "Esc", "transcript",
        "Go to the transcript; what you wrote stays, and nothing is sent.", "Writing", ("prompt",),
        lambda s: s.writing or s.choosing, 4,
    ),
    Action(
        "to_prompt", ("tab",), "Tab", "back to the prompt", "Go back to the prompt.", "Writing",
        ("table",),
        lambda s: s.prompt_open and not s.writing and not s.choosing and not s.suspecting, 1,
    ),
)  # fmt: skip


TIME_ACTIONS: tuple[Action, ...] = (
    Action(
        "play_pause", ("space",), "space", "play/pause",
        "Play or pause; a pause of a running game holds the table.", "Time", ("table",), not_typing,
        10,
    ),
    Action("step", ("full_stop",), ".", "", "One step forward.", "Time", ("table",), not_typing),
    Action("step_back", ("comma",), ",", "", "One step back.", "Time", ("table",), not_typing),
    Action(
        "next_phase", ("right_square_bracket",), "]", "", "To the next night or day.", "Time",
        ("table",), not_typing,
    ),
    Action(
        "previous_phase", ("left_square_bracket",), "[", "", "To the night or day before.", "Time",
        ("table",), not_typing,
    ),
    Action(
        "next_day", ("right_curly_bracket",), "}", "", "To the next day.", "Time", ("table",),
        not_typing,
    ),
    Action(
        "previous_day", ("left_curly_bracket",), "{", "", "To the day before.", "Time", ("table",),
        not_typing,
    ),
    Action(
        "moments", ("m",), "m", "go to", "Go to a claim, a death, a vote or an election.", "Time",
        ("table",), not_typing, 24,
    ),
    Action(
        "next_moment", ("greater_than_sign",), ">", "", "To the next of these moments.", "Time",
        ("table",), not_typing,
    ),
    Action(
        "previous_moment", ("less_than_sign",), "<", "", "To the moment before.", "Time",
        ("table",), not_typing,
    ),
    Action(
        "turning_points", ("u",), "u", "turns",
        "Compute how the chances moved in a finished game; then go to the moments that moved them "
        "most.",
        "Time", ("table",), lambda s: not_typing(s) and s.has_course, 13,
    ),
    Action("faster", ("plus", "equals_sign"), "+", "", "Faster.", "Time", ("table",), not_typing),
    Action("slower", ("minus",), "-", "", "Slower.", "Time", ("table",), not_typing),
    Action("home", ("home",), "Home", "", "To the start.", "Time", ("table",), not_typing),
    Action(
        "end", ("end",), "End", "newest", "To the end, and follow it again.", "Time", ("table",),
        not_typing, 40,
    ),
    Action(
        "stop_waiting", ("w",), "w", "stop waiting",
        "Have a house bot answer, this once, for the player who keeps the table waiting.", "Time",
        ("table",), lambda s: not_typing(s) and s.table_slow, 4,
    ),
)  # fmt: skip


VIEW_ACTIONS: tuple[Action, ...] = (
    Action(
        "keep_search", ("enter",), "Enter", "keep", "Keep the search, and go to a place.",
        "Looking", ("search",), rank=1,
    ),
    Action(
        "end_search", ("escape",), "Esc", "end the search", "End the search.", "Looking",
        ("search",), rank=2,
    ),
    Action("scroll", (), "↑ ↓", "scroll", "Read on.", "Looking", ("reading", "parting"), rank=1),
    Action(
        "eyes", ("v",), "v", "eyes", "Choose whose eyes you look through.", "Looking",
        ("table", "parting"), lambda s: not_typing(s) and s.can_change_eyes, 12,
    ),
    Action(
        "thoughts", ("t",), "t", "thoughts", "Unfold or fold the thoughts under the speeches.",
        "Looking", ("table",), lambda s: not_typing(s) and s.thoughts, 21,
    ),
    Action(
        "inspector", ("i",), "i", "calls",
        "Inspect the model calls: what was sent, what came back, what was made of it.", "Looking",
        ("table",), lambda s: not_typing(s) and s.calls, 22,
    ),
    Action(
        "no_calls", ("i",), "i", "", "Explain when and where model calls can be inspected.",
        "Looking", ("table",), lambda s: not_typing(s) and not s.calls, same_keys_as="inspector",
    ),
    Action(
        "next_call", ("right_square_bracket",), "]", "", "The next call.", "Looking",
        ("inspector",),
    ),
    Action(
        "previous_call", ("left_square_bracket",), "[", "", "The call before.", "Looking",
        ("inspector",),
    ),
    Action(
        "other_pane", ("tab", "enter"), "Tab", "list/call",
        "From the list to the call, where the arrows scroll, and back.", "Looking", ("inspector",),
        rank=3,
    ),
    Action(
        "copy_request", ("y",), "y", "copy curl",
        "Copy the request of this call as a curl command.", "Looking", ("inspector",), rank=4,
        same_keys_as="copy",
    ),
    Action(
        "shut", ("i",), "i", "", "Back to the table.", "Looking", ("inspector",),
        same_keys_as="inspector",
    ),
    Action(
        "panel", ("s",), "s", "seat", "Show or hide the side panel.", "Looking", ("table",),
        lambda s: s.side_panel_overlays and not s.writing, 9,
    ),
    Action(
        "panel_by_tab", ("tab",), "Tab", "seat", "Show or hide the side panel.", "Looking",
        ("table",),
        lambda s: s.side_panel_overlays and not s.writing and (s.choosing or not s.prompt_open), 9,
    ),
    Action(
        "focus", (), "1-9", "",
        "Look at a seat more closely (from 10 on, type two digits quickly); the same key or "
        "Esc ends it.",
        "Looking", ("table",), lambda s: not_typing(s) and not s.choosing and not s.suspecting,
    ),
    Action(
        "panel_down", ("pagedown",), "PgDn", "more",
        "Scroll the panel at the side: an opened panel or the rules.", "Looking",
        ("table", "new_game"), lambda s: s.side_page_scrolls, 8,
    ),
    Action(
        "panel_up", ("pageup",), "PgUp", "", "Scroll the panel back.", "Looking",
        ("table", "new_game"),
        lambda s: s.side_page_scrolls,
    ),
    Action(
        "side_on", ("f12",), "F12", "right panel",
        "Scroll the panel at the right; from its end to its start.", "Looking", ("table", "prompt"),
        lambda s: s.side_panel_scrolls, 8,
    ),
    Action(
        "read_on", ("f4",), "F4", "", "Read on when there is more text below.", "Looking",
        ("table", "prompt"),
    ),
    Action(
        "beliefs", ("b",), "b", "", "Who suspects whom, by the stated suspicions of all seats.",
        "Looking",
        ("table",), lambda s: not_typing(s) and s.thoughts,
    ),
    Action(
        "guess", ("g",), "g", "guess",
        "Hide the roles and guess after each day who is a wolf, and see how you did.", "Looking",
        ("table", "reveal", "library", "result"), lambda s: not_typing(s) and s.guessable, 4,
    ),
    Action(
        "compare", ("d",), "d", "compare",
        "Put this game beside a fork of it, its parent, or another game of its deal.", "Looking",
        ("table", "library", "result"), lambda s: not_typing(s) and s.has_forks, 29,
    ),
    Action(
        "other_side", ("tab",), "Tab", "other game", "The other game, at the same place.",
        "Looking", ("parting",), lambda s: s.side_panel_overlays, 2,
    ),
    Action(
        "next_part", ("right_square_bracket",), "]", "", "The next part of a night or day.",
        "Looking", ("parting",),
    ),
    Action(
        "previous_part", ("left_square_bracket",), "[", "", "The part before.", "Looking",
        ("parting",),
    ),
    Action(
        "zoom", ("z",), "z", "", "Show only the transcript, or everything again.", "Looking",
        ("table",), not_typing,
    ),
    Action(
        "search", ("slash",), "/", "search", "Search what was said.", "Looking",
        ("table", "library"), not_typing, 23,
    ),
    Action(
        "next_match", ("n",), "n", "", "To the next place that a search found.", "Looking",
        ("table",), lambda s: not_typing(s) and s.searching,
    ),
    Action(
        "previous_match", ("N",), "N", "", "To the place before.", "Looking", ("table",),
        lambda s: not_typing(s) and s.searching,
    ),
    Action(
        "sift", ("ampersand",), "&", "filter",
        "Show only some seats, or only speeches, votes, claims, deaths, thoughts.", "Looking",
        ("table",), lambda s: not_typing(s) and not s.filtered, 24, same_keys_as="filter",
    ),
    Action(
        "unsift", ("ampersand",), "&", "show all", "Show the whole transcript again.", "Looking",
        ("table",), lambda s: not_typing(s) and s.filtered, 8, same_keys_as="filter",
    ),
    Action(
        "turn_on", (), "Space", "turn on/off", "Turn the chosen line on or off.", "Looking",
        ("sieve",), rank=1,
    ),
    Action(
        "sift_so", (), "Enter", "show it", "Show only what is turned on.", "Looking", ("sieve",),
        rank=2,
    ),
    Action(
        "copy", ("y",), "y", "", "Copy what is selected, or the last speech.", "Looking",
        ("table",), not_typing,
    ),
    Action(
        "copy_markdown", ("Y",), "Y", "", "Copy all that can be read here as Markdown.", "Looking",
        ("table",), not_typing,
    ),
    Action(
        "rules", ("B",), "B", "", "The rules of this board.", "Looking", ("table", "result"),
        not_typing,
    ),
    Action(
        "tabs", (), "← → 1-9", "tab",
        "Another tab; on a number, the arrows first go to the number beside it.", "Looking",
        ("result",), rank=1,
    ),
    Action(
        "numbers", (), "↑ ↓", "number", "To a number; its meaning is shown below.",
        "Looking", ("result", "record", "guesses"), lambda s: not s.has_steps, 2,
    ),
    Action(
        "choose_step", (), "↑ ↓", "choose", "To another step below the tab You.", "Looking",
        ("result",), lambda s: s.has_steps, 2,
    ),
    Action(
        "do_step", ("enter",), "Enter", "do it", "Take the chosen step.", "Looking",
        ("result",), lambda s: s.has_steps and s.choosing, 3,
    ),
    Action(
        "explain", ("enter",), "Enter", "explain",
        "Explain the chosen number, list the moments behind it, and go to one.", "Looking",
        ("result", "record", "guesses"), lambda s: s.choosing and not s.has_steps, 3,
    ),
)  # fmt: skip
