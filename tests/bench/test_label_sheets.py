"""Filled label sheets: kappa by hand, recall over the pool, and the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.label_sheets import Key, kappa_of_categories, measure, pool_recall, read_key
from tests.core.metrics.written import near
from wolfcore.errors import LogError

KEY = """id,game,answer,stratum,pool
1,a,yes,flagged,2
2,b,yes,flagged,2
3,a,no,rest,40
4,b,no,rest,40
"""


def test_kappa_of_three_categories() -> None:
    # agreed 3/4; by chance (2 x 1 + 1 x 2 + 1 x 1) / 16 = 5/16; (12 - 5) / (16 - 5)
    pairs = [("true", "true"), ("true", "false"), ("false", "false"), ("other", "other")]
    assert kappa_of_categories(pairs) == near(7 / 11)
    assert kappa_of_categories([("true", "true")]) is None


def test_recall_over_the_pool_weighs_a_line_by_what_it_stands_for() -> None:
    keys = {
        "1": Key("a", "yes", "flagged", 2), "2": Key("b", "yes", "flagged", 2),
        "3": Key("a", "no", "rest", 40), "4": Key("b", "no", "rest", 40),
    }  # fmt: skip
    # found 2 lines of 2; missed 1 of the 2 drawn of 40: 20; 2 / 22
    assert pool_recall(keys, {"1": "yes", "2": "yes", "3": "yes", "4": "no"}, "yes") == near(2 / 22)
    assert pool_recall(keys, {"1": "no"}, "yes") is None


def test_the_command_compares_sheets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in {
        "key": KEY, "one": "id,label\n1,Yes\n2,no\n3,no\n4,\n", "two": "id,label\n1,yes\n2,no\n"
    }.items():  # fmt: skip
        (tmp_path / name).write_text(text)
    measure([str(tmp_path / name) for name in ("key", "one", "two")])
    said = capsys.readouterr().out
    assert "3 lines, kappa 0.40" in said
    assert "precision 0.50" in said
    assert "2 lines, kappa 1.00" in said


def test_a_file_that_is_no_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text("id,label\n1,yes\n")
    with pytest.raises(LogError, match="no key of a label sheet"):
        read_key(path)
