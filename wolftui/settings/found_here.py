"""Servers of models that were found on this machine, in words, and the commands that add what they serve to the settings."""

from __future__ import annotations

import asyncio
import re
import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.models import ModelSpec
    from core.models.probing import Found

_SOME = 3
"""Models of one server that are named."""


def found_here(known: Mapping[str, ModelSpec]) -> list[str]:
    """What answers on this machine now and what to do about it, a sentence each; it takes two seconds at most.

    Args:
        known: The models that are in the settings already.
    """
    from core.models.probing import detect

    return [found_words(each, known) for each in asyncio.run(detect())]


def found_words(found: Found, known: Mapping[str, ModelSpec]) -> str:
    """A server that was found, as a sentence, with the command that adds one of its models."""
    from core.models import SERVERS

    title = SERVERS[found.server].title
    new = [model for model in found.models if add_line(known, found, model)]
    if found.locked:
        return f"{title} answers here and wants its key: `{add_line(known, found, 'NAME')}` adds one of its models."
    if not found.models:
        return f"{title} answers here and has no model yet."
    some = ", ".join(map(plain_name, found.models[:_SOME]))
    more = f" and {len(found.models) - _SOME} more" if len(found.models) > _SOME else ""
    if not new:
        return f"{title} answers here with {some}{more}, which may sit down."
    return f"{title} answers here with {some}{more}. `{add_line(known, found, new[0])}` lets it sit down."


def add_line(known: Mapping[str, ModelSpec], found: Found, model: str) -> str:
    """The command that adds a model that was found; empty if it is in the settings already."""
    from core.models import SERVERS

    if any(spec.model == model and spec.address == found.base_url for spec in known.values()):
        return ""
    usual = re.sub(r"[^A-Za-z0-9_.-]+", "-", model.rsplit("/", 1)[-1].removesuffix(".gguf")).strip("-.").lower() or "model"
    words = ["wolftui", "models", "add", usual, "--server", found.server, "--model", plain_name(model)]
    if found.locked:
        words += ["--api-key-env", SERVERS[found.server].key_env]
    return shlex.join(words)


def plain_name(text: str) -> str:
    """A text of somebody else's without control characters."""
    return "".join(sign for sign in text if sign.isprintable())[:120]
