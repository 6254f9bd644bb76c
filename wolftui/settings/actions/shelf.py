"""The library: what may be done to the chosen game, and which games are shown."""

from __future__ import annotations

from .action import Action, not_typing
from .situation import Situation


def _about_a_game(situation: Situation) -> bool:
    return situation.has_running_games and not_typing(situation)


LIBRARY_ACTIONS: tuple[Action, ...] = (
    Action("open", ("enter",), "Enter", "review", "Replay the chosen game.", "Games", ("library",), _about_a_game, 1),
    Action(
        "resume", ("r",), "r", "resume", "Go on with the chosen game.",
        "Games", ("library",), lambda s: not_typing(s) and s.unfinished, 2,
    ),
    Action("filter", ("ampersand",), "&", "filter", "Show only some games.", "Looking", ("library",), not_typing, 24),
    Action("sort", ("o",), "o", "order", "Sort by date, board, end, length or people.", "Looking", ("library",), not_typing, 25),
    Action("turn_round", ("O",), "O", "", "Sort the other way round.", "Looking", ("library",), not_typing),
    Action(
        "fork", ("f",), "f", "fork", "Play on differently from an earlier point, in a game of its own.",
        "Games", ("library", "result"), lambda s: not_typing(s) and s.forkable, 26,
    ),
    Action("tags", ("t",), "t", "tags", "Give the chosen game words of yours.", "Games", ("library",), _about_a_game, 27),
    Action(
        "throw_away", ("x", "delete"), "x", "trash", "Move the chosen game to the trash; nothing is deleted.",
        "Games", ("library",), _about_a_game, 28,
    ),
    Action("bring_back", ("u",), "u", "", "Bring back what was thrown away last.", "Games", ("library",), not_typing),
)  # fmt: skip
