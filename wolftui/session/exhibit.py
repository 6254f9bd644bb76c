"""A speech of a saved game as it is shown to whoever judges it: what went before, and the speech itself as the last block."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.annotation import Sight
from wolfcore.errors import ConfigError
from wolfcore.game import ROLES, RoleName
from wolfcore.game.facts import Dealt, Said
from wolfcore.records import SavedGame
from wolftui.text.glyphs import FANCY, Glyphs
from wolftui.text.spans import MODERATOR_EYES, PUBLIC_EYES, Block

from .session import GameSession


class JudgedSpeech(Struct, frozen=True):
    """A speech with what may be known of it.

    Attributes:
        before: What was told before it, without anybody's thoughts.
        speech: The speech.
        roles_line: Who holds which role, in a line; empty where it is judged blind.
    """

    before: tuple[Block, ...]
    speech: Block
    roles_line: str = ""


def judged_speech(saved: SavedGame, entry: int, sight: Sight, glyphs: Glyphs = FANCY) -> JudgedSpeech:
    """The speech at an entry of a game's log.

    Args:
        saved: The game.
        entry: Its place in the log, from 0.
        sight: `blind` shows what everybody at the table had seen and heard by then; `known` all that had happened.
        glyphs: The signs to draw.

    Raises:
        ConfigError: There is no speech at that place.
    """
    if not (entry < len(saved.entries) and isinstance(saved.entries[entry].fact, Said)):
        raise ConfigError("is not the game that was sampled: a speech is missing", file=str(saved.path))
    session = GameSession(saved.header.board, saved.header.names, live=False, glyphs=glyphs)
    session.entries(saved.entries[: entry + 1])
    session.go_end()
    session.set_eyes(PUBLIC_EYES if sight == "blind" else MODERATOR_EYES)
    *before, speech = (replace(block, thought="") for block in session.blocks)
    return JudgedSpeech(tuple(before), speech, roles_line_of(saved) if sight == "known" else "")


def roles_line_of(saved: SavedGame) -> str:
    """Who holds which role, wolves first: `Werewolf 3 5 · Seer 4 · Villager 1 2 6 7`."""
    dealt = [entry.fact for entry in saved.entries if isinstance(entry.fact, Dealt)]
    seats: dict[RoleName, list[int]] = {}
    for fact in sorted(dealt, key=lambda fact: (ROLES[fact.role].team != "wolves", fact.role == "Villager", fact.seat)):
        seats.setdefault(fact.role, []).append(fact.seat)
    return " · ".join(f"{role} {_listed(held)}" for role, held in seats.items())


def _listed(seats: Sequence[int]) -> str:
    return " ".join(map(str, sorted(seats)))
