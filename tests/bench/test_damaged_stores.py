"""Damaged stores of every kind: the right answer or a sentence, never silence, never a traceback."""

from __future__ import annotations

import random
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bench.damage import report, run
from bench.damaged_stores import STORES, damage, make_stores, outcome

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs special files and /proc")


@pytest.mark.slow
def test_damaged_stores_give_the_right_answer_or_a_sentence() -> None:
    """Two hundred cases of a fixed seed; `python -m bench damage --what stores` has them all."""
    found = list(run(range(210), 7, what="stores"))
    assert {way.way.partition(" ")[0] for way in found} == set(STORES)
    assert sum(way.way.endswith(" by command") for way in found) >= 5
    assert not [way for way in found if way.fault], "\n".join(report(found))


@pytest.mark.slow
def test_the_oracle_sees_a_reader_that_is_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_stores(tmp_path / "whole")
    whole = STORES["arena"].read(tmp_path / "whole" / "arena")
    shutil.copytree(tmp_path / "whole" / "arena", tmp_path / "arena")
    with closing(sqlite3.connect(tmp_path / "arena" / "games.sqlite")) as kept, kept:
        kept.execute("UPDATE games SET winner = NULL, seconds = 9 WHERE game = 3")
    assert outcome(tmp_path / "arena", "arena", tmp_path / "whole" / "arena", whole)[0] == "said"
    monkeypatch.setattr("wolfcore.arena.store._checksum", _no_checksum)
    monkeypatch.setattr("wolfcore.arena.store._OF_ROWS", "key = 'none'")
    assert outcome(tmp_path / "arena", "arena", tmp_path / "whole" / "arena", whole)[0] == "silent"


def _no_checksum(row: object) -> None:
    del row


def test_a_case_is_always_the_same(tmp_path: Path) -> None:
    done: list[str] = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        STORES["marks"].make(tmp_path / name)
        done.append(damage(tmp_path / name, "marks", random.Random(5)))
    assert done[0] == done[1]
