"""The server of llama-cpp-python, which wolftui starts where there is no `llama-server`: for tests
alone, without compiling it.

`make` puts the Python part of the package into a folder of its own; the libraries are those of the
packaged server, which this version of it can use.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from tests.core.models.packaged import packaged_libraries
from tests.parts import BINDINGS


def bindings_server(scratch: Path) -> str:
    """The command of the server, as `[local] server` takes it.

    Args:
        scratch: An empty folder.
    """
    package = scratch / "llama_cpp"
    package.mkdir()
    for part in (BINDINGS / "llama_cpp").iterdir():
        (package / part.name).symlink_to(part)
    libraries = packaged_libraries()
    (package / "lib").symlink_to(libraries)
    places = [
        f"PYTHONPATH={scratch}:{BINDINGS}",
        f"LD_LIBRARY_PATH={libraries}",
        "PYTHONDONTWRITEBYTECODE=1",
    ]
    threads = ["--n_threads", "1", "--n_threads_batch", "1"]
    return shlex.join(["env", *places, sys.executable, "-m", "llama_cpp.server", *threads])
