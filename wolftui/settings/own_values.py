"""Writing a setting into the person's file and out of it, with every comment and every other line left as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import tomli_w

from wolfcore.errors import ConfigError
from wolfcore.outside import NotToml, parse_toml

from .config import LoadedConfig, check_value, load_config
from .own_file import parse_settings, read_settings_text, replace_settings

Value = str | bool | float | int


def set_value(file: Path, key: str, value: Value | None) -> LoadedConfig:
    """Write a setting into the file; returns the settings as they hold then.

    Args:
        file: The person's settings; it need not exist.
        key: A setting that is no table.
        value: Its value; None to take it out, so that the default holds again.

    Raises:
        ConfigError: Something is wrong with the file, the value is none, or the file cannot be written. Nothing was changed then.
    """
    if value is not None:
        check_value(key, value, str(file), strict=True)
    load_config(file, {})  # what is wrong with the file is said, and nothing is written over it
    text = read_settings_text(file)
    wanted = parse_settings(text, file)
    if key not in wanted if value is None else wanted.get(key) == value:
        return load_config(file)
    line = "" if value is None else tomli_w.dumps({key: value})
    if value is None:
        del wanted[key]
    else:
        wanted[key] = value
    changed = next((each for each in _candidates(text, key, line) if _parses_to(each, wanted)), None)
    if changed is None:
        raise ConfigError("cannot be changed", file=str(file), key=key, hint=f"Write it yourself: {line.strip() or 'take it out'}")
    replace_settings(file, changed)
    return load_config(file)


def _parses_to(text: str, wanted: object) -> bool:
    try:
        return parse_toml(text) == wanted
    except NotToml:
        return False


def _candidates(text: str, key: str, line: str) -> Iterator[str]:
    """Texts that may say what is wanted: `line` in the place of each line that may hold the key, else before each table."""
    lines = text.splitlines(keepends=True)
    own = re.compile(rf"""\s*(?:{re.escape(key)}|"{re.escape(key)}"|'{re.escape(key)}')\s*=""")
    for start in (number for number, each in enumerate(lines) if own.match(each)):
        for stop in range(start + 1, len(lines) + 1):
            if _is_toml("".join(lines[start:stop])):
                yield "".join([*lines[:start], _with_comment(line, lines[start:stop]), *lines[stop:]])
                break
    heads = [number for number, each in enumerate(lines) if re.match(r"\s*\[", each)]
    for place in [place for head in (*heads, len(lines)) for place in (_insertion_line(lines, head), head)]:
        before = "".join(lines[:place])
        between = "" if not before or before.endswith("\n") else "\n"
        gap = "\n" if place < len(lines) and lines[place].strip() else ""
        yield f"{before}{between}{line}{gap}{''.join(lines[place:])}"


def _is_toml(text: str) -> bool:
    try:
        parse_toml(text)
    except NotToml:
        return False
    return True


def _with_comment(line: str, old: list[str]) -> str:
    """The new line with the comment that stands behind the old value."""
    last = old[-1].rstrip("\r\n")
    if not line:
        return ""
    for at in (number for number, sign in enumerate(last) if sign == "#"):
        if _is_toml("".join([*old[:-1], last[:at]])):
            blank = last[:at][len(last[:at].rstrip()) :]
            return f"{line.rstrip()}{blank}{last[at:]}\n"
    return line


def _insertion_line(lines: list[str], head: int) -> int:
    """Where a line belongs that shall stand before a table: above the comments and empty lines that lead to it."""
    place = head
    while head < len(lines) and place > 0 and re.match(r"\s*(#|$)", lines[place - 1]):
        place -= 1
    return place
