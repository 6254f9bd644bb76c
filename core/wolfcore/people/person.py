"""Scripted people who play several games in a row with the same agents, and what they know before each.

A person has a way to play for each game, and may go by habits that it found. The way is drawn by what it won with before
(Thompson's sampling); habits are counted in the games that were revealed (`habits`). What it knows at a game is a file, so that
whoever plays the game for it needs nothing of the games before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from wolfcore.bots.levels import LEVELS
from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.files import write_atomically
from wolfcore.game import Fact, RoleName, Team
from wolfcore.outside import read_bytes

from .habits import Counted, HabitMemory
from .player import PersonPlayer
from .ways import ADAPTIVE, KINDS, USUAL_WAY, WAYS, PersonKind

DEFAULT_LEVEL = "hard"
"""The level of the house bot that people play like unless another one is asked for."""
_LIMIT = 1 << 24
"""Bytes of such a file that are read."""


class Known(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person brings to a game.

    Attributes:
        way: The way to play that it takes, of its team's.
        team: Its team.
        habits: The habits that it goes by; None where it goes by none.
    """

    way: str
    team: Team
    habits: Counted | None = None


class Person:
    """A person over several games, always for the same team.

    Args:
        kind: What it changes.
        team: Its team.
    """

    def __init__(self, kind: PersonKind, team: Team) -> None:
        self._kind = kind
        self._team: Team = team
        self._memory = HabitMemory()
        self._won: Counter[tuple[str, bool]] = Counter()

    def way_for(self, seed: int) -> str:
        """The way that it takes in the game of a seed: that of the highest win rate drawn from what is believed of each."""
        if not self._kind.tries_ways:
            return USUAL_WAY
        draws = Random(seed)
        drawn = {way: draws.betavariate(1 + self._won[way, True], 1 + self._won[way, False]) for way in WAYS[self._team]}
        return max(drawn, key=lambda way: drawn[way])

    def knowledge_before(self, seed: int) -> Known:
        """What it brings to the game of a seed."""
        return Known(self.way_for(seed), self._team, self._memory.counted if self._kind.seeks_habits else None)

    def learn(
        self, seed: int, facts: Sequence[Fact], names: tuple[str, ...], roles: Sequence[RoleName], seat: int, won: bool
    ) -> None:
        """Learn from the game of a seed that it played, with everything revealed; `seat` was its own."""
        self._won[self.way_for(seed), won] += 1
        if self._kind.seeks_habits:
            self._memory.learn(facts, names, roles, seat)


def kind_of(options: Sequence[str]) -> PersonKind:
    """The kind of person that the options of a seat ask for; one that learns all that people learn where they name none.

    Raises:
        ConfigError: They name several, or something else.
    """
    return KINDS[_parse_options(options)[0]]


def person_player(options: Sequence[str], file: Path | None = None) -> PersonPlayer:
    """Who plays a game for the person that the options of a seat ask for.

    Args:
        options: The name of a kind and a level of house bots, each at most once.
        file: What it knows; without it a person plays in its usual way.

    Raises:
        ConfigError: An option does not exist or is given twice, or the file cannot be read.
    """
    _, level = _parse_options(options)
    known = read_known(file) if file else None
    if known is None:
        return PersonPlayer(WAYS["village"][USUAL_WAY], level, None)
    return PersonPlayer(WAYS[known.team][known.way], level, HabitMemory(known.habits) if known.habits else None)


def write_known(file: Path, known: Known) -> None:
    """Write what a person brings to a game; equal knowledge gives equal bytes.

    Raises:
        OSError: It cannot be written.
    """
    write_atomically(file, msgspec.json.encode(known))


def read_known(file: Path) -> Known:
    """What a person brings to a game.

    Raises:
        ConfigError: The file cannot be read, or is none of these.
    """
    try:
        known = msgspec.json.decode(read_bytes(file, _LIMIT), type=Known)
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(file)) from error
    except (msgspec.DecodeError, ValueError) as error:
        raise ConfigError(f"does not say what a person knows ({error})", file=str(file)) from error
    if known.way not in WAYS[known.team]:
        raise ConfigError(f"`{known.way}` is no way to play", file=str(file), hint=did_you_mean(known.way, WAYS[known.team]))
    return known


def _parse_options(options: Sequence[str]) -> tuple[str, str]:
    """Kind and level of a person's options."""
    found: dict[str, str] = {}
    for option in options:
        what = "kind" if option in KINDS else "level" if option in LEVELS else ""
        if not what:
            raise ConfigError(f"`{option}` is no option of a person", key="seat", hint=did_you_mean(option, (*KINDS, *LEVELS)))
        if what in found:
            raise ConfigError(f"`{found[what]}` and `{option}` are one too many", key="seat", hint="Leave one of them out.")
        found[what] = option
    return found.get("kind", ADAPTIVE), found.get("level", DEFAULT_LEVEL)
