"""Where a person is and what goes on there: what decides which actions make sense."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Place = Literal[
    "table", "prompt", "search", "result", "library", "inspector", "dialog", "reading", "notebook", "handover", "wall", "lobby",
    "new_game", "asking", "record", "guesses", "settings", "sieve", "parting",
]  # fmt: skip
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
        judging: Whether a list of suspicions has the focus.
        prompted: Whether a prompt is open.
        wording: Whether words may be written in it.
        small: Whether the side panel lies over the table when it is shown.
        thoughts: Whether there can be thoughts to unfold.
        calls: Whether model calls may be looked into.
        more_eyes: Whether other eyes may be used.
        searching: Whether a search is on.
        sifted: Whether only a part of the transcript is shown.
        unfinished: Whether the chosen game can be resumed.
        forkable: Whether the chosen game can be played on differently.
        again: Whether another game can follow.
        follows: Whether another of the games asked for follows.
        behind: Whether something is open that can be closed, or another screen lies behind that Esc goes back to.
        leavable: Whether Esc asks whether to leave a running game for the lobby.
        paged: Whether what was opened beside, or the rules there, is longer than its room.
        more_beside: Whether what always stands beside is longer than its room.
        leaving: Whether the question is whether to leave the program.
        late: Whether the table waits so long for others that a person may stop it.
        idle: Whether whoever gets the screen has nothing to do now and hands it on.
        home: Whether the lobby lies behind, so that one may go back to it.
        coached: Whether a coach sits beside the person.
        kept: Whether tables are kept that can be taken up.
        addable: Whether models were found on this machine that are not in the settings.
        kin: Whether a game that shares its beginning with others may be there to be put beside them.
        games: Whether a game is there to look on at.
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
    judging: bool = False
    prompted: bool = False
    wording: bool = False
    small: bool = False
    thoughts: bool = False
    calls: bool = False
    more_eyes: bool = False
    searching: bool = False
    sifted: bool = False
    unfinished: bool = False
    forkable: bool = False
    again: bool = False
    follows: bool = False
    behind: bool = False
    leavable: bool = False
    paged: bool = False
    more_beside: bool = False
    leaving: bool = False
    late: bool = False
    idle: bool = False
    home: bool = False
    coached: bool = False
    kept: bool = False
    addable: bool = False
    kin: bool = False
    games: bool = False
    guessable: bool = False
    guessing: bool = False
    letters: frozenset[str] = frozenset()
