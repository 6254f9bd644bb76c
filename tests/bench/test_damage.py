"""A hundred damaged games, met in every way: nothing breaks, nothing hangs, nothing fills the
memory, no list closes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bench.damage import report, run
from bench.damaged_games import HARMS, make_case, make_originals

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs special files and /proc")


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_hundred_damaged_games_break_hang_or_close_nothing() -> None:
    found = list(run(range(100), 7))
    ways = {way.way for way in found}
    assert len(ways) == 12
    assert len(found) == 100 * len(ways)
    assert not [way for way in found if way.fault], "\n".join(report(found))


@pytest.mark.slow
def test_a_case_is_always_the_same_and_all_harms_are_done(tmp_path: Path) -> None:
    make_originals(tmp_path / "originals")
    done: set[str] = set()
    for number in range(150):
        place, harm = make_case(tmp_path / "originals", tmp_path / "games", 5, number)
        if number < 5:
            assert make_case(tmp_path / "originals", tmp_path / "again", 5, number) == (
                tmp_path / "again" / place.name,
                harm,
            )
        done |= {words.rpartition(" ")[0] for words in harm[1:]}
    assert set(HARMS) <= done
