"""What playing cost, and how well the answers kept to the rules: folds over the journal, null where nothing was recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache

from wolfcore.game import AnswerOrigin
from wolfcore.records import AnswerRecord

from .metric import HELMSMAN, OURS, Direction, Metric
from .tables import GameTables
from .values import Part, Value


def _sum_by_seat(of: Callable[[AnswerRecord], float | None]) -> Callable[[GameTables], Value]:
    """The sum of what the journal says of each answer, by seat; a seat for which it says nothing has no part."""

    def fold(t: GameTables) -> Value:
        """Sum over the answers of a seat; null for a seat of which nothing is recorded."""
        parts: dict[int, float] = {}
        for record in (t.journal or {}).values():
            amount = of(record)
            if amount is not None and 1 <= record.seat <= t.size:
                parts[record.seat] = parts.get(record.seat, 0) + amount
        return Value(tuple(Part(seat, amount) for seat, amount in sorted(parts.items())))

    return fold


@lru_cache(maxsize=2)
def _answers_by_kind(t: GameTables) -> dict[int, Counter[str]]:
    """How the answers of each seat came, with how many."""
    seats: dict[int, Counter[str]] = {}
    for record in (t.journal or {}).values():
        if 1 <= record.seat <= t.size:
            seats.setdefault(record.seat, Counter())[record.answer.how] += 1
    return dict(sorted(seats.items()))


def _share_of_kinds(*hows: AnswerOrigin) -> Callable[[GameTables], Value]:
    """Answers that came in these ways / answers, by seat."""

    def fold(t: GameTables) -> Value:
        """Answers of a seat that came in these ways / its answers."""
        return Value(
            tuple([Part(seat, sum(ways[how] for how in hows), ways.total()) for seat, ways in _answers_by_kind(t).items()])
        )

    return fold


_NO_JOURNAL = "null where nothing was recorded of a seat's answers"


def _cost(name: str, of: Callable[[GameTables], Value], meaning: str, unit: str) -> Metric:
    return Metric(
        name=name, of=of, source=OURS, low=0, high=None, direction="lower", meaning=meaning, formula="sum over all answers",
        unit=unit, null=_NO_JOURNAL, aggregation="games", kind="count",
    )  # fmt: skip


def _discipline(hows: tuple[AnswerOrigin, ...], word: str, direction: Direction, meaning: str) -> Metric:
    return Metric(
        name=f"discipline_{word}", of=_share_of_kinds(*hows), source=f"{HELMSMAN}, section 7.1", low=0, high=1, direction=direction,
        meaning=meaning, formula=f"{meaning} / answers", unit="share of answers", null=_NO_JOURNAL, aggregation="games",
    )  # fmt: skip


COST_METRICS = (
    _cost("calls", _sum_by_seat(lambda record: record.calls), "model calls", "calls"),
    _cost("tokens_in", _sum_by_seat(lambda record: record.tokens_in), "tokens sent to models", "tokens"),
    _cost("tokens_out", _sum_by_seat(lambda record: record.tokens_out), "tokens received from models", "tokens"),
    _cost("cached_tokens", _sum_by_seat(lambda record: record.tokens_cached), "tokens sent that the endpoint had cached", "tokens"),
    _cost("money", _sum_by_seat(lambda record: record.cost), "cost of the calls, in the configured currency", "money"),
    _cost("seconds", _sum_by_seat(lambda record: record.seconds), "seconds from ask to answer", "seconds"),
    _discipline(("given",), "given", "higher", "answers taken as given"),
    _discipline(("repaired",), "repaired", "lower", "answers that had to be repaired"),
    _discipline(("fallback",), "replaced", "lower", "answers replaced after bad output"),
    _discipline(("timeout", "stand_in"), "timed_out", "lower", "answers replaced after a time-out"),
)
