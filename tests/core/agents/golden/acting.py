"""A model that plays along: what it says depends on the ask and on how often it was called for it,
and on no word of a prompt."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from wolfcore.game import Ask
from wolfcore.models import ChatReply, ChatRequest, DeltaListener, ScriptedModel

_SPEECHES = (
    "I suspect {}.",
    "I am the Seer. I checked {}: not a wolf.",
    "I have nothing to say yet.",
    "I trust {}, who is on our side.",
)
_TEXT = "Words for {}."


class Actor:
    """Fits every schema.

    Attributes:
        asked: What it was sent for the ask at hand, in order.
    """

    name = "actor"

    def __init__(self) -> None:
        self._ask, self.asked = "", list[ChatRequest]()
        self._model = ScriptedModel(self._line)

    def turn_to(self, ask: Ask) -> None:
        """Begin anew with an ask."""
        self._ask = ask.id
        self.asked.clear()

    async def complete(
        self, request: ChatRequest, on_delta: DeltaListener | None = None
    ) -> ChatReply:
        """As `ChatModel.complete`."""
        self.asked.append(request)
        return await self._model.complete(request, on_delta)

    def _line(self, request: ChatRequest) -> str:
        return json.dumps(filled(request, f"{self._ask} {len(self.asked)}"))


def filled(request: ChatRequest, key: str) -> dict[str, Any]:
    """An answer that fits the schema of a request; where there is a choice the key draws it."""
    assert request.schema
    draw = hashlib.blake2b(key.encode(), digest_size=6).digest()
    return _Filling(request).object(request.schema, int.from_bytes(draw, "big"))


class _Filling:
    """Fills a schema with what there is in the prompt: evidence is of lines that stand there, and
    speeches name somebody."""

    def __init__(self, request: ChatRequest) -> None:
        text = request.messages[-1].text
        self._lines = [
            int(number)
            for number in re.findall(r"^(\d+)\. ", text.split("\n# Question\n")[0], re.MULTILINE)
        ]
        self._names = re.findall(r"\d+ (\w+)", text.split(" Alive: ")[-1].split("\n")[0])

    def object(self, schema: dict[str, Any], draw: int) -> dict[str, Any]:
        fields = schema["properties"].items()
        return {
            name: self._value(name, field, draw // (place + 1))
            for place, (name, field) in enumerate(fields)
        }

    def _value(self, name: str, field: dict[str, Any], draw: int) -> object:
        if "enum" in field:
            return field["enum"][draw % len(field["enum"])]
        if field["type"] == "object":
            return self.object(field, draw)
        if field["type"] == "array":
            return self._list(name, field, draw)
        if name == "speech":
            return _SPEECHES[draw % len(_SPEECHES)].format(self._names[draw % len(self._names)])
        return _TEXT.format(name)

    def _list(self, name: str, field: dict[str, Any], draw: int) -> list[Any]:
        items = field["items"]
        if name == "evidence":
            return (
                sorted({self._lines[(draw + step) % len(self._lines)] for step in range(2)})
                if self._lines
                else []
            )
        if "properties" in items:
            players = items["properties"]["player"]["enum"]
            return [
                self.object(items, draw + place) | {"player": player}
                for place, player in enumerate(players)
            ]
        if "enum" in items:
            return [
                items["enum"][(draw + place) % len(items["enum"])]
                for place in range(field["maxItems"])
            ]
        return [f"Question {place} of my own?" for place in range(1, field["maxItems"] + 1)]
