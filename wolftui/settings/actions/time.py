"""Time: playing, pausing, going to and fro, and no longer waiting."""

from __future__ import annotations

from .action import Action, watching

TIME: tuple[Action, ...] = (
    Action(
        "play_pause", ("space",), "space", "play/pause", "Play or pause; a pause of a running game holds the table.",
        "Time", ("table",), watching, 10,
    ),
    Action("step", ("full_stop",), ".", "", "One step forward.", "Time", ("table",), watching),
    Action("step_back", ("comma",), ",", "", "One step back.", "Time", ("table",), watching),
    Action("next_phase", ("right_square_bracket",), "]", "", "To the next night or day.", "Time", ("table",), watching),
    Action("previous_phase", ("left_square_bracket",), "[", "", "To the night or day before.", "Time", ("table",), watching),
    Action("next_day", ("right_curly_bracket",), "}", "", "To the next day.", "Time", ("table",), watching),
    Action("previous_day", ("left_curly_bracket",), "{", "", "To the day before.", "Time", ("table",), watching),
    Action("moments", ("m",), "m", "go to", "Go to a claim, a death, a vote or an election.", "Time", ("table",), watching, 24),
    Action("next_moment", ("greater_than_sign",), ">", "", "To the next of these moments.", "Time", ("table",), watching),
    Action("previous_moment", ("less_than_sign",), "<", "", "To the moment before.", "Time", ("table",), watching),
    Action("faster", ("plus", "equals_sign"), "+", "", "Faster.", "Time", ("table",), watching),
    Action("slower", ("minus",), "-", "", "Slower.", "Time", ("table",), watching),
    Action("home", ("home",), "Home", "", "To the start.", "Time", ("table",), watching),
    Action("end", ("end",), "End", "newest", "To the end, and follow it again.", "Time", ("table",), watching, 40),
    Action(
        "stop_waiting", ("w",), "w", "stop waiting", "Have a house bot answer, this once, for whoever keeps the table waiting.",
        "Time", ("table",), lambda s: watching(s) and s.late, 4,
    ),
)  # fmt: skip
