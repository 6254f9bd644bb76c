"""How a game ended and what it cost: winner, length, survivors; calls, tokens, repaired answers.

Costs come from the journal of answers; None where nothing was recorded for a seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache

from wolfcore.game import AnswerOrigin
from wolfcore.records import AnswerRecord

from .game_tables import GameTables
from .metric import (
    HELMSMAN,
    OURS,
    UNKNOWN,
    WWP,
    XU,
    Direction,
    Metric,
    MetricTable,
    Observation,
    Part,
    Value,
)


def winner(t: GameTables) -> tuple[Observation, ...]:
    """Observe how a game ended, by board: village, wolves, draw or stopped; not for void games."""
    return (Observation(t.board.name, t.ended),) if t.ended and t.ended != "void" else ()


def win_rate(t: GameTables) -> Value:
    """Compute seats whose team won / seats, over games with a winner.

    Draws, stopped and void games have no value.
    """
    if t.winner is None:
        return UNKNOWN
    return Value(
        tuple(
            Part(seat, team == t.winner, 1, 0, (t.end,))
            for seat in range(1, t.size + 1)
            if (team := t.team(seat)) is not None
        )
    )


def draws(t: GameTables) -> Value:
    """Whether the game was a draw (1 or 0); void games have no value."""
    return _ended(t, "draw")


def stopped(t: GameTables) -> Value:
    """Whether a stop rule of the board ended the game without a winner (1 or 0).

    Void games have no value.
    """
    return _ended(t, "stopped")


def _ended(t: GameTables, how: str) -> Value:
    if t.ended is None or t.ended == "void":
        return UNKNOWN
    return Value(whole=Part(0, t.ended == how, 1, 0, (t.end,)))


def days(t: GameTables) -> Value:
    """Return D, the last day that began; night k belongs to day k."""
    return Value(whole=Part(0, t.rounds, 1, 0, (t.days[-1].began,))) if t.days else UNKNOWN


def duration(t: GameTables) -> Value:
    """Return D, the last day that began, for every seat, to be grouped by player.

    A player that loses to a stronger side may still last longer (section 4.3).
    """
    if not t.days:
        return UNKNOWN
    return Value(
        tuple(Part(seat, t.rounds, 1, 0, (t.days[-1].began,)) for seat in range(1, t.size + 1))
    )


def survivors(t: GameTables) -> Value:
    """Count the seats alive at the true end."""
    return Value(
        tuple(Part(seat, t.alive(seat), 1, 0, _fall(t, seat)) for seat in range(1, t.size + 1))
    )


def _fall(t: GameTables, seat: int) -> tuple[int, ...]:
    fall = t.deaths.get(seat)
    return (fall.entry,) if fall else ()


WORTH_OF_A_WIN = 1000


def experience(t: GameTables) -> Value:
    """Compute the value of an experience of each seat: 1000 - D if its team won, else D.

    Draws and stopped games give D; void games have no value.
    """
    if t.ended is None or t.ended == "void":
        return UNKNOWN
    lost, won = t.rounds, WORTH_OF_A_WIN - t.rounds
    parts = [(seat, t.team(seat)) for seat in range(1, t.size + 1)]
    return Value(
        tuple(
            Part(seat, won if team == t.winner else lost, 1, 0, (t.end,))
            for seat, team in parts
            if team
        )
    )


_NOBODY_WON = "null for a game without a winner"


_NO_DAY = "null before the first night"


_NOT_ENDED = "null for a void game or one without an end"


OUTCOME_METRICS = (
    Metric(
        name="win_rate", of=win_rate, source=f"{XU}, section 4.3", low=0, high=1,
        direction="higher", meaning="games won, of games with a winner",
        formula="seats whose team won / seats, a game being 1 or 0 for a team",
        unit="share of games", null=_NOBODY_WON, aggregation="games", per_team=True,
    ),
    Metric(
        name="draws", of=draws, source=OURS, low=0, high=1, direction="neither",
        meaning="games that ended in a draw", formula="1 for a draw, else 0", unit="share of games",
        null=_NOT_ENDED, aggregation="games",
    ),
    Metric(
        name="stopped", of=stopped, source=OURS, low=0, high=1, direction="neither",
        meaning="games that a stop rule of the board ended",
        formula="1 for a game stopped without a winner, else 0", unit="share of games",
        null=_NOT_ENDED, aggregation="games",
    ),
    Metric(
        name="days", of=days, source=OURS, low=1, high=None, direction="neither",
        meaning="the last day that began",
        formula="D, the last day that began; night k belongs to day k", unit="days", null=_NO_DAY,
        aggregation="games",
    ),
    Metric(
        name="duration", of=duration, source=f"{XU}, section 4.3", low=1, high=None,
        direction="neither", meaning="days that the game lasted, beside the win rate",
        formula="D of the games in which a seat played", unit="days", null=_NO_DAY,
        aggregation="games",
    ),
    Metric(
        name="survivors", of=survivors, source=OURS, low=0, high=None, direction="neither",
        meaning="seats that lived to the end", formula="seats alive at the true end", unit="seats",
        null="never null", aggregation="games", kind="count",
    ),
    Metric(
        name="experience", of=experience, source=f"{XU}, section 3.4; {WWP}, equation 1", low=0,
        high=1000, direction="higher", meaning="score of an experience: 1000 - D if won, else D",
        formula="1000 - D if the seat's team won, else D; mean over seats", unit="points",
        null=_NOT_ENDED, aggregation="games", per_team=True,
    ),
)  # fmt: skip


TABLES = (
    MetricTable(
        name="winner", of=winner, source=OURS, direction="neither",
        meaning="how games ended on each board", formula="games that ended so / games on the board",
        unit="share of games", null="void games add nothing", aggregation="games counted",
        kind="shares",
    ),
)  # fmt: skip


def _sum_by_seat(of: Callable[[AnswerRecord], float | None]) -> Callable[[GameTables], Value]:
    """Return a metric that sums a field of the journal's answers by seat.

    A seat without a recorded value has no part.
    """

    def fold(t: GameTables) -> Value:
        """Sum over the answers of a seat; null for a seat without a recorded value."""
        parts: dict[int, float] = {}
        for record in (t.journal or {}).values():
            amount = of(record)
            # An answers file written by hand may leave the seat out (0).
            if amount is not None and 1 <= record.seat <= t.size:
                parts[record.seat] = parts.get(record.seat, 0) + amount
        return Value(tuple(Part(seat, amount) for seat, amount in sorted(parts.items())))

    return fold


@lru_cache(maxsize=2)
def _answers_by_kind(t: GameTables) -> dict[int, Counter[str]]:
    """Count the answers of each seat by their origin (`answer.how`)."""
    seats: dict[int, Counter[str]] = {}
    for record in (t.journal or {}).values():
        if 1 <= record.seat <= t.size:
            seats.setdefault(record.seat, Counter())[record.answer.how] += 1
    return dict(sorted(seats.items()))


def _share_of_kinds(*hows: AnswerOrigin) -> Callable[[GameTables], Value]:
    """Return a metric: answers with one of these origins / answers, by seat."""

    def fold(t: GameTables) -> Value:
        """Compute answers of a seat with one of these origins / its answers."""
        return Value(
            tuple(
                [
                    Part(seat, sum(ways[how] for how in hows), ways.total())
                    for seat, ways in _answers_by_kind(t).items()
                ]
            )
        )

    return fold


_NO_JOURNAL = "null where the answers of a seat were not recorded"


def _cost(name: str, of: Callable[[GameTables], Value], meaning: str, unit: str) -> Metric:
    return Metric(
        name=name,
        of=of,
        source=OURS,
        low=0,
        high=None,
        direction="lower",
        meaning=meaning,
        formula="sum over all answers",
        unit=unit,
        null=_NO_JOURNAL,
        aggregation="games",
        kind="count",
    )


def _discipline(
    hows: tuple[AnswerOrigin, ...], word: str, direction: Direction, meaning: str
) -> Metric:
    return Metric(
        name=f"discipline_{word}",
        of=_share_of_kinds(*hows),
        source=f"{HELMSMAN}, section 7.1",
        low=0,
        high=1,
        direction=direction,
        meaning=meaning,
        formula=f"{meaning} / answers",
        unit="share of answers",
        null=_NO_JOURNAL,
        aggregation="games",
    )


COST_METRICS = (
    _cost("calls", _sum_by_seat(lambda record: record.calls), "model calls", "calls"),
    _cost(
        "tokens_in",
        _sum_by_seat(lambda record: record.tokens_in),
        "tokens sent to models",
        "tokens",
    ),
    _cost(
        "tokens_out",
        _sum_by_seat(lambda record: record.tokens_out),
        "tokens received from models",
        "tokens",
    ),
    _cost(
        "cached_tokens",
        _sum_by_seat(lambda record: record.tokens_cached),
        "tokens sent that the endpoint had cached",
        "tokens",
    ),
    _cost(
        "money",
        _sum_by_seat(lambda record: record.cost),
        "cost of the calls, in the configured currency",
        "money",
    ),
    _cost(
        "seconds",
        _sum_by_seat(lambda record: record.seconds),
        "seconds from ask to answer",
        "seconds",
    ),
    _discipline(("given",), "given", "higher", "answers taken as given"),
    _discipline(("repaired",), "repaired", "lower", "answers that had to be repaired"),
    _discipline(("fallback",), "replaced", "lower", "answers replaced after bad output"),
    _discipline(("timeout", "stand_in"), "timed_out", "lower", "answers replaced after a time-out"),
)
