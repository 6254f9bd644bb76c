"""A redacted game as plain text, as Markdown, and as CSV with one row per fact.

CSV rows are numbered in the viewer's own order: log indices would reveal how many secret facts lie
between.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from wolfcore.game import ALL, Entry
from wolfcore.game import facts as f
from wolfcore.visible import blank_invisible
from wolftui.games.session.game_session import GameSession
from wolftui.plain.announcements import outcome_lines
from wolftui.plain.line_layout import LineLook, block_lines
from wolftui.views.block_markdown import block_markdown, escape_markdown
from wolftui.views.labels import progress_words
from wolftui.words.glyphs import ASCII, FANCY, Glyphs
from wolftui.words.outcome import Outcome, ending_title
from wolftui.words.spans import MODERATOR_EYES

from .redaction import RedactedGame, eyes_label
from .report.raw_rows import csv_lines


def transcript_text(shared: RedactedGame, *, ascii_only: bool = False) -> str:
    """Write the game as plain text, 80 cells wide."""
    look = LineLook(glyphs=ASCII if ascii_only else FANCY)
    lines = [f"Werewolf, {shared.board.name}", *about_lines(shared, look.glyphs), ""]
    lines += [
        f"  {seat:>2} {blank_invisible(name):<14}{player}".rstrip()
        for seat, name, player in seats_of(shared)
    ]
    for block in _session(shared, look.glyphs).blocks:
        lines += block_lines(block, look)
    if found := shared.outcome:
        lines += outcome_lines(found, look)
    return "\n".join(lines) + "\n"


def transcript_markdown(shared: RedactedGame, *, ascii_only: bool = False) -> str:
    """Write the game as Markdown: headings for nights and days, paragraphs, lists of ballots."""
    glyphs = ASCII if ascii_only else FANCY
    parts = [
        f"# Werewolf, {escape_markdown(shared.board.name)}",
        "\\\n".join(escape_markdown(line) for line in about_lines(shared, glyphs)),
    ]
    parts.append(
        _table(("seat", "name", *(("player",) if shared.players else ())), seats_of(shared))
    )
    parts += [block_markdown(block, glyphs) for block in _session(shared, glyphs).blocks]
    if found := shared.outcome:
        parts += _result(found)
    return "\n\n".join(parts) + "\n"


def headline(shared: RedactedGame) -> str:
    """Say who won and when: `The wolves win on day 2`; or how far an unfinished game has come."""
    end = shared.end
    if end.ended is None:
        if not end.day:
            return "Not begun"
        return f"Not finished: {progress_words(end.day, night=end.phase in ('night', 'dawn'))}"
    return f"{ending_title(end.ended)} on day {end.day}"


def about_lines(shared: RedactedGame, glyphs: Glyphs) -> list[str]:
    """Name the game, its date and the viewer, in sentences without line ends.

    The outcome is left out, for readers of a text from its start must not learn it; only an
    unfinished game is named as such.
    """
    date = shared.created[:10]
    where = f" {glyphs.dot} ".join(filter(None, (shared.game, date)))
    state = _session(shared, glyphs).state
    left = "" if state.ended else " Not finished."
    return [*([where] if where else []), f"Seen with {_eyes_sentence(shared)}.{left}"]


def seats_of(shared: RedactedGame) -> list[tuple[int, str, str]]:
    """List seat, name and player of each seat; the player is empty if hidden from the viewer."""
    players = shared.players or ("",) * len(shared.names)
    return [
        (seat, name, player)
        for seat, (name, player) in enumerate(zip(shared.names, players, strict=True), 1)
    ]


def _eyes_sentence(shared: RedactedGame) -> str:
    words = eyes_label(shared, shared.widest_eyes)
    return {
        "moderator": "the moderator's eyes: everything",
        "public": "public eyes: what everybody at the table knows",
    }.get(words, f"the eyes of {words}")


def _session(shared: RedactedGame, glyphs: Glyphs) -> GameSession:
    session = shared.shown(shared.widest_eyes, glyphs).session
    session.go_end()
    return session


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [
        heads,
        ["---"] * len(heads),
        *([escape_markdown(str(cell)) for cell in row[: len(heads)]] for row in rows),
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _result(found: Outcome) -> list[str]:
    rows = [
        (fate.seat, fate.name, fate.role or "unknown", fate.how, fate.player)
        for fate in found.fates
    ]
    heads = (
        "seat",
        "name",
        "role",
        "how it ended",
        *(("player",) if any(fate.player for fate in found.fates) else ()),
    )
    return [
        f"**{escape_markdown(found.title)}.** {escape_markdown(found.why)}",
        _table(heads, rows),
    ]


CSV_COLUMNS = ("entry", "day", "phase", "to", "fact", "seat", "name", "target", "text", "more")


_SEATS = ("seat", "voter", "seer", "by")
"""The field names under which a fact holds its acting seat, in the order of lookup."""


def fact_rows_csv(shared: RedactedGame) -> str:
    """Write the facts as CSV with a header: actor, target, words, and all other fields as JSON."""
    return csv_lines([CSV_COLUMNS, *_rows(shared)])


def _rows(shared: RedactedGame) -> Iterable[tuple[object, ...]]:
    day, phase = 0, "setup"
    for number, entry in enumerate(shared.entries, 1):
        if isinstance(entry.fact, f.Began):
            day, phase = entry.fact.day, entry.fact.phase
        told: dict[str, Any] = {
            field: getattr(entry.fact, field) for field in entry.fact.__struct_fields__
        }
        named = next((name for name in _SEATS if isinstance(told.get(name), int)), "")
        seat: int = told.pop(named, 0)
        more = {
            name: msgspec.to_builtins(value)
            for name, value in told.items()
            if name not in ("target", "text")
        }
        yield (
            number, day, phase, _recipients(entry, shared), type(entry.fact).__name__, seat or None,
            shared.names[seat - 1] if seat else None, told.get("target"), told.get("text"),
            json.dumps(more, ensure_ascii=False) if more else None,
        )  # fmt: skip


def _recipients(entry: Entry, shared: RedactedGame) -> str:
    """Name the recipients of a fact: `all`, `some`, or for the moderator's view the seat numbers.

    `moderator` stands for a fact that no seat was told.
    """
    if entry.to == ALL:
        return "all"
    return (
        (" ".join(map(str, entry.to)) or "moderator")
        if shared.widest_eyes == MODERATOR_EYES
        else "some"
    )
