"""Roles: what the papers measure of a game, in plain words first."""

from __future__ import annotations

from wolftui.text.spans import Span

from .book import GameNumbers
from .figures import metric_lines
from .page import Page, PageWriter

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
VOID_GAME = "A void game is not measured."


def _is_deed(name: str) -> bool:
    """Whether it counts what most games know nothing of, so that none of it needs no line."""
    return name.startswith("confrontation_")


def roles_page(book: GameNumbers, width: int) -> Page:
    """The page, for a width in cells."""
    writer = PageWriter(width, book.glyphs)
    for title, names in _PARTS:
        found = book.rows().items()
        rows = [row for name in names for (metric, *_), row in found if metric == name and (row.value or not _is_deed(name))]
        if rows:
            writer.title(title)
            metric_lines(book, writer, rows)
    if writer.empty:
        writer.paragraph(Span(VOID_GAME, "quiet"))
        return writer.page
    writer.blank_line()
    writer.paragraph(Span("One game, so n is 1 and there are no intervals. The same of many games: wolftui metrics.", "dim"))
    return writer.page
