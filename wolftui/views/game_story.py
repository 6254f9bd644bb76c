"""The story of a finished game in lines: its nights and days, and a feat of its person."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from wolfcore.game import ALL
from wolfcore.metrics.recorded_game import from_saved_game
from wolfcore.metrics.walk import tables_of
from wolfcore.records import SavedGame, read_game
from wolftui.measures.highlights import feat_of
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line

from .labels import course_lines


class GameStory(NamedTuple):
    """What a finished game is told in, beside its result.

    Attributes:
        course: A line per night and day, as everybody at the table knew them.
        feat: A feat of its person as a sentence; empty for none.
    """

    course: tuple[Line, ...] = ()
    feat: str = ""


def read_story(folder: Path, seat: int, glyphs: Glyphs) -> GameStory:
    """Read the story of a finished game.

    Args:
        folder: The game's folder.
        seat: The seat of its person (`OwnResult`), whose feat is told; 0 for none.
        glyphs: The signs to draw.

    Raises:
        LogError: The game cannot be read, or is damaged.
    """
    saved = read_game(folder)
    public = [entry.fact for entry in saved.entries if entry.to == ALL]
    course = course_lines(public, saved.header.names, glyphs)
    return GameStory(tuple(course), feat_words(saved, seat))


def feat_words(saved: SavedGame, seat: int) -> str:
    """Tell the feat of a seat in a finished game in a sentence; empty for none."""
    feat = feat_of(tables_of(from_saved_game(saved)), seat)
    return _FEATS[feat.kind].format(feat.number) if feat else ""


_FEATS = {
    "unseen": "You fooled everybody: in {} votes nobody voted for you.",
    "joke": "On day {} you only joked, and were exiled.",
    "unerring": "All your {} ballots were for wolves.",
}
