"""What an action is: a row of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from .situation import Place, Situation

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
        rank: Its place in the line of keys; lower stands further to the left and goes last when there is no room.
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
