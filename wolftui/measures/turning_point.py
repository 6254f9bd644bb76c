"""The night or day that moved the winner's chance most, assuming random play from there on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.game import ROLES, Phase, State, apply, initial_state
from wolfcore.game import facts as f

_POWER = 0.5
"""The share of its chance to win that the village loses with its most valuable role.

This is in addition to the loss of the seat.
"""


class TurningPoint(Struct, frozen=True):
    """A night or a day that changed the chances.

    Attributes:
        day: Its number.
        night: Whether it is a night.
        fallen: The seats that died in it, in order; empty if the game turned without a death.
        gain: The change of the winner's chance, 0..1.
        spared: The seat that the pack attacked in a night without deaths; 0 for none.
        stayed: The seat that was exiled in it and stayed alive; 0 for none.
    """

    day: int
    night: bool
    fallen: tuple[int, ...]
    gain: float
    spared: int = 0
    stayed: int = 0


@lru_cache(maxsize=1024)
def random_play_chance(wolves: int, others: int, *, night: bool) -> float:
    """Compute the village's chance to win, 0..1, if everybody plays at random.

    Args:
        wolves: Living wolves.
        others: Living others; the pack wins once they are no more than the wolves.
        night: Whether a night comes next, in which one of the others dies.
    """
    if not wolves:
        return 1.0
    if wolves >= others:
        return 0.0
    if night:
        return random_play_chance(wolves, others - 1, night=False)
    everybody = wolves + others
    found, missed = (
        random_play_chance(wolves - 1, others, night=True),
        random_play_chance(wolves, others - 1, night=True),
    )
    return (wolves * found + others * missed) / everybody


def turning_point(facts: Sequence[f.Fact], size: int) -> TurningPoint | None:
    """Find the night or day that raised the winner's chance most; of equal ones, the last.

    The one that ended the game counts only if no other raised the winner's chance, for an end is no
    turn.

    Args:
        facts: Every fact of the finished game.
        size: The number of seats.

    Returns:
        The turning point; None if nobody won or if not all roles are known.
    """
    ended = next((fact for fact in reversed(facts) if isinstance(fact, f.Ended)), None)
    dealt = sum(isinstance(fact, f.Dealt) for fact in facts)
    if ended is None or ended.winner is None or dealt < size:
        return None
    sign = 1 if ended.winner == "village" else -1
    turns = [replace(each, gain=each.gain * sign) for each in all_turns(facts, size)]
    gained = [each for each in turns if each.gain > 0]
    return max(
        [each for each in gained if each is not turns[-1]] or gained, key=_furthest, default=None
    )


def _furthest(turn: TurningPoint) -> tuple[float, int, bool]:
    return (round(turn.gain, 9), turn.day, not turn.night)


def all_turns(facts: Iterable[f.Fact], size: int) -> list[TurningPoint]:
    """List each night and day with its change of the village's chance; below zero for a loss."""
    state = before = initial_state(size)
    turns: list[TurningPoint] = []
    prey = 0
    for fact in facts:
        if isinstance(fact, f.Attacked):
            prey = fact.target
        ends = isinstance(fact, f.Ended) or (
            isinstance(fact, f.Began) and _is_night(fact.phase) != _is_night(state.phase)
        )
        if ends:
            if before.day:
                turns.append(_turn(before, state, fact, prey))
            prey = 0
            before = apply(state, fact)
        state = apply(state, fact)
    return turns


def _is_night(phase: Phase) -> bool:
    return phase in ("night", "dawn")


def _turn(before: State, after: State, fact: f.Fact, prey: int) -> TurningPoint:
    # House bots are not needed before the first frame.
    from wolfcore.bots.play.role_values import ROLE_VALUES  # noqa: PLC0415  bots are slow to load

    night = _is_night(before.phase)
    fallen = tuple(death.seat for death in after.deaths[len(before.deaths) :])
    winner = fact.winner if isinstance(fact, f.Ended) else None
    chance = _chance(after, night=not night) if winner is None else float(winner == "village")
    for seat in fallen:
        role = after.roles[seat]
        chance *= 1 - _POWER * (ROLE_VALUES[role].kill_gain if role else 0)
    gain = chance - _chance(before, night=night)
    quiet = night and not fallen
    stayed = [seat for seat in after.exiled[len(before.exiled) :] if seat not in fallen]
    return TurningPoint(
        before.day,
        night,
        fallen,
        max(gain, 0.0) if quiet else gain,
        prey if quiet else 0,
        stayed[0] if stayed else 0,
    )


def _chance(state: State, *, night: bool) -> float:
    teams = [ROLES[role].team for seat in state.living if (role := state.roles[seat])]
    return random_play_chance(teams.count("wolves"), teams.count("village"), night=night)
