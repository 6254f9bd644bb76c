"""Describes model servers found on this machine and adds their models to the settings."""

from __future__ import annotations

import asyncio
import re
import shlex
from collections.abc import Container, Iterable, Mapping
from itertools import chain, count
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

    taken = set(known)
    return [describe_server(each, known, taken) for each in asyncio.run(detect_servers())]


def describe_server(
    found: DetectedServer, known: Mapping[str, ModelSpec], taken: set[str]
) -> FoundServer:
    """Describe a detected server in a sentence and list its models that are not in the settings.

    Args:
        found: The server.
        known: The models of the settings.
        taken: Names that no new model may have; the names of the new models are added.
    """
    title = SERVERS[found.server].title
    if found.locked:
        command = locked_server_command(found)
        return FoundServer(
            f"{title} answers here and needs its key: `{command}` adds one of its models."
        )
    if not found.models:
        return FoundServer(f"{title} answers here and has no model yet.")
    new = list[NewModel]()
    for model in found.models:
        if (
            model == printable_name(model)
            and not writes_no_text(model)
            and not known_name(known, model, found.base_url)
        ):
            new.append(
                NewModel(
                    proposed_name(model, taken),
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


def models_add_command(new: NewModel) -> str:
    """Return the shell command that adds a detected model."""
    words = ["wolftui", "models", "add", new.name, "--server", new.server, "--model", new.model]
    return shlex.join([*words, *_place_words(new)])


def locked_server_command(found: DetectedServer) -> str:
    """Return the shell command that adds a model of a server that lists them only with a key."""
    words = ["wolftui", "models", "add", "NAME", "--server", found.server, "--model", "MODEL"]
    key = ["--api-key-env", SERVERS[found.server].key_env]
    return shlex.join([*words, *_place_words(found), *key])


def _place_words(served: DetectedServer | NewModel) -> list[str]:
    return ["--base-url", served.base_url] if _is_elsewhere(served) else []


def not_configured(new: Iterable[NewModel], known: Mapping[str, ModelSpec]) -> list[NewModel]:
    """Return the detected models that are not in the settings."""
    return [each for each in new if not known_name(known, each.model, each.base_url)]


def _is_elsewhere(served: DetectedServer | NewModel) -> bool:
    """Return whether a server answers at another URL than its default one."""
    return served.base_url != SERVERS[served.server].base_url


def known_name(known: Mapping[str, ModelSpec], model: str, base_url: str) -> str:
    """Return the name in the settings of a model at an address; empty if it has none."""
    return next(
        (
            name
            for name, spec in known.items()
            if _without_tag(spec.model) == _without_tag(model) and spec.address == base_url
        ),
        "",
    )


def writes_no_text(model: str) -> bool:
    """Tell by its name whether a model only embeds or ranks texts, so that it cannot play.

    Servers list such models with the others. Their names have these words by custom, as in
    `nomic-embed-text` and `text-embedding-3-small`; another name is taken for one that writes.
    """
    return any(word in model.lower() for word in ("embed", "rerank"))


def _without_tag(model: str) -> str:
    """Return a model's name without the tag that Ollama adds to a name without one."""
    return model.removesuffix(":latest")


def proposed_name(model: str, taken: Container[str]) -> str:
    """Return a free name in the settings for a model, made from its name at its server."""
    name = (
        re.sub(
            r"[^A-Za-z0-9_.-]+",
            "-",
            _without_tag(model).rsplit("/", 1)[-1].removesuffix(".gguf"),
        )
        .strip("-.")
        .lower()
        or "model"
    )
    numbered = (f"{name}-{number}" for number in count(2))
    return next(each for each in chain([name], numbered) if each not in taken)


def printable_name(text: str) -> str:
    """Remove control characters from a foreign text and cut it to 120 characters."""
    return "".join(sign for sign in text if sign.isprintable())[:120]
