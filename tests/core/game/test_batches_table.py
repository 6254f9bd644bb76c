"""The table of batches in ARCHITECTURE.md is the one that the rules make."""

from __future__ import annotations

from pathlib import Path

from .batches_table import table

ARCHITECTURE = Path(__file__).parents[3] / "ARCHITECTURE.md"
BEGIN, END = "<!-- batches -->", "<!-- /batches -->"


def test_the_architecture_page_has_the_table_of_batches_that_the_rules_make() -> None:
    text = ARCHITECTURE.read_text(encoding="utf-8")
    shown = text.split(BEGIN)[1].split(END)[0].strip()
    assert shown == table(), "run `python -m tests.core.game.batches_table` and put its table between the markers"


def test_a_night_and_a_day_of_the_default_board() -> None:
    assert "| `sla7` | [kill + protect + check] · kill | – | 7 x speak · [7 vote] | 2 + 8 |" in table()


def test_a_person_who_waits_for_a_pack_that_is_unseen_waits_once() -> None:
    assert "| `helmsman7` | [4 suspect] · [2 kill + protect + check] |" in table()
