"""A board: the roles dealt and the switches played, and whether that can be played at all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import cast

from msgspec import Struct

from wolfcore.errors import ConfigError, did_you_mean

from .roles import HOLDERS, ROLES, Power, RoleName
from .switches import NIGHT_STEPS, POWER_SWITCHES, SHERIFF_SWITCHES, Switches
from .winning import winner

FEWEST_SEATS, MOST_SEATS = 4, 26


class Board(Struct, frozen=True):
    """A board: what is dealt and by which rules it is played.

    Attributes:
        name: Its name, as `wolftui boards` lists it.
        roles: The roles dealt, as many as there are seats, in the order of the rule book.
        switches: All rules that differ between boards.
    """

    name: str
    roles: tuple[RoleName, ...]
    switches: Switches = Switches()

    @property
    def size(self) -> int:
        """How many seats the board has."""
        return len(self.roles)

    def roles_with(self, power: Power) -> tuple[RoleName, ...]:
        """The roles dealt that have a power, each once, in the order of the rule book."""
        return tuple(dict.fromkeys(role for role in self.roles if role in HOLDERS[power]))

    def role_using(self, power: Power, known: RoleName | None = None) -> RoleName:
        """The role of whoever has used a power, as far as those know who know its role to be `known` or nothing of it."""
        return known or next(iter((*self.roles_with(power), *sorted(HOLDERS[power]))))


def read_roles(text: str) -> tuple[RoleName, ...]:
    """The roles of a line such as `2 Werewolf, Seer, 3 Villager`.

    Raises:
        ConfigError: A word is no role, or a count is no count.
    """
    roles: list[RoleName] = []
    for part in text.split(","):
        found = re.fullmatch(r"\s*(?:([0-9]{1,2})\s+)?(\w+)\s*", part)
        if not found:
            raise ConfigError(f"`{part.strip()}` is no role", key="roles", hint="Write for example `2 Werewolf, Seer, 3 Villager`.")
        role = _role(found[2])
        roles.extend(role for _ in range(int(found[1] or 1)))
    return tuple(roles)


def _role(word: str) -> RoleName:
    for name in ROLES:
        if name.lower() == word.lower():
            return cast(RoleName, name)
    raise ConfigError(f"`{word}` is no role", key="roles", hint=did_you_mean(word, ROLES))


def check_board(board: Board, author_switches: Iterable[str] = ()) -> None:
    """Whether a board can be played as it stands.

    Args:
        board: The board.
        author_switches: The switches that its author set; one that means nothing on this board is an error.

    Raises:
        ConfigError: With the key at fault.
    """
    switches, seats = board.switches, Counter(board.roles)
    if not FEWEST_SEATS <= board.size <= MOST_SEATS:
        raise ConfigError(f"a board has {FEWEST_SEATS} to {MOST_SEATS} seats; this one has {board.size}", key="roles")
    if switches.wolves_win == "no_plain_villager" and not seats["Villager"]:
        raise ConfigError("no_plain_villager needs a Villager", key="switches.wolves_win")
    won = winner(board.roles, board.roles, switches)
    if won:
        raise ConfigError(f"the board is won by the {won} before it starts", key="roles", hint="Change the roles or `wolves_win`.")
    if all(ROLES[role].team == "wolves" for role in board.roles):
        raise ConfigError("nobody of the village is dealt", key="roles", hint="Deal at least one role that is no Werewolf.")
    if sorted(switches.night_order) != sorted(NIGHT_STEPS):
        raise ConfigError(f"must name each of {', '.join(NIGHT_STEPS)} once", key="switches.night_order")
    if switches.night_order.index("witch") < switches.night_order.index("wolves"):
        raise ConfigError("the witch waits for the wolves, so she comes after them", key="switches.night_order")
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
                raise ConfigError(f"no {missing} is dealt", key=f"switches.{key}", hint="Leave it out.")
        if key in SHERIFF_SWITCHES and switches.sheriff == "none":
            raise ConfigError("there is no sheriff on this board", key=f"switches.{key}", hint="Set `sheriff` or leave it out.")
