"""Builds the report document: title, lead and the sections in order."""

from __future__ import annotations

from .arena_section import arena_sections
from .collection import ReportData
from .document import Report, Section
from .measurements import (
    cost_section,
    group_section,
    method_section,
    metrics_section,
    tables_section,
)
from .outcomes import length_section, played_section, wins_section


def build_report(material: ReportData) -> Report:
    """Make the title, introduction and sections of a report, to be rendered in any format.

    Args:
        material: The measured data of the games; at least one of the games counts.
    """
    figures = material.figures
    sections: list[Section] = [
        played_section(material),
        *(arena_sections(material.arena) if material.arena else []),
    ]
    if figures.games:
        sections.append(wins_section(material))
    sections.append(length_section(material.games))
    if figures.games:
        sections += [
            metrics_section(material),
            *([group_section(material.by_group)] if material.by_group else []),
        ]
        sections += [tables_section(figures.entries, figures.games), cost_section(material)]
    sections.append(method_section(material))
    games = sum(row.counts for row in material.games)
    title = f"{games:,} {'game' if games == 1 else 'games'} of Werewolf"
    return Report(
        title,
        tuple(_lead(material)),
        tuple(section for section in sections if section.words or section.parts),
    )


def _lead(material: ReportData) -> list[str]:
    """Write the introduction: boards and players and, without an arena, the village's wins."""
    rows = [row for row in material.games if row.counts]
    boards = sorted({row.board for row in rows})
    players = sorted({player for row in rows for player in row.players if player})
    sentences = [
        f"On {_joined(boards)}, played by {_joined(players)}."
        if players
        else f"On {_joined(boards)}."
    ]
    # An arena plays each deal several times, so its games are not independent observations.
    if material.arena:
        return sentences
    won = [
        row
        for row in material.figures.rows
        if row.metric.name == "win_rate" and row.group == {"team": "village"}
    ]
    return sentences + [
        _won(row.value, row.low, row.high, row.n)
        for row in won
        if row.value is not None and row.n > 1
    ]


def _won(share: float, low: float | None, high: float | None, games: int) -> str:
    """Say how often the village won, with the interval."""
    bounds = (
        ""
        if low is None or high is None
        else f"; the interval of 95 % goes from {low:.1%} to {high:.1%}"
    )
    return f"The village won {share:.1%} of the {games:,} games that somebody won{bounds}."


_MOST = 6


def _joined(words: list[str]) -> str:
    more = f" and {len(words) - _MOST} more" if len(words) > _MOST else ""
    return ", ".join(words[:_MOST]) + more
