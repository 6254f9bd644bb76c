"""What a report says of the games that it counts."""

from __future__ import annotations

import pytest

from wolftui.export.report.game_rows import GameRow
from wolftui.export.report.outcomes import played_words


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        (("2", "2", ""), ""),
        (("1", "2", "2"), "version 1 in 1, version 2 in 2 games"),
        (("1;2",), "version 1 and 2 in 1 games"),
    ],
)
def test_games_with_several_versions_of_the_house_bots_are_told(
    bots: tuple[str, ...], says: str
) -> None:
    words = " ".join(played_words([GameRow(game=each, bots=each) for each in bots]))
    assert ("House bots of several versions played" in words) == bool(says)
    assert says in words
