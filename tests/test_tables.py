"""What the README shows of the program is what the program has."""

from __future__ import annotations

from docs.tables import README, boards_table, with_tables


def test_the_readme_has_the_boards_of_the_program() -> None:
    text = README.read_text(encoding="utf-8")
    assert boards_table() in text
    assert with_tables(text) == text
