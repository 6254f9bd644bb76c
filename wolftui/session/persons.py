"""Which seats of a saved game are people's. While one plays, nobody may be shown more than the person may know."""

from __future__ import annotations

from pathlib import Path

from wolfcore.records import About, Header, summarise


def people_in(header: Header, about: About | None) -> tuple[int, ...]:
    """The seats of all who are or ever were people in a game, ascending: from its start, by a fork or by a take-over."""
    if about is None:
        return header.people
    return tuple(sorted(about.human_seats_ever.union(header.people)))


def had_person(folder: Path) -> bool:
    """Whether a person was ever seated in the game in `folder`; so it is too where nothing can be read."""
    game = summarise(folder)
    return game.header is None or bool(people_in(game.header, game.about))
