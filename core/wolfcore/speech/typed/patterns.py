"""The rows of rows.txt: what people type, and what it does. The file itself says how a row is written."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple, get_args

RowKind = Literal[
    "accuse", "vouch", "defend", "vote", "nobody", "ask", "claim", "same", "real", "report", "check", "protected", "saved",
    "poisoned", "retract", "accuse-you", "accuse-subject", "accuse-last", "defend-me", "not-i", "nothing", "unsay", "like-last",
    "turned", "choose", "proven", "deny-asked",
]  # fmt: skip
_KINDS: dict[str, RowKind] = {kind: kind for kind in get_args(RowKind)}


class Row(NamedTuple):
    """One way of saying something.

    Attributes:
        kind: What it does.
        pattern: Elements apart by blanks.
        example: A sentence that does it.
        in_question: Whether it counts inside a question, and nowhere else.
        in_reported: Whether it counts where others' deeds are told, too.
    """

    kind: RowKind
    pattern: str
    example: str
    in_question: bool
    in_reported: bool


def _parse_row(line: str) -> Row:
    kind, rest = line.split(None, 1)
    pattern, example, _ = rest.rsplit('"', 2)
    return Row(_KINDS[kind.rstrip("?+")], pattern.strip(), example, kind.endswith("?"), kind.endswith("+"))


def _read_rows() -> tuple[Row, ...]:
    lines = Path(__file__).with_name("rows.txt").read_text(encoding="utf-8").splitlines()
    return tuple(_parse_row(line) for line in lines if line and not line.startswith("#"))


ROWS = _read_rows()
