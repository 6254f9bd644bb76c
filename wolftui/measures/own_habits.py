"""A person's whole record, and its part that needs the speech reader: words before their exiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from wolfcore.speech import (
    Accuses,
    Act,
    AsksAll,
    AsksSeat,
    CallsVote,
    Chats,
    ClaimsRole,
    Defends,
    GivesReason,
    ReportsCheck,
    Vouches,
    read,
)
from wolfcore.speech.language import are_english
from wolftui.words.recognised_acts import NOTHING

from .own_games import OwnDay, OwnGame
from .own_standings import with_standings
from .player_record import (
    FEWEST_GAMES,
    Habits,
    OwnRecord,
    Share,
    read_record,
    share_over_games,
)

_MOST_DAYS = 500
"""The most days whose words are read, the newest; a second or two of reading."""


_FEWEST_EXILES = 3
"""Days with an exile from which there is something to say."""


def read_whole_record(folders: Iterable[Path], name: str = "") -> OwnRecord:
    """Compute all of a person's record; loads the speech reader, and openskill if installed.

    The arguments are those of `person_games`.
    """
    record = with_standings(read_record(folders, name))
    return replace(record, habits=habits_of(record.games))


def habits_of(games: Sequence[OwnGame]) -> Habits | None:
    """Read a person's words of their newest days; loads the speech reader.

    None below `FEWEST_GAMES` games or with too few exiles.

    Args:
        games: The games, oldest first.
    """
    days = [(game, day) for game in games for day in game.days][-_MOST_DAYS:]
    # Too few stay too few, whatever their language.
    if len(games) < FEWEST_GAMES or sum(day.exiled for _, day in days) < _FEWEST_EXILES:
        return None
    heard = [(game, day.exiled, _heard(game, day)) for game, day in days]
    found: dict[str, tuple[Share, Share]] = {}
    for label in {label for _, exiled, said in heard if exiled for label in said or ()}:
        before, other = (
            share_over_games(
                [
                    (game, label in said, 1)
                    for game, was_exiled, said in heard
                    if was_exiled == exiled and said is not None
                ],
                free_weights=True,
            )
            for exiled in (True, False)
        )
        found[label] = before, other
    ranked = sorted(found.items(), key=lambda item: (-item[1][0].hits, item[0]))
    if not ranked or ranked[0][1][0].of < _FEWEST_EXILES:
        return None
    return Habits(dict(ranked), sum(said is None for _, _, said in heard))


def _heard(game: OwnGame, day: OwnDay) -> set[str] | None:
    """Return what a person did with the words of a day; None if they are not English."""
    words = [text for text in day.said if text.strip()]
    if not all(are_english([(game.seat, text) for text in words], game.names)):
        return None
    acts = [read(text, game.seat, game.names, len(game.names), game.dealt) for text in words]
    return {label for each in acts for label in _labels(each, game.seat)} or {NOTHING}


_LABELS: dict[type[Act], str] = {
    CallsVote: "called for a vote",
    ClaimsRole: "claimed a role",
    ReportsCheck: "reported a check",
    Vouches: "spoke for somebody",
    AsksSeat: "asked a question",
    AsksAll: "asked a question",
    Chats: "chatted or joked",
}


def _labels(acts: Sequence[Act], seat: int) -> Iterator[str]:
    reasons = {act.seat for act in acts if isinstance(act, GivesReason | ReportsCheck)}
    for act in acts:
        match act:
            case Accuses(seat=accused):
                yield "accused with a reason" if accused in reasons else "accused, no reason"
            case Defends(seat=defended):
                yield "defended yourself" if defended == seat else "spoke for somebody"
            case _ if type(act) in _LABELS:
                yield _LABELS[type(act)]
            case _:
                pass
