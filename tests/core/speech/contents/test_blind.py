"""What people type beyond judgements and claims is read no worse than it was."""

from __future__ import annotations

import pytest

from tests.core.speech.contents import HERE, found_in, labelled_messages

FLOORS = {
    "agree": (8, 6),
    "ask": (20, 20),
    "chat": (58, 11),
    "if": (10, 6),
    "pair": (10, 1),
    "propose": (62, 15),
    "reason": (50, 17),
    "refuse": (11, 3),
}
"""By kind, how many acts of `blind.jsonl` are read at least, and how many at most are read where
there are none."""


@pytest.fixture(scope="module")
def counts() -> tuple[dict[str, int], dict[str, int]]:
    right, missed, wrong = found_in(labelled_messages(HERE)["blind"])
    assert set(right) | set(missed) == set(FLOORS)
    return right, wrong


@pytest.mark.parametrize("kind", FLOORS)
def test_the_content_of_typed_messages_is_read_no_worse_than_it_was(
    kind: str, counts: tuple[dict[str, int], dict[str, int]]
) -> None:
    right, wrong = counts
    least, most = FLOORS[kind]
    assert right[kind] >= least
    assert wrong[kind] <= most
