"""`Action`, a row of the table of actions, and `Situation`, which decides whether it applies.

Action ids are stored in people's settings (`[keys]`); renaming one breaks their files.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

ActionGroup = Literal["Playing", "Writing", "Time", "Looking", "Games", "Program"]


def always(_: Situation) -> bool:
    """Whether it makes sense everywhere in its places."""
    return True


def not_typing(situation: Situation) -> bool:
    """Whether letters are keys here, for nobody writes."""
    return not situation.writing


class Action(Struct, frozen=True):
    """Something that can be done.

    Attributes:
        id: Its name; `action_ID` carries it out and a keymap names it.
        keys: The keys, as Textual calls them; the first is shown.
        key_label: How the keys are written for people.
        label: A word or two for the line of keys; empty for one that is not shown there.
        help: What it does, as a sentence.
        group: Where it stands in the help.
        places: Where it can be done.
        enabled: Whether it makes sense in a situation.
        rank: Its place in the line of keys; lower stands further to the left and goes last when
            there is no room.
        same_keys_as: The action whose keys it has, whatever they are; empty for keys of its own.
    """

    id: str
    keys: tuple[str, ...]
    key_label: str
    label: str
    help: str
    group: ActionGroup
    places: tuple[Place, ...] = ("table",)
    enabled: Callable[[Situation], bool] = always
    rank: int = 50
    same_keys_as: str = ""


Place = Literal[
    "table",
    "prompt",
    "search",
    "result",
    "library",
    "inspector",
    "dialog",
    "reading",
    "notebook",
    "handover",
    "wall",
    "lobby",
    "new_game",
    "asking",
    "record",
    "guesses",
    "settings",
    "sieve",
    "parting",
]


HOME: Place = "lobby"
"""The screen behind all others, from which there is no way back."""


SCREENS: tuple[Place, ...] = (
    "table",
    "result",
    "library",
    "inspector",
    "wall",
    "new_game",
    "record",
    "guesses",
    "settings",
    "parting",
)
"""The other places that fill the terminal and have a line of keys."""


class Situation(Struct, frozen=True):
    """What decides whether an action makes sense now.

    Attributes:
        place: Where the person is.
        live: Whether a game is being played or watched as it goes.
        person: Whether a person plays here.
        over: Whether the game has ended and its end is shown.
        writing: Whether a text field has the focus.
        choosing: Whether a target list has the focus.
        suspecting: Whether a list of suspicions has the focus.
        prompt_open: Whether a prompt is open.
        text_allowed: Whether words may be written in it.
        side_panel_overlays: Whether the side panel lies over the table when it is shown.
        thoughts: Whether there can be thoughts to unfold.
        calls: Whether model calls may be looked into.
        can_change_eyes: Whether other eyes may be used.
        searching: Whether a search is on.
        filtered: Whether only a part of the transcript is shown.
        unfinished: Whether the chosen game can be resumed.
        forkable: Whether the chosen game can be played on differently.
        can_play_again: Whether another game can follow.
        next_game_planned: Whether another of the games asked for follows.
        can_go_back: Whether something is open that can be closed, or another screen lies behind
            that Esc goes back to.
        leavable: Whether Esc asks whether to leave a running game for the lobby.
        side_page_scrolls: Whether what was opened beside, or the rules there, is longer than its
            room.
        side_panel_scrolls: Whether what always stands beside is longer than its room.
        leaving: Whether the question is whether to leave the program.
        table_slow: Whether the table waits so long for others that a person may stop it.
        nothing_to_do: Whether whoever gets the screen has nothing to do now and hands it on.
        lobby_open: Whether the lobby lies behind, so that one may go back to it.
        coach_shown: Whether a coach sits beside the person.
        has_favourites: Whether tables are kept that can be taken up.
        new_models_found: Whether models were found on this machine that are not in the settings.
        has_forks: Whether a game that shares its beginning with others may be there to be put
            beside them.
        has_running_games: Whether a game is there to look on at.
        guessable: Whether one may guess along, or does.
        guessing: Whether the roles are hidden from whoever guesses along.
        letters: The letters and keys that choose where the hands are, whatever they mean elsewhere.
    """

    place: Place
    live: bool = False
    person: bool = False
    over: bool = False
    writing: bool = False
    choosing: bool = False
    suspecting: bool = False
    prompt_open: bool = False
    text_allowed: bool = False
    side_panel_overlays: bool = False
    thoughts: bool = False
    calls: bool = False
    can_change_eyes: bool = False
    searching: bool = False
    filtered: bool = False
    unfinished: bool = False
    forkable: bool = False
    can_play_again: bool = False
    next_game_planned: bool = False
    can_go_back: bool = False
    leavable: bool = False
    side_page_scrolls: bool = False
    side_panel_scrolls: bool = False
    leaving: bool = False
    table_slow: bool = False
    nothing_to_do: bool = False
    lobby_open: bool = False
    coach_shown: bool = False
    has_favourites: bool = False
    new_models_found: bool = False
    has_forks: bool = False
    has_running_games: bool = False
    guessable: bool = False
    guessing: bool = False
    letters: frozenset[str] = frozenset()
