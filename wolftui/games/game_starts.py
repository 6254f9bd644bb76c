"""Starts games: new from an arrangement, resumed from a folder, or forked from a saved game.

Also collects the bot phrases that people read in their last games, so that bots vary them.
"""

from __future__ import annotations

from pathlib import Path

from wolfcore.bots.fingerprints import fingerprints_of
from wolfcore.errors import LogError
from wolfcore.game import facts as f
from wolfcore.records import SavedGame, newest_folders, read_game

MAX_GAMES = 8
"""How many of the last games with a person count."""


MAX_SCANNED = 60
"""How many of the newest games are looked at to find them."""


MAX_PHRASES = 2000
"""How many sentences count, the newest first: more than eight long games have."""


def recent_bot_phrases(root: Path) -> tuple[str, ...]:
    """The signs of what house bots said in the last games of people below `root`, ascending.

    A game that cannot be read has told nobody anything; whoever opens it is told what is wrong with
    it.

    Raises:
        ConfigError: `root` cannot be read.
    """
    found: dict[str, None] = {}
    games = 0
    for folder in newest_folders(root, MAX_SCANNED):
        try:
            saved = read_game(folder, strict=False)
        except LogError:
            continue
        if saved.people:
            found.update(dict.fromkeys(_phrase_signs(saved)))
            games += 1
        if games == MAX_GAMES or len(found) > MAX_PHRASES:
            break
    return tuple(sorted(list(found)[:MAX_PHRASES]))


def _phrase_signs(saved: SavedGame) -> list[str]:
    """The signs of all that house bots said aloud in a game."""
    seats = saved.about.seats if saved.about else ()
    bots = {seat for seat, spec in enumerate(seats, 1) if spec.player == "bot"}
    said = [entry.fact for entry in saved.entries if isinstance(entry.fact, f.Said)]
    return [
        sign
        for fact in said
        if fact.seat in bots
        for sign in fingerprints_of(fact.text, saved.header.names)
    ]
