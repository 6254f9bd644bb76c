"""The facts as CSV, a row each, as far as the chosen eyes know them.

Rows are numbered as these eyes were told: a number of the log itself would tell how much happened in secret between two rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import msgspec

from wolfcore.game import ALL, Entry
from wolfcore.game import facts as f
from wolftui.reports.rows import csv_lines
from wolftui.text.spans import MODERATOR_EYES

from .shared import RedactedGame

CSV_COLUMNS = ("entry", "day", "phase", "to", "fact", "seat", "name", "target", "text", "more")
_SEATS = ("seat", "voter", "seer", "by")
"""What a fact calls the seat that it is about, in the order in which it is looked for."""


def fact_rows_csv(shared: RedactedGame) -> str:
    """The facts as CSV below a head: who did what to whom, words, and what else a fact says as JSON."""
    return csv_lines([CSV_COLUMNS, *_rows(shared)])


def _rows(shared: RedactedGame) -> Iterable[tuple[object, ...]]:
    day, phase = 0, "setup"
    for number, entry in enumerate(shared.entries, 1):
        if isinstance(entry.fact, f.Began):
            day, phase = entry.fact.day, entry.fact.phase
        told: dict[str, Any] = {field: getattr(entry.fact, field) for field in entry.fact.__struct_fields__}
        named = next((name for name in _SEATS if isinstance(told.get(name), int)), "")
        seat: int = told.pop(named, 0)
        more = {name: msgspec.to_builtins(value) for name, value in told.items() if name not in ("target", "text")}
        yield (
            number, day, phase, _recipients(entry, shared), type(entry.fact).__name__, seat or None,
            shared.names[seat - 1] if seat else None, told.get("target"), told.get("text"),
            json.dumps(more, ensure_ascii=False) if more else None,
        )  # fmt: skip


def _recipients(entry: Entry, shared: RedactedGame) -> str:
    """Who was told: everybody, some, or for the moderator's eyes the seats; `moderator` where nobody else was."""
    if entry.to == ALL:
        return "all"
    return (" ".join(map(str, entry.to)) or "moderator") if shared.widest_eyes == MODERATOR_EYES else "some"
