"""Scripted people who play several games in a row with the same agents, and what they change between games.

A person has a way to play for each game, and may go by habits that it found. The way is drawn by what it won with before
(Thompson's sampling); habits are counted in the games that were revealed (`habits`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log
from random import Random
from typing import NamedTuple

from core.bots import HouseBot
from core.game import Answer, Ask, Fact, RoleName, Team, View
from core.players import Desk

from .counters import STRATEGIES, Override
from .habits import Habit, Memory, Public

USUAL, ADAPTIVE = "usual", "adaptive"
_OWN_CHOICE = 1.0
"""What a person's own choice of a victim counts for beside habits, in natural logarithms of odds."""
_SURE = 1e-3


class Way(NamedTuple):
    """A way to play: the options of a house bot, and what it does always."""

    options: tuple[str, ...] = ()
    always: Override | None = None


WAYS: dict[Team, dict[str, Way]] = {
    "village": {
        USUAL: Way(),
        "secretive": Way(("secretive",)),
        "proactive": Way(("proactive",)),
        "never votes": Way(always=STRATEGIES["never votes"]),
        "follows the last accuser": Way(always=STRATEGIES["follows the last accuser"]),
    },
    "wolves": {
        USUAL: Way(),
        "quiet": Way(("quiet",)),
        "active": Way(("active",)),
        "aggressive": Way(("aggressive",)),
        "always counter-claims the seer": Way(always=STRATEGIES["always counter-claims the seer"]),
    },
}
"""Ways to play, by team."""


class Kind(NamedTuple):
    """A kind of person: whether it chooses its way by its results, and whether it goes by habits."""

    tries_ways: bool = False
    seeks_habits: bool = False


KINDS: dict[str, Kind] = {
    USUAL: Kind(),
    "ways": Kind(tries_ways=True),
    "habits": Kind(seeks_habits=True),
    ADAPTIVE: Kind(tries_ways=True, seeks_habits=True),
}
"""People by name: one who changes nothing, whom the others are compared with, and three who learn."""


class Person:
    """A person over several games, always for the same team.

    Args:
        kind: What it changes.
        team: Its team.
        level: The level of the house bot that it plays like.
    """

    def __init__(self, kind: Kind, team: Team, level: str) -> None:
        self._kind, self._level = kind, level
        self._team: Team = team
        self._memory = Memory()
        self._won: Counter[tuple[str, bool]] = Counter()

    def way(self, seed: int) -> str:
        """The way that it takes in the game of a seed: that of the highest win rate drawn from what is believed of each."""
        if not self._kind.tries_ways:
            return USUAL
        draws = Random(seed)
        drawn = {way: draws.betavariate(1 + self._won[way, True], 1 + self._won[way, False]) for way in WAYS[self._team]}
        return max(drawn, key=lambda way: drawn[way])

    def player(self, seed: int) -> AdaptivePlayer:
        """Who plays the game of a seed for it."""
        return AdaptivePlayer(WAYS[self._team][self.way(seed)], self._level, self._memory if self._kind.seeks_habits else None)

    def learn(
        self, seed: int, facts: Sequence[Fact], names: tuple[str, ...], roles: Sequence[RoleName], seat: int, won: bool
    ) -> None:
        """Learn from a game that it played with everything revealed; `seat` was its own."""
        self._won[self.way(seed), won] += 1
        if self._kind.seeks_habits:
            self._memory.learn(facts, names, roles, seat)


class AdaptivePlayer:
    """A house bot in a way to play, which goes by habits where it has a memory of them.

    Args:
        way: The way.
        level: The level of the house bot.
        memory: The habits, or None.
    """

    def __init__(self, way: Way, level: str, memory: Memory | None) -> None:
        self._way, self._memory = way, memory
        self._bot = HouseBot((level, *way.options))
        self._public: Public | None = None
        self._taken = 0

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `answer_now`, for tables that wait."""
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask with one of its options."""
        fixed = self._way.always(view, ask) if self._way.always else None
        if fixed:
            return fixed
        usual = self._bot.answer_now(view, ask, desk)
        if self._memory is None or ask.kind not in ("vote", "lean", "protect", "kill") or len(ask.options) < 2:
            return usual
        seats = [seat for seat in ask.options if seat and seat not in view.mates]
        scores = self._scores(view, ask, desk, seats, usual.choice, self._memory)
        return Answer(max(seats, key=lambda seat: (scores[seat], seat == usual.choice))) if any(scores.values()) else usual

    def _scores(self, view: View, ask: Ask, desk: Desk, seats: Sequence[int], usual: int, memory: Memory) -> Mapping[int, float]:
        """How good each seat is as a choice, in natural logarithms of odds; all 0 where no habit says anything."""
        public = self._seen(view)
        if ask.kind == "kill":
            gods, saved = _odds(memory.god, public, seats), _odds(memory.saved, public, seats)
            said = any((*gods.values(), *saved.values()))
            return {seat: (gods[seat] - saved[seat] + _OWN_CHOICE * (seat == usual)) if said else 0.0 for seat in seats}
        found = _odds(memory.killed if ask.kind == "protect" else memory.wolf, public, seats)
        if view.team == "wolves" or not any(found.values()):
            return dict.fromkeys(seats, 0.0)
        beliefs = {belief.seat: belief.p_wolf or 0.0 for belief in self._bot.mind(view, ask, desk).beliefs()}
        wolf = {seat: min(max(beliefs.get(seat, 0.0), _SURE), 1 - _SURE) for seat in seats}
        if ask.kind == "protect":
            return {seat: found[seat] + log(1 - wolf[seat]) for seat in seats}
        return {seat: found[seat] + log(wolf[seat] / (1 - wolf[seat])) for seat in seats}

    def _seen(self, view: View) -> Public:
        """What everybody has seen, as far as it is known at this ask."""
        if self._public is None:
            self._public = Public(view.names)
        for fact in view.facts[self._taken :]:
            self._public.take(fact)
        self._taken = len(view.facts)
        return self._public


def _odds(habit: Habit, public: Public, seats: Sequence[int]) -> dict[int, float]:
    return {seat: habit.odds(public.traits(seat)) for seat in seats}
