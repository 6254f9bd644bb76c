"""An experiment on a cluster: the same table, and what reads files of this machine is played here."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.core.arena.machines import cluster
from tests.core.experiments.small import SMALLEST, TEACHING, written
from tests.wolftui.cli.running import Program
from wolfcore.experiments import rows_of_part

pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

NOBODY = "tcp://127.0.0.1:9"


def table_of(wolftui: Program, folder: Path) -> object:
    return json.loads(wolftui("experiment", "table", str(folder), "--json").out)["table"]


@pytest.mark.slow
def test_workers_of_a_cluster_play_the_same(wolftui: Program, tmp_path: Path) -> None:
    file, here, there = str(written(tmp_path, SMALLEST)), tmp_path / "here", tmp_path / "there"
    assert wolftui("experiment", "run", file, "--games", "6", "--into", str(here)).code == 0
    with cluster(tmp_path) as machines:
        ran = wolftui(
            "experiment",
            "run",
            file,
            "--games",
            "6",
            "--into",
            str(there),
            "--scheduler",
            machines.address,
        )
    assert (ran.code, ran.err) == (0, "")
    assert table_of(wolftui, here) == table_of(wolftui, there)
    assert [row.digest for row in rows_of_part(here, "all")] == [
        row.digest for row in rows_of_part(there, "all")
    ]


def test_what_reads_a_pool_is_played_here_and_nothing_else(
    wolftui: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wolfcore.arena.cluster._REACH", 0.5)
    file, folder = str(written(tmp_path, TEACHING)), tmp_path / "played"
    words = ("experiment", "run", file, "--into", str(folder), "--games", "2")
    gone = wolftui(*words, "--scheduler", NOBODY)
    assert gone.code == 1
    assert gone.err.startswith(f"wolftui: {NOBODY}: no scheduler answers. ")
    assert gone.err.endswith(" 0 of 8 games are played; the same command continues.\n")
    assert gone.err.count("\n") == 1
    whole = wolftui(*words)
    assert whole.code == 0, whole.err
    before = [row.digest for row in rows_of_part(folder, "later")]
    shutil.rmtree(folder / "later")
    ran = wolftui(*words, "--scheduler", NOBODY)
    assert (ran.code, ran.err) == (0, "")
    assert "later: 4 games, played on this machine, since their players read its files\n" in ran.out
    assert [row.digest for row in rows_of_part(folder, "later")] == before
