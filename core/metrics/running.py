"""What playing cost, and how well the answers kept to the rules: folds over the journal, null where nothing was recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache

from core.records import AnswerRecord

from .metric import HELMSMAN, OURS, Metric
from .tables import Tables
from .values import Part, Value


def _spent(of: Callable[[AnswerRecord], float | None]) -> Callable[[Tables], Value]:
    """The sum of what the journal says of each answer, by seat; a seat for which it says nothing has no part."""

    def fold(t: Tables) -> Value:
        """Sum over the answers of a seat; null for a seat of which nothing is recorded."""
        parts: dict[int, float] = {}
        for record in (t.journal or {}).values():
            amount = of(record)
            if amount is not None and 1 <= record.seat <= t.size:
                parts[record.seat] = parts.get(record.seat, 0) + amount
        return Value(tuple(Part(seat, amount) for seat, amount in sorted(parts.items())))

    return fold


@lru_cache(maxsize=2)
def _answered(t: Tables) -> dict[int, Counter[str]]:
    """How the answers of each seat came, with how many."""
    seats: dict[int, Counter[str]] = {}
    for record in (t.journal or {}).values():
        if 1 <= record.seat <= t.size:
            seats.setdefault(record.seat, Counter())[record.answer.how] += 1
    return dict(sorted(seats.items()))


def _came(how: str) -> Callable[[Tables], Value]:
    """Answers that came in this way / answers, by seat."""

    def fold(t: Tables) -> Value:
        """Answers of a seat that came in this way / its answers."""
        return Value(tuple([Part(seat, ways[how], ways.total()) for seat, ways in _answered(t).items()]))

    return fold


def _cost(name: str, of: Callable[[Tables], Value], meaning: str) -> Metric:
    return Metric(name, of, OURS, 0, None, "lower", meaning, kind="count", trials=None)


METRICS = (
    _cost("calls", _spent(lambda record: record.calls), "model calls"),
    _cost("tokens_in", _spent(lambda record: record.tokens_in), "tokens sent to models"),
    _cost("tokens_out", _spent(lambda record: record.tokens_out), "tokens received from models"),
    _cost("cached_tokens", _spent(lambda record: record.tokens_cached), "tokens sent that the endpoint had cached"),
    _cost("money", _spent(lambda record: record.cost), "cost of the calls, in the configured currency"),
    _cost("seconds", _spent(lambda record: record.seconds), "seconds from ask to answer"),
    Metric("discipline_given", _came("given"), f"{HELMSMAN}, section 7.1", 0, 1, "higher", "answers taken as given"),
    Metric("discipline_repaired", _came("repaired"), f"{HELMSMAN}, section 7.1", 0, 1, "lower", "answers that had to be repaired"),
    Metric(
        "discipline_replaced", _came("fallback"), f"{HELMSMAN}, section 7.1", 0, 1, "lower", "answers replaced after bad output"
    ),
    Metric(
        "discipline_timed_out", _came("timeout"), f"{HELMSMAN}, section 7.1", 0, 1, "lower", "answers replaced after a time-out"
    ),
)
