"""Boards: roles and switches of a game, playability checks, custom boards from TOML.

The boards that ship with the program are data in `shipped_boards`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wolfcore.decoders import NotToml, parse_toml
from wolfcore.errors import ConfigError, did_you_mean

from .roles import HOLDERS, ROLES, Power, RoleName
from .shipped_boards import SHIPPED_BOARDS
from .switches import NIGHT_STEPS, POWER_SWITCHES, SHERIFF_SWITCHES, Switches, winner

DEFAULT_BOARD, FIRST_BOARD = "sla7", "classic9"
"""Boards used where none is named: `FIRST_BOARD` where a person plays or watches, else the other.

`DEFAULT_BOARD` is for games without a screen. `FIRST_BOARD` has enough days for a player to be
heard, few players who are eliminated before they speak, and a power for two seats of three.
"""


def board_source(name: str) -> str:
    """Return a short note on the source of a shipped board; empty for a custom board."""
    source = _SOURCES.get(name.removesuffix(SAFE_NIGHT), "")
    return f"{source}, with a safe first night" if source and name not in _SOURCES else source


SAFE_NIGHT = "+safe-night"
"""The end of the name of a board that differs from the one before it in one rule: nobody dies in
the first night."""


def get_board(name: str) -> Board:
    """Return the shipped board called `name`.

    With `SAFE_NIGHT` behind its name it is that board with a first night without deaths.

    Raises:
        ConfigError: There is no such board; the message names the nearest one.
    """
    base = name.removesuffix(SAFE_NIGHT)
    if base not in _SHIPPED:
        raise ConfigError(f"there is no board `{name}`", hint=did_you_mean(base, _SHIPPED))
    return _SHIPPED[name] if base == name else with_safe_night(_SHIPPED[base])


def is_shipped(name: str) -> bool:
    """Return whether `get_board` has a board called `name`."""
    return name.removesuffix(SAFE_NIGHT) in _SHIPPED


def with_safe_night(board: Board) -> Board:
    """Return the variant of a board in whose first night nobody dies, named by `SAFE_NIGHT`.

    A board without deaths in the first night is returned as it is.
    """
    if not board.switches.first_night_deaths:
        return board
    switches = replace(board.switches, first_night_deaths=False)
    return replace(board, name=f"{board.name}{SAFE_NIGHT}", switches=switches)


def board_names() -> tuple[str, ...]:
    """Return the names of the shipped boards, in the order of the rule book."""
    return tuple(_SHIPPED)


FEWEST_SEATS, MOST_SEATS = 4, 26


class Board(Struct, frozen=True):
    """A board: the roles that are dealt and the rules that apply.

    Attributes:
        name: Its name, as `wolftui boards` lists it.
        roles: The roles dealt, one a seat, in the order of the rule book.
        switches: All rules that differ between boards.
    """

    name: str
    roles: tuple[RoleName, ...]
    switches: Switches = Switches()

    @property
    def size(self) -> int:
        """Number of seats of the board."""
        return len(self.roles)

    def roles_with(self, power: Power) -> tuple[RoleName, ...]:
        """Return the roles of this board with `power`, each once, in the order of the rule book."""
        return tuple(dict.fromkeys(role for role in self.roles if role in HOLDERS[power]))

    def roles_using(self, power: Power) -> tuple[RoleName, ...]:
        """Return the roles with `power`; where none is dealt, the first of all roles with it."""
        return self.roles_with(power) or (self.role_using(power),)

    def role_using(self, power: Power, known: RoleName | None = None) -> RoleName:
        """Return the known or the assumed role of a seat that used `power`.

        Args:
            power: The power that was used.
            known: The role of the seat as far as the observer knows it. If it is None, the first
                role of this board with the power is returned, or the first of all roles with the
                power where the board deals none.
        """
        holders = (role for role in ROLES if role in HOLDERS[power])
        return known or next(iter((*self.roles_with(power), *holders)))


def read_roles(text: str) -> tuple[RoleName, ...]:
    """Parse a list of roles such as `2 Werewolf, Seer, 3 Villager`.

    Raises:
        ConfigError: A word is not a role, or a count is not a number.
    """
    roles: list[RoleName] = []
    for part in text.split(","):
        found = re.fullmatch(r"\s*(?:([0-9]{1,2})\s+)?(\w+)\s*", part)
        if not found:
            raise ConfigError(
                f"`{part.strip()}` is not a role",
                key="roles",
                hint="Write for example `2 Werewolf, Seer, 3 Villager`.",
            )
        role = _role(found[2])
        roles.extend(role for _ in range(int(found[1] or 1)))
    return tuple(roles)


def _role(word: str) -> RoleName:
    for name in ROLES:
        if name.lower() == word.lower():
            return name
    raise ConfigError(f"`{word}` is not a role", key="roles", hint=did_you_mean(word, ROLES))


_SHIPPED = {
    each.name: Board(each.name, read_roles(each.roles), each.switches) for each in SHIPPED_BOARDS
}
_SOURCES = {each.name: each.source for each in SHIPPED_BOARDS}


def check_board(board: Board, author_switches: Iterable[str] = ()) -> None:
    """Raise ConfigError unless a board is playable.

    Args:
        board: The board.
        author_switches: The switches that the author of the board set explicitly; a switch that has
            no effect on this board is an error.

    Raises:
        ConfigError: The board is not playable; names the key at fault.
    """
    switches, seats = board.switches, Counter(board.roles)
    if not FEWEST_SEATS <= board.size <= MOST_SEATS:
        raise ConfigError(
            f"a board has {FEWEST_SEATS} to {MOST_SEATS} seats; this one has {board.size}",
            key="roles",
        )
    if switches.wolves_win == "no_plain_villager" and not seats["Villager"]:
        raise ConfigError("no_plain_villager needs a Villager", key="switches.wolves_win")
    won = winner(board.roles, board.roles, switches)
    if won:
        raise ConfigError(
            f"the board is won by the {won} before it starts",
            key="roles",
            hint="Change the roles or `wolves_win`.",
        )
    if all(ROLES[role].team == "wolves" for role in board.roles):
        raise ConfigError(
            "no role of the village is dealt",
            key="roles",
            hint="Deal at least one role that is not a Werewolf.",
        )
    if sorted(switches.night_order) != sorted(NIGHT_STEPS):
        raise ConfigError(
            f"must name each of {', '.join(NIGHT_STEPS)} once", key="switches.night_order"
        )
    if switches.night_order.index("witch") < switches.night_order.index("wolves"):
        raise ConfigError("the witch must come after the wolves", key="switches.night_order")
    if switches.badge_on_death == "trusted" and switches.suspicions == "none":
        hint = "Set `suspicions` to before_vote or before_every_ask."
        raise ConfigError("trusted needs suspicions", key="switches.badge_on_death", hint=hint)
    if switches.stop_seat > board.size:
        raise ConfigError(f"there is no seat {switches.stop_seat}", key="switches.stop")
    if switches.stop == "sheriff_falls" and switches.sheriff == "none":
        raise ConfigError("sheriff_falls needs a sheriff", key="switches.stop")
    for key in author_switches:
        for prefix, power in POWER_SWITCHES.items():
            if key.startswith(prefix) and not board.roles_with(power):
                missing = " or ".join(name for name in ROLES if name in HOLDERS[power])
                raise ConfigError(
                    f"no {missing} is dealt", key=f"switches.{key}", hint="Leave it out."
                )
        if key in SHERIFF_SWITCHES and switches.sheriff == "none":
            raise ConfigError(
                "there is no sheriff on this board",
                key=f"switches.{key}",
                hint="Set `sheriff` or leave it out.",
            )


def read_board(text: str, file: str) -> Board:
    """Parse and check a custom board from the text of a TOML file.

    Keys: `name`, `base` (a shipped board whose roles and switches are the defaults), `roles` and a
    table `switches`.

    Args:
        text: The text of the file.
        file: The file name, for messages. Without its ending it is the name of the board where the
            file sets no `name`.

    Raises:
        ConfigError: An unknown word, a value out of range, or a board that is not playable; names
            the file, the key and the allowed values.
    """
    try:
        data = parse_toml(text)
    except NotToml as error:
        raise ConfigError(f"not valid TOML ({error})", file=file) from error
    try:
        return _board_from_table(data, file)
    except ConfigError as error:
        # The checks below know the key at fault, but not the file.
        if error.file:
            raise
        raise ConfigError(error.problem, file=file, key=error.key, hint=error.hint) from error


def _board_from_table(data: Mapping[str, object], file: str) -> Board:
    known = ("name", "base", "roles", "switches")
    for key in data:
        if key not in known:
            raise ConfigError("is not a key of a board", key=key, hint=did_you_mean(key, known))
    # The file may be a Windows path, whatever system reads it.
    name = data.get("name", re.sub(r"\.toml$", "", file.replace("\\", "/").rsplit("/", 1)[-1]))
    base, roles, own = data.get("base"), data.get("roles"), data.get("switches", {})
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9+_.-]{0,39}", name):
        hint = "Use up to 40 letters, digits, `_`, `-`, `.` and `+`."
        raise ConfigError(f"`{name}` is not a valid name for a board", key="name", hint=hint)
    if base is not None and not isinstance(base, str):
        raise ConfigError("must be the name of a shipped board", key="base")
    if base is not None and not is_shipped(base):
        raise ConfigError(
            f"there is no board `{base}`", key="base", hint=did_you_mean(base, board_names())
        )
    if not isinstance(own, dict):
        raise ConfigError(
            "must be a table",
            key="switches",
            hint="Write `[switches]` and one switch per line below it.",
        )
    start = get_board(base) if base is not None else None
    # A list of roles is accepted as well; joined, it goes through the same parser as text.
    if isinstance(roles, list):
        roles = ", ".join(str(role) for role in cast("list[object]", roles))
    if roles is None and start is None:
        raise ConfigError(
            "is missing",
            key="roles",
            hint='Write for example `roles = "2 Werewolf, Seer, 3 Villager"`.',
        )
    if not isinstance(roles, str | None):
        raise ConfigError("must be text such as `2 Werewolf, Seer, 3 Villager`", key="roles")
    dealt = read_roles(roles) if roles is not None else (start.roles if start else ())
    changes = cast("dict[str, object]", own)
    board = Board(name, dealt, _with_switches(start.switches if start else Switches(), changes))
    # Only switches that the author wrote are checked for effect: one that comes with the base may
    # be meant for a role that this board leaves out.
    check_board(board, tuple(changes))
    if name.endswith(SAFE_NIGHT) and board.switches.first_night_deaths:
        raise ConfigError(
            "a board of this name has a first night without deaths",
            key="name",
            hint="Set `first_night_deaths = false`, or change the name.",
        )
    return board


def _with_switches(start: Switches, changes: Mapping[str, object]) -> Switches:
    # One switch is converted at a time, so that an error names its key.
    for key, value in changes.items():
        if key not in Switches.__struct_fields__:
            raise ConfigError(
                "is not a switch",
                key=f"switches.{key}",
                hint=did_you_mean(key, Switches.__struct_fields__),
            )
        try:
            start = msgspec.convert(msgspec.to_builtins(start) | {key: value}, Switches)
        except msgspec.ValidationError as error:
            raise ConfigError(
                f"`{value}` is not a valid value",
                key=f"switches.{key}",
                hint=_allowed_values(key, value),
            ) from error
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
    # Every switch that is left is a bounded number, whose bounds are in its annotation.
    limits = cast(msgspec.Meta, get_type_hints(Switches, include_extras=True)[key].__metadata__[0])
    return f"It is a whole number from {limits.ge} to {limits.le}."
