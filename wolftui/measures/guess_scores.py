"""Brier scores of guesses made while replaying a game, beside seats' beliefs and base rate.

`Guesses` is the format of `guesses.json`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from wolfcore.game import ROLES, Belief, Entry, RoleName, fold, initial_state
from wolfcore.game import facts as f

Guessed = tuple[Belief, ...]


class Guesses(Struct, forbid_unknown_fields=True):
    """What somebody guessed of one game.

    Attributes:
        eyes: Through whose eyes they looked: the public's (0) or a seat's.
        days: What they took the living for at the end of each day, by its number; empty where they
            passed.
        done: Whether they have seen the roles since.
    """

    eyes: int
    days: dict[int, Guessed] = field(default_factory=dict[int, Guessed])
    done: bool = False


def normalised_guesses(beliefs: Iterable[Belief]) -> Guessed:
    """Guesses as they are counted: whoever is uncertain holds a wolf and no wolf for equally likely, however surely."""
    return tuple(
        replace(belief, confidence=5) if belief.role == "Uncertain" else belief
        for belief in beliefs
    )


def last_guess(guesses: Guesses, seats: Container[int]) -> Guessed:
    """What was guessed last of some seats."""
    last = next(
        (beliefs for _, beliefs in sorted(guesses.days.items(), reverse=True) if beliefs), ()
    )
    return tuple(belief for belief in last if belief.seat in seats)


def knows_pack(facts: Iterable[f.Fact], eyes: int) -> bool:
    """Whether eyes are a wolf's in a game with these facts. They know who is a wolf and who is not, so that nobody asks them."""
    return any(
        isinstance(fact, f.Dealt) and fact.seat == eyes and ROLES[fact.role].team == "wolves"
        for fact in facts
    )


class BrierSum(Struct, frozen=True):
    """How far off some beliefs were.

    Attributes:
        sum: The squared errors, together.
        count: How many seats were judged.
        entry: The place in the log where the beliefs stand, from 0, or -1.
    """

    sum: float = 0.0
    count: int = 0
    entry: int = -1

    @property
    def value(self) -> float | None:
        """The Brier score; None where nobody was judged."""
        return self.sum / self.count if self.count else None

    def __add__(self, other: BrierSum) -> BrierSum:
        return BrierSum(self.sum + other.sum, self.count + other.count)


class DayScore(Struct, frozen=True):
    """A day on which somebody guessed.

    Attributes:
        day: Its number.
        judged: The seats that were to be judged: who lived at its end, without the seat whose eyes
            were used.
        wolves: How many of them were wolves.
        guessed: P(wolf) by seat, of those that were judged.
        own: How far off the guesses were; a seat that was left out counts as the base rate.
        base_rate: The same for whoever holds each for a wolf with the share of wolves among them.
        seats: The same for each seat that stated beliefs on that day, by what it stated last.
    """

    day: int
    judged: tuple[int, ...]
    wolves: int
    guessed: Mapping[int, float]
    own: BrierSum
    base_rate: BrierSum
    seats: Mapping[int, BrierSum]


class GuessScore(Struct, frozen=True):
    """How somebody did against a table.

    Attributes:
        days: The days on which they guessed.
        roles: Role by seat, in seat order.
        compared: By each seat of the village that stated beliefs on such days: how far off they
            were on these, and how far it was.
    """

    days: tuple[DayScore, ...]
    roles: tuple[RoleName, ...]
    compared: Mapping[int, tuple[BrierSum, BrierSum]]

    @property
    def own(self) -> BrierSum:
        """All days together."""
        return sum((day.own for day in self.days), BrierSum())

    @property
    def base_rate(self) -> BrierSum:
        """The base rate on all days together."""
        return sum((day.base_rate for day in self.days), BrierSum())

    @property
    def beaten(self) -> tuple[int, ...]:
        """The seats of the village that were further off than they on the same days."""
        return tuple(
            seat
            for seat, (own, other) in self.compared.items()
            if (own.value or 0) < (other.value or 0)
        )

    def is_wolf(self, seat: int) -> bool:
        """Whether a seat was a wolf."""
        return ROLES[self.roles[seat - 1]].team == "wolves"


def guess_score(
    entries: Sequence[Entry], size: int, ends: Iterable[tuple[int, int]], guesses: Guesses
) -> GuessScore | None:
    """How far off guesses were; None where the log does not tell every role.

    Args:
        entries: The log of a game that is over.
        size: How many seats there are.
        ends: Each day with the place in the log where it ends.
        guesses: The guesses.
    """
    roles: tuple[RoleName, ...] = tuple(
        role
        for role in fold(initial_state(size), (entry.fact for entry in entries)).roles[1:]
        if role
    )
    if len(roles) < size:
        return None
    wolves = {seat for seat, role in enumerate(roles, 1) if ROLES[role].team == "wolves"}
    days: list[DayScore] = []
    start = 0
    for day, place in ends:
        if guesses.days.get(day):
            living = fold(initial_state(size), (entry.fact for entry in entries[:place])).living
            judged = tuple(seat for seat in living if seat != guesses.eyes)
            days.append(
                _day(day, judged, wolves, guesses.days[day], _stated(entries, start, place))
            )
        start = place
    return GuessScore(tuple(days), roles, _compared(days, wolves))


def _day(
    day: int,
    judged: tuple[int, ...],
    wolves: set[int],
    guessed: Guessed,
    stated: Mapping[int, tuple[int, Guessed]],
) -> DayScore:
    those = [seat for seat in judged if seat in wolves]
    rate = len(those) / len(judged) if judged else 0.0
    chances = _chances(guessed, judged)
    own = _off({seat: chances.get(seat, rate) for seat in judged}, wolves)
    seats: dict[int, BrierSum] = {}
    for seat, (entry, beliefs) in sorted(stated.items()):
        held = _chances([belief for belief in beliefs if belief.seat != seat], judged)
        if held:
            seats[seat] = _off(held, wolves, entry)
    return DayScore(
        day, judged, len(those), chances, own, _off(dict.fromkeys(judged, rate), wolves), seats
    )


def _chances(beliefs: Iterable[Belief], judged: Sequence[int]) -> dict[int, float]:
    from wolfcore.metrics.stated_beliefs import p_wolf

    return {belief.seat: p_wolf(belief) for belief in beliefs if belief.seat in judged}


def _off(chances: Mapping[int, float], wolves: set[int], entry: int = -1) -> BrierSum:
    return BrierSum(
        sum((chance - (seat in wolves)) ** 2 for seat, chance in chances.items()),
        len(chances),
        entry,
    )


def _stated(entries: Sequence[Entry], start: int, place: int) -> dict[int, tuple[int, Guessed]]:
    """What each seat stated last between two places of a log, and where."""
    return {
        entry.fact.seat: (number, entry.fact.beliefs)
        for number, entry in enumerate(entries[start:place], start)
        if isinstance(entry.fact, f.Believed)
    }


def _compared(days: Sequence[DayScore], wolves: set[int]) -> dict[int, tuple[BrierSum, BrierSum]]:
    """Wolves know who the wolves are, so that nobody is held against them."""
    both: dict[int, tuple[BrierSum, BrierSum]] = {}
    for day in days:
        for seat, off in day.seats.items():
            if seat not in wolves:
                own, other = both.get(seat, (BrierSum(), BrierSum()))
                both[seat] = (own + day.own, other + off)
    return dict(sorted(both.items()))
