"""What all screen tests need."""

from __future__ import annotations

import pytest
from textual.app import App


@pytest.fixture(autouse=True)
def lasting_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notices go by a clock, and a slow machine would show what a fast one no longer shows."""
    monkeypatch.setattr(App, "NOTIFICATION_TIMEOUT", 3600)
