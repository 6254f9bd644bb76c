"""A feat is rare, and true: each kind by a game written by hand, and by one that just misses it."""

from __future__ import annotations

import pytest

from tests.core.metrics.written import Said, day, ended, exiled, night, said, votes, written
from wolfcore.metrics import tables_of
from wolftui.measures.highlights import Feat, feat_of

JOKE = "Why did the wolf cross the road? lol"


def days(*ballots: str) -> list[Said]:
    """A night, words of nobody and a vote without exile for each line of ballots."""
    return [
        part
        for number, line in enumerate(ballots, 1)
        for part in (night(number), day(number), votes(line), exiled(0))
    ]


@pytest.mark.parametrize(
    ("letters", "told", "feat"),
    [
        ("WVVVV", days("2 3 4 5 2", "2 3 4 5 2", "3 3 4 5 2"), Feat("unseen", 3)),
        ("WVVVV", days("2 3 4 5 2", "2 3 1 5 2", "3 3 4 5 2"), None),
        ("WVVVV", days("2 3 4 5 2", "2 3 4 5 2"), None),
        ("VWVVV", days("2 3 4 5 2", "2 3 4 5 2", "2 3 4 5 2"), Feat("unerring", 3)),
        ("VWVVV", days("2 3 4 5 2", "3 3 4 5 2", "2 3 4 5 2"), None),
        ("VWVVV", days("2 3 4 5 2", "2 3 4 5 2", "0 3 4 5 2"), None),
        ("VWVVV", [night(1), day(1), said(1, JOKE), exiled(1)], Feat("joke", 1)),
        ("VWVVV", [night(1), day(1), said(1, f"{JOKE} I accuse 2."), exiled(1)], None),
        ("VWVVV", [night(1), day(1), said(1, "Hm."), exiled(1), said(1, JOKE)], None),
        ("VWVVV", [night(1), day(1), said(2, JOKE), exiled(1)], None),
        ("VWVVV", [night(1), day(1), said(1, JOKE), exiled(2)], None),
    ],
)
def test_a_feat_is_what_the_log_says(letters: str, told: list[Said], feat: Feat | None) -> None:
    tables = tables_of(written(letters, *told, ended(len(told), "wolves")))
    assert feat_of(tables, 1) == feat
