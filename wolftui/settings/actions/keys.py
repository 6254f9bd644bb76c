"""Key names in settings, on screen and for people, and remapping actions to a person's keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from msgspec.structs import replace

from wolfcore.errors import ConfigError, did_you_mean

from .action import Action
from .program_actions import ACTIONS, BY_ID

FIXED_KEYS = frozenset({"enter", "escape", "tab", "left", "right", "pageup", "pagedown"})
"""Keys that mean the same everywhere: they confirm, leave, go on and move."""


_SIGNS = {
    "!": "exclamation_mark",
    '"': "quotation_mark",
    "#": "number_sign",
    "$": "dollar_sign",
    "%": "percent_sign",
    "&": "ampersand",
    "'": "apostrophe",
    "(": "left_parenthesis",
    ")": "right_parenthesis",
    "*": "asterisk",
    "+": "plus",
    ",": "comma",
    "-": "minus",
    ".": "full_stop",
    "/": "slash",
    ":": "colon",
    ";": "semicolon",
    "<": "less_than_sign",
    "=": "equals_sign",
    ">": "greater_than_sign",
    "?": "question_mark",
    "@": "at",
    "[": "left_square_bracket",
    "\\": "backslash",
    "]": "right_square_bracket",
    "^": "circumflex_accent",
    "_": "underscore",
    "`": "grave_accent",
    "{": "left_curly_bracket",
    "|": "vertical_line",
    "}": "right_curly_bracket",
    "~": "tilde",
    " ": "space",
}
"""What the screen calls the signs of ASCII."""


_NAMED = {
    "space": "space",
    "home": "Home",
    "end": "End",
    "insert": "Insert",
    "delete": "Delete",
} | {f"f{number}": f"F{number}" for number in range(1, 13)}


_WITH_CTRL = frozenset("bglnopqrt")
"""Letters with which Ctrl can be given: with the others it is another key, stops the terminal, or
moves and cuts in texts."""


_FOR_PEOPLE = {
    "Enter": "enter",
    "Esc": "escape",
    "Tab": "tab",
    "Backspace": "backspace",
    "PgUp": "pageup",
    "PgDn": "pagedown",
    "↑": "up",
    "↓": "down",
    "←": "left",
    "→": "right",
    "Up": "up",
    "Down": "down",
    "Left": "left",
    "Right": "right",
}
"""Keys that nobody can give to anything, as people read them, with and without good fonts."""


_WRITTEN = {name: sign for sign, name in _SIGNS.items() if sign != " "}


def key_from_text(written: str) -> str | None:
    """What the screen calls a key.

    Args:
        written: A character (`e`, `.`, `E`), `space`, `home`, `end`, `insert`, `delete`, `f1` to
            `f12`, or `ctrl+o`.

    Returns:
        The name, or None for no such key and for those that some terminal cannot send or that mean
        the same everywhere.
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
    """How a key is written for people: `Ctrl-O` for `ctrl+o`, `.` for `full_stop`."""
    if key.startswith("ctrl+"):
        return f"Ctrl-{key[5:].upper()}"
    return _NAMED.get(key) or _WRITTEN.get(key, key)


def key_from_label(written: str) -> str:
    """What the screen calls a key that is written for people: `up` for `↑`, `plus` for `+`; empty for what is no one key."""
    return _FOR_PEOPLE.get(written) or key_from_text(written) or ""


def character_of(key: str) -> str | None:
    """What a key types, as the screen calls it; None where it types nothing."""
    return key if len(key) == 1 else " " if key == "space" else _WRITTEN.get(key)


def types_character(key: str) -> bool:
    """Whether a key is a character where somebody writes."""
    return len(key) == 1 or key in _SIGNS.values()


KeySettings = Mapping[str, str | Sequence[str]]
"""The table `[keys]`: the key of an action by its id, or several of which people are shown the
first."""


def is_remappable(action: Action) -> bool:
    """Whether an action can have another key: not where lists have their own, nor what Enter, Esc and Tab do everywhere."""
    return bool(action.keys) and not set(action.keys) <= FIXED_KEYS and not action.same_keys_as


def remapped_actions(keys: KeySettings, file: str = "") -> tuple[Action, ...]:
    """The table of actions with a person's own keys.

    Args:
        keys: The keys by action.
        file: Where they are written, for messages.

    Raises:
        ConfigError: There is no such action or key, or two actions would have one key in one place;
            names file and key.
    """
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
                f"`{key_label(both[0])}` is the key of `{second.id}` in the same place",
                file=file,
                key=f"keys.{blamed.same_keys_as or blamed.id}",
                hint=f"Give `{second.same_keys_as or second.id}` another key, too, or choose a "
                "free one.",
            )
    return actions


def _with_keys(action: Action, keys: tuple[str, ...] | None) -> Action:
    """An action with other keys; what Enter, Esc and Tab do it keeps."""
    if keys is None:
        return action
    return replace(
        action,
        keys=(*keys, *(key for key in action.keys if key in FIXED_KEYS)),
        key_label=key_label(keys[0]),
    )


def _checked(name: str, written: str | Sequence[str], file: str) -> tuple[str, ...]:
    """The keys of an action as the screen calls them."""
    place = f"keys.{name}"
    action = BY_ID.get(name)
    if action is None:
        raise ConfigError(
            "is no action",
            file=file,
            key=place,
            hint=did_you_mean(name, _ids(filter(is_remappable, ACTIONS))),
        )
    if not is_remappable(action):
        raise ConfigError(
            f"`{action.key_label}` stays the key of this action",
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
            raise ConfigError(
                f"`{each}` is no key that can be given", file=file, key=place, hint=hint
            )
        found.append(key)
    if not found:
        raise ConfigError(
            "has no key", file=file, key=place, hint="Write at least one, or leave the line out."
        )
    return tuple(dict.fromkeys(found))


def _reason_fixed(action: Action) -> str:
    if action.same_keys_as:
        return f"It has the key of `{action.same_keys_as}`; change that one."
    return "Enter, Esc and Tab, and the keys of lists, mean the same everywhere."


def _ids(actions: Iterable[Action]) -> tuple[str, ...]:
    return tuple(action.id for action in actions)
