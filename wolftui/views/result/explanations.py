"""The explanation of a number, short or in full, and the log entries that are its evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wolfcore.game import Belief
from wolfcore.game import facts as f
from wolftui.words.fact_wording import Presenter
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import MODERATOR_EYES, Line, Span
from wolftui.words.wrapping import truncate, wrap

from .game_numbers import GameNumbers
from .page import Derivation

BRIEF = 4
"""The most lines of a short explanation."""


_MOST = 60
"""The most log entries listed as evidence for one number."""


class EvidenceLine(NamedTuple):
    """One log entry of the evidence: its index in the log, and its line of text."""

    entry: int
    line: Line


def short_explanation(derivation: Derivation, width: int, glyphs: Glyphs) -> list[Line]:
    """Explain a number in at most `BRIEF` lines: value, formula and count of evidence."""
    made = (Span("  "), Span(derivation.fraction, "quiet")) if derivation.fraction else ()
    lines: list[Line] = [
        truncate(
            (Span(derivation.title, "strong"), Span("  "), Span(derivation.value, "accent"), *made),
            width,
            glyphs.more,
        )
    ]
    if derivation.formula:
        lines += wrap((Span(derivation.formula, "quiet"),), width)[:2]
    count = len(derivation.entries) + len(derivation.games)
    one, more = ("the game", "games") if derivation.games else ("the moment", "moments")
    behind = (
        f"Enter: {one if count == 1 else f'{count} {more}'} behind it"
        if count
        else "no entry of the log is behind it"
    )
    last = (Span(behind, "text" if count else "dim"),)
    return [*lines[: BRIEF - 1], truncate(last, width, glyphs.more)]


def full_explanation(derivation: Derivation) -> list[Line]:
    """Explain a number in full, in lines that are not wrapped: value, formula, paper."""
    lines: list[Line] = [
        (Span(derivation.title, "strong"),),
        (Span(derivation.value, "accent+bold"), Span(f"   {derivation.fraction}", "quiet")),
    ]
    if derivation.formula:
        lines += [(), (Span(derivation.formula, "text"),)]
    if derivation.paper:
        lines.append((Span(derivation.paper, "dim"),))
    return lines


def evidence_lines(book: GameNumbers, entries: Sequence[int]) -> list[EvidenceLine]:
    """Find the log entries behind a number, in the moderator's words; the first `_MOST` of them.

    Returns an empty list without entries or without a recording.
    """
    wanted = set(entries[:_MOST])
    record = book.recording
    if not wanted or record is None:
        return []
    found: list[EvidenceLine] = []
    presenter = Presenter(book.board, book.names, MODERATOR_EYES, book.glyphs)
    for place, entry in enumerate(record.entries):
        presenter.add(entry.fact)
        if place in wanted:
            night = presenter.state.phase in ("setup", "night", "dawn")
            when = Span(
                f"{book.glyphs.night if night else book.glyphs.day} {presenter.state.day:<3}",
                "night" if night else "day",
            )
            found.append(EvidenceLine(place, (when, *_words(presenter, entry.fact, book.names))))
    return found


def _words(presenter: Presenter, fact: object, names: tuple[str, ...]) -> Line:
    """Write a log entry in one line."""
    block = presenter.blocks[-1]
    match fact:
        case f.Voted(voter=voter, target=target):
            whom = (
                Span(f"{target} {names[target - 1]}", f"seat-{target}")
                if target
                else Span("nobody", "quiet")
            )
            return (
                Span(f"{voter} {names[voter - 1]}", f"seat-{voter}"),
                Span(f" {presenter.glyphs.arrow} ", "dim"),
                whom,
            )
        case f.Believed(seat=seat, beliefs=beliefs):
            return (
                Span(f"{seat} {names[seat - 1]}", f"seat-{seat}"),
                Span(f" believes: {_beliefs(beliefs, names)}", "quiet"),
            )
        case f.Said():
            return (
                *block.head,
                Span(": ", "dim"),
                *(span for line in block.lines[:1] for span in line),
            )
        case _:
            return (*block.head, *(span for line in block.lines[:1] for span in line))


def _beliefs(beliefs: Sequence[Belief], names: tuple[str, ...]) -> str:
    return ", ".join(
        f"{names[belief.seat - 1]} {belief.role} {belief.confidence}" for belief in beliefs
    )
