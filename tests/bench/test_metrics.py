"""The measurement of measuring runs, on few games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.__main__ import main
from bench.metrics_speed import fill_folder


@pytest.mark.slow
def test_games_are_played_once_and_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sys.argv", ["bench", "metrics", "--games", "3", "--folder", str(tmp_path), "--json"]
    )
    main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "3 games on sla7, 3 of them played now"
    assert json.loads(lines[-1])["games"] == 3
    assert json.loads(lines[-1])["seconds"] > 0
    assert fill_folder(tmp_path, 3) == 0


@pytest.mark.slow
def test_a_report_is_measured_with_all_that_it_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sys.argv", ["bench", "report", "--games", "3", "--folder", str(tmp_path), "--json"]
    )
    main()
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert found["seconds"] > 0
    tables = {f"report.{each}.csv" for each in ("games", "models", "values")}
    assert set(found["written"]) == {"report.html", *tables}
    assert min(found["written"].values()) > 0
