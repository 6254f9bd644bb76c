"""What a model that judges speeches is asked with. The prompts are text files; nothing that a player said is read as a template."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from wolfcore.models import ChatRequest, Message

from .labels import Sight, labels_of
from .shown import SpeechInContext

_LONGEST_REPLY = 600
"""Tokens of an answer, which has a reason of three hundred characters and a dozen words; thinking comes on top."""
_REASON_ASKED = 300


@cache
def _template(name: str) -> Template:
    # Plain text for a model: escaping for HTML would spoil it.
    environment = Environment(
        loader=PackageLoader("wolfcore.annotation", "prompts"), undefined=StrictUndefined, autoescape=False,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=False,
    )  # fmt: skip
    return environment.get_template(f"{name}.j2")


def request_for(shown: SpeechInContext, sight: Sight, room: int | None = None) -> ChatRequest:
    """The request for the labels of a speech.

    Args:
        shown: The speech.
        sight: What is shown with it.
        room: Characters that its record may take, counted from its end; None for all.
    """
    asked = labels_of(sight)
    record = _last_lines(shown.record, room)
    task = _template("task").render(rules=shown.rules, labels=asked)
    cut = len(record) < len(shown.record)
    speech = _template("speech").render(
        record=record, cut=cut, speaker=shown.speaker, speech=shown.speech, truth=shown.truth, labels=asked
    )  # fmt: skip
    messages = (Message("system", task, shared_prefix=len(task)), Message("user", speech))
    return ChatRequest(messages=messages, schema=schema_for(sight), temperature=0, max_tokens=_LONGEST_REPLY)


def repair_request(request: ChatRequest, said: str, problem: str, sight: Sight) -> ChatRequest:
    """The same once more, after an answer that could not be used."""
    words = _template("again").render(problem=problem, labels=labels_of(sight))
    messages = (*request.messages[:2], Message("assistant", said), Message("user", words))
    return ChatRequest(messages=messages, schema=request.schema, temperature=0, max_tokens=_LONGEST_REPLY)


def schema_for(sight: Sight) -> dict[str, Any]:
    """What an answer looks like."""
    names = [label.name for label in labels_of(sight)]
    return {
        "type": "object",
        "properties": {"why": {"type": "string", "maxLength": _REASON_ASKED}, **{name: {"type": "boolean"} for name in names}},
        "required": ["why", *names],
        "additionalProperties": False,
    }


def _last_lines(lines: Sequence[str], room: int | None) -> tuple[str, ...]:
    """The last lines that fit into so many characters."""
    kept: list[str] = []
    left = room
    for line in reversed(lines):
        if left is not None:
            left -= len(line)
            if left < 0:
                break
        kept.append(line)
    return tuple(reversed(kept))
