"""The page of guess scores: Brier scores by day against the base rate and every seat."""

from __future__ import annotations

from wolftui.measures.guess_scores import BrierSum, DayScore, GuessScore
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span

from .labels import seat_span
from .result.page import Cell, Derivation, ExplainedSpan, Page, PageWriter

NO_GUESSES = "You guessed on no day, so there is nothing to count."


_BRIER = (
    "mean of (P(wolf) - [is a wolf])^2 over those who lived at the end of the day; 0 is "
    "never wrong, 0.25 a coin"
)


_YOURS = f"{_BRIER}. A seat that you left out counts as the base rate"


_BASE = (
    "each of them held for a wolf with the share of wolves among those who lived: what one "
    "knows who heard nothing"
)


_SEATS = (
    f"{_BRIER}. By what the seat stated last on that day, which was before the vote, where "
    "you had heard the vote"
)


_PAPER = "calibration: Brier score, as in the tab Beliefs"


def guess_verdict(score: GuessScore) -> list[Line]:
    """Summarise how well the person guessed, compared with the seats and the base rate."""
    if not score.days:
        return [(Span(NO_GUESSES, "quiet"),)]
    own, base = score.own.value or 0.0, score.base_rate.value or 0.0
    lines: list[Line] = []
    if score.compared:
        beaten, of = len(score.beaten), len(score.compared)
        than = (
            "the only seat"
            if of == 1
            else f"all {of} seats"
            if beaten == of
            else f"{beaten} of {of} seats"
        )
        words = f"You were closer to the truth than {than} of the village that stated suspicions."
        if not beaten:
            whom = (
                "The only seat of the village with suspicions was"
                if of == 1
                else f"All {of} seats of the village were"
            )
            words = f"{whom} as close to the truth as you, or closer."
        lines.append((Span(words, "strong"),))
    else:
        lines.append(
            (
                Span(
                    "Nobody of the village stated suspicions on these days, so there is "
                    "nobody to hold you against.",
                    "quiet",
                ),
            )
        )
    better = "better than" if own < base else "no better than"
    lines.append(
        (
            Span(
                f"You did {better} somebody who knows nothing but how many wolves are left.", "text"
            ),
        )
    )
    return lines


def guesses_page(score: GuessScore, names: tuple[str, ...], width: int, glyphs: Glyphs) -> Page:
    """Build the page of guess scores for a width in cells."""
    writer = PageWriter(width, glyphs)
    for line in guess_verdict(score):
        writer.paragraph(*line)
    if score.days:
        _by_day(score, names, writer)
        _guessed(score, names, writer)
    return writer.page


def _by_day(score: GuessScore, names: tuple[str, ...], writer: PageWriter) -> None:
    """Add a table of errors by day: the person, the base rate, and every seat."""
    writer.title("off by how much, at the end of each day", "less is closer to the truth")
    heads: list[Cell] = [(Span(f"day {day.day}", "dim"),) for day in score.days]
    rows: list[list[Cell]] = [[(), *heads, (Span("all days", "dim"),)]]
    own = [_number(day.own, "strong", f"you, day {day.day}", _YOURS) for day in score.days]
    rows.append(
        [(Span("you", "strong"),), *own, _number(score.own, "accent+bold", "you, all days", _YOURS)]
    )
    base = [
        _number(
            day.base_rate,
            "quiet",
            f"the base rate, day {day.day}: {day.wolves} of {len(day.judged)}",
            _BASE,
        )
        for day in score.days
    ]
    rows.append(
        [
            (Span("the base rate", "quiet"),),
            *base,
            _number(score.base_rate, "quiet", "the base rate, all days", _BASE),
        ]
    )
    for seat in sorted({seat for day in score.days for seat in day.seats}):
        each = [day.seats.get(seat) for day in score.days]
        whole = sum((off for off in each if off), BrierSum())
        knows = (
            (Span(f" {writer.glyphs.roles[score.roles[seat - 1]]} knows its pack", "dim"),)
            if score.is_wolf(seat)
            else ()
        )
        what = [f"{names[seat - 1]}, day {day.day}" for day in score.days]
        cells = [
            _number(off, "text", title, _SEATS, writer.glyphs)
            for off, title in zip(each, what, strict=True)
        ]
        last = _number(
            whole, "text", f"{names[seat - 1]}, all days on which it stated suspicions", _SEATS
        )
        rows.append([(seat_span(names, seat), *knows), *cells, last])
    writer.table(rows, right=1)


def _number(
    off: BrierSum | None, style: str, title: str, how: str, glyphs: Glyphs | None = None
) -> Cell:
    if off is None or off.value is None:
        return (Span(glyphs.none if glyphs else "", "dim"),)
    value = f"{off.value:.2f}"
    seats = "1 seat" if off.count == 1 else f"{off.count} seats"
    entries = (off.entry,) if off.entry >= 0 else ()
    return (
        ExplainedSpan(
            Span(value, style),
            Derivation(
                f"off by how much: {title}", value, f"{off.sum:.2f} / {seats}", how, _PAPER, entries
            ),
        ),
    )


def _guessed(score: GuessScore, names: tuple[str, ...], writer: PageWriter) -> None:
    """Add a table of the person's guesses about each seat, by day."""
    writer.title("how surely you held each for a wolf, in percent")
    rows: list[list[Cell]] = [[(), *((Span(f"day {day.day}", "dim"),) for day in score.days)]]
    for seat, role in enumerate(score.roles, 1):
        name = (
            seat_span(names, seat),
            Span(f" {writer.glyphs.roles[role]} {role}", f"role-{role}"),
        )
        rows.append([name, *(_held(day, seat, score, writer.glyphs) for day in score.days)])
    writer.table(rows, right=1)


def _held(day: DayScore, seat: int, score: GuessScore, glyphs: Glyphs) -> Cell:
    if seat not in day.judged:
        return (Span("", "dim"),)
    chance = day.guessed.get(seat)
    if chance is None:
        return (Span(glyphs.none, "dim"),)
    wolf = score.is_wolf(seat)
    off = (chance - wolf) ** 2
    style = "good" if off < 0.25 else "warn" if off == 0.25 else "danger"
    truth = "a wolf" if wolf else "no wolf"
    derivation = Derivation(
        f"you held it for a wolf, day {day.day}",
        f"{chance:.0%}",
        f"it was {truth}: off by {off:.2f}",
        _YOURS,
        _PAPER,
    )
    return (ExplainedSpan(Span(f"{round(chance * 100)}", style), derivation),)
