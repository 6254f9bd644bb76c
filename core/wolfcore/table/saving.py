"""How the table's doings come into a game's folder."""

from __future__ import annotations

from msgspec import Struct

from wolfcore.game import Game
from wolfcore.players import CallRecord, TraceRecord
from wolfcore.records import GameFolder


class Noted(Struct, frozen=True, omit_defaults=True):
    """One line of the calls file: a model call or an agent's step, and the ask that it served."""

    ask: str
    seat: int
    call: CallRecord | None = None
    step: TraceRecord | None = None


def save_log(folder: GameFolder, game: Game) -> None:
    """Bring the log in the folder up to the game.

    Raises:
        LogError: It cannot be written now.
    """
    held = folder.log_lines - 1
    if held <= len(game.log):
        folder.add_log(game.log[held:], game.result)
