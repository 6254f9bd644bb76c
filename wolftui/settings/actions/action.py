"""`Action`, a row of the action table, and `Situation`, which decides whether an action applies.

Action ids are stored in user settings (`[keys]`); renaming an id breaks those files.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

ActionGroup = Literal["Playing", "Writing", "Time", "Looking", "Games", "Program"]


def always(_: Situation) -> bool:
    """Enable an action everywhere in its places."""
    return True


def not_typing(situation: Situation) -> bool:
    """Return whether letters act as keys because no text field has the focus."""
    return not situation.writing


class Action(Struct, frozen=True):
    """One user action: its id, keys, texts, the places that offer it and a test that enables it.

    Attributes:
        id: The action id; the screen's method `action_ID` runs the action and a keymap refers to
            it.
        keys: Textual key names; the first one is shown.
        key_label: The keys as shown to users.
        label: One or two words for the key line; empty to leave the action out of the key line.
        help: A sentence that says what the action does.
        group: The section of the help page.
        places: The screens, panels and prompts that offer the action.
        enabled: Returns whether the action applies in a situation.
        rank: Position in the key line. A lower rank is further to the left and is dropped last when
            there is no room.
        same_keys_as: The id of the action whose keys this action shares, also after remapping;
            empty for keys of its own.
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
    "reveal",
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
    "words",
    "settings",
    "sieve",
    "parting",
    "friends",
]


HOME: Place = "lobby"
"""The screen below all others; no screen lies behind it."""


SCREENS: tuple[Place, ...] = (
    "table",
    "reveal",
    "result",
    "library",
    "inspector",
    "wall",
    "new_game",
    "record",
    "guesses",
    "words",
    "settings",
    "parting",
    "friends",
)
"""The other full-screen places that have a key line."""


class Situation(Struct, frozen=True):
    """The state of the screen and the game that decides which actions apply now.

    Attributes:
        place: The screen, panel or prompt that the user is in.
        live: Whether a game is being played or followed while it runs.
        person: Whether a person plays at this screen.
        over: Whether the game has ended and its end is shown.
        writing: Whether a text field has the focus.
        choosing: Whether a target list has the focus.
        line_allowed: Whether a line may be added to the open choice.
        suspecting: Whether a list of suspicions has the focus.
        prompt_open: Whether a prompt is open.
        text_allowed: Whether the open prompt accepts text.
        side_panel_overlays: Whether the side panel covers the table when it is shown.
        thoughts: Whether there can be thoughts to unfold.
        calls: Whether the model calls may be inspected.
        has_course: Whether the viewer may know the chances in the course of the game.
        can_change_eyes: Whether the viewer may switch to other eyes.
        searching: Whether a search is active.
        filtered: Whether a filter hides a part of the transcript, or a page counts a part of it.
        unfinished: Whether the selected game can be resumed.
        forkable: Whether the selected game can be forked.
        has_steps: Whether what can be done next is listed and can be chosen.
        retryable: Whether the one person of the game can play on from before their last answer.
        can_play_again: Whether another game can follow.
        next_game_planned: Whether another of the requested games follows.
        can_go_back: Whether Esc can close something or go back to another screen.
        leavable: Whether Esc asks whether to leave a running game for the lobby.
        side_page_scrolls: Whether the opened side page, or the rules there, is longer than its
            space.
        side_panel_scrolls: Whether the permanent side panel is longer than its space.
        leaving: Whether the open question is whether to leave the program.
        table_slow: Whether the table has waited for others so long that a person may stop the wait.
        nothing_to_do: Whether the person who receives the screen has nothing to do and hands it on.
        lobby_open: Whether the lobby lies behind, so that the user can go back to it.
        coach_shown: Whether a coach advises the person.
        has_favourites: Whether saved table setups exist.
        new_models_found: Whether models were found on this machine that are not in the settings.
        has_forks: Whether there may be a related game (parent, fork or sibling) to compare with.
        has_running_games: Whether the list or the wall has a game to open.
        several_people: Whether there is a page for each of several people.
        has_code: Whether the deal of the game has a code to send.
        guessable: Whether the viewer may guess along, or does so now.
        hosting: Whether the person here hosts the table of friends.
        named: Whether the guest at a table of friends has a name.
        may_chat: Whether the person may speak to other people outside of the game.
        guessing: Whether the roles are hidden from a viewer who guesses along.
        letters: Letters and keys that select an item in the focused widget, whatever they mean
            elsewhere.
    """

    place: Place
    live: bool = False
    person: bool = False
    over: bool = False
    writing: bool = False
    choosing: bool = False
    line_allowed: bool = False
    suspecting: bool = False
    prompt_open: bool = False
    text_allowed: bool = False
    side_panel_overlays: bool = False
    thoughts: bool = False
    calls: bool = False
    has_course: bool = False
    can_change_eyes: bool = False
    searching: bool = False
    filtered: bool = False
    unfinished: bool = False
    forkable: bool = False
    has_steps: bool = False
    retryable: bool = False
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
    several_people: bool = False
    has_code: bool = False
    guessable: bool = False
    guessing: bool = False
    hosting: bool = False
    named: bool = False
    may_chat: bool = False
    letters: frozenset[str] = frozenset()
