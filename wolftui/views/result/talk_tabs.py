"""The tabs Talk (claims, lies, trust, slips) and Leadership (the sheriff's influence on votes)."""

from __future__ import annotations

from typing import NamedTuple

from wolfcore.metrics import trust_days
from wolfcore.metrics.camouflage import is_contradicted
from wolfcore.metrics.game_tables import Day, GameTables, Speech
from wolfcore.metrics.speech_statistics import speech_understood
from wolfcore.metrics.trust import TrustDay
from wolfcore.speech import (
    Act,
    ClaimsRole,
    ReportsCheck,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
)
from wolftui.views.labels import seat_span
from wolftui.words.spans import Span

from .game_numbers import GameNumbers, in_percent
from .page import Cell, Derivation, ExplainedSpan, Page, PageWriter, Piece
from .statement_tab import NO_READABLE_SPEECH, statement_words

_NO_CLAIM = "Nobody claimed a role or told of a deed."


_TRUSTS = (
    "trust stands from a defence, a vouching or a common ballot until an accusation, a call "
    "or a ballot against"
)


class Claim(NamedTuple):
    """A claim of a seat, with every log entry in which the seat made it."""

    speech: Speech
    act: Act
    false: bool
    entries: list[int]


def talk_page(book: GameNumbers, width: int) -> Page:
    """Build the tab of talk: role claims, lies, trust and slips."""
    writer = PageWriter(width, book.glyphs)
    if (
        book.tables is None
        or not speech_understood(book.tables)
        or not any(speech.text for speech in book.tables.speeches)
    ):
        writer.paragraph(Span(NO_READABLE_SPEECH, "quiet"))
        return writer.page
    _claims(book, writer, book.tables)
    _trust(book, writer, book.tables)
    _slips(book, writer)
    return writer.page


def _claims(book: GameNumbers, writer: PageWriter, t: GameTables) -> None:
    claims = claims_of(t)
    lies = sum(claim.false for claim in claims)
    writer.title("what was claimed", f"{len(claims)} claims, {lies} false" if claims else "")
    if not claims:
        writer.paragraph(Span(_NO_CLAIM, "quiet"))
        return
    rows: list[list[Cell]] = []
    for claim in claims:
        words = statement_words(book, claim.act, claim.speech)
        verdict = Span("false", "danger") if claim.false else Span("true", "good")
        derivation = Derivation(
            f"{book.names[claim.speech.seat - 1]} {''.join(span.text for span in words)}",
            verdict.text,
            f"first on day {claim.speech.day}, said {len(claim.entries)}x",
            "false where the log tells another role, no such check, or no such deed before "
            "it was said",
            entries=tuple(claim.entries),
            quotes=(claim.speech.text,),
        )
        rows.append(
            [
                (Span(f"day {claim.speech.day}", "dim"),),
                (seat_span(book.names, claim.speech.seat),),
                words,
                (ExplainedSpan(verdict, derivation),),
            ]
        )
    writer.table(rows)


def claims_of(t: GameTables) -> list[Claim]:
    """List every distinct claim, in order of first mention."""
    found: dict[tuple[int, type, int, str], Claim] = {}
    for speech, acts in zip(t.speeches, t.acts, strict=True):
        for act in acts:
            if t.roles[speech.seat] is None or not isinstance(
                act, ClaimsRole | ReportsCheck | TellsPoisoned | TellsProtected | TellsSaved
            ):
                continue
            what = (
                act.role
                if isinstance(act, ClaimsRole)
                else act.result
                if isinstance(act, ReportsCheck)
                else ""
            )
            key = (speech.seat, type(act), getattr(act, "seat", 0), what)
            claim = found.setdefault(key, Claim(speech, act, is_contradicted(t, speech, act), []))
            if speech.entry not in claim.entries:
                claim.entries.append(speech.entry)
    return list(found.values())


def _trust(book: GameNumbers, writer: PageWriter, t: GameTables) -> None:
    """Add a table of the seats that each seat trusted at the end of each day; wolves are marked."""
    days = trust_days(t)
    if not any(day.trusted for day in days):
        return
    writer.title("who stood by whom at the end of a day")
    head: list[Cell] = [(), *((Span(f"day {day.day}", "accent"),) for day in days)]
    rows: list[list[Cell]] = [
        [(seat_span(book.names, seat),), *(_trusted(book, t, day, seat) for day in days)]
        for seat in book.seats
    ]
    writer.table([head, *rows])


def _trusted(book: GameNumbers, t: GameTables, day: TrustDay, seat: int) -> Cell:
    pieces: list[Piece] = []
    for (truster, trusted), sign in sorted(day.trusted.items()):
        if truster != seat:
            continue
        quote = (sign.said.text,) if sign.said else ()
        by = "by words" if sign.said else "by a ballot with it"
        derivation = Derivation(
            f"{book.names[seat - 1]} stands by {book.names[trusted - 1]}",
            "1",
            f"day {day.day}, {by}",
            _TRUSTS,
            "trust_table",
            entries=(sign.entry,),
            quotes=quote,
        )
        pieces += [
            *((Span(" "),) if pieces else ()),
            ExplainedSpan(Span(str(trusted), f"seat-{trusted}"), derivation),
        ]
        if trusted in t.wolves:
            pieces.append(Span(book.glyphs.roles["Werewolf"], "wolves"))
    if not pieces and seat not in day.pairs:
        return (Span(book.glyphs.dead, "dim"),)
    return tuple(pieces) or (Span(book.glyphs.none, "dim"),)


def _slips(book: GameNumbers, writer: PageWriter) -> None:
    """List the slips by kind, with the quoted lines."""
    rows = [
        row for (name, *_), row in book.rows().items() if name.startswith("slip_") and row.numerator
    ]
    if not rows:
        return
    writer.title("what slipped out")
    for row in rows:
        writer.add(book.number(row, "strong"), Span(f"  {row.metric.meaning}", "text"))
        for part in row.parts:
            for quote in part.quotes:
                first = (
                    Span("   "),
                    seat_span(book.names, part.seat),
                    Span(f", day {part.day}: ", "dim"),
                )
                writer.paragraph(Span(f"“{quote}”", "quiet"), first=first, rest=(Span("   "),))


NO_LEADERSHIP = "Nobody held the badge, and nobody called for a vote."


NO_SHERIFF = "This board has no sheriff, and nobody called for a vote."


_NO_BADGE = "Nobody held the badge at a vote."


_NO_OFFICE = "This board has no sheriff."


def leadership_page(book: GameNumbers, width: int) -> Page:
    """Build the tab of leadership: the sheriff's influence, and who called for votes."""
    writer = PageWriter(width, book.glyphs)
    days = [
        day
        for day in (book.tables.days if book.tables else ())
        if day.official_ballots and day.sheriff
    ]
    callers = [
        seat
        for seat in book.seats
        if (row := book.of_seat("leadership_calls", seat)) and row.numerator
    ]
    office = book.board.switches.sheriff != "none"
    if not days and not callers:
        writer.paragraph(Span(NO_LEADERSHIP if office else NO_SHERIFF, "quiet"))
        return writer.page
    if days:
        writer.title("the sheriff's days")
        _days(book, writer, days)
    else:
        writer.paragraph(Span(_NO_BADGE if office else _NO_OFFICE, "quiet"))
    if callers:
        writer.title("who called for a vote, and was followed")
        head: list[Cell] = [(Span(title, "dim"),) for title in ("seat", "calls", "followed by")]
        rows: list[list[Cell]] = [head]
        for seat in callers:
            name = book.names[seat - 1]
            calls = book.number(
                book.of_seat("leadership_calls", seat), title=f"calls of {name} to vote for a seat"
            )
            row, title = (
                book.of_seat("leadership", seat),
                f"voters who followed the calls of {name}",
            )
            followed = book.number(row, text=in_percent(row), title=title)
            rows.append([(seat_span(book.names, seat),), (calls,), (followed,)])
        writer.table(rows, right=1)
    return writer.page


def _days(book: GameNumbers, writer: PageWriter, days: list[Day]) -> None:
    """List each day's sheriff, recommendation, own vote, and the voters who followed."""
    titles = ("day", "sheriff", "recommended", "voted for", "moved", "who")
    rows: list[list[Cell]] = [[(Span(title, "dim"),) for title in titles]]
    for day in days:
        choice = day.ballot_of(day.sheriff)
        recommended = day.recommended and _seat(
            book,
            day.recommended[1],
            f"{book.names[day.sheriff - 1]} recommends",
            day.recommended[0],
        )
        voted = choice and _seat(
            book, choice.target, f"{book.names[day.sheriff - 1]} votes for", choice.entry
        )
        moved = book.rows("day").get(("sheriff", str(day.number)))
        rows.append(
            [
                (Span(f"{book.glyphs.day} {day.number}", "accent"),),
                (seat_span(book.names, day.sheriff),),
                (recommended or Span(book.glyphs.none, "dim"),),
                (voted or Span(book.glyphs.none, "dim"),),
                (
                    book.number(
                        moved,
                        "strong",
                        in_percent(moved),
                        title=f"voters whom the sheriff moved on day {day.number}",
                    ),
                ),
                _moved(book, day),
            ]
        )
    writer.table(rows)


def _seat(book: GameNumbers, seat: int, title: str, entry: int) -> ExplainedSpan:
    span = seat_span(book.names, seat) if seat else Span("nobody", "quiet")
    return ExplainedSpan(
        span,
        Derivation(
            f"{title} {book.names[seat - 1] if seat else 'nobody'}", str(seat), entries=(entry,)
        ),
    )


def _moved(book: GameNumbers, day: Day) -> Cell:
    """List the voters who had leaned elsewhere and voted as the sheriff did."""
    choice = day.ballot_of(day.sheriff)
    if choice is None or not choice.target:
        return ()
    straw = {cast.voter: cast for cast in day.ballots.get("lean", ())}
    pieces: list[Span | ExplainedSpan] = []
    for cast in day.official_ballots:
        lean = straw.get(cast.voter)
        if (
            lean
            and cast.voter != day.sheriff
            and lean.target != choice.target
            and cast.target == choice.target
        ):
            before = book.names[lean.target - 1] if lean.target else "nobody"
            derivation = Derivation(
                f"{book.names[cast.voter - 1]} leaned to {before} and voted for "
                f"{book.names[cast.target - 1]}",
                str(cast.voter),
                f"day {day.number}",
                entries=(lean.entry, cast.entry),
            )
            pieces += [
                *((Span(", ", "dim"),) if pieces else ()),
                ExplainedSpan(seat_span(book.names, cast.voter), derivation),
            ]
    return tuple(pieces)
