"""The state of a game, computed by folding facts; the only place where game state changes.

Folded over the whole log it is the moderator's state; over the facts of one seat it is what that
seat knows, with None for the unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from . import facts as f
from .asks import Belief, Phase
from .facts import DeathCause, EndKind, Fact
from .roles import RoleName, Team, remove_seat, subtract_seats


class Death(Struct, frozen=True, gc=False):
    """One death, as far as it is known.

    Attributes:
        seat: The seat that died.
        day: The day of the death; for a death at night the day to which the night belongs.
        at_night: Whether the death happened at night.
        cause: The cause, or None where it is not known.
    """

    seat: int
    day: int
    at_night: bool
    cause: DeathCause | None = None


class State(Struct, frozen=True, gc=False):
    """The state of a game at one moment, as far as the folded facts show it.

    Attributes:
        size: The number of seats.
        living: The living seats, ascending.
        roles: Role by seat number, None where unknown; index 0 is never used and None.
        day: The day; 0 before the first night. Night k belongs to day k.
        phase: The part of the day.
        deaths: All deaths in order.
        exiled: The seats that were exiled, in order; whoever was exiled may be alive.
        without_vote: The living and dead seats that lost their vote while they were alive.
        sheriff: The seat that holds the badge, or 0.
        badge_gone: Whether there will be no sheriff for the rest of the game.
        appointed: The sheriff of the deal before the announcement, or 0 (moderator only).
        candidates: The candidates for sheriff.
        order: Today's speaking order; empty where bids decide.
        decider: The wolf who decides tonight, or 0.
        attacked: The seat that the pack attacks tonight, or 0.
        checks: All checks in order.
        protections: All protections in order, each with its night.
        saved: All antidotes used, each with its night.
        poisoned: All poisons used, each with its night.
        beliefs: The latest beliefs of each seat (moderator only).
        ended: How the game ended, or None while it runs.
        winner: The winning team, or None.
    """

    size: int
    living: tuple[int, ...]
    roles: tuple[RoleName | None, ...]
    day: int = 0
    phase: Phase = "setup"
    deaths: tuple[Death, ...] = ()
    exiled: tuple[int, ...] = ()
    without_vote: tuple[int, ...] = ()
    sheriff: int = 0
    badge_gone: bool = False
    appointed: int = 0
    candidates: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    decider: int = 0
    attacked: int = 0
    checks: tuple[f.Checked, ...] = ()
    protections: tuple[tuple[int, f.Protected], ...] = ()
    saved: tuple[tuple[int, f.Saved], ...] = ()
    poisoned: tuple[tuple[int, f.Poisoned], ...] = ()
    beliefs: tuple[tuple[int, tuple[Belief, ...]], ...] = ()
    ended: EndKind | None = None
    winner: Team | None = None

    def alive(self, seat: int) -> bool:
        """Return whether `seat` is alive."""
        return seat in self.living

    def is_out(self, seat: int) -> bool:
        """Whether a seat is dead, without the sheriff's badge, and will not be asked any more.

        Nobody is out at dawn and exile: there a dead hunter shoots, a dead sheriff passes the badge
        and the dead speak a last time.
        """
        dead = not self.alive(seat) and self.sheriff != seat
        return dead and self.phase not in ("dawn", "exile")

    @property
    def voters(self) -> tuple[int, ...]:
        """The living seats that have a vote, ascending."""
        return subtract_seats(self.living, self.without_vote)

    def role_of(self, seat: int) -> RoleName | None:
        """Return the role of `seat`, or None where it is unknown."""
        return self.roles[seat]

    def death_of(self, seat: int) -> Death | None:
        """Return the death of `seat`, or None while it is alive."""
        return next((death for death in self.deaths if death.seat == seat), None)

    def beliefs_of(self, seat: int) -> tuple[Belief, ...]:
        """Return the latest beliefs of `seat`; empty if it gave none."""
        return next((beliefs for holder, beliefs in self.beliefs if holder == seat), ())


@lru_cache(maxsize=64)
def initial_state(size: int) -> State:
    """Return the state before the first fact: all seats alive, all roles unknown."""
    return State(size, tuple(range(1, size + 1)), (None,) * (size + 1))


def apply(state: State, fact: Fact) -> State:
    """Return the state after one more fact; the same object if the fact changes nothing."""
    change = STATE_CHANGES.get(type(fact))
    return change(state, fact) if change else state


def fold(state: State, facts: Iterable[Fact]) -> State:
    """Return the state after all `facts`, starting from `state`."""
    for fact in facts:
        state = apply(state, fact)
    return state


def _began(state: State, fact: f.Began) -> State:
    if fact.phase == "night":
        return replace(state, day=fact.day, phase=fact.phase, order=(), decider=0, attacked=0)
    return replace(state, day=fact.day, phase=fact.phase)


def _with_role(state: State, fact: f.Dealt | f.Revealed) -> State:
    roles = list(state.roles)
    roles[fact.seat] = fact.role
    return replace(state, roles=tuple(roles))


def _died(state: State, fact: f.Died) -> State:
    # A shot at dawn looks like a death of the night until its cause, which is public, corrects it.
    death = Death(fact.seat, state.day, state.phase == "dawn")
    living = remove_seat(state.living, fact.seat)
    return replace(state, living=living, deaths=(*state.deaths, death))


def _cause(state: State, fact: f.Cause) -> State:
    deaths = [
        replace(death, cause=fact.cause, at_night=fact.cause in ("killed", "poisoned"))
        if death.seat == fact.seat
        else death
        for death in state.deaths
    ]
    return replace(state, deaths=tuple(deaths))


def _badge(state: State, fact: f.Badge) -> State:
    return replace(state, sheriff=fact.seat, badge_gone=not fact.seat)


def _believed(state: State, fact: f.Believed) -> State:
    others = tuple(held for held in state.beliefs if held[0] != fact.seat)
    return replace(state, beliefs=(*others, (fact.seat, fact.beliefs)))


def _saved(state: State, fact: f.Saved) -> State:
    return replace(state, saved=(*state.saved, (state.day, fact))) if fact.target else state


def _poisoned(state: State, fact: f.Poisoned) -> State:
    return replace(state, poisoned=(*state.poisoned, (state.day, fact))) if fact.target else state


STATE_CHANGES: dict[type, Callable[[State, Any], State]] = {
    f.Began: _began,
    f.Dealt: _with_role,
    f.Revealed: _with_role,
    f.Appointed: lambda state, fact: replace(state, appointed=fact.seat),
    f.Decider: lambda state, fact: replace(state, decider=fact.seat),
    f.Attacked: lambda state, fact: replace(state, attacked=fact.target),
    f.Protected: lambda state, fact: replace(
        state, protections=(*state.protections, (state.day, fact))
    ),
    f.Checked: lambda state, fact: (
        replace(state, checks=(*state.checks, fact)) if fact.target else state
    ),
    f.Saved: _saved,
    f.Poisoned: _poisoned,
    f.Died: _died,
    f.Cause: _cause,
    f.Exiled: lambda state, fact: (
        replace(state, exiled=(*state.exiled, fact.seat)) if fact.seat else state
    ),
    f.LostVote: lambda state, fact: replace(state, without_vote=(*state.without_vote, fact.seat)),
    f.Candidates: lambda state, fact: replace(state, candidates=fact.seats),
    f.Badge: _badge,
    f.OrderSet: lambda state, fact: replace(state, order=fact.seats),
    f.Believed: _believed,
    f.Ended: lambda state, fact: replace(state, ended=fact.ended, winner=fact.winner),
}
"""The reducer of each fact type that changes the state."""


LEFT_OUT: frozenset[type] = frozenset(
    {
        f.Whispered,
        f.Said,
        f.Recommended,
        f.MostNamed,
        f.Thought,
        f.Fallback,  # speech, reasoning and origins of answers
        f.Proposed,
        f.Victim,
        f.Idle,
        f.QuietNight,
        f.Shot,  # their effects are published as other facts
        f.Bid,
        f.CalledOn,
        f.Voted,
        f.TieBroken,  # counted by the rules where they are needed
    }
)
"""The fact types that do not change the state."""
