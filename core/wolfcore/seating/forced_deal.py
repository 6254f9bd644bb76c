"""Forced deals and forced draws: parse `--deal 4=Seer,1=Werewolf` or its TOML file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, cast

from wolfcore.decoders import NotToml, parse_toml, whole_number
from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.game import Board, RoleName, check_seat

_PURPOSES = {
    "order": r"order(\.d[1-9][0-9]?)?",
    "candidates": r"candidates",
    "appointed": r"appointed",
    "tie.d1": r"tie\.d[1-9][0-9]?",
    "decider.n1": r"decider\.n[1-9][0-9]?",
    "speaker.d1.1": r"speaker\.d[1-9][0-9]?\.[1-9][0-9]?",
}
"""The keys of the table `chance`, the random draws that can be forced: a regular expression by an
example of each."""


class ForcedDeal(NamedTuple):
    """The roles and draws that are fixed in place of chance.

    Attributes:
        deal: Roles by seat.
        chance: The drawn seats, in order, by purpose, as in `GameSpec`.
    """

    deal: dict[int, RoleName]
    chance: dict[str, tuple[int, ...]]


def parse_deal(text: str, board: Board) -> ForcedDeal:
    """Parse a forced deal such as `4=Seer,1=Werewolf`.

    Raises:
        ConfigError: A seat or role does not exist, or a seat is given twice.
    """
    deal: dict[int, RoleName] = {}
    for part in text.split(","):
        seat, equals, role = (word.strip() for word in part.partition("="))
        if not equals:
            raise ConfigError(
                f"`{part.strip()}` does not name a seat and a role",
                key="deal",
                hint="Write for example `4=Seer,1=Werewolf`.",
            )
        _add_deal(deal, seat, role, board)
    return ForcedDeal(deal, {})


def parse_deal_file(text: str, file: str, board: Board) -> ForcedDeal:
    """Parse the text of a forced deal's TOML file.

    The table `roles` gives a role by seat; the table `chance` gives the drawn seats by purpose.

    Args:
        text: The content of the file.
        file: The file's name, for error messages.
        board: The board.

    Raises:
        ConfigError: The text is not TOML, or a key, seat or role does not exist; names file and
            key.
    """
    try:
        data = cast("dict[str, object]", parse_toml(text))
    except NotToml as error:
        raise ConfigError(f"is not valid TOML ({error})", file=file) from error
    try:
        for key in data:
            if key not in ("roles", "chance"):
                raise ConfigError(
                    "is not a table of a deal", key=key, hint=did_you_mean(key, ("roles", "chance"))
                )
        deal: dict[int, RoleName] = {}
        for seat, role in _read_table(data, "roles").items():
            _add_deal(deal, seat, role, board)
        drawn = _read_table(data, "chance").items()
        return ForcedDeal(
            deal, {purpose: _parse_draw(purpose, seats, board) for purpose, seats in drawn}
        )
    except ConfigError as error:
        # The file is known only here: the parsers of its parts do not have its name.
        raise ConfigError(error.problem, file=file, key=error.key, hint=error.hint) from error


def _read_table(data: Mapping[str, object], key: str) -> dict[str, object]:
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise ConfigError(
            "must be a table", key=key, hint=f"Write `[{key}]` and its lines below it."
        )
    # TOML parses dotted keys such as `tie.d2` as nested tables.
    return dict(_flatten(cast("dict[str, object]", table), ""))


def _flatten(table: Mapping[str, object], prefix: str) -> list[tuple[str, object]]:
    flat: list[tuple[str, object]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            flat += _flatten(cast("dict[str, object]", value), f"{prefix}{key}.")
        else:
            flat.append((f"{prefix}{key}", value))
    return flat


def _add_deal(deal: dict[int, RoleName], seat: str, role: object, board: Board) -> None:
    number = whole_number(seat)
    if number is None:
        raise ConfigError(
            f"`{seat}` is not a seat", key="deal", hint=f"{board.name} has seats 1 to {board.size}."
        )
    check_seat(board, number)
    if number in deal:
        raise ConfigError(
            f"seat {number} is dealt twice", key="deal", hint="Leave one of them out."
        )
    dealt: RoleName | None = next(
        (known for known in board.roles if known.lower() == str(role).lower()), None
    )
    if dealt is None:
        raise ConfigError(
            f"{board.name} does not deal the role `{role}`",
            key="deal",
            hint=did_you_mean(str(role), dict.fromkeys(board.roles)),
        )
    deal[number] = dealt


def _parse_draw(purpose: str, seats: object, board: Board) -> tuple[int, ...]:
    if not any(re.fullmatch(pattern, purpose) for pattern in _PURPOSES.values()):
        raise ConfigError(
            "is not a draw that can be forced",
            key=f"chance.{purpose}",
            hint=did_you_mean(purpose, _PURPOSES),
        )
    listed = cast("list[object]", seats) if isinstance(seats, list) else [seats]
    drawn: list[int] = []
    for seat in listed:
        # In Python a bool is an int, too.
        if not isinstance(seat, int) or isinstance(seat, bool):
            raise ConfigError(
                f"`{seat}` is not a seat",
                key=f"chance.{purpose}",
                hint="Write for example `[6, 2, 7]`.",
            )
        check_seat(board, seat)
        drawn.append(seat)
    return tuple(drawn)
