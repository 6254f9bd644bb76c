"""Actions on games, the library and the program; and `ACTIONS`, the whole table, with `BY_ID`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from .action import HOME, SCREENS, Action, Place, Situation, not_typing
from .table_actions import ANSWER_ACTIONS, TIME_ACTIONS, VIEW_ACTIONS


def _gives_away(s: Situation) -> bool:
    """Enable export for a finished or reviewed game and for the selected game of a list."""
    return not_typing(s) and (
        s.place == "result"
        or (s.has_running_games if s.place == "library" else s.over or not (s.live or s.guessing))
    )


_FORMS: tuple[Place, ...] = ("new_game", "settings")
"""The form screens, whose lines hold a value to choose."""


GAME_ACTIONS: tuple[Action, ...] = (
    Action(
        "result", ("enter", "r"), "Enter", "result", "How the game ended.", "Games",
        ("table", "reveal"),
        lambda s: not_typing(s) and s.over, 2,
    ),
    Action(
        "show_all", (), "any key", "show all", "Turn all cards at once.", "Games", ("reveal",),
        lambda s: not s.over, 1,
    ),
    Action(
        "review", ("r",), "r", "review", "Replay this game, with any eyes.", "Games", ("result",),
        rank=10,
    ),
    Action(
        "retry", ("t",), "t", "play on",
        "Play on from before your last word, in your seat; the others are as they were.", "Games",
        ("result",), lambda s: s.retryable, 3,
    ),
    Action(
        "words", ("w",), "w", "your words",
        "What each of your lines did: what was heard, whom it moved, and which votes.", "Games",
        ("result",), lambda s: s.person and s.forkable, 4,
    ),
    Action(
        "decisions", ("c",), "c", "your decisions",
        "What each of your decisions cost, and what was better by what you saw.", "Games",
        ("result",), lambda s: s.person and s.forkable, 4,
    ),
    Action(
        "line", (), "↑ ↓", "choose", "To another of your lines or decisions.", "Games", ("words",),
        rank=2,
    ),
    Action(
        "person", (), "← →", "other person", "The page of another person.", "Games", ("words",),
        lambda s: s.several_people, 5,
    ),
    Action(
        "unfold", ("x",), "x", "show all", "Show all decisions, those too close to tell, too.",
        "Games", ("words",), lambda s: s.filtered, 5,
    ),
    Action(
        "show_line", ("enter",), "Enter", "show it", "Replay the game from the chosen line.",
        "Games", ("words",), lambda s: s.choosing, 4,
    ),
    Action(
        "play_on", ("t",), "t", "try again",
        "Try again from the chosen line, in your seat; the others are as they were.", "Games",
        ("words",), lambda s: s.choosing and s.forkable, 3,
    ),
    Action(
        "record", ("m",), "m", "my record",
        "Your own games: wins, who fooled you, and how good your marks are.", "Games",
        ("result", "library"), not_typing, 40,
    ),
    Action(
        "export", ("e",), "e", "export",
        "Write this game to a file for others: a page, text, rows, a picture, a recording, calls.",
        "Games", ("table", "result", "library"), _gives_away, 24,
    ),
    Action(
        "share", ("s",), "s", "share",
        "Copy the result in three lines, with the command that plays the same deal.", "Games",
        ("result",), lambda s: s.has_code, 5,
    ),
    Action(
        "sit_in", ("enter",), "Enter", "look on", "Watch the chosen game.", "Games", ("wall",),
        lambda s: s.has_running_games, 1,
    ),
    Action(
        "tiles", (), "← ↑ ↓ →", "choose", "To another game.", "Games", ("wall",),
        lambda s: s.has_running_games, 2,
    ),
    Action(
        "again", ("a",), "a", "play again", "Play another game like this one.", "Games",
        ("result",), lambda s: s.can_play_again and not s.next_game_planned, 6,
    ),
    Action(
        "next_game", ("a",), "a", "next game", "Play the next of the requested games.", "Games",
        ("result",), lambda s: s.can_play_again and s.next_game_planned, 1, same_keys_as="again",
    ),
    Action(
        "lobby", ("l",), "l", "lobby", "Back to the lobby, for another table.", "Games",
        ("result",), lambda s: s.lobby_open and not s.next_game_planned, 3,
    ),
    Action(
        "enter_it", (), "Enter", "open",
        "Open the chosen line; each line also has its own letter.", "Games", ("lobby",), rank=1,
    ),
    Action("begin", ("b",), "b", "begin", "Begin this game.", "Games", ("new_game",), rank=1),
    Action("take", (), "Enter", "take it", "Use the written text.", "Games", ("asking",), rank=1),
    Action(
        "pick", (), "Enter", "list", "Choose from a list, or write it.", "Games", _FORMS, rank=4,
    ),
    Action(
        "turn", ("right",), "← →", "change", "The next choice, or the one before.", "Games", _FORMS,
        rank=3,
    ),
    Action("turn_back", ("left",), "←", "", "The choice before.", "Games", _FORMS),
    Action(
        "usual", ("d",), "d", "default",
        "Remove a setting from your file, so that its default applies.", "Games", ("settings",),
        rank=5,
    ),
    Action(
        "add_model", ("a",), "a", "add model",
        "Add a model that was found on this machine, so that it can play.", "Games",
        ("lobby", "settings"), lambda s: s.new_models_found, 6,
    ),
    Action(
        "board_rules", ("B",), "B", "rules", "The rules of the chosen board.", "Games",
        ("new_game",), rank=5, same_keys_as="rules",
    ),
    Action(
        "keep", ("f",), "f", "keep", "Save this table under a name, to play it again.", "Games",
        ("new_game",), rank=6,
    ),
    Action(
        "take_up", ("o",), "o", "kept", "Load a saved table.", "Games", ("new_game",),
        lambda s: s.has_favourites, 7,
    ),
    Action(
        "forget", ("x",), "x", "", "Delete a saved table.", "Games", ("new_game",),
        lambda s: s.has_favourites,
    ),
    Action("wander", (), "↑ ↓", "choose", "To another line.", "Games", ("lobby", *_FORMS), rank=2),
)  # fmt: skip


FRIENDS_ACTIONS: tuple[Action, ...] = (
    Action(
        "start_table", ("enter",), "Enter", "start", "Deal the cards to everybody who is ready.",
        "Games", ("friends",), lambda s: s.hosting, 1,
    ),
    Action(
        "own_name", ("enter",), "Enter", "your name", "Choose the name that the others see.",
        "Games", ("friends",), lambda s: not (s.hosting or s.named), 1, same_keys_as="start_table",
    ),
    Action(
        "copy_link", ("y",), "y", "copy link", "Copy the link for your friends.", "Games",
        ("friends",), rank=2, same_keys_as="copy",
    ),
    Action(
        "ways_in", ("n",), "n", "network", "How friends get in from other networks.", "Games",
        ("friends",), lambda s: s.hosting, 3,
    ),
    Action(
        "better_bots", ("plus",), "+", "bots", "Better house bots on the empty chairs.", "Games",
        ("friends",), lambda s: s.hosting, 6,
    ),
    Action(
        "worse_bots", ("minus",), "-", "", "Easier house bots on the empty chairs.", "Games",
        ("friends",), lambda s: s.hosting,
    ),
    Action(
        "other_board", ("b",), "b", "board", "Choose another board.", "Games", ("friends",),
        lambda s: s.hosting, 5,
    ),
    Action(
        "out_sees_all", ("o",), "o", "who is out", "Choose whether who is out sees everything.",
        "Games", ("friends",), lambda s: s.hosting, 7,
    ),
    Action(
        "admit", ("k",), "k", "let in", "Say whether somebody is who they say.", "Games",
        ("table",), lambda s: not_typing(s) and s.requested, 1,
    ),
    Action(
        "chat", ("c",), "c", "chat", "Speak to the others, outside of the game.", "Games",
        ("friends", "table"), lambda s: not_typing(s) and s.may_chat, 4,
    ),
    Action(
        "close_table", ("x",), "x", "close", "Close the table; your friends are told.", "Games",
        ("friends",), lambda s: s.hosting, 8,
    ),
)  # fmt: skip


def _about_a_game(situation: Situation) -> bool:
    return situation.has_running_games and not_typing(situation)


LIBRARY_ACTIONS: tuple[Action, ...] = (
    Action(
        "open", ("enter",), "Enter", "review", "Replay the chosen game.", "Games", ("library",),
        _about_a_game, 1,
    ),
    Action(
        "resume", ("r",), "r", "resume", "Go on with the chosen game.", "Games", ("library",),
        lambda s: not_typing(s) and s.unfinished, 2,
    ),
    Action(
        "filter", ("ampersand",), "&", "filter", "Filter the games.", "Looking", ("library",),
        not_typing, 24,
    ),
    Action(
        "sort", ("o",), "o", "order", "Sort by date, board, end, length or people.", "Looking",
        ("library",), not_typing, 25,
    ),
    Action(
        "turn_round", ("O",), "O", "", "Reverse the order.", "Looking", ("library",),
        not_typing,
    ),
    Action(
        "fork", ("f",), "f", "fork",
        "Fork the game: play on from an earlier point as a new game.", "Games",
        ("table", "reveal", "library", "result"), lambda s: not_typing(s) and s.forkable, 3,
    ),
    Action(
        "tags", ("t",), "t", "tags", "Give the chosen game your own tags.", "Games", ("library",),
        _about_a_game, 27,
    ),
    Action(
        "throw_away", ("x", "delete"), "x", "trash",
        "Move the chosen game to the trash; nothing is deleted.", "Games", ("library",),
        _about_a_game, 28,
    ),
    Action(
        "bring_back", ("u",), "u", "",
        "Restore the game that was moved to the trash last.", "Games",
        ("library",), not_typing,
    ),
)  # fmt: skip


EVERYWHERE = get_args(Place)


PROGRAM_ACTIONS: tuple[Action, ...] = (
    Action(
        "close", ("escape",), "Esc", "close", "Close it.", "Program", ("reading", "notebook"),
        rank=60,
    ),
    Action(
        "back", ("escape",), "Esc", "back", "Back to where you came from.", "Program",
        (*SCREENS, "dialog", "asking", "sieve"),
        lambda s: (s.can_go_back or s.choosing) and not (s.suspecting or s.leavable), 60,
    ),
    Action(
        "leave_table", ("escape",), "Esc", "leave",
        "Leave this game for the lobby, which can continue it; it asks first.", "Program",
        ("table",), lambda s: not_typing(s) and s.leavable and not s.choosing, 60,
        same_keys_as="back",
    ),
    Action(
        "help", ("f1", "question_mark"), "F1", "help", "List what can be done here.", "Program",
        (*SCREENS, HOME, "prompt", "search"), rank=70,
    ),
    Action(
        "palette", ("ctrl+p",), "Ctrl-P", "",
        "Search among all that can be done here, and the themes.", "Program",
        (*SCREENS, HOME, "prompt", "search"),
    ),
    Action("theme", ("T",), "T", "", "The next theme.", "Program", (*SCREENS, HOME), not_typing),
    Action(
        "quit", ("ctrl+q", "ctrl+c"), "Ctrl-Q", "quit",
        "Quit; a running game is saved and can be resumed.", "Program", EVERYWHERE,
        lambda s: not s.leaving, 80,
    ),
)  # fmt: skip


ACTIONS: tuple[Action, ...] = (
    *ANSWER_ACTIONS,
    *TIME_ACTIONS,
    *VIEW_ACTIONS,
    *GAME_ACTIONS,
    *LIBRARY_ACTIONS,
    *FRIENDS_ACTIONS,
    *PROGRAM_ACTIONS,
)


BY_ID: Mapping[str, Action] = {action.id: action for action in ACTIONS}
