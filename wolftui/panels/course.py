"""The course of a game: a line a night and a day, from the facts that are known."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.game import facts as f
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Line, Span

from .phrasing import seat_span


def course_lines(facts: Sequence[f.Fact], names: tuple[str, ...], glyphs: Glyphs) -> list[Line]:
    """Who died in each night, of what where that is known, or who kept whom alive, and what each day decided."""
    lines: list[list[Span]] = []
    causes = {fact.seat: fact.cause for fact in facts if isinstance(fact, f.Cause)}
    night = True
    attacked, keepers = 0, list[tuple[int, int, str]]()
    for fact in facts:
        match fact:
            case f.Began(day=day, phase="night"):
                night, attacked, keepers = True, 0, []
                lines.append([Span(f"{glyphs.night} night {day:<3}", "night")])
            case f.Began(day=day, phase="election" | "discussion") if night:
                night = False
                lines.append([Span(f"{glyphs.day} day {day:<5}", "day")])
            case f.Attacked(target=target):
                attacked = target
            case f.Protected(seat=seat, target=target) if target:
                keepers.append((seat, target, "protected"))
            case f.Saved(seat=seat, target=target) if target:
                keepers.append((seat, target, "saved"))
            case f.QuietNight():
                _add(lines, glyphs, Span("nobody died", "quiet"))
                for seat, target, did in keepers:
                    if target == attacked:
                        whom = Span("itself", "quiet") if seat == target else seat_span(names, target)
                        _add(lines, glyphs, seat_span(names, seat), Span(f" {did} ", "quiet"), whom)
            case f.Died(seat=seat) if night and causes.get(seat) != "shot":  # who shot whom says more
                _add(lines, glyphs, seat_span(names, seat), Span(f" {causes.get(seat, 'died')}", "quiet"))
            case f.Shot(seat=seat, target=target) if target:
                _add(lines, glyphs, seat_span(names, seat), Span(" shot ", "quiet"), seat_span(names, target))
            case f.Badge(seat=seat) if seat:
                _add(lines, glyphs, Span(f"{glyphs.sheriff} ", "accent"), seat_span(names, seat), Span(" sheriff", "quiet"))
            case f.Exiled(seat=seat):
                whom = (seat_span(names, seat), Span(" exiled", "quiet")) if seat else (Span("nobody exiled", "quiet"),)
                _add(lines, glyphs, *whom)
            case _:
                pass
    return [tuple(line) for line in lines]


def _add(lines: list[list[Span]], glyphs: Glyphs, *spans: Span) -> None:
    if lines:
        lines[-1] += [*([Span(f" {glyphs.dot} ", "dim")] if len(lines[-1]) > 1 else []), *spans]
