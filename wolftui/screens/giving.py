"""Giving a game to others: in which form, asked over the screen from which it is given."""

from __future__ import annotations

from pathlib import Path

from wolftui.settings.paths import game_word
from wolftui.text.spans import Line, Span

from .over import ChoiceOver

FORMS = (
    ("html", "a page that replays it in any browser"),
    ("md", "Markdown"),
    ("txt", "plain text"),
    ("csv", "a row a fact, for spreadsheets"),
)
"""The forms that are written from here, with what each is."""


class Giving(ChoiceOver[str]):
    """Asks for a form; gives back its name.

    Args:
        whose: Through whose eyes it is, in words.
        where: Where the file will stand, in words.
        path: The game's folder, or None for one that is not saved.
    """

    def __init__(self, whose: str, where: str, path: Path | None) -> None:
        told = f"What {whose} see and nothing else, as a file {where}."
        if path is not None:
            told += f"\nElsewhere, or as a picture or a recording:\nwolftui export {game_word(path)} --to svg"
        choices: list[tuple[Line, str]] = [((Span(f"{form:<6}", "strong"), Span(words, "dim")), form) for form, words in FORMS]
        super().__init__("Give this game away?", told, choices, keys=[form[0] for form, _ in FORMS])
