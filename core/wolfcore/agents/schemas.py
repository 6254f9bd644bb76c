"""JSON schemas of answers, their length limits, and the options of an ask in words.

Every field is required and reasoning comes first. Lengths are bounded, so that a server that
enforces the schema stops a model that cannot stop. Field names appear in prompts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from wolfcore.game import SPEECH_KINDS, Ask, View
from wolfcore.game.asks import LINE_CHARACTERS

from .fact_sentences import seat_label

FIXED_OPTION_WORDS: dict[str, Mapping[int, str]] = {
    "run": {0: "no", 1: "yes"},
    "order": {0: "left", 1: "right"},
}


def option_words(ask: Ask, names: Sequence[str]) -> dict[int, str]:
    """Return the text of each option of an ask, as prompts and answers write it."""
    words = FIXED_OPTION_WORDS.get(ask.kind)
    if words:
        return {option: words[option] for option in ask.options}
    if ask.kind == "bid":
        return {option: str(option) for option in ask.options}
    return {option: seat_label(option, names) for option in ask.options}


class Lengths(Struct, frozen=True):
    """The length limits of a model's texts.

    Attributes:
        thinking: Characters of the reasoning.
        speaking: Characters of a speech.
        notes: Characters of a reflection or a summary.
        lines: Characters of an answer to its own question, of one deduction or of a piece of
            advice.
    """

    thinking: int
    speaking: int
    notes: int
    lines: int


USUAL_LENGTHS, BRIEF_LENGTHS = Lengths(400, 700, 600, 200), Lengths(120, 240, 240, 80)


UNCERTAIN = "Uncertain"


MAX_EVIDENCE = 6
"""Maximum record lines that one deduction may cite."""


CONFIDENCE_RANGE = (5, 10)
"""The least and the greatest confidence of a suspicion (Helmsman 3.1)."""


def has_choice(ask: Ask) -> bool:
    """Return whether the answer to the ask has a choice, alone or beside a speech."""
    return ask.kind == "summarise" or (ask.kind not in SPEECH_KINDS and ask.kind != "suspect")


def is_optional_line(ask: Ask, view: View) -> bool:
    """Return whether the ask takes one short line that may be empty: with a ballot, or a reply."""
    switches = view.board.switches
    return (ask.kind == "vote" and switches.hears_vote_lines) or (
        ask.kind == "defend" and switches.defence == "replies"
    )


def other_living_seats(view: View) -> list[int]:
    """Return every other living seat: the seats that an ask for suspicions is about."""
    return [seat for seat in view.living if seat != view.seat]


def schema_for(ask: Ask, view: View, lengths: Lengths, *, reason: bool = True) -> dict[str, Any]:
    """Return the JSON schema of an answer to `ask`, with or without a reasoning field before it."""
    fields: dict[str, Any] = {"reasoning": text_schema(lengths.thinking)} if reason else {}
    if has_choice(ask):
        fields["choice"] = {"type": "string", "enum": list(option_words(ask, view.names).values())}
    if is_optional_line(ask, view):
        fields["speech"] = text_schema(LINE_CHARACTERS)
    elif ask.kind in SPEECH_KINDS:
        fields["speech"] = text_schema(lengths.speaking)
    if ask.kind == "suspect":
        fields["suspicions"] = {"type": "array", "items": _suspicion(view)}
    return object_schema(fields)


def _suspicion(view: View) -> dict[str, Any]:
    least, most = CONFIDENCE_RANGE
    return object_schema(
        {
            "player": {
                "type": "string",
                "enum": [seat_label(seat, view.names) for seat in other_living_seats(view)],
            },
            "role": {"type": "string", "enum": [*dict.fromkeys(view.board.roles), UNCERTAIN]},
            "confidence": {"type": "integer", "enum": list(range(least, most + 1))},
        }
    )


def text_schema(length: int) -> dict[str, Any]:
    """Return the JSON schema of a string of at most `length` characters."""
    return {"type": "string", "maxLength": length}


def object_schema(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON schema of an object with exactly these fields, all required."""
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }
