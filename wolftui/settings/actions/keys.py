"""Converts key names (settings, Textual, labels) and remaps actions to the user's own keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from msgspec.structs import replace

from wolfcore.errors import ConfigError, did_you_mean

from .action import Action
from .program_actions import ACTIONS, BY_ID

FIXED_KEYS = frozenset({"enter", "escape", "tab", "left", "right", "pageup", "pagedown"})
"""Keys that mean the same everywhere and cannot be remapped: confirm, leave, go on and move."""


_SIGNS = {
    "!": "exclamation_mark", '"': "quotation_mark", "#": "number_sign", "$": "dollar_sign",
    "%": "percent_sign", "&": "ampersand", "'": "apostrophe", "(": "left_parenthesis",
    ")": "right_parenthesis", "*": "asterisk", "+": "plus", ",": "comma", "-": "minus",
    ".": "full_stop", "/": "slash", ":": "colon", ";": "semicolon", "<": "less_than_sign",
    "=": "equals_sign", ">": "greater_than_sign", "?": "question_mark", "@": "at",
    "[": "left_square_bracket", "\\": "backslash", "]": "right_square_bracket",
    "^": "circumflex_accent", "_": "underscore", "`": "grave_accent", "{": "left_curly_bracket",
    "|": "vertical_line", "}": "right_curly_bracket", "~": "tilde", " ": "space",
}  # fmt: skip
"""Textual key names of the ASCII punctuation characters."""


_NAMED = {
    "space": "space",
    "home": "Home",
    "end": "End",
    "insert": "Insert",
    "delete": "Delete",
} | {f"f{number}": f"F{number}" for number in range(1, 13)}


_WITH_CTRL = frozenset("bglnopqrt")
"""Letters that may be combined with Ctrl.

With the other letters Ctrl sends another key, stops the terminal, or moves and cuts in text fields.
"""


_FOR_PEOPLE = {
    "Enter": "enter", "Esc": "escape", "Tab": "tab", "Backspace": "backspace", "PgUp": "pageup",
    "PgDn": "pagedown", "↑": "up", "↓": "down", "←": "left", "→": "right", "Up": "up",
    "Down": "down", "Left": "left", "Right": "right",
}  # fmt: skip
"""Labels of keys that cannot be assigned (with and without Unicode arrows) by Textual name."""


_WRITTEN = {name: sign for sign, name in _SIGNS.items() if sign != " "}


def key_from_text(written: str) -> str | None:
    """Convert a key as written in the settings to its Textual name.

    Args:
        written: A character (`e`, `.`, `E`), `space`, `home`, `end`, `insert`, `delete`, `f1` to
            `f12`, or `ctrl+o`.

    Returns:
        The Textual name. None for an unknown key, for keys that some terminal cannot send, and for
        keys that are fixed.
    """
    if written in _SIGNS:
        return _SIGNS[written]
    if len(written) == 1:
        return written if written.isalnum() else None
    name = written.casefold().replace("-", "+")
    control, _, letter = name.partition("+")
    if control == "ctrl" and letter in _WITH_CTRL:
        return name
    return name if name in _NAMED or name in _SIGNS.values() else None


def key_label(key: str) -> str:
    """Format a Textual key name for users: `Ctrl-O` for `ctrl+o`, `.` for `full_stop`."""
    if key.startswith("ctrl+"):
        return f"Ctrl-{key[5:].upper()}"
    return _NAMED.get(key) or _WRITTEN.get(key, key)


def key_from_label(written: str) -> str:
    """Convert a key label to its Textual name: `up` for `↑`; empty if the label is no single key.

    Another example: `plus` for `+`.
    """
    return _FOR_PEOPLE.get(written) or key_from_text(written) or ""


def character_of(key: str) -> str | None:
    """Return the character that a Textual key types; None if it types no character."""
    return key if len(key) == 1 else " " if key == "space" else _WRITTEN.get(key)


def types_character(key: str) -> bool:
    """Return whether a Textual key types a character in a text field."""
    return len(key) == 1 or key in _SIGNS.values()


KeySettings = Mapping[str, str | Sequence[str]]
"""The table `[keys]`: for each action id its key, or several keys of which the first is shown."""


def is_remappable(action: Action) -> bool:
    """Return whether the user may change the keys of an action.

    False for actions without keys of their own (keys of lists), for actions that share the keys of
    another one, and for actions bound only to fixed keys such as Enter, Esc and Tab.
    """
    return bool(action.keys) and not set(action.keys) <= FIXED_KEYS and not action.same_keys_as


def remapped_actions(keys: KeySettings, file: str = "") -> tuple[Action, ...]:
    """Return the action table with the user's own keys applied.

    Args:
        keys: The keys by action id.
        file: The settings file, for error messages.

    Raises:
        ConfigError: There is no such action or key, or two actions would have the same key in one
            place; names file and key.
    """
    if not keys:  # comparing all pairs of actions takes 5 ms, twice before the first frame
        return ACTIONS
    own = {name: _checked(name, written, file) for name, written in keys.items()}
    actions = tuple(
        _with_keys(action, own.get(action.same_keys_as or action.id)) for action in ACTIONS
    )
    for one, other in combinations(actions, 2):
        both = [key for key in one.keys if key in other.keys]
        before = set(BY_ID[one.id].keys) & set(BY_ID[other.id].keys)
        if both and not before and set(one.places) & set(other.places):
            blamed, second = (one, other) if (one.same_keys_as or one.id) in own else (other, one)
            raise ConfigError(
                f"`{key_label(both[0])}` is also the key of `{second.id}` in the same place",
                file=file,
                key=f"keys.{blamed.same_keys_as or blamed.id}",
                hint=f"Give `{second.same_keys_as or second.id}` another key, too, or choose a "
                "free one.",
            )
    return actions


def _with_keys(action: Action, keys: tuple[str, ...] | None) -> Action:
    """Return an action with other keys; it keeps its fixed keys (Enter, Esc, Tab)."""
    if keys is None:
        return action
    return replace(
        action,
        keys=(*keys, *(key for key in action.keys if key in FIXED_KEYS)),
        key_label=key_label(keys[0]),
    )


def _checked(name: str, written: str | Sequence[str], file: str) -> tuple[str, ...]:
    """Convert the keys written for an action to Textual names; ConfigError for an invalid one."""
    place = f"keys.{name}"
    action = BY_ID.get(name)
    if action is None:
        raise ConfigError(
            "is not an action",
            file=file,
            key=place,
            hint=did_you_mean(name, _ids(filter(is_remappable, ACTIONS))),
        )
    if not is_remappable(action):
        raise ConfigError(
            f"`{action.key_label}` is the fixed key of this action",
            file=file,
            key=place,
            hint=_reason_fixed(action),
        )
    found: list[str] = []
    for each in (written,) if isinstance(written, str) else written:
        key = key_from_text(each)
        if key is None:
            hint = (
                "Write a character, `space`, `home`, `end`, `insert`, `f1` to `f12`, or "
                "`ctrl+` and one of `bglnopqrt`."
            )
            raise ConfigError(f"`{each}` cannot be used as a key", file=file, key=place, hint=hint)
        found.append(key)
    if not found:
        raise ConfigError(
            "has no key", file=file, key=place, hint="Write at least one, or leave the line out."
        )
    return tuple(dict.fromkeys(found))


def _reason_fixed(action: Action) -> str:
    if action.same_keys_as:
        return f"It shares the key of `{action.same_keys_as}`; change that action."
    return "Enter, Esc, Tab and the keys of lists cannot be changed."


def _ids(actions: Iterable[Action]) -> tuple[str, ...]:
    return tuple(action.id for action in actions)
