"""What tests with the real packaged models need."""

from __future__ import annotations

import os

import pytest

from wolfcore.memory.defaults import DEFAULT, FORMER
from wolfcore.memory.sentences import is_installed

needs_the_extra = pytest.mark.skipif(
    not is_installed(DEFAULT) and "WOLFTUI_CI" not in os.environ, reason="needs the extra `memory`, which `make test` installs"
)
needs_sentences = pytest.mark.skipif(
    not is_installed(FORMER) and "WOLFTUI_CI" not in os.environ,
    reason="needs torch: the extra `sentences`, which `make test` installs",
)
"""Beside `pytest.mark.slow`: loading torch takes seconds."""
