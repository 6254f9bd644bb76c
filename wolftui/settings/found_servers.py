"""Describes model servers found on this machine and adds their models to the settings."""

from __future__ import annotations

import asyncio
import re
import shlex
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from wolfcore.models import SERVERS, ModelSpec, parse_model
from wolfcore.models.servers import ServerName

from .config_editor import add_model_table
from .paths import config_file

if TYPE_CHECKING:
    from wolfcore.models.discovery import DetectedServer

_MAX_LISTED = 3
"""How many models of one server are listed by name."""


class NewModel(Struct, frozen=True):
    """A model that a server on this machine offers and that is not in the settings.

    Attributes:
        name: The proposed name in the settings.
        model: The model's name on its server.
        server: The server's id among the known server kinds.
        title: The server's display name.
        base_url: The server's URL.
    """

    name: str
    model: str
    server: ServerName
    title: str
    base_url: str


class FoundServer(Struct, frozen=True):
    """A server that answers on this machine: a sentence about it, and the models that can be added.

    Attributes:
        summary: A sentence for users.
        new_models: Models that are not in the settings and can be added without further input.
    """

    summary: str
    new_models: tuple[NewModel, ...] = ()


def find_servers(known: Mapping[str, ModelSpec]) -> list[FoundServer]:
    """Detect the model servers that answer on this machine now; takes two seconds at most.

    Args:
        known: The models that are in the settings already.
    """
    # Loads the HTTP client.
    from wolfcore.models.discovery import detect_servers  # noqa: PLC0415  loads httpx

    return [describe_server(each, known) for each in asyncio.run(detect_servers())]


def describe_server(found: DetectedServer, known: Mapping[str, ModelSpec]) -> FoundServer:
    """Describe a detected server in a sentence and list its models that are not in the settings."""
    title = SERVERS[found.server].title
    if found.locked:
        command = models_add_command(known, found, "NAME")
        return FoundServer(
            f"{title} answers here and needs its key: `{command}` adds one of its models."
        )
    if not found.models:
        return FoundServer(f"{title} answers here and has no model yet.")
    taken, new = set(known), list[NewModel]()
    for model in found.models:
        if model == printable_name(model) and not _is_known(known, model, found.base_url):
            new.append(
                NewModel(
                    _free_name(_default_name(model), taken),
                    model,
                    found.server,
                    title,
                    found.base_url,
                )
            )
            taken.add(new[-1].name)
    some = ", ".join(map(printable_name, found.models[:_MAX_LISTED]))
    more = f" and {len(found.models) - _MAX_LISTED} more" if len(found.models) > _MAX_LISTED else ""
    sits = ", which may sit down" if not new else ""
    return FoundServer(f"{title} answers here with {some}{more}{sits}.", tuple(new))


def add_found_model(new: NewModel) -> None:
    """Write a detected model into the user's settings file.

    Raises:
        ConfigError: A model of this name exists, or the file has an error or cannot be written.
    """
    place = {"base_url": new.base_url} if _is_elsewhere(new) else {}
    add_model_table(
        config_file(),
        new.name,
        parse_model(new.name, {"server": new.server, "model": new.model, **place}),
    )


def models_add_command(known: Mapping[str, ModelSpec], found: DetectedServer, model: str) -> str:
    """Return the shell command that adds a detected model; empty if it is configured."""
    if _is_known(known, model, found.base_url):
        return ""
    words = [
        "wolftui",
        "models",
        "add",
        _default_name(model),
        "--server",
        found.server,
        "--model",
        printable_name(model),
    ]
    if _is_elsewhere(found):
        words += ["--base-url", found.base_url]
    if found.locked:
        words += ["--api-key-env", SERVERS[found.server].key_env]
    return shlex.join(words)


def not_configured(new: Iterable[NewModel], known: Mapping[str, ModelSpec]) -> list[NewModel]:
    """Return the detected models that are not in the settings."""
    return [each for each in new if not _is_known(known, each.model, each.base_url)]


def _is_elsewhere(served: DetectedServer | NewModel) -> bool:
    """Return whether a server answers at another URL than its default one."""
    return served.base_url != SERVERS[served.server].base_url


def _is_known(known: Mapping[str, ModelSpec], model: str, base_url: str) -> bool:
    return any(spec.model == model and spec.address == base_url for spec in known.values())


def _default_name(model: str) -> str:
    return (
        re.sub(r"[^A-Za-z0-9_.-]+", "-", model.rsplit("/", 1)[-1].removesuffix(".gguf"))
        .strip("-.")
        .lower()
        or "model"
    )


def _free_name(name: str, taken: set[str]) -> str:
    """Return the name, with a number appended if it is taken."""
    return next(
        each
        for each in (name, *(f"{name}-{number}" for number in range(2, len(taken) + 3)))
        if each not in taken
    )


def printable_name(text: str) -> str:
    """Remove control characters from a foreign text and cut it to 120 characters."""
    return "".join(sign for sign in text if sign.isprintable())[:120]
