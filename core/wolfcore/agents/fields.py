"""Agents: the fields of a model's reply, read with care: whatever stands there is bounded and cleaned before it is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from wolfcore.models import ChatReply
from wolfcore.players import clean_text

_MAX_ENTRIES = 64
"""Entries of a list that are looked at."""


def reply_fields(reply: ChatReply) -> tuple[Mapping[str, Any], str]:
    """The fields of a reply, and what is wrong with it, as a clause, where it has none that may be used."""
    if not isinstance(reply.parsed, dict):
        return {}, reply.problem or "it is no JSON object"
    if reply.finish == "filter" and reply.reading != "strict":
        # Mended, it would be an answer, and half a sentence of it would be said aloud.
        return {}, "the endpoint withheld the rest of it"
    return cast("dict[str, Any]", reply.parsed), ""


def was_repaired(reply: ChatReply) -> bool:
    """Whether the reply had to be mended to be read."""
    return reply.reading == "repaired" or bool(reply.problem)


def read_text(fields: Mapping[str, Any], name: str, limit: int) -> str:
    """A text of a reply as one clean line of at most so many characters; empty where there is none."""
    said = fields.get(name)
    return clean_text(said[: 4 * limit], limit) if isinstance(said, str) else ""


def read_list(fields: Mapping[str, Any], name: str) -> Sequence[object]:
    """The first entries of a list of a reply; none where there is no list."""
    said = fields.get(name)
    return cast("list[object]", said)[:_MAX_ENTRIES] if isinstance(said, list) else ()


def read_numbers(fields: Mapping[str, Any], name: str) -> tuple[int, ...]:
    """The whole numbers of a list of a reply, each once, in order."""
    return tuple(dict.fromkeys(each for each in read_list(fields, name) if isinstance(each, int) and not isinstance(each, bool)))
