"""Games: how one ended, others, and another."""

from __future__ import annotations

from .action import Action, not_typing
from .situation import Place, Situation


def _gives_away(s: Situation) -> bool:
    """A game that is over or looked at again, or the chosen one of a list."""
    return not_typing(s) and (
        s.place == "result" or (s.has_running_games if s.place == "library" else s.over or not (s.live or s.guessing))
    )


_FORMS: tuple[Place, ...] = ("new_game", "settings")
"""The screens in which a line holds something that may be chosen."""
GAME_ACTIONS: tuple[Action, ...] = (
    Action(
        "result", ("enter", "r"), "Enter", "result", "How the game ended.",
        "Games", ("table",), lambda s: not_typing(s) and s.over, 5,
    ),
    Action("review", ("r",), "r", "review", "Replay this game, with any eyes.", "Games", ("result",), rank=5),
    Action(
        "record", ("m",), "m", "my record", "Your own games: wins, who fooled you, and how good your marks are.",
        "Games", ("result", "library"), not_typing, 40,
    ),
    Action(
        "export", ("e",), "e", "export", "Write this game to a file for others: a page, text, rows, a picture, a recording.",
        "Games", ("table", "result", "library"), _gives_away, 24,
    ),
    Action("sit_in", ("enter",), "Enter", "look on", "Look on at the chosen game.", "Games", ("wall",), lambda s: s.has_running_games, 1),
    Action("tiles", (), "← ↑ ↓ →", "choose", "To another game.", "Games", ("wall",), lambda s: s.has_running_games, 2),
    Action(
        "again", ("a",), "a", "play again", "Play another game like this one.",
        "Games", ("result",), lambda s: s.can_play_again and not s.next_game_planned, 6,
    ),
    Action(
        "next_game", ("a",), "a", "next game", "Play the next of the games asked for.",
        "Games", ("result",), lambda s: s.can_play_again and s.next_game_planned, 1, same_keys_as="again",
    ),
    Action(
        "lobby", ("enter",), "Enter", "lobby", "Back to the lobby, for another table.",
        "Games", ("result",), lambda s: s.lobby_open and not (s.next_game_planned or s.choosing), 4,
    ),
    Action(
        "enter_it", (), "Enter", "open", "Do what is chosen; every line has a letter of its own, too.",
        "Games", ("lobby",), rank=1,
    ),
    Action("begin", ("b",), "b", "begin", "Begin this game.", "Games", ("new_game",), rank=1),
    Action("take", (), "Enter", "take it", "Take what is written.", "Games", ("asking",), rank=1),
    Action("pick", (), "Enter", "list", "Choose from a list, or write it.", "Games", _FORMS, rank=4),
    Action("turn", ("right",), "← →", "change", "The next choice, or the one before.", "Games", _FORMS, rank=3),
    Action("turn_back", ("left",), "←", "", "The choice before.", "Games", _FORMS),
    Action(
        "usual", ("d",), "d", "default", "Take a setting out of your file, so that the default holds.",
        "Games", ("settings",), rank=5,
    ),
    Action(
        "add_model", ("a",), "a", "add model", "Add a model that was found on this machine, so that it may sit down.",
        "Games", ("lobby", "settings"), lambda s: s.new_models_found, 6,
    ),
    Action(
        "board_rules", ("B",), "B", "rules", "The rules of the chosen board.", "Games", ("new_game",), rank=5, same_keys_as="rules",
    ),
    Action("keep", ("f",), "f", "keep", "Keep this table by name, to play it again.", "Games", ("new_game",), rank=6),
    Action("take_up", ("o",), "o", "kept", "Take up a table that is kept.", "Games", ("new_game",), lambda s: s.has_favourites, 7),
    Action("forget", ("x",), "x", "", "Keep a table no longer.", "Games", ("new_game",), lambda s: s.has_favourites),
    Action("wander", (), "↑ ↓", "choose", "To another line.", "Games", ("lobby", *_FORMS), rank=2),
)  # fmt: skip
