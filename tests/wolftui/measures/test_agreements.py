"""What two say of speeches, by side and by day: both counts stand apart, and what nobody was asked
counts nowhere."""

from __future__ import annotations

from wolfcore.metrics.annotation import Item
from wolftui.measures.speech_agreement import labels_by_day


def item(day: int, seat: int) -> Item:
    return Item("g", 10 * day + seat, day, seat, "words")


def test_counts_by_day_stand_apart_for_each_side() -> None:
    sides = {
        item(day, seat): "wolves" if seat == 1 else "village"
        for day in (1, 2, 4, 6)
        for seat in (1, 2, 3)
    }
    judged = {each: {"accuses": each.seat != 2} for each in sides} | {item(1, 3): {"trust": True}}
    read = {each: {"accuses": each.day == 1} for each in sides if each.day != 6} | {item(4, 1): {}}
    wolves, village = "\n".join(labels_by_day("m", judged, read, sides)).split("\n\n")
    for block, side, accuses, trust in (
        (
            wolves,
            "wolves",
            ["1/1 of 1", "1/0 of 1", "2/- of 2"],
            ["0/- of 0", "0/- of 0", "0/- of 0"],
        ),
        (
            village,
            "village",
            ["0/1 of 1", "1/0 of 2", "2/0 of 4"],
            ["1/- of 1", "0/- of 0", "0/- of 0"],
        ),
    ):
        title, head, *rows = block.splitlines()
        assert title == f"{side}: m/reader of speeches"
        assert head.split() == ["day", "1", "day", "2", "later"], (
            "a day of which nobody was asked is left out"
        )
        cells = {
            row[:23].strip(): [row[23 + 14 * at : 37 + 14 * at].strip() for at in range(3)]
            for row in rows
        }
        assert cells["accuses"] == accuses
        assert cells["shows trust"] == trust
        assert max(map(len, block.splitlines())) <= 80
