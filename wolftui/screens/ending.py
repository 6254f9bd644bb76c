"""How a game ends at the table: for a person who is out for good, and for all. Both are said below the transcript, and wait."""

from __future__ import annotations

from collections.abc import Callable

from wolftui.panels.verdict import verdict_lines
from wolftui.session.shown import ShownGame
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import MODERATOR_EYES, Line, Span
from wolftui.widgets.menu import Item
from wolftui.widgets.strip import NoticeStrip

_OUT_OF_GAME_LINES: tuple[Line, ...] = (
    (
        Span("You are out of the game. ", "accent"),
        Span("Nobody will ask you anything any more, so you may look through the moderator's eyes.", "quiet"),
    ),
)
_CHOICES = (
    Item((Span("1  ", "dim"), Span("Stay blind"), Span("  follow the game as before", "dim")), "1"),
    Item((Span("2  ", "dim"), Span("See all"), Span("  every role, every secret", "dim")), "2"),
)


class EndNotices:
    """Says in a strip that a person is out, and how the game ended.

    Args:
        shown: The game.
        glyphs: The signs to draw.
        busy: Whether a person here is being asked.
        see: Looks through other eyes.
        rest: Puts the hands back where they were.

    Attributes:
        strip: Where it is said.
    """

    def __init__(
        self, shown: ShownGame, glyphs: Glyphs, busy: Callable[[], bool], see: Callable[[int], None], rest: Callable[[], None]
    ) -> None:
        self._shown, self._session, self._glyphs = shown, shown.session, glyphs
        self._is_asked, self._set_eyes, self._restore_focus = busy, see, rest
        self.strip = NoticeStrip()
        self._offered = False
        self._verdict: list[Line] = []

    @property
    def asks(self) -> bool:
        """Whether a person is to choose; the game is held until they have."""
        return self.strip.asks

    def update(self) -> None:
        """Say what there is to say where the game is now; whoever looks back reads nothing of it."""
        session = self._session
        if session.over:
            self._say_end()
        elif session.at_edge and not (self._offered or session.may_see_all or not session.may_unlock or self._is_asked()):
            self._offered = True
            self.strip.show(_OUT_OF_GAME_LINES, _CHOICES)
            self.strip.menu.focus()

    def _say_end(self) -> None:
        if self.asks:  # another process may have brought the end meanwhile, and there is nothing to choose any more
            self.strip.hide()
            self._restore_focus()
        if not (self._session.live and self._session.at_edge):
            self.strip.hide()
        elif not self.strip.display:
            self._verdict = self._verdict or verdict_lines(self._shown, self._glyphs)
            self.strip.show(self._verdict)

    def choose(self, number: int) -> None:
        """Stay blind (0) or see all (1), and go on."""
        if not self.asks:
            return
        self.strip.hide()
        self._restore_focus()
        if number and (self._session.unlock_after_death() or self._session.may_see_all):
            self._set_eyes(MODERATOR_EYES)
