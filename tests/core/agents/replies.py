"""Models for tests, which answer any question with what its schema allows."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from core.agents import PRESETS, LanguagePlayer
from core.models import ChatReply, ChatRequest, ScriptedModel
from core.models.scripted import Line


def fitting(request: ChatRequest) -> str:
    """A reply that fits the schema of a request, drawn by the request's last words."""
    assert request.schema
    draw = int(hashlib.blake2b(request.messages[-1].text.encode(), digest_size=4).hexdigest(), 16)
    return json.dumps({name: _value(name, field, draw) for name, field in request.schema["properties"].items()})


def _value(name: str, field: dict[str, Any], draw: int) -> Any:
    if "enum" in field:
        return field["enum"][draw % len(field["enum"])]
    if field["type"] == "array":
        fields = field["items"]["properties"]
        seats = fields["player"]["enum"]
        return [{key: seat if key == "player" else _value(key, fields[key], draw) for key in fields} for seat in seats]
    return f"{name} {draw % 97}"


def model(*first: Line, name: str = "tiny") -> ScriptedModel:
    """A model that says these lines first and fitting ones from then on."""
    lines = iter(first)
    return ScriptedModel(lambda request: next(lines, None) or fitting(request), name=name)


def vanilla(*first: Line) -> tuple[LanguagePlayer, ScriptedModel]:
    """A vanilla player and the model that it asks."""
    asked = model(*first)
    return LanguagePlayer(PRESETS["vanilla"], asked), asked


def reply(**fields: object) -> ChatReply:
    """A reply that holds these fields."""
    return ChatReply(text=json.dumps(fields))
