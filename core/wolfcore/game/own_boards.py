"""A person's own board from the text of a TOML file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, cast, get_args, get_origin, get_type_hints

import msgspec

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.outside import NotToml, parse_toml

from .boards import Board, check_board, read_roles
from .shipped import board_names, get_board
from .switches import NIGHT_STEPS, Switches


def read_board(text: str, file: str) -> Board:
    """A person's own board from the text of a TOML file.

    Keys: `name`, `base` (a shipped board whose roles and switches are taken over), `roles` and a table `switches`.

    Args:
        text: The text of the file.
        file: Its name, for messages and, without its ending, as the board's name where it gives none.

    Raises:
        ConfigError: Unknown word, value out of range, or a board that cannot be played; names file, key and what is right.
    """
    try:
        data = parse_toml(text)
    except NotToml as error:
        raise ConfigError(f"not valid TOML ({error})", file=file) from error
    try:
        return _board_from_table(data, file)
    except ConfigError as error:
        if error.file:
            raise
        raise ConfigError(error.problem, file=file, key=error.key, hint=error.hint) from error


def _board_from_table(data: Mapping[str, object], file: str) -> Board:
    known = ("name", "base", "roles", "switches")
    for key in data:
        if key not in known:
            raise ConfigError("is no key of a board", key=key, hint=did_you_mean(key, known))
    name = data.get("name", re.sub(r"\.toml$", "", file.replace("\\", "/").rsplit("/", 1)[-1]))
    base, roles, own = data.get("base"), data.get("roles"), data.get("switches", {})
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9+_.-]{0,39}", name):
        hint = "Use up to 40 letters, digits, `_`, `-`, `.` and `+`."
        raise ConfigError(f"`{name}` is no name for a board", key="name", hint=hint)
    if base is not None and not isinstance(base, str):
        raise ConfigError("must be the name of a shipped board", key="base")
    if base is not None and base not in board_names():
        raise ConfigError(f"there is no board `{base}`", key="base", hint=did_you_mean(base, board_names()))
    if not isinstance(own, dict):
        raise ConfigError("must be a table", key="switches", hint="Write `[switches]` and one switch a line below it.")
    start = get_board(base) if base is not None else None
    if isinstance(roles, list):
        roles = ", ".join(str(role) for role in cast("list[object]", roles))
    if roles is None and start is None:
        raise ConfigError("is missing", key="roles", hint='Write for example `roles = "2 Werewolf, Seer, 3 Villager"`.')
    if not isinstance(roles, str | None):
        raise ConfigError("must be text such as `2 Werewolf, Seer, 3 Villager`", key="roles")
    dealt = read_roles(roles) if roles is not None else (start.roles if start else ())
    changes = cast("dict[str, object]", own)
    board = Board(name, dealt, _with_switches(start.switches if start else Switches(), changes))
    check_board(board, tuple(changes))
    return board


def _with_switches(start: Switches, changes: Mapping[str, object]) -> Switches:
    for key, value in changes.items():
        if key not in Switches.__struct_fields__:
            raise ConfigError("is no switch", key=f"switches.{key}", hint=did_you_mean(key, Switches.__struct_fields__))
        try:
            start = msgspec.convert(msgspec.to_builtins(start) | {key: value}, Switches)
        except msgspec.ValidationError as error:
            raise ConfigError(f"`{value}` is no value for it", key=f"switches.{key}", hint=_allowed_values(key, value)) from error
    return start


def _allowed_values(key: str, value: object) -> str:
    kind = cast(object, get_type_hints(Switches)[key])
    if kind is bool:
        return "It is true or false."
    if get_origin(kind) is Literal:
        return did_you_mean(str(value), cast("tuple[str, ...]", get_args(kind)))
    if key == "sheriff":
        return "It is none, candidates, appointed, or `drawn N`."
    if key == "stop":
        return "It is never, sheriff_falls, or `seat_falls N`."
    if key == "night_order":
        return f"It is a list of {', '.join(NIGHT_STEPS)}."
    limits = cast(msgspec.Meta, get_type_hints(Switches, include_extras=True)[key].__metadata__[0])
    return f"It is a whole number from {limits.ge} to {limits.le}."
