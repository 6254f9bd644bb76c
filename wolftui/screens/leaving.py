"""Whether a running game is to be left, and what becomes of it."""

from __future__ import annotations

from msgspec.structs import replace

from wolftui.session.shown import ShownGame
from wolftui.settings.actions import Situation
from wolftui.text.spans import Line, Span

from .over import ChoiceOver


class Leaving(ChoiceOver[bool]):
    """Asks whether a running game is to be left, and says what becomes of it."""

    def __init__(self, shown: ShownGame) -> None:
        if shown.path:
            words = f"It is saved to the last answer. Go on with it later:\nwolftui resume {shown.game}"
        else:
            words = "It is not saved and would be lost."
        choices: list[tuple[Line, bool]] = [((Span("Stay"),), False), ((Span("Leave"),), True)]
        super().__init__("Leave this game?", words, choices)

    @property
    def situation(self) -> Situation:
        """What decides which keys the line below shows."""
        return replace(super().situation, leaving=True)
