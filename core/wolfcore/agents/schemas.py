"""Agents: what an answer to each kind of ask looks like, as a JSON schema. Every field is required, thinking first.

Lengths are bounded, so that a model that cannot stop is stopped where its server enforces a schema.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from wolfcore.game import SPOKEN, Ask, View

from .choices import option_words
from .wording import label


class Lengths(Struct, frozen=True):
    """How much a model may write for one answer.

    Attributes:
        thinking: Characters of the reasoning.
        speaking: Characters of a speech.
        notes: Characters of a reflection or a summary.
        lines: Characters of an answer to oneself, of one deduction or of a piece of advice.
    """

    thinking: int
    speaking: int
    notes: int
    lines: int


USUAL, BRIEF = Lengths(400, 700, 600, 200), Lengths(120, 240, 240, 80)
UNCERTAIN = "Uncertain"
EVIDENCE = 6
"""Pieces of evidence of one deduction."""
CONFIDENCE = (5, 10)
"""The least and the most confidence of a suspicion (Helmsman 3.1)."""


def chooses(ask: Ask) -> bool:
    """Whether the ask is for a choice, alone or beside words."""
    return ask.kind == "summarise" or (ask.kind not in SPOKEN and ask.kind != "suspect")


def suspects(view: View) -> list[int]:
    """Whom a seat is asked about when it is asked for suspicions: every other living seat."""
    return [seat for seat in view.living if seat != view.seat]


def schema_for(ask: Ask, view: View, lengths: Lengths, *, reason: bool = True) -> dict[str, Any]:
    """The schema of an answer to `ask`, with or without reasoning before it."""
    fields: dict[str, Any] = {"reasoning": text_field(lengths.thinking)} if reason else {}
    if chooses(ask):
        fields["choice"] = {"type": "string", "enum": list(option_words(ask, view.names).values())}
    if ask.kind in SPOKEN:
        fields["speech"] = text_field(lengths.speaking)
    if ask.kind == "suspect":
        fields["suspicions"] = {"type": "array", "items": _suspicion(view)}
    return object_of(fields)


def _suspicion(view: View) -> dict[str, Any]:
    least, most = CONFIDENCE
    return object_of(
        {
            "player": {"type": "string", "enum": [label(seat, view.names) for seat in suspects(view)]},
            "role": {"type": "string", "enum": [*dict.fromkeys(view.board.roles), UNCERTAIN]},
            "confidence": {"type": "integer", "enum": list(range(least, most + 1))},
        }
    )


def text_field(length: int) -> dict[str, Any]:
    """A text of at most so many characters."""
    return {"type": "string", "maxLength": length}


def object_of(fields: dict[str, Any]) -> dict[str, Any]:
    """An object with just these fields."""
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
