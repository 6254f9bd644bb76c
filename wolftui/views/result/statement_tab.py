"""The tab Statements: every checkable statement of a game with its verdict and its evidence."""

from __future__ import annotations

from wolfcore.metrics.game_tables import Speech
from wolfcore.metrics.speech_statistics import speech_understood
from wolfcore.metrics.statement_audit import Statement, Verdict, audited
from wolfcore.speech import (
    LAST_NIGHT,
    Accuses,
    Act,
    CallsVote,
    ClaimsRole,
    GivesReason,
    Pairs,
    ReportsCheck,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
)
from wolftui.views.labels import role_span, seat_span
from wolftui.words.spans import Span

from .game_numbers import GameNumbers
from .page import Cell, Derivation, ExplainedSpan, Page, PageWriter, span_of, widths_of

NO_READABLE_SPEECH = (
    "Nothing was said that can be read: no speech is recorded, it is not English, or too "
    "little of it was understood."
)


_NO_STATEMENT = "Nobody stated anything that the log can confirm or refute."


_HOW_READ = (
    "A program reads the speeches; about one statement in eight is misread. Opinions, questions "
    "and plans are left out. False: the log contradicts it. Unsupported: right, but the speaker "
    "could not know it."
)


_STYLES: dict[Verdict, str] = {"true": "good", "false": "danger", "unsupported": "warn"}


def statements_page(book: GameNumbers, width: int) -> Page:
    """Build the tab of statements: all of them in order."""
    writer = PageWriter(width, book.glyphs)
    if book.tables is None or not speech_understood(book.tables):
        writer.paragraph(Span(NO_READABLE_SPEECH, "quiet"))
        return writer.page
    found = audited(book.tables)
    if not found:
        writer.paragraph(Span(_NO_STATEMENT, "quiet"))
        return writer.page
    writer.paragraph(Span(_HOW_READ, "quiet"))
    writer.title("what was stated", _counts(found))
    rows = [_row(book, each) for each in found]
    if sum(widths_of(rows)) + 6 <= writer.width:
        writer.table(rows)
    else:
        for day, seat, verdict, words in rows:
            writer.add(*day, Span("  "), *seat, Span("  "), *verdict)
            writer.paragraph(*map(span_of, words), first=(Span("  "),), rest=(Span("  "),))
    return writer.page


def _counts(found: tuple[Statement, ...]) -> str:
    verdicts = [each.verdict for each in found]
    return ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in _STYLES)


def _row(book: GameNumbers, each: Statement) -> list[Cell]:
    speech = each.speech
    words = statement_words(book, each.act, speech)
    verdict = Span(each.verdict, _STYLES[each.verdict])
    derivation = Derivation(
        f"{book.names[speech.seat - 1]} {''.join(span.text for span in words)}",
        each.verdict,
        f"day {speech.day}",
        "false where the log contradicts it; unsupported where the speaker could not know it",
        entries=each.evidence,
        quotes=(each.line,),
    )
    return [
        (Span(f"day {speech.day}", "dim"),),
        (seat_span(book.names, speech.seat),),
        (ExplainedSpan(verdict, derivation),),
        (*words, *((Span(f"  {each.fault}", "dim"),) if each.fault else ())),
    ]


_DEED_WORDS: dict[type, str] = {
    TellsProtected: "protected", TellsSaved: "saved", TellsPoisoned: "poisoned",
}  # fmt: skip


_REASON_WORDS = {"voted": "voted for", "accused": "spoke against", "defended": "spoke for"}


def statement_words(book: GameNumbers, act: Act, speech: Speech) -> tuple[Span, ...]:
    """Describe a statement in a few words, to follow its speaker's name; empty for other acts."""
    names = book.names
    match act:
        case ClaimsRole(role=role):
            return (Span("claims "), role_span(book.glyphs, role))
        case ReportsCheck(seat=seat, result=result):
            if result == "wolves" or result == "village":
                what = Span("a wolf" if result == "wolves" else "good", result)
            else:
                what = role_span(book.glyphs, result)
            return (Span("checked "), seat_span(names, seat), Span(": "), what)
        case TellsProtected() | TellsSaved() | TellsPoisoned():
            night = speech.day if act.night == LAST_NIGHT else act.night
            when = f" in night {night}" if night else ""
            verb = _DEED_WORDS[type(act)]
            return (Span(f"{verb} "), seat_span(names, act.seat), Span(when))
        case Accuses(seat=seat):
            return (Span("says "), seat_span(names, seat), Span(" is a wolf"))
        case Vouches(seat=seat):
            return (Span("vouches for "), seat_span(names, seat))
        case Pairs(seat=seat, other=other):
            both = (seat_span(names, seat), Span(" and "), seat_span(names, other))
            return (Span("says "), *both, Span(" are wolves"))
        case GivesReason(seat=seat, reason=reason, other=other):
            did = Span(f" {_REASON_WORDS.get(reason, reason)} ")
            return (Span("says "), seat_span(names, seat), did, seat_span(names, other))
        case CallsVote(seat=seat):
            return (Span("announces a vote for "), seat_span(names, seat))
        case _:
            return ()
