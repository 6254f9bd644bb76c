"""Line-ups: players by target, for the seats of any deal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.game import Board, RoleName, team_of
from wolfcore.seating import parse_seat

Lineup: TypeAlias = Mapping[str, str]
"""Players by target: a seat, a role, a team, `*`, or `sheriff`, which beats a seat."""

SHERIFF = "sheriff"


def seat_lineup(lineup: Lineup, roles: Sequence[RoleName], appointed: int) -> tuple[str, ...]:
    """Who sits on each seat, in seat order: of the targets `sheriff` beats a seat, a seat a role, a role a team, a team `*`.

    Args:
        lineup: Players by target; somebody is named for each seat, as `check_lineup` sees to.
        roles: The role of each seat, in seat order.
        appointed: Who is appointed sheriff, 0 for nobody.
    """
    named = _lower(lineup)
    found = [_named(named, seat, role, seat == appointed) for seat, role in enumerate(roles, 1)]
    return tuple([name for name in found if name])


def _named(named: Mapping[str, str], seat: int, role: RoleName, leads: bool) -> str | None:
    targets = (SHERIFF if leads else "", str(seat), role.lower(), team_of(role), "*")
    return next((named[target] for target in targets if target in named), None)


def _lower(lineup: Lineup) -> dict[str, str]:
    return {target.lower(): name for target, name in lineup.items()}


def check_lineup(lineup: Lineup, board: Board, players: Collection[str], key: str) -> None:
    """See that a line-up fits a board, whatever is dealt.

    Args:
        lineup: Players by target.
        board: The board.
        players: Everybody who may be named.
        key: Where it was written.

    Raises:
        ConfigError: A target or a player does not exist, nobody is named for some seat, or the sheriff, who is not known yet.
    """
    for target, name in lineup.items():
        check_name(name, players, key)
        if target.lower() != SHERIFF:
            try:
                parse_seat(f"{target}=bot", board)
            except ConfigError as error:
                raise ConfigError(error.problem, key=key, hint=error.hint) from error
        elif board.switches.sheriff != "appointed":
            hint = "Take a board whose sheriff is appointed, such as helmsman7+appointed."
            raise ConfigError(f"who will be sheriff on {board.name} is not known before the game", key=key, hint=hint)
    named = _lower(lineup)
    if len(named) < len(lineup):
        raise ConfigError("somebody is placed twice", key=key, hint="Leave one of them out.")
    for seat, role in product(range(1, board.size + 1), dict.fromkeys(board.roles)):
        if not _named(named, seat, role, leads=False):
            raise ConfigError(f"nobody is named for a {role} on seat {seat}", key=key, hint="Name somebody for `*`.")


def check_name(name: str, players: Collection[str], key: str) -> None:
    """Raise ConfigError unless somebody has this name."""
    if name not in players:
        raise ConfigError(f"nobody is called `{name}`", key=key, hint=did_you_mean(name, players))
