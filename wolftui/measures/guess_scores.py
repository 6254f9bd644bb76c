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
    """A person's guesses about one game.

    Attributes:
        eyes: The viewer of the replay: the public (0) or a seat.
        days: The guesses about the living at the end of each day, by day; empty if the day was
            skipped.
        done: Whether the person has seen the roles since.
    """

    eyes: int
    days: dict[int, Guessed] = field(default_factory=dict[int, Guessed])
    done: bool = False


def normalised_guesses(beliefs: Iterable[Belief]) -> Guessed:
    """Normalise guesses for scoring: `Uncertain` counts as an even chance, at any confidence."""
    return tuple(
        replace(belief, confidence=5) if belief.role == "Uncertain" else belief
        for belief in beliefs
    )


def last_guess(guesses: Guesses, seats: Container[int]) -> Guessed:
    """Return the beliefs of the last non-empty guess about the given seats."""
    last = next(
        (beliefs for _, beliefs in sorted(guesses.days.items(), reverse=True) if beliefs), ()
    )
    return tuple(belief for belief in last if belief.seat in seats)


def knows_pack(facts: Iterable[f.Fact], eyes: int) -> bool:
    """Tell whether the viewer is a wolf in these facts.

    A wolf knows the whole pack, so that it is not asked to guess.
    """
    return any(
        isinstance(fact, f.Dealt) and fact.seat == eyes and ROLES[fact.role].team == "wolves"
        for fact in facts
    )


class BrierSum(Struct, frozen=True):
    """A sum of squared errors of beliefs.

    Attributes:
        sum: The sum of the squared errors.
        count: The number of judged seats.
        entry: The index of the log entry with the beliefs, from 0, or -1.
    """

    sum: float = 0.0
    count: int = 0
    entry: int = -1

    @property
    def value(self) -> float | None:
        """The Brier score; None if no seat was judged."""
        return self.sum / self.count if self.count else None

    def __add__(self, other: BrierSum) -> BrierSum:
        return BrierSum(self.sum + other.sum, self.count + other.count)


class DayScore(Struct, frozen=True):
    """The scores of one day with a guess.

    Attributes:
        day: Its number.
        judged: The seats to judge: the living at the day's end without the viewer's own seat.
        wolves: The number of wolves among them.
        guessed: P(wolf) by seat, for the seats with a guess.
        own: The error of the guesses; a seat that was left out counts as the base rate.
        base_rate: The error of holding each seat for a wolf with the share of wolves among the
            judged.
        seats: The error of each seat that stated beliefs on that day, by its last statement.
    """

    day: int
    judged: tuple[int, ...]
    wolves: int
    guessed: Mapping[int, float]
    own: BrierSum
    base_rate: BrierSum
    seats: Mapping[int, BrierSum]


class GuessScore(Struct, frozen=True):
    """The scores of a person against the seats of the game.

    Attributes:
        days: The days with a guess.
        roles: Role by seat, in seat order.
        compared: For each village seat that stated beliefs on such days: the person's error on
            these days, and the seat's error.
    """

    days: tuple[DayScore, ...]
    roles: tuple[RoleName, ...]
    compared: Mapping[int, tuple[BrierSum, BrierSum]]

    @property
    def own(self) -> BrierSum:
        """The person's error over all days."""
        return sum((day.own for day in self.days), BrierSum())

    @property
    def base_rate(self) -> BrierSum:
        """The base rate's error over all days."""
        return sum((day.base_rate for day in self.days), BrierSum())

    @property
    def beaten(self) -> tuple[int, ...]:
        """The village seats with a larger error than the person's on the same days."""
        return tuple(
            seat
            for seat, (own, other) in self.compared.items()
            if (own.value or 0) < (other.value or 0)
        )

    def is_wolf(self, seat: int) -> bool:
        """Tell whether a seat was a wolf."""
        return ROLES[self.roles[seat - 1]].team == "wolves"


def guess_score(
    entries: Sequence[Entry], size: int, ends: Iterable[tuple[int, int]], guesses: Guesses
) -> GuessScore | None:
    """Score guesses by their Brier score; None if the log does not tell every role.

    Args:
        entries: The log of a finished game.
        size: The number of seats.
        ends: Each day with the log index at which it ends.
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
    # Metrics are not needed before the first frame.
    from wolfcore.metrics.stated_beliefs import p_wolf  # noqa: PLC0415  metrics are slow to load

    return {belief.seat: p_wolf(belief) for belief in beliefs if belief.seat in judged}


def _off(chances: Mapping[int, float], wolves: set[int], entry: int = -1) -> BrierSum:
    return BrierSum(
        sum((chance - (seat in wolves)) ** 2 for seat, chance in chances.items()),
        len(chances),
        entry,
    )


def _stated(entries: Sequence[Entry], start: int, place: int) -> dict[int, tuple[int, Guessed]]:
    """Find each seat's last stated beliefs between two log indices, with their index."""
    return {
        entry.fact.seat: (number, entry.fact.beliefs)
        for number, entry in enumerate(entries[start:place], start)
        if isinstance(entry.fact, f.Believed)
    }


def _compared(days: Sequence[DayScore], wolves: set[int]) -> dict[int, tuple[BrierSum, BrierSum]]:
    """Sum the errors of the person and of each village seat over the days of its beliefs.

    Wolves are left out, for they know the pack.
    """
    both: dict[int, tuple[BrierSum, BrierSum]] = {}
    for day in days:
        for seat, off in day.seats.items():
            if seat not in wolves:
                own, other = both.get(seat, (BrierSum(), BrierSum()))
                both[seat] = (own + day.own, other + off)
    return dict(sorted(both.items()))
