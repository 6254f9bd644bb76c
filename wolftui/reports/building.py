"""A report from what was gathered: its title, what it says first, and its sections in their order."""

from __future__ import annotations

from .content import Report, Section
from .gathering import Material
from .leagues import league_sections
from .measures import apart, measured, tables
from .method import method, taken
from .played import played
from .winning import lasting, winning


def report_of(material: Material) -> Report:
    """The report of some games, of which at least one counts."""
    figures = material.figures
    sections: list[Section] = [played(material), *(league_sections(material.league) if material.league else [])]
    if figures.games:
        sections.append(winning(material))
    sections.append(lasting(material.games))
    if figures.games:
        sections += [measured(material), *([apart(material.apart)] if material.apart else [])]
        sections += [tables(figures.entries, figures.games), taken(material)]
    sections.append(method(material))
    games = sum(row.counts for row in material.games)
    title = f"{games:,} {'game' if games == 1 else 'games'} of Werewolf"
    return Report(title, tuple(_lead(material)), tuple(section for section in sections if section.words or section.parts))


def _lead(material: Material) -> list[str]:
    """What a report says first."""
    rows = [row for row in material.games if row.counts]
    boards = sorted({row.board for row in rows})
    players = sorted({player for row in rows for player in row.players if player})
    sentences = [f"On {_listed(boards)}, played by {_listed(players)}." if players else f"On {_listed(boards)}."]
    if material.league:  # its deals are played several times, and no game is an observation of its own
        return sentences
    won = [row for row in material.figures.rows if row.metric.name == "win_rate" and row.group == {"team": "village"}]
    return sentences + [_won(row.value, row.low, row.high, row.n) for row in won if row.value is not None and row.n > 1]


def _won(share: float, low: float | None, high: float | None, games: int) -> str:
    """Who won, in a sentence."""
    bounds = "" if low is None or high is None else f"; the interval of 95 % goes from {low:.1%} to {high:.1%}"
    return f"The village won {share:.1%} of the {games:,} games that somebody won{bounds}."


_MOST = 6


def _listed(words: list[str]) -> str:
    more = f" and {len(words) - _MOST} more" if len(words) > _MOST else ""
    return ", ".join(words[:_MOST]) + more
