"""Keys as people write them in their settings and as the screen calls them: those that every terminal can send."""

from __future__ import annotations

FIXED_KEYS = frozenset({"enter", "escape", "tab", "left", "right", "pageup", "pagedown"})
"""Keys that mean the same everywhere: they confirm, leave, go on and move."""

_SIGNS = {
    "!": "exclamation_mark", '"': "quotation_mark", "#": "number_sign", "$": "dollar_sign", "%": "percent_sign", "&": "ampersand",
    "'": "apostrophe", "(": "left_parenthesis", ")": "right_parenthesis", "*": "asterisk", "+": "plus", ",": "comma",
    "-": "minus", ".": "full_stop", "/": "slash", ":": "colon", ";": "semicolon", "<": "less_than_sign", "=": "equals_sign",
    ">": "greater_than_sign", "?": "question_mark", "@": "at", "[": "left_square_bracket", "\\": "backslash",
    "]": "right_square_bracket", "^": "circumflex_accent", "_": "underscore", "`": "grave_accent", "{": "left_curly_bracket",
    "|": "vertical_line", "}": "right_curly_bracket", "~": "tilde", " ": "space",
}  # fmt: skip
"""What the screen calls the signs of ASCII."""
_NAMED = {"space": "space", "home": "Home", "end": "End", "insert": "Insert", "delete": "Delete"} | {
    f"f{number}": f"F{number}" for number in range(1, 13)
}
_WITH_CTRL = frozenset("bglnopqrt")
"""Letters with which Ctrl can be given: with the others it is another key, stops the terminal, or moves and cuts in texts."""
_FOR_PEOPLE = {
    "Enter": "enter", "Esc": "escape", "Tab": "tab", "Backspace": "backspace", "PgUp": "pageup", "PgDn": "pagedown",
    "↑": "up", "↓": "down", "←": "left", "→": "right", "Up": "up", "Down": "down", "Left": "left", "Right": "right",
}  # fmt: skip
"""Keys that nobody can give to anything, as people read them, with and without good fonts."""
_WRITTEN = {name: sign for sign, name in _SIGNS.items() if sign != " "}


def key_from_text(written: str) -> str | None:
    """What the screen calls a key.

    Args:
        written: A character (`e`, `.`, `E`), `space`, `home`, `end`, `insert`, `delete`, `f1` to `f12`, or `ctrl+o`.

    Returns:
        The name, or None for no such key and for those that some terminal cannot send or that mean the same everywhere.
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
