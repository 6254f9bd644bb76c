"""The tables that pages show of the program are what the program has: `python -m docs.tables`
writes them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from docs.batches import batches_table
from docs.tables import TABLES, with_table


@pytest.mark.parametrize(
    ("page", "name", "made"), TABLES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_page_has_the_table_of_the_program(
    page: Path, name: str, made: Callable[[], str]
) -> None:
    text = page.read_text(encoding="utf-8")
    assert made() in text
    assert with_table(text, name, made()) == text


def test_a_night_and_a_day_of_the_default_board() -> None:
    assert (
        "| `sla7` | [kill + protect + check] · kill | – | 7 x speak · [7 vote] | 2 + 8 |"
        in batches_table()
    )


def test_a_person_who_waits_for_a_pack_that_is_unseen_waits_once() -> None:
    assert "| `helmsman7` | [4 suspect] · [2 kill + protect + check] |" in batches_table()
