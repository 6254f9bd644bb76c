"""Models for tests, which answer any question with what its schema allows."""

from __future__ import annotations

import hashlib
import json

from bench.fake_endpoint import drawn
from wolfcore.agents import LanguagePlayer
from wolfcore.models import ChatReply, ChatRequest, ScriptedModel
from wolfcore.models.scripted import ScriptedReply


def fitting(request: ChatRequest) -> str:
    """A reply that fits the schema of a request, drawn by the request's last words."""
    assert request.schema
    draw = int(hashlib.blake2b(request.messages[-1].text.encode(), digest_size=4).hexdigest(), 16)
    return json.dumps(drawn(request.schema, draw, lambda name, draw: f"{name} {draw % 97}"))


def model(*first: ScriptedReply, name: str = "tiny") -> ScriptedModel:
    """A model that says these lines first and fitting ones from then on."""
    lines = iter(first)
    return ScriptedModel(lambda request: next(lines, None) or fitting(request), name=name)


def vanilla(*first: ScriptedReply) -> tuple[LanguagePlayer, ScriptedModel]:
    """A vanilla player and the model that it asks."""
    asked = model(*first)
    return LanguagePlayer(asked), asked


def reply(**fields: object) -> ChatReply:
    """A reply that holds these fields."""
    return ChatReply(text=json.dumps(fields))
