"""Where a game turned, for the timeline: sought when nothing else happens, and shown to eyes alone that know everything."""

from __future__ import annotations

from wolftui.panels.timeline import PhaseKey
from wolftui.session.shown import ShownGame
from wolftui.text.spans import MODERATOR_EYES


class TurningPoint:
    """The night or day on which a game turned.

    Args:
        shown: The game.
    """

    def __init__(self, shown: ShownGame) -> None:
        self._shown = shown
        self._computed = False
        self._found: PhaseKey | None = None

    @property
    def moment(self) -> PhaseKey | None:
        """When it turned; None while that is not known, and for eyes that may not know it."""
        return self._found if self._eyes_may_know else None

    @property
    def _eyes_may_know(self) -> bool:
        return self._shown.session.eyes == MODERATOR_EYES and self._shown.has_outcome

    def compute(self) -> bool:
        """Look for it, once, where it may be known; returns whether it was found just now."""
        if self._computed or not self._eyes_may_know:
            return False
        from wolftui.figures.turning import turning_point  # with the house bots, whom no first frame waits for

        self._computed = True
        turned = turning_point(self._shown.all_facts, self._shown.session.board.size)
        self._found = (turned.day, turned.night) if turned else None
        return self._found is not None
