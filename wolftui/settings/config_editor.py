"""Edits the user's settings file: a setting, own keys or a model; all other lines stay.

Each edit is accepted only if the new text parses to exactly the wanted values. The file is replaced
as a whole.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec
import tomli_w

from wolfcore.decoders import NotToml, parse_toml
from wolfcore.errors import ConfigError
from wolfcore.files import read_text
from wolfcore.models import ModelSpec, parse_model

from .actions import remapped_actions
from .config import LoadedConfig, check_value, load_config


def read_settings_text(file: Path) -> str:
    """Return the text of the settings file; empty if the file does not exist.

    Raises:
        ConfigError: The file cannot be read, or is no UTF-8 text.
    """
    try:
        return read_text(file)
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError as error:
        raise ConfigError("is not UTF-8 text", file=str(file), hint="Save it as UTF-8.") from error
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(file)) from error


def parse_settings(text: str, file: Path) -> dict[str, Any]:
    """Parse the text of the settings file; `file` is named in errors.

    Raises:
        ConfigError: The text is no valid TOML.
    """
    try:
        return parse_toml(text)
    except NotToml as error:
        raise ConfigError(f"not valid TOML ({error})", file=str(file)) from error


def replace_settings(file: Path, text: str) -> None:
    """Replace the settings file atomically by a temporary file; its permission bits stay.

    Raises:
        ConfigError: The file cannot be written; the old one stays.
    """
    try:
        place = file.resolve()
        place.parent.mkdir(parents=True, exist_ok=True)
        mode = place.stat().st_mode & 0o777 if place.exists() else 0o644
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", newline="", dir=place.parent, delete=False
        ) as new:
            temporary = Path(new.name)
            try:
                new.write(text)
                new.close()
                temporary.chmod(mode)
                temporary.replace(place)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise ConfigError(
            f"cannot be written ({error.strerror or error})", file=str(file)
        ) from error


Value = str | bool | float | int


def set_value(file: Path, key: str, value: Value | None) -> LoadedConfig:
    """Write one setting into the file and return the settings loaded from it.

    Args:
        file: The settings file; it need not exist.
        key: A setting that is no table.
        value: Its value; None removes the setting, so that the default applies again.

    Raises:
        ConfigError: The file has an error, the value is invalid, or the file cannot be written.
            Nothing was changed then.
    """
    if value is not None:
        check_value(key, value, str(file), strict=True)
    load_config(file, {})  # raises for an invalid file before anything is written
    text = read_settings_text(file)
    return _replaced(file, text, _edited(text, file, (), key, value))


def set_own_keys(file: Path, keys: Mapping[str, Sequence[str]]) -> LoadedConfig:
    """Write keys of the person's own into the table `[keys]`; return the settings loaded from it.

    Args:
        file: The settings file; it need not exist.
        keys: The keys by action id, as `[keys]` takes them; none for the default keys.

    Raises:
        ConfigError: A key cannot be used or is taken in the same place, the file has an error, or
            it cannot be written. Nothing was changed then.
    """
    own = dict(load_config(file, {}).config.keys)
    before = text = read_settings_text(file)
    for action, written in keys.items():
        own.pop(action, None)
        if written:
            own[action] = tuple(written)
        value = list(written) if len(written) > 1 else "".join(written) or None
        text = _edited(text, file, ("keys",), action, value)
    remapped_actions(own, str(file))
    return _replaced(file, before, text)


def set_model_value(file: Path, name: str, key: str, value: str) -> LoadedConfig:
    """Write one text of a model's table into the file; return the settings loaded from it.

    Args:
        file: The settings file.
        name: A model that has a table there.
        key: A setting of models that is a text.
        value: Its value; empty removes the setting.

    Raises:
        ConfigError: The value is invalid, the file has an error, or it cannot be written. Nothing
            was changed then.
    """
    load_config(file, {})
    text = read_settings_text(file)
    changed = _edited(text, file, ("models", name), key, value or None)
    parse_model(name, _models(changed, file)[name])
    return _replaced(file, text, changed)


def check_key_variable(text: str) -> None:
    """Raise ConfigError for a text that may be an API key in place of the name of its variable.

    The error never repeats the text.
    """
    if not re.fullmatch("[A-Z_][A-Z0-9_]*", text) and text not in os.environ:
        raise ConfigError(
            "this is not the name of a variable",
            hint="Name the variable that holds the key, such as OPENAI_API_KEY, not the key.",
        )


def _replaced(file: Path, before: str, text: str) -> LoadedConfig:
    if text != before:
        replace_settings(file, text)
    return load_config(file)


def _edited(
    text: str, file: Path, path: Sequence[str], key: str, value: Value | list[str] | None
) -> str:
    """Return the text with one value of the table at `path` changed; None removes the value.

    A table that does not exist is added. The text stays as it is if the value is in it already.
    """
    wanted = parse_settings(text, file)
    table, exists = wanted, True
    for name in path:
        exists = exists and name in table
        table = table.setdefault(name, {})
    if key not in table if value is None else table.get(key) == value:
        return text
    written: dict[str, Any] = {key: value}
    for name in () if exists else reversed(path):
        written = {name: written}
    line = "" if value is None else tomli_w.dumps(written)
    if value is None:
        del table[key]
    else:
        table[key] = value
    changed = next(
        (each for each in _candidates(text, key, line) if _parses_to(each, wanted)), None
    )
    if changed is None:
        raise ConfigError(
            "cannot be changed",
            file=str(file),
            key=".".join((*path, key)),
            hint=f"Change the file yourself: {line.strip() or 'remove the line'}",
        )
    return changed


def _parses_to(text: str, wanted: object) -> bool:
    try:
        return parse_toml(text) == wanted
    except NotToml:
        return False


def _candidates(text: str, key: str, line: str) -> Iterator[str]:
    """Yield candidate texts with `line` in place of the key's lines, or before each table.

    A line that may hold the key is tried first; then the insertion before each table and at the
    end.
    """
    lines = text.splitlines(keepends=True)
    own = re.compile(rf"""\s*(?:{re.escape(key)}|"{re.escape(key)}"|'{re.escape(key)}')\s*=""")
    for start in (number for number, each in enumerate(lines) if own.match(each)):
        for stop in range(start + 1, len(lines) + 1):
            if _is_toml("".join(lines[start:stop])):
                yield "".join(
                    [*lines[:start], _with_comment(line, lines[start:stop]), *lines[stop:]]
                )
                break
    heads = [number for number, each in enumerate(lines) if re.match(r"\s*\[", each)]
    for place in [
        place for head in (*heads, len(lines)) for place in (_insertion_line(lines, head), head)
    ]:
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
    """Return the new line with the comment that follows the old value appended."""
    last = old[-1].rstrip("\r\n")
    if not line:
        return ""
    for at in (number for number, sign in enumerate(last) if sign == "#"):
        if _is_toml("".join([*old[:-1], last[:at]])):
            blank = last[:at][len(last[:at].rstrip()) :]
            return f"{line.rstrip()}{blank}{last[at:]}\n"
    return line


def _insertion_line(lines: list[str], head: int) -> int:
    """Return the line for an insertion before a table, above the comments that lead to it."""
    place = head
    while head < len(lines) and place > 0 and re.match(r"\s*(#|$)", lines[place - 1]):
        place -= 1
    return place


def add_model_table(file: Path, name: str, spec: ModelSpec) -> str:
    """Append the table of a model to the settings file; returns the text of the table.

    Raises:
        ConfigError: A model of this name exists, or the file cannot be read or written.
    """
    text = read_settings_text(file)
    if name in _models(text, file):
        raise ConfigError(
            "already exists",
            file=str(file),
            key=f"models.{name}",
            hint=f"Give another name, or remove it with `wolftui models remove {name}`.",
        )
    # `kind` is written even if it is the default, because it names the API.
    values = {"kind": spec.kind, **msgspec.to_builtins(spec)}
    table = tomli_w.dumps({"models": {name: values}})
    between = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    changed = f"{text}{between}{table}"
    if name not in _models(changed, file):
        raise ConfigError(
            "cannot be extended", file=str(file), key="models", hint=f"Add it yourself:\n{table}"
        )
    replace_settings(file, changed)
    return table


def remove_model_table(file: Path, name: str) -> None:
    """Remove the table of a model, with its subtables, from the settings file.

    Raises:
        ConfigError: There is no such model, it is not written as a table of its own, or the file
            cannot be read or written.
    """
    text = read_settings_text(file)
    wanted = parse_settings(text, file)
    models = wanted.get("models", {})
    if not isinstance(models, dict) or name not in models:
        raise ConfigError(
            "does not exist",
            file=str(file),
            key=f"models.{name}",
            hint="`wolftui models list` lists the models.",
        )
    del models[name]
    if not models:
        del wanted["models"]
    rest = _text_without(text, name, wanted)
    if rest is None:
        hint = "It is not written as a separate table, so remove its lines yourself."
        raise ConfigError("cannot be removed", file=str(file), key=f"models.{name}", hint=hint)
    replace_settings(file, rest)


def _text_without(text: str, name: str, wanted: dict[str, Any]) -> str | None:
    """Return `text` without a model's tables; None if no cut leaves exactly `wanted`.

    A line that only looks like the head of a table, inside a multi-line string, gives another
    result and is skipped.
    """
    lines = text.splitlines(keepends=True)
    heads = [number for number, line in enumerate(lines) if re.match(r"\s*\[", line)]
    own = [number for number in heads if re.match(_table_header(name), lines[number])]
    for start in own:
        for stop in [*(number for number in heads if number > start), len(lines)]:
            rest = "".join([*lines[:start], *lines[_last_value(lines, start, stop) :]])
            try:
                found = parse_toml(rest)
            except NotToml:
                continue
            models = found.get("models")
            if models == {}:
                del found["models"]
            if found == wanted:
                return rest
            if (
                isinstance(models, dict)
                and name in models
                and (further := _text_without(rest, name, wanted)) is not None
            ):
                return further
    return None


def _table_header(name: str) -> str:
    quoted = "|".join(re.escape(form) for form in (name, f'"{name}"', f"'{name}'"))
    return rf"\s*\[\s*models\s*\.\s*(?:{quoted})\s*[].]"


def _last_value(lines: list[str], start: int, stop: int) -> int:
    """Return the end of the table that begins at `start`, as a line number.

    Comments above the next table belong to that table.
    """
    while stop > start + 1 and stop < len(lines) and re.match(r"\s*(#|$)", lines[stop - 1]):
        stop -= 1
    # One empty line is removed with the table.
    return stop + 1 if stop < len(lines) and not lines[stop].strip() else stop


def _models(text: str, file: Path) -> dict[str, Any]:
    models = parse_settings(text, file).get("models")
    return cast("dict[str, Any]", models) if isinstance(models, dict) else {}
