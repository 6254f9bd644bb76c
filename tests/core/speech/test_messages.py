"""The reader on what people type, against labels made without it."""

from __future__ import annotations

import pytest

from tests.core.speech.measure import as_text
from tests.core.speech.messages import Message, compare, messages

FLOORS = {
    "seen": {"claims": (0.95, 0.9), "checked": (0.95, 0.85), "accuses": (0.93, 0.85)},
    "blind": {"claims": (0.9, 0.85), "checked": (0.88, 0.72), "accuses": (0.83, 0.7)},
    "fresh": {"claims": (0.95, 0.9), "checked": (0.95, 0.9), "accuses": (0.93, 0.8)},
}
"""What it reads no worse than, as precision and recall: below what was measured, so that they hold
what was reached; no aims."""


@pytest.mark.parametrize("name", FLOORS)
def test_what_is_typed_is_read_no_worse_than_it_was(name: str) -> None:
    rows, _ = compare(messages(name))
    for row in rows:
        if row.kind in FLOORS[name]:
            precision, recall = FLOORS[name][row.kind]
            assert (row.precision or 0) >= precision and (row.recall or 0) >= recall, as_text(rows)


@pytest.mark.parametrize("name", FLOORS)
def test_every_label_is_of_a_seat_at_the_table(name: str) -> None:
    for message in messages(name):
        assert 1 <= message.speaker <= len(message.names)
        for act in message.acts:
            seats = [int(word) for word in act.split()[1:2] if word.isdigit()]
            assert all(0 <= seat <= len(message.names) for seat in seats), act


def test_what_is_heard_too_much_and_what_is_overlooked_both_count() -> None:
    names = ("Ada", "Bram", "Cleo")
    rows, misses = compare(
        [
            Message("1", names, 1, "Cleo is a wolf.", ("accuses 2", "?accuses 3")),
            Message("2", names, 1, "I am the Seer.", ("claims Seer",)),
            Message(
                "3",
                names,
                1,
                "I am the Seer. I checked Cleo last night and she is a wolf.",
                ("checked 3 wolves last",),
            ),
        ]
    )
    by_kind = {row.kind: row for row in rows}
    assert (by_kind["accuses"].positives, by_kind["accuses"].said, by_kind["accuses"].right) == (
        1,
        0,
        0,
    )
    assert (by_kind["claims"].positives, by_kind["claims"].said, by_kind["claims"].right) == (
        1,
        2,
        1,
    )
    assert (by_kind["checked"].positives, by_kind["checked"].said, by_kind["checked"].right) == (
        1,
        1,
        1,
    )
    assert [miss.message.id for miss in misses] == ["1", "3"]
