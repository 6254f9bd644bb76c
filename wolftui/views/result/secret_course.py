"""The secret course of each seat: what it knew, what it did at night, and what it lied about."""

from __future__ import annotations

from wolfcore.metrics.game_tables import GameTables
from wolftui.views.labels import role_span, seat_span
from wolftui.words.spans import Line, Span

from .game_numbers import GameNumbers
from .page import PageWriter
from .statement_tab import statement_words
from .talk_tabs import claims_of

_RESULTS = {"wolves": "a wolf", "village": "no wolf"}
"""The words for what a check finds; a role is its own word."""


def secret_course(book: GameNumbers, writer: PageWriter) -> None:
    """Add each seat with its role and its secrets, a line for each kind.

    Seats without a secret share the last line. Nothing is added for a void game.
    """
    t = book.tables
    if t is None:
        return
    writer.title("what each seat kept secret")
    lies = _lies(book, t)
    without: list[int] = []
    for seat in book.seats:
        role = t.roles[seat]
        parts = [*_known(book, t, seat), *_done(book, t, seat), *lies.get(seat, ())]
        if not parts or role is None:
            without.append(seat)
            continue
        writer.paragraph(seat_span(book.names, seat), Span("  "), role_span(book.glyphs, role))
        for part in parts:
            writer.paragraph(*part, first=(Span("   "),), rest=(Span("     "),))
    if without:
        names = [span for seat in without for span in (seat_span(book.names, seat), Span(", "))]
        writer.paragraph(*names[:-1], Span(": nothing", "quiet"))


def _known(book: GameNumbers, t: GameTables, seat: int) -> list[Line]:
    """Write the mates that a wolf knew."""
    mates = [other for other in t.wolves if other != seat] if seat in t.wolves else []
    if not mates:
        return []
    named = [span for mate in mates for span in (seat_span(book.names, mate), Span(", "))]
    return [(Span("knew ", "quiet"), *named[:-1])]


def _done(book: GameNumbers, t: GameTables, seat: int) -> list[Line]:
    """Write the deeds of a seat at night and its shot, each kind in one line."""
    lines: list[Line] = []
    kinds = (
        ("picked", t.proposals),
        ("protected", t.protections),
        ("saved", t.saves),
        ("poisoned", t.poisons),
        ("shot", t.shots),
    )
    checked = [
        (check.day, check.target, f": {_RESULTS.get(check.result, check.result)}")
        for check in t.checks
        if check.seat == seat and check.target
    ]
    deeds = [("checked", checked)]
    deeds += [
        (verb, [(deed.day, deed.target, "") for deed in made if deed.seat == seat and deed.target])
        for verb, made in kinds
    ]
    for verb, targets in deeds:
        spans: list[Span] = []
        for day, target, more in targets:
            spans += [Span(", " if spans else f"{verb} ", "quiet"), seat_span(book.names, target)]
            sign = book.glyphs.day if verb == "shot" else book.glyphs.night
            spans.append(Span(f"{more} {sign}{day}", "quiet"))
        if spans:
            lines.append(tuple(spans))
    return lines


def _lies(book: GameNumbers, t: GameTables) -> dict[int, list[Line]]:
    """Write the false claims of each seat that made any, in one line."""
    found: dict[int, list[Span]] = {}
    for claim in claims_of(t):
        if claim.false:
            spans = found.setdefault(claim.speech.seat, [])
            spans.append(Span("; " if spans else "lied: ", "danger" if not spans else "quiet"))
            spans += statement_words(book, claim.act, claim.speech)
            spans.append(Span(f" {book.glyphs.day}{claim.speech.day}", "quiet"))
    return {seat: [tuple(spans)] for seat, spans in found.items()}
