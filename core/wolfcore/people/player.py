"""Whoever plays one game for a scripted person: a house bot in a way to play, with what the person knows by then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log

from wolfcore.bots import HouseBot
from wolfcore.game import Answer, Ask, View
from wolfcore.players import Desk

from .habits import Habit, HabitMemory, PublicTraits
from .ways import Way

_OWN_CHOICE_WEIGHT = 1.0
"""What a person's own choice of a victim counts for beside habits, in natural logarithms of odds."""
_MIN_PROBABILITY = 1e-3


class PersonPlayer:
    """A house bot in a way to play, which goes by habits where it has a memory of them. It plays one game.

    Args:
        way: The way.
        level: The level of the house bot.
        memory: The habits, or None.
    """

    def __init__(self, way: Way, level: str, memory: HabitMemory | None) -> None:
        self._way, self._memory = way, memory
        self._bot = HouseBot((level, *way.options))
        self._public: PublicTraits | None = None
        self._facts_observed = 0

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """As `answer_now`, for tables that wait."""
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        """Answer one ask with one of its options."""
        fixed = self._way.strategy(view, ask) if self._way.strategy else None
        if fixed:
            return fixed
        usual = self._bot.answer_now(view, ask, desk)
        if self._memory is None or ask.kind not in ("vote", "lean", "protect", "kill") or len(ask.options) < 2:
            return usual
        seats = [seat for seat in ask.options if seat and seat not in view.mates]
        scores = self._scores(view, ask, desk, seats, usual.choice, self._memory)
        return Answer(max(seats, key=lambda seat: (scores[seat], seat == usual.choice))) if any(scores.values()) else usual

    def _scores(
        self, view: View, ask: Ask, desk: Desk, seats: Sequence[int], usual: int, memory: HabitMemory
    ) -> Mapping[int, float]:
        """How good each seat is as a choice, in natural logarithms of odds; all 0 where no habit says anything."""
        public = self._observed(view)
        if ask.kind == "kill":
            gods, saved = _habit_log_odds(memory.god, public, seats), _habit_log_odds(memory.saved, public, seats)
            said = any((*gods.values(), *saved.values()))
            return {seat: (gods[seat] - saved[seat] + _OWN_CHOICE_WEIGHT * (seat == usual)) if said else 0.0 for seat in seats}
        found = _habit_log_odds(memory.killed if ask.kind == "protect" else memory.wolf, public, seats)
        if view.team == "wolves" or not any(found.values()):
            return dict.fromkeys(seats, 0.0)
        beliefs = {belief.seat: belief.p_wolf or 0.0 for belief in self._bot.mind(view, ask, desk).beliefs()}
        wolf = {seat: min(max(beliefs.get(seat, 0.0), _MIN_PROBABILITY), 1 - _MIN_PROBABILITY) for seat in seats}
        if ask.kind == "protect":
            return {seat: found[seat] + log(1 - wolf[seat]) for seat in seats}
        return {seat: found[seat] + log(wolf[seat] / (1 - wolf[seat])) for seat in seats}

    def _observed(self, view: View) -> PublicTraits:
        """What everybody has seen, as far as it is known at this ask."""
        if self._public is None:
            self._public = PublicTraits(view.names)
        for fact in view.facts[self._facts_observed :]:
            self._public.observe(fact)
        self._facts_observed = len(view.facts)
        return self._public


def _habit_log_odds(habit: Habit, public: PublicTraits, seats: Sequence[int]) -> dict[int, float]:
    return {seat: habit.log_odds(public.traits(seat)) for seat in seats}
