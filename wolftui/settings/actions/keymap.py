"""A person's own keys: the table of actions with other keys, checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from msgspec.structs import replace

from wolfcore.errors import ConfigError, did_you_mean

from .action import Action
from .keys import FIXED_KEYS, key_from_text, key_label
from .table import ACTIONS, BY_ID

KeySettings = Mapping[str, str | Sequence[str]]
"""The table `[keys]`: the key of an action by its id, or several of which people are shown the first."""


def is_remappable(action: Action) -> bool:
    """Whether an action can have another key: not where lists have their own, nor what Enter, Esc and Tab do everywhere."""
    return bool(action.keys) and not set(action.keys) <= FIXED_KEYS and not action.same_keys_as


def remapped_actions(keys: KeySettings, file: str = "") -> tuple[Action, ...]:
    """The table of actions with a person's own keys.

    Args:
        keys: The keys by action.
        file: Where they are written, for messages.

    Raises:
        ConfigError: There is no such action or key, or two actions would have one key in one place; names file and key.
    """
    own = {name: _checked(name, written, file) for name, written in keys.items()}
    actions = tuple(_with_keys(action, own.get(action.same_keys_as or action.id)) for action in ACTIONS)
    for one, other in combinations(actions, 2):
        both = [key for key in one.keys if key in other.keys]
        before = set(BY_ID[one.id].keys) & set(BY_ID[other.id].keys)
        if both and not before and set(one.places) & set(other.places):
            blamed, second = (one, other) if (one.same_keys_as or one.id) in own else (other, one)
            raise ConfigError(
                f"`{key_label(both[0])}` is the key of `{second.id}` in the same place",
                file=file,
                key=f"keys.{blamed.same_keys_as or blamed.id}",
                hint=f"Give `{second.same_keys_as or second.id}` another key, too, or choose a free one.",
            )
    return actions


def _with_keys(action: Action, keys: tuple[str, ...] | None) -> Action:
    """An action with other keys; what Enter, Esc and Tab do it keeps."""
    if keys is None:
        return action
    return replace(action, keys=(*keys, *(key for key in action.keys if key in FIXED_KEYS)), key_label=key_label(keys[0]))


def _checked(name: str, written: str | Sequence[str], file: str) -> tuple[str, ...]:
    """The keys of an action as the screen calls them."""
    place = f"keys.{name}"
    action = BY_ID.get(name)
    if action is None:
        raise ConfigError("is no action", file=file, key=place, hint=did_you_mean(name, _ids(filter(is_remappable, ACTIONS))))
    if not is_remappable(action):
        raise ConfigError(f"`{action.key_label}` stays the key of this action", file=file, key=place, hint=_reason_fixed(action))
    found: list[str] = []
    for each in (written,) if isinstance(written, str) else written:
        key = key_from_text(each)
        if key is None:
            hint = "Write a character, `space`, `home`, `end`, `insert`, `f1` to `f12`, or `ctrl+` and one of `bglnopqrt`."
            raise ConfigError(f"`{each}` is no key that can be given", file=file, key=place, hint=hint)
        found.append(key)
    if not found:
        raise ConfigError("has no key", file=file, key=place, hint="Write at least one, or leave the line out.")
    return tuple(dict.fromkeys(found))


def _reason_fixed(action: Action) -> str:
    if action.same_keys_as:
        return f"It has the key of `{action.same_keys_as}`; change that one."
    return "Enter, Esc and Tab, and the keys of lists, mean the same everywhere."


def _ids(actions: Iterable[Action]) -> tuple[str, ...]:
    return tuple(action.id for action in actions)
