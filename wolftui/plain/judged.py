"""A speech of a saved game in lines for a model that judges it: what a person is shown, without colours and unbroken."""

from __future__ import annotations

from wolfcore.annotation import Sight
from wolfcore.annotation.shown import SpeechInContext
from wolfcore.game.rulebook import rulebook
from wolfcore.records import SavedGame
from wolfcore.visible import blank_invisible
from wolftui.session.exhibit import judged_speech
from wolftui.text.glyphs import ASCII

from .lines import LineLook, block_lines

_UNBROKEN = LineLook(1 << 20, glyphs=ASCII)


def speech_for_model(saved: SavedGame, entry: int, seat: int, sight: Sight) -> SpeechInContext:
    """The speech at an entry of a game's log. No character in it ends a line but where a line ends here.

    Args:
        saved: The game.
        entry: Its place in the log, from 0.
        seat: Who speaks.
        sight: As in `exhibit`.

    Raises:
        ConfigError: There is no speech at that place.
    """
    shown = judged_speech(saved, entry, sight, ASCII)
    record = [line.strip() for block in shown.before for line in block_lines(block, _UNBROKEN)]
    words = [blank_invisible("".join(span.text for span in line)) for line in shown.speech.lines]
    speaker = blank_invisible(f"{seat} {saved.header.names[seat - 1]}")
    return SpeechInContext(rulebook(saved.header.board), tuple(filter(None, record)), speaker, tuple(words), shown.roles_line)
