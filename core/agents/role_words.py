"""Agents: other words for the roles, in prompts and replies alone (Xu et al. 5): does play come from what a model once read?"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from msgspec.structs import replace

from core.models import ChatModel, ChatReply, ChatRequest, Delta, Listener, Message

from .settings import Words
from .turn import Models

_NEUTRAL = {
    "Werewolf": "Alpha", "Villager": "Beta", "Seer": "Gamma", "Doctor": "Delta", "Guard": "Epsilon", "Witch": "Zeta",
    "Hunter": "Eta", "Werewolves": "Alphas", "Villagers": "Betas", "Wolf": "Alpha-one", "Wolves": "Alpha-ones",
}  # fmt: skip
_SWAPPED = {
    "Werewolf": "Villager", "Villager": "Werewolf", "Werewolves": "Villagers", "Villagers": "Werewolves", "Seer": "Hunter",
    "Hunter": "Seer", "Witch": "Guard", "Guard": "Witch", "Doctor": "Jester", "Wolf": "Commoner", "Wolves": "Commoners",
}  # fmt: skip
_TABLES: Mapping[Words, Mapping[str, str]] = {"plain": {}, "neutral": _NEUTRAL, "swapped": _SWAPPED}


def renamed(models: Models, words: Words) -> Models:
    """The models, which hear and speak of the roles by these words."""
    if not (table := _TABLES[words]):
        return models
    there, back = _changing(table), _changing({new: old for old, new in table.items()})
    return Models(*(_Renaming(each, there, back) for each in (models.thinker, models.speaker, models.judge)))


def _changing(table: Mapping[str, str]) -> Callable[[str], str]:
    """Puts words for words, as they are written: capitals stay capitals."""
    known = {old.casefold(): new for old, new in table.items()}
    pattern = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, known), key=len, reverse=True))})\b", re.IGNORECASE)

    def change(found: re.Match[str]) -> str:
        old = found[0]
        new = known[old.casefold()]
        return new.upper() if old.isupper() and len(old) > 1 else new if old[0].isupper() else new.lower()

    return lambda text: pattern.sub(change, text)


class _Renaming:
    """A model that knows the roles by other words. What it says is heard when it is whole, since a word may come in pieces."""

    def __init__(self, model: ChatModel, there: Callable[[str], str], back: Callable[[str], str]) -> None:
        self._model, self._there, self._back = model, there, back

    @property
    def name(self) -> str:
        """As `ChatModel.name`."""
        return self._model.name

    async def complete(self, request: ChatRequest, hear: Listener | None = None) -> ChatReply:
        """As `ChatModel.complete`."""

        def listening(delta: Delta) -> None:
            assert hear
            hear(replace(delta, text="", thinking=True) if delta.text else delta)

        messages = tuple([Message(each.role, self._there(each.text)) for each in request.messages])
        schema = cast("dict[str, Any] | None", _within(request.schema, self._there))
        reply = await self._model.complete(replace(request, messages=messages, schema=schema), listening if hear else None)
        return replace(reply, text=self._back(reply.text), parsed=_within(reply.parsed, self._back))


def _within(value: object, change: Callable[[str], str]) -> object:
    """A value with all its texts changed, those that name fields among them."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_within(each, change) for each in cast("list[object]", value)]
    if isinstance(value, dict):
        return {change(name): _within(each, change) for name, each in cast("dict[str, object]", value).items()}
    return value
