"""The learners' environment against the fast loop: the figures, and that both play the same games."""

from __future__ import annotations

import pytest

from bench import environment


def test_a_row_a_board_and_its_ratio(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment, "SECONDS", 0.05)
    monkeypatch.setattr(environment, "BOARDS", ("sla7",))
    found = environment.measure(1)
    row = found["sla7"]
    assert row["ratio"] == row["loop"] / row["learning"]
    assert row["loop"] > 0 < row["proposed"]
    assert f"{row['ratio']:.2f}" in capsys.readouterr().out
