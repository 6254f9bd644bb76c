"""Games to share: bots' ones as they are saved, and logs that tests make."""

from __future__ import annotations

from collections.abc import Iterable

from tests.core.game.planting import Round, log_of
from wolfcore.game import Entry, GameSpec
from wolftui.export.formats import TEXT_FORMATS, render_text
from wolftui.export.redaction import RedactedGame, redact_log
from wolftui.games.session.game_session import GameSession
from wolftui.words.spans import MODERATOR_EYES


def shared_log(spec: GameSpec, log: Iterable[Entry], eyes: int = MODERATOR_EYES) -> RedactedGame:
    """A log through some eyes."""
    return redact_log("an-id", GameSession(spec.board, spec.names, live=False), tuple(log), eyes)


def every_form(spec: GameSpec, played: Iterable[Round], eyes: int) -> dict[str, str]:
    """A game in every form."""
    told = shared_log(spec, log_of(played), eyes)
    return {form: render_text(told, form) for form in TEXT_FORMATS}
