"""From where a game can be played on differently: the parts of its days, each with the first ask of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wolftui.text.spans import Line, Span

_ASK = re.compile(r"([nd])(\d+)\.([a-z_]+)")
_PARTS = {
    "run": "the election", "campaign": "the election", "elect": "the election", "speak": "the discussion", "bid": "the discussion",
    "order": "the discussion", "lean": "the straw vote", "summarise": "the sheriff's summary", "defend": "the defence",
    "vote": "the vote", "plead": "the vote",
}  # fmt: skip


def fork_points(asks: Iterable[str]) -> list[tuple[str, str]]:
    """The points of a game, given the ids of its asks in order: the words for each, and the ask from which it is played anew."""
    points: dict[str, str] = {}
    for ask in asks:
        found = _ASK.match(ask)
        if not found or ask.endswith(".suspect"):
            continue
        night, day, kind = found[1] == "n", found[2], found[3]
        if night:
            points.setdefault(f"Night {day}", ask)
        elif kind in _PARTS:
            points.setdefault(f"Day {day}, {_PARTS[kind]}", ask)
    return list(points.items())


def fork_players(names: tuple[str, ...]) -> list[tuple[Line, tuple[str, ...]]]:
    """Who may play from there on: what stands in the menu, and the seats as they are written on a command line."""
    choices: list[tuple[Line, tuple[str, ...]]] = [((Span("as before, and I watch"),), ())]
    for seat, name in enumerate(names, 1):
        choices.append(((Span("I play "), Span(f"{seat} {name}", f"seat-{seat}")), (f"{seat}=human",)))
    return choices
