"""The program, ready to run."""

from __future__ import annotations

import pytest

from tests.wolftui.cli.running import Program


@pytest.fixture
def wolftui(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    """Runs a command line in this process."""
    return Program(capsys, monkeypatch)
