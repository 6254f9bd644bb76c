"""What tests ask models."""

from __future__ import annotations

from typing import Any

from wolfcore.models import ChatRequest, Message

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"reason": {"type": "string"}, "seat": {"type": "integer", "enum": [1, 2, 3]}},
    "required": ["reason", "seat"],
    "additionalProperties": False,
}

WORDS = ChatRequest(messages=(Message("system", "You are Ada."), Message("user", "Who is it?")))
CHOICE = ChatRequest(messages=WORDS.messages, schema=SCHEMA)
