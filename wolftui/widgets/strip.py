"""A strip below the table: what is said or asked there while the transcript stays in sight, with its choices if it has any."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical

from wolftui.text.spans import Line
from wolftui.text.wrapping import wrap

from .menu import Item, Menu
from .paper import LineView


class NoticeLines(LineView):
    """Lines that are wrapped."""

    DEFAULT_CSS = """
    NoticeLines { height: auto; background: $w-prompt; }
    """

    def __init__(self) -> None:
        super().__init__(dom_id="strip-words")
        self._words: tuple[Line, ...] = ()

    def say(self, lines: Sequence[Line]) -> None:
        """Show these lines."""
        self._words = tuple(lines)
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """The lines, wrapped."""
        return [row for line in self._words for row in wrap(line, width)]


class NoticeStrip(Vertical):
    """Hidden until it has something to say; what is chosen in it comes as a `Menu.CandidateChoice`."""

    DEFAULT_CSS = """
    NoticeStrip { display: none; height: auto; max-height: 8; background: $w-prompt; padding: 0 1; border-left: outer $w-day; }
    NoticeStrip Menu { background: $w-prompt; }
    """

    def __init__(self) -> None:
        super().__init__(id="below")
        self.words, self.menu = NoticeLines(), Menu(dom_id="below-choices")

    def compose(self) -> ComposeResult:
        """Words, and below them the choices."""
        yield self.words
        yield self.menu

    def show(self, lines: Sequence[Line], items: Sequence[Item] = ()) -> None:
        """Say something, with choices or none."""
        self.display = True
        self.menu.display = bool(items)
        self.words.say(lines)
        self.menu.offer(items)

    def hide(self) -> None:
        """Say nothing any more."""
        self.display = False

    @property
    def asks(self) -> bool:
        """Whether something is to be chosen."""
        return bool(self.display and self.menu.display)

    @property
    def text(self) -> str:
        """What can be read."""
        return f"{self.words.text}\n{self.menu.text if self.menu.display else ''}" if self.display else ""
