"""Screen tests use no settings, themes or games of whoever runs them."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.app import App


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of this test's own."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture(autouse=True)
def lasting_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notices go by a clock, and a slow machine would show what a fast one no longer shows."""
    monkeypatch.setattr(App, "NOTIFICATION_TIMEOUT", 3600)
