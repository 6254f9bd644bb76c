"""Time: playing, pausing, going to and fro, and no longer waiting."""

from __future__ import annotations

from .action import Action, not_typing

TIME_ACTIONS: tuple[Action, ...] = (
    Action(
        "play_pause", ("space",), "space", "play/pause", "Play or pause; a pause of a running game holds the table.",
        "Time", ("table",), not_typing, 10,
    ),
    Action("step", ("full_stop",), ".", "", "One step forward.", "Time", ("table",), not_typing),
    Action("step_back", ("comma",), ",", "", "One step back.", "Time", ("table",), not_typing),
    Action("next_phase", ("right_square_bracket",), "]", "", "To the next night or day.", "Time", ("table",), not_typing),
    Action("previous_phase", ("left_square_bracket",), "[", "", "To the night or day before.", "Time", ("table",), not_typing),
    Action("next_day", ("right_curly_bracket",), "}", "", "To the next day.", "Time", ("table",), not_typing),
    Action("previous_day", ("left_curly_bracket",), "{", "", "To the day before.", "Time", ("table",), not_typing),
    Action("moments", ("m",), "m", "go to", "Go to a claim, a death, a vote or an election.", "Time", ("table",), not_typing, 24),
    Action("next_moment", ("greater_than_sign",), ">", "", "To the next of these moments.", "Time", ("table",), not_typing),
    Action("previous_moment", ("less_than_sign",), "<", "", "To the moment before.", "Time", ("table",), not_typing),
    Action("faster", ("plus", "equals_sign"), "+", "", "Faster.", "Time", ("table",), not_typing),
    Action("slower", ("minus",), "-", "", "Slower.", "Time", ("table",), not_typing),
    Action("home", ("home",), "Home", "", "To the start.", "Time", ("table",), not_typing),
    Action("end", ("end",), "End", "newest", "To the end, and follow it again.", "Time", ("table",), not_typing, 40),
    Action(
        "stop_waiting", ("w",), "w", "stop waiting", "Have a house bot answer, this once, for whoever keeps the table waiting.",
        "Time", ("table",), lambda s: not_typing(s) and s.table_slow, 4,
    ),
)  # fmt: skip
