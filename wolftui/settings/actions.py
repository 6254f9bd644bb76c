"""The one table of actions: what can be done where, with which keys, in which words.

Key bindings, the line of keys, the help page, the palette and the reference are made from it. Nothing here imports Textual.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, get_args

from msgspec import Struct

Place = Literal["table", "prompt", "search", "result", "library", "inspector", "dialog", "reading", "notebook", "handover"]
ActionGroup = Literal["Playing", "Writing", "Time", "Looking", "Games", "Program"]


class Situation(Struct, frozen=True):
    """What decides whether an action makes sense now.

    Attributes:
        place: Where the person is.
        live: Whether a game is being played or watched as it goes.
        person: Whether a person plays here.
        over: Whether the game has ended and its end is shown.
        writing: Whether a text field has the focus.
        choosing: Whether a target list has the focus.
        judging: Whether a list of suspicions has the focus.
        prompted: Whether a prompt is open.
        wording: Whether words may be written in it.
        small: Whether the side panel lies over the table when it is shown.
        thoughts: Whether there can be thoughts to unfold.
        calls: Whether model calls may be looked into.
        more_eyes: Whether other eyes may be used.
        searching: Whether a search is on.
        unfinished: Whether the chosen game can be resumed.
        again: Whether another game can follow.
        follows: Whether another of the games asked for follows.
        behind: Whether something is open that can be closed, or another screen lies behind that Esc goes back to.
        leaving: Whether the question is whether to leave the program.
        late: Whether the table waits so long for others that a person may stop it.
        idle: Whether whoever gets the screen has nothing to do now and hands it on.
        letters: The letters and keys that choose where the hands are, whatever they mean elsewhere.
    """

    place: Place
    live: bool = False
    person: bool = False
    over: bool = False
    writing: bool = False
    choosing: bool = False
    judging: bool = False
    prompted: bool = False
    wording: bool = False
    small: bool = False
    thoughts: bool = False
    calls: bool = False
    more_eyes: bool = False
    searching: bool = False
    unfinished: bool = False
    again: bool = False
    follows: bool = False
    behind: bool = False
    leaving: bool = False
    late: bool = False
    idle: bool = False
    letters: frozenset[str] = frozenset()


def _always(_: Situation) -> bool:
    return True


class Action(Struct, frozen=True):
    """Something that can be done.

    Attributes:
        id: Its name; `action_ID` carries it out and a keymap names it.
        keys: The keys, as Textual calls them; the first is shown.
        shown: How the keys are written for people.
        label: A word or two for the line of keys; empty for one that is not shown there.
        help: What it does, as a sentence.
        group: Where it stands in the help.
        places: Where it can be done.
        enabled: Whether it makes sense in a situation.
        rank: Its place in the line of keys; lower stands further to the left and goes last when there is no room.
    """

    id: str
    keys: tuple[str, ...]
    shown: str
    label: str
    help: str
    group: ActionGroup
    places: tuple[Place, ...] = ("table",)
    enabled: Callable[[Situation], bool] = _always
    rank: int = 50


_EVERYWHERE = get_args(Place)


def _watching(s: Situation) -> bool:
    return not s.writing


ACTIONS: tuple[Action, ...] = (
    # -- answering
    Action(
        "confirm", ("enter",), "Enter", "confirm", "Confirm what is chosen.",
        "Playing", ("prompt", "dialog"), lambda s: s.choosing or s.place == "dialog", 2,
    ),
    Action("move", (), "↑ ↓", "choose", "Move to another answer.", "Playing", ("dialog",), rank=1),
    Action("ready", ("enter",), "Enter", "I am alone", "Show what is yours.", "Playing", ("handover",), lambda s: not s.idle, 1),
    Action("hand_on", ("enter",), "Enter", "hand it on", "Give the screen on.", "Playing", ("handover",), lambda s: s.idle, 1),
    Action(
        "choose", (), "0-9 ← →", "choose", "Choose a seat by its number, by arrows, or by typing a name.",
        "Playing", ("prompt",), lambda s: s.choosing, 1,
    ),
    Action(
        "state", ("enter",), "Enter", "state them", "State these suspicions; the moderator alone sees them.",
        "Playing", ("prompt",), lambda s: s.judging, 1,
    ),
    Action("skip", ("escape",), "Esc", "skip", "State no suspicion this time.", "Playing", ("prompt",), lambda s: s.judging, 2),
    Action(
        "lay_aside", ("tab",), "Tab", "transcript", "Go to the transcript; the question stays.",
        "Playing", ("prompt",), lambda s: s.judging, 3,
    ),
    Action(
        "marks", ("f2",), "F2", "marks", "Write your marks and notes; no machine reads them.",
        "Playing", ("table", "prompt"), lambda s: s.person, 25,
    ),
    Action("seats", (), "↑ ↓", "seat", "To another seat.", "Playing", ("notebook",), _watching, 1),
    Action("mark", (), "? + w", "mark", "Mark the seat: unsure, trusted, a wolf.", "Playing", ("notebook",), _watching, 2),
    Action("unmark", (), "Backspace", "no mark", "Take the mark away.", "Playing", ("notebook",), _watching, 3),
    Action("notes", (), "Tab", "notes", "Write notes.", "Playing", ("notebook",), _watching, 4),
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
        "Writing", ("table", "prompt"), lambda s: s.wording, 3,
    ),
    Action(
        "leave", ("escape",), "Esc", "transcript", "Go to the transcript; what you wrote stays, and nothing is sent.",
        "Writing", ("prompt",), lambda s: s.writing or s.choosing, 4,
    ),
    Action(
        "to_prompt", ("tab",), "Tab", "back to the prompt", "Go back to the prompt.",
        "Writing", ("table",), lambda s: s.prompted and not s.writing and not s.choosing and not s.judging, 1,
    ),
    # -- time
    Action(
        "play_pause", ("space",), "space", "play/pause", "Play or pause; a pause of a running game holds the table.",
        "Time", ("table",), _watching, 10,
    ),
    Action("step", ("full_stop",), ".", "", "One step forward.", "Time", ("table",), _watching),
    Action("step_back", ("comma",), ",", "", "One step back.", "Time", ("table",), _watching),
    Action("next_phase", ("right_square_bracket",), "]", "", "To the next night or day.", "Time", ("table",), _watching),
    Action("previous_phase", ("left_square_bracket",), "[", "", "To the night or day before.", "Time", ("table",), _watching),
    Action("next_day", ("right_curly_bracket",), "}", "", "To the next day.", "Time", ("table",), _watching),
    Action("previous_day", ("left_curly_bracket",), "{", "", "To the day before.", "Time", ("table",), _watching),
    Action("faster", ("plus", "equals_sign"), "+", "", "Faster.", "Time", ("table",), _watching),
    Action("slower", ("minus",), "-", "", "Slower.", "Time", ("table",), _watching),
    Action("home", ("home",), "Home", "", "To the start.", "Time", ("table",), _watching),
    Action("end", ("end",), "End", "newest", "To the end, and follow it again.", "Time", ("table",), _watching, 40),
    Action(
        "stop_waiting", ("w",), "w", "stop waiting", "Have a house bot answer, this once, for whoever keeps the table waiting.",
        "Time", ("table",), lambda s: _watching(s) and s.late, 4,
    ),
    # -- looking
    Action("keep_search", ("enter",), "Enter", "keep", "Keep the search, and go to a place.", "Looking", ("search",), rank=1),
    Action("end_search", ("escape",), "Esc", "end the search", "End the search.", "Looking", ("search",), rank=2),
    Action("scroll", (), "↑ ↓", "scroll", "Read on.", "Looking", ("reading",), rank=1),
    Action(
        "eyes", ("v",), "v", "eyes", "Choose whose eyes you look through.",
        "Looking", ("table",), lambda s: _watching(s) and s.more_eyes, 20,
    ),
    Action(
        "thoughts", ("t",), "t", "thoughts", "Unfold or fold the thoughts under the speeches.",
        "Looking", ("table",), lambda s: _watching(s) and s.thoughts, 21,
    ),
    Action(
        "inspector", ("i",), "i", "calls", "Look into the model calls: what was sent, what came back, what was made of it.",
        "Looking", ("table",), lambda s: _watching(s) and s.calls, 22,
    ),
    Action(
        "no_calls", ("i",), "i", "", "Say when and where model calls can be looked into.",
        "Looking", ("table",), lambda s: _watching(s) and not s.calls,
    ),
    Action("next_call", ("right_square_bracket",), "]", "", "The next call.", "Looking", ("inspector",)),
    Action("previous_call", ("left_square_bracket",), "[", "", "The call before.", "Looking", ("inspector",)),
    Action(
        "other_pane", ("tab", "enter"), "Tab", "list/call", "From the list to the call, where the arrows scroll, and back.",
        "Looking", ("inspector",), rank=3,
    ),
    Action("shut", ("i",), "i", "", "Back to the table.", "Looking", ("inspector",)),
    Action(
        "panel", ("s",), "s", "seat", "Show or hide the side panel.",
        "Looking", ("table",), lambda s: s.small and not s.writing, 9,
    ),
    Action(
        "panel_by_tab", ("tab",), "Tab", "seat", "Show or hide the side panel.",
        "Looking", ("table",), lambda s: s.small and not s.writing and (s.choosing or not s.prompted), 9,
    ),
    Action("search", ("slash",), "/", "search", "Search the transcript.", "Looking", ("table",), _watching, 23),
    Action(
        "next_match", ("n",), "n", "", "To the next place that a search found.",
        "Looking", ("table",), lambda s: _watching(s) and s.searching,
    ),
    Action(
        "previous_match", ("N",), "N", "", "To the place before.",
        "Looking", ("table",), lambda s: _watching(s) and s.searching,
    ),
    Action("copy", ("y",), "y", "", "Copy what is selected, or the last speech.", "Looking", ("table",), _watching),
    Action("rules", ("B",), "B", "", "The rules of this board.", "Looking", ("table", "result"), _watching),
    # -- games
    Action("result", ("r",), "r", "result", "How the game ended.", "Games", ("table",), lambda s: _watching(s) and s.over, 5),
    Action("review", ("r",), "r", "review", "Replay this game, with any eyes.", "Games", ("result",), rank=5),
    Action("open", ("enter",), "Enter", "review", "Replay the chosen game.", "Games", ("library",), rank=1),
    Action("resume", ("r",), "r", "resume", "Go on with the chosen game.", "Games", ("library",), lambda s: s.unfinished, 2),
    Action(
        "again", ("a",), "a", "play again", "Play another game like this one.",
        "Games", ("result",), lambda s: s.again and not s.follows, 6,
    ),
    Action(
        "next_game", ("a",), "a", "next game", "Play the next of the games asked for.",
        "Games", ("result",), lambda s: s.again and s.follows, 1,
    ),
    # -- program
    Action("close", ("escape",), "Esc", "close", "Close it.", "Program", ("reading", "notebook"), rank=60),
    Action(
        "back", ("escape",), "Esc", "back", "Back to where you came from.",
        "Program", ("table", "result", "library", "inspector", "dialog"), lambda s: (s.behind or s.choosing) and not s.judging, 60,
    ),
    Action(
        "help", ("f1", "question_mark"), "F1", "help", "What can be done here.",
        "Program", ("table", "prompt", "search", "result", "library", "inspector"), rank=70,
    ),
    Action("theme", ("T",), "T", "", "The next theme.", "Program", ("table", "result", "library", "inspector"), _watching),
    Action(
        "quit", ("ctrl+q", "ctrl+c"), "Ctrl-Q", "quit", "Quit; a running game is saved and can be resumed.",
        "Program", _EVERYWHERE, lambda s: not s.leaving, 80,
    ),
)  # fmt: skip

BY_ID: Mapping[str, Action] = {action.id: action for action in ACTIONS}

_TOGETHER: Mapping[str, tuple[str, str]] = {
    "step": (". ,", "step"),
    "next_phase": ("] [", "phase"),
    "next_call": ("] [", "call"),
    "faster": ("+ -", "speed"),
}
"""Actions that share a place in the line of keys with their opposites."""

_TOGETHER_RANK: Mapping[str, int] = {"step": 11, "next_phase": 12, "next_call": 2, "faster": 13}


def possible(situation: Situation) -> tuple[Action, ...]:
    """What can be done in a situation, and with a key that means this there."""
    places = {situation.place, "prompt"} if situation.prompted else {situation.place}
    here = (action for action in ACTIONS if places & set(action.places) and action.enabled(situation))
    return tuple(action for action in here if action.keys[:1] == () or action.keys[0].casefold() not in situation.letters)


def key_line(situation: Situation) -> list[tuple[str, str]]:
    """The line of keys: (keys, label) in the order in which they stand."""
    shown: list[tuple[int, str, str]] = []
    for action in possible(situation):
        if action.id in _TOGETHER:
            shown.append((_TOGETHER_RANK[action.id], *_TOGETHER[action.id]))
        elif action.label:
            shown.append((action.rank, action.shown, action.label))
    taken: set[str] = set()
    line: list[tuple[str, str]] = []
    for _, keys, label in sorted(shown, key=lambda item: item[0]):
        if not taken & {keys, label}:
            taken |= {keys, label}
            line.append((keys, label))
    return line


def help_lines(situation: Situation) -> list[tuple[ActionGroup, Sequence[Action]]]:
    """What can be done here, by group."""
    here = possible(situation)
    groups: dict[ActionGroup, list[Action]] = {}
    for action in here:
        groups.setdefault(action.group, []).append(action)
    return list(groups.items())
