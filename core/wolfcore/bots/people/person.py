"""Person: a scripted person over several games; `PersonPlayer` plays one of them.

The way to play is drawn by Thompson sampling from past wins; habits of the others are counted
(`habits`). The knowledge of a person before a game is one file, so that any process can play that
game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from wolfcore.bots import HouseBot
from wolfcore.bots.profiles import LEVELS
from wolfcore.decoders import JsonReader
from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.files import read_bytes, write_atomically
from wolfcore.game import Answer, Ask, Entry, RoleName, Team, View
from wolfcore.players import Desk

from .habits import Counted, Habit, HabitMemory, PublicTraits
from .strategies import ADAPTIVE, KINDS, USUAL_WAY, WAYS, PersonKind, Way

DEFAULT_LEVEL = "hard"
"""The level of the house bot that plays for a person unless another one is asked for."""


_LIMIT = 1 << 24
"""The maximum size in bytes of a knowledge file."""


class Known(Struct, frozen=True, forbid_unknown_fields=True):
    """The knowledge that a person brings to a game, as stored in its file.

    Attributes:
        way: The way to play, one of its team's.
        team: The team of the person.
        habits: The counted habits, or None where it uses none.
    """

    way: str
    team: Team
    habits: Counted | None = None


class Person:
    """A person over several games, always in the same team.

    Args:
        kind: What the person adapts: its way to play, its habits of others, both or neither.
        team: The team of the person.
    """

    def __init__(self, kind: PersonKind, team: Team) -> None:
        self._kind = kind
        self._team: Team = team
        self._memory = HabitMemory()
        self._won: Counter[tuple[str, bool]] = Counter()

    def way_for(self, seed: int) -> str:
        """Choose the way to play for the game of a seed, by Thompson sampling.

        A win rate is drawn for each way from its Beta posterior, and the way with the highest draw
        is returned. A kind that does not try ways always returns the usual way.
        """
        if not self._kind.tries_ways:
            return USUAL_WAY
        draws = Random(seed)
        drawn = {
            # A uniform prior, so that a way without games is tried as readily as any.
            way: draws.betavariate(1 + self._won[way, True], 1 + self._won[way, False])
            for way in WAYS[self._team]
        }
        return max(drawn, key=lambda way: drawn[way])

    def knowledge_before(self, seed: int) -> Known:
        """Return the knowledge that the person brings to the game of a seed."""
        return Known(
            self.way_for(seed),
            self._team,
            self._memory.counted if self._kind.seeks_habits else None,
        )

    def learn(
        self,
        seed: int,
        entries: Sequence[Entry],
        names: tuple[str, ...],
        roles: Sequence[RoleName],
        seat: int,
        won: bool,
    ) -> None:
        """Update wins and habits from a revealed game that the person played.

        Args:
            seed: The seed of the game.
            entries: The whole log of the game.
            names: The names, in seat order.
            roles: The roles, in seat order.
            seat: The person's seat.
            won: Whether the person's team won.
        """
        # Nothing was learned since the game began, so that this draws the way it was played in.
        self._won[self.way_for(seed), won] += 1
        if self._kind.seeks_habits:
            self._memory.learn(entries, names, roles, seat)


def kind_of(options: Sequence[str]) -> PersonKind:
    """Return the kind of person that the options of a seat name, by default `ADAPTIVE`.

    Raises:
        ConfigError: The options name several kinds, or something else.
    """
    return KINDS[_parse_options(options)[0]]


def person_player(options: Sequence[str], file: Path | None = None) -> PersonPlayer:
    """Create the player of one game for the person that the options of a seat describe.

    Args:
        options: The name of a kind and a level of house bots, each at most once.
        file: The file with the person's knowledge; without it the person plays in the usual way.

    Raises:
        ConfigError: An option does not exist or is given twice, or the file cannot be read.
    """
    _, level = _parse_options(options)
    known = read_known(file) if file else None
    if known is None:
        return PersonPlayer(WAYS["village"][USUAL_WAY], level, None)
    return PersonPlayer(
        WAYS[known.team][known.way], level, HabitMemory(known.habits) if known.habits else None
    )


def write_known(file: Path, known: Known) -> None:
    """Write a person's knowledge to a file; equal knowledge gives equal bytes.

    Raises:
        OSError: The file cannot be written.
    """
    write_atomically(file, msgspec.json.encode(known))


_KNOWN = JsonReader(Known, once=True)


def read_known(file: Path) -> Known:
    """Read a person's knowledge from a file.

    Raises:
        ConfigError: The file cannot be read, or does not have the format of `write_known`.
    """
    try:
        known = _KNOWN.decode(read_bytes(file, _LIMIT))
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(file)) from error
    except msgspec.DecodeError as error:
        raise ConfigError(
            f"is not a memory file of a scripted person ({error})", file=str(file)
        ) from error
    if known.way not in WAYS[known.team]:
        raise ConfigError(
            f"`{known.way}` is not a way to play",
            file=str(file),
            hint=did_you_mean(known.way, WAYS[known.team]),
        )
    return known


def _parse_options(options: Sequence[str]) -> tuple[str, str]:
    """Return the kind and level named by a person's options, with defaults for missing ones."""
    found: dict[str, str] = {}
    for option in options:
        what = "kind" if option in KINDS else "level" if option in LEVELS else ""
        if not what:
            raise ConfigError(
                f"`{option}` is not an option of a person",
                key="seat",
                hint=did_you_mean(option, (*KINDS, *LEVELS)),
            )
        if what in found:
            raise ConfigError(
                f"`{found[what]}` and `{option}` exclude each other",
                key="seat",
                hint="Leave one of them out.",
            )
        found[what] = option
    return found.get("kind", ADAPTIVE), found.get("level", DEFAULT_LEVEL)


_OWN_CHOICE_WEIGHT = 1.0
"""The weight of the bot's own choice of a victim beside habits, in natural logarithms of odds."""


_MIN_PROBABILITY = 1e-3


class PersonPlayer:
    """Plays one game for a person: a house bot with a way to play and, optionally, habits.

    Args:
        way: The way to play.
        level: The level of the house bot.
        memory: The habits, or None.
    """

    def __init__(self, way: Way, level: str, memory: HabitMemory | None) -> None:
        self._way, self._memory = way, memory
        self._bot = HouseBot((level, *way.options))
        self._public: PublicTraits | None = None
        self._facts_observed = 0

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask; the asynchronous form of `answer_now`, which awaits nothing."""
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask with one of its options.

        The strategy of the way comes first. Without an answer from it, habits decide ballots,
        protections and kills where they say anything; otherwise the house bot answers.
        """
        fixed = self._way.strategy(view, ask) if self._way.strategy else None
        if fixed:
            return fixed
        usual = self._bot.answer_now(view, ask, desk)
        if (
            self._memory is None
            or ask.kind not in ("vote", "lean", "protect", "kill")
            or len(ask.options) < 2
        ):
            return usual
        seats = [seat for seat in ask.options if seat and seat not in view.mates]
        scores = self._scores(view, ask, desk, seats, usual.choice, self._memory)
        # The bot's own choice wins a tie.
        return (
            Answer(max(seats, key=lambda seat: (scores[seat], seat == usual.choice)))
            if any(scores.values())
            else usual
        )

    def _scores(
        self,
        view: View,
        ask: Ask,
        desk: Desk,
        seats: Sequence[int],
        usual: int,
        memory: HabitMemory,
    ) -> Mapping[int, float]:
        """Score each seat as a choice, in natural log-odds; all 0 where no habit counts."""
        public = self._observed(view)
        if ask.kind == "kill":
            gods, saved = (
                _habit_log_odds(memory.god, public, seats),
                _habit_log_odds(memory.saved, public, seats),
            )
            said = any((*gods.values(), *saved.values()))
            return {
                seat: (gods[seat] - saved[seat] + _OWN_CHOICE_WEIGHT * (seat == usual))
                if said
                else 0.0
                for seat in seats
            }
        found = _habit_log_odds(
            memory.killed if ask.kind == "protect" else memory.wolf, public, seats
        )
        if view.team == "wolves" or not any(found.values()):
            return dict.fromkeys(seats, 0.0)
        beliefs = {
            belief.seat: belief.p_wolf or 0.0
            for belief in self._bot.mind(view, ask, desk).beliefs()
        }
        wolf = {
            seat: min(max(beliefs.get(seat, 0.0), _MIN_PROBABILITY), 1 - _MIN_PROBABILITY)
            for seat in seats
        }
        if ask.kind == "protect":
            return {seat: found[seat] + log(1 - wolf[seat]) for seat in seats}
        return {seat: found[seat] + log(wolf[seat] / (1 - wolf[seat])) for seat in seats}

    def _observed(self, view: View) -> PublicTraits:
        """Return the public traits, updated with all facts of the view."""
        if self._public is None:
            self._public = PublicTraits(view.names, view.board.roles)
        for fact in view.facts[self._facts_observed :]:
            self._public.observe(fact)
        self._facts_observed = len(view.facts)
        return self._public


def _habit_log_odds(habit: Habit, public: PublicTraits, seats: Sequence[int]) -> dict[int, float]:
    return {seat: habit.log_odds(public.traits(seat)) for seat in seats}
