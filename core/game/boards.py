"""Boards: the roles dealt and the switches played. The shipped ones, and a person's own from TOML text."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Literal, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from core.errors import ConfigError

from .roles import ROLES, RoleName
from .switches import NIGHT_STEPS, ROLE_SWITCHES, SHERIFF_SWITCHES, Switches
from .winning import winner

DEFAULT_BOARD = "sla7"
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

    def deals(self, *roles: str) -> bool:
        """Whether at least one of `roles` is dealt."""
        return any(role in self.roles for role in roles)


_ROLES: dict[str, str] = {
    "sla7": "2 Werewolf, Seer, Doctor, 3 Villager",
    "helmsman7": "2 Werewolf, Seer, Guard, 3 Villager",
    "helmsman7+appointed": "2 Werewolf, Seer, Guard, 3 Villager",
    "xu7": "2 Werewolf, 2 Villager, Seer, Guard, Witch",
    "plus8": "2 Werewolf, 4 Villager, Seer, Guard",
    "plus9": "3 Werewolf, 3 Villager, Seer, Witch, Hunter",
    "plus10": "3 Werewolf, 3 Villager, Seer, Witch, Hunter, Guard",
    "plus11": "3 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard",
    "plus12": "4 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard",
    "plus9+sheriff": "3 Werewolf, 3 Villager, Seer, Witch, Hunter",
    "plus10+sheriff": "3 Werewolf, 3 Villager, Seer, Witch, Hunter, Guard",
    "plus11+sheriff": "3 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard",
    "plus12+sheriff": "4 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard",
    "arena8": "2 Werewolf, Seer, Doctor, 4 Villager",
    "classic9": "3 Werewolf, 3 Villager, Seer, Witch, Hunter",
    "classic12": "4 Werewolf, 4 Villager, Seer, Witch, Hunter, Guard",
    "duel6": "2 Werewolf, Seer, Witch, 2 Villager",
}

_WITH_SHERIFF: dict[str, object] = {"sheriff": "candidates", "straw_vote": "shown", "sheriff_weight": 3}

_EXCEPTIONS: tuple[tuple[str, dict[str, object]], ...] = (
    ("sla7", {"wolf_kill": "second_decides", "guard_repeat": True, "tie": "random"}),
    (
        "helmsman7*",
        {
            "wolf_kill": "unanimous", "wolves_may_target_pack": True, "guard_repeat": True, "seer_learns": "role",
            "sheriff": "drawn 3", "candidates_vote": True, "straw_vote": "private", "badge_on_death": "trusted",
            "people_may_lead": False, "suspicions": "before_every_ask", "vote_self": True, "last_day": 6,
        },
    ),
    ("helmsman7+appointed", {"sheriff": "appointed", "badge_on_death": "lost", "stop": "sheriff_falls"}),
    (
        "xu7",
        {
            "wolves_win": "no_plain_villager", "wolves_may_target_pack": True, "wolves_may_pass": True,
            "night_order": ("wolves", "guard", "witch", "seer"), "guard_pass": True, "witch_told": "dying", "seer_pass": True,
            "discussion": "shuffled_once", "vote": "plurality_pass", "vote_self": True, "ballots": "heard",
            "last_words": "exile", "last_day": 12,
        },
    ),
    (
        "plus*",
        {
            "wolves_win": "outnumber", "wolf_kill": "one_decides", "seer_repeat": False, "sheriff_speaks": "first",
            "suspicions": "before_vote", "abstain": False, "ballots": "secret", "tie": "runoff",
        },
    ),
    ("plus8", _WITH_SHERIFF),
    ("plus*+sheriff", _WITH_SHERIFF),
    (
        "arena8",
        {
            "wolf_kill": "one_decides", "guard_repeat": True, "seer_learns": "role", "seer_repeat": False, "discussion": "bids",
            "discussion_turns": 8, "vote": "majority", "abstain": False, "ballots": "secret",
        },
    ),
    (
        "classic*",
        {
            "wolves_win": "side", "wolves_may_target_pack": True, "wolves_may_pass": True, "whisper_rounds": 1,
            "guard_pass": True, "witch_self_save": "first_night", "witch_both_potions": False, "hunter_shoots_poisoned": False,
            "tie": "runoff", "last_words": "exile_and_first_night",
        },
    ),
    ("classic12", {"guard_and_antidote": "dies", "sheriff": "candidates", "sheriff_weight": 3, "badge_may_be_torn": True}),
    ("duel6", {"whisper_rounds": 1}),
)  # fmt: skip
"""What each board changes, in the order in which a later line wins; a trailing `*` stands for any ending."""


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
    raise ConfigError(f"`{word}` is no role", key="roles", hint=_nearest(word, ROLES))


def board_names() -> tuple[str, ...]:
    """The names of the shipped boards, in the order of the rule book."""
    return tuple(_ROLES)


def get_board(name: str) -> Board:
    """The shipped board `name`.

    Raises:
        ConfigError: There is none; the message names the nearest one.
    """
    if name not in _ROLES:
        raise ConfigError(f"there is no board `{name}`", hint=_nearest(name, _ROLES))
    settings: dict[str, object] = {}
    for pattern, changes in _EXCEPTIONS:
        if fnmatchcase(name, pattern):
            settings |= changes
    return Board(name, read_roles(_ROLES[name]), msgspec.convert(settings, Switches))


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
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"not valid TOML ({error})", file=file) from error
    try:
        return _board_of(data, file)
    except ConfigError as error:
        if error.file:
            raise
        raise ConfigError(error.problem, file=file, key=error.key, hint=error.hint) from error


def _board_of(data: Mapping[str, object], file: str) -> Board:
    known = ("name", "base", "roles", "switches")
    for key in data:
        if key not in known:
            raise ConfigError("is no key of a board", key=key, hint=_nearest(key, known))
    name = data.get("name", re.sub(r"\.toml$", "", file.replace("\\", "/").rsplit("/", 1)[-1]))
    base, roles, own = data.get("base"), data.get("roles"), data.get("switches", {})
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9+_.-]{0,39}", name):
        hint = "Use up to 40 letters, digits, `_`, `-`, `.` and `+`."
        raise ConfigError(f"`{name}` is no name for a board", key="name", hint=hint)
    if base is not None and not isinstance(base, str):
        raise ConfigError("must be the name of a shipped board", key="base")
    if base is not None and base not in _ROLES:
        raise ConfigError(f"there is no board `{base}`", key="base", hint=_nearest(base, _ROLES))
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
    board = Board(name, dealt, _switched(start.switches if start else Switches(), changes))
    check_board(board, tuple(changes))
    return board


def _switched(start: Switches, changes: Mapping[str, object]) -> Switches:
    for key, value in changes.items():
        if key not in Switches.__struct_fields__:
            raise ConfigError("is no switch", key=f"switches.{key}", hint=_nearest(key, Switches.__struct_fields__))
        try:
            start = msgspec.convert(msgspec.to_builtins(start) | {key: value}, Switches)
        except msgspec.ValidationError as error:
            raise ConfigError(f"`{value}` is no value for it", key=f"switches.{key}", hint=_choices(key, value)) from error
    return start


def _choices(key: str, value: object) -> str:
    kind = cast(object, get_type_hints(Switches)[key])
    if kind is bool:
        return "It is true or false."
    if get_origin(kind) is Literal:
        return _nearest(str(value), cast("tuple[str, ...]", get_args(kind)))
    if key == "sheriff":
        return "It is none, candidates, appointed, or `drawn N`."
    if key == "stop":
        return "It is never, sheriff_falls, or `seat_falls N`."
    if key == "night_order":
        return f"It is a list of {', '.join(NIGHT_STEPS)}."
    limits = cast(msgspec.Meta, get_type_hints(Switches, include_extras=True)[key].__metadata__[0])
    return f"It is a whole number from {limits.ge} to {limits.le}."


def check_board(board: Board, own: Iterable[str] = ()) -> None:
    """Whether a board can be played as it stands.

    Args:
        board: The board.
        own: The switches that its author set; one that means nothing on this board is an error.

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
    for key in own:
        for prefix, roles in ROLE_SWITCHES.items():
            if key.startswith(prefix) and not board.deals(*roles):
                raise ConfigError(f"no {' or '.join(roles)} is dealt", key=f"switches.{key}", hint="Leave it out.")
        if key in SHERIFF_SWITCHES and switches.sheriff == "none":
            raise ConfigError("there is no sheriff on this board", key=f"switches.{key}", hint="Set `sheriff` or leave it out.")


def _nearest(word: str, words: Iterable[str]) -> str:
    known = tuple(words)
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    return f"Did you mean `{near[0]}`?" if near else f"It is one of: {', '.join(known)}."
