"""A speech as it is shown to a model."""

from __future__ import annotations

from msgspec import Struct

from wolfcore.game.rulebook import Section


class SpeechInContext(Struct, frozen=True):
    """A speech as it is shown to a model, in lines.

    Attributes:
        rules: The rules of its board.
        record: What went before.
        speaker: Who speaks, by number and name.
        speech: The words.
        truth: Who holds which role; empty where it is judged blind.
    """

    rules: tuple[Section, ...]
    record: tuple[str, ...]
    speaker: str
    speech: tuple[str, ...]
    truth: str = ""

    @property
    def length(self) -> int:
        """Characters of the record."""
        return sum(map(len, self.record))
