"""Roles: what the papers measure of a game, in plain words first."""

from __future__ import annotations

from wolftui.text.spans import Span

from .book import Book
from .figures import figure_lines
from .page import Page, Writer

_PARTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("what the roles did", ("seer", "guard", "witch", "hunter", "werewolves", "ksr", "kre")),
    ("how the village voted", ("irp", "vss")),
    (
        "who stood against whom",
        (
            "confrontation", "confrontation_accusations", "confrontation_ballots", "confrontation_kills", "confrontation_poison",
            "confrontation_shots", "confrontation_protections",
        ),
    ),
    ("person and machines", ("correlation", "correlation_moments")),
    ("how it ended", ("days", "survivors")),
)  # fmt: skip
NOTHING = "A void game is not measured."


def _is_deed(name: str) -> bool:
    """Whether it counts what most games know nothing of, so that none of it needs no line."""
    return name.startswith("confrontation_")


def roles_page(book: Book, width: int) -> Page:
    """The page, for a width in cells."""
    writer = Writer(width, book.glyphs)
    for title, names in _PARTS:
        found = book.rows().items()
        rows = [row for name in names for (metric, *_), row in found if metric == name and (row.value or not _is_deed(name))]
        if rows:
            writer.title(title)
            figure_lines(book, writer, rows)
    if writer.empty:
        writer.words(Span(NOTHING, "quiet"))
        return writer.page
    writer.gap()
    writer.words(Span("One game, so n is 1 and there are no intervals. The same of many games: wolftui metrics.", "dim"))
    return writer.page
