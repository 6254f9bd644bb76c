"""The reveal screen: after a game the cards turn one by one; any key shows all of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import ClassVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.message import Message

from wolftui.screen.app_interface import AppInterface
from wolftui.screen.widgets.line_view import Heading, LineView, TooSmall
from wolftui.settings.actions import Situation
from wolftui.views.labels import board_title
from wolftui.views.reveal import REVEAL_SECONDS, Reveal
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Line, Span

from .app_screen import AppScreen, key_bindings
from .game_dialogs import ask_fork
from .result_screen import ResultScreen

_BEAT = 0.1
"""Seconds between two paints while cards turn."""


class Cards(LineView, can_focus=True):
    """The cards of a game after some seconds of the reveal.

    Attributes:
        seconds: The seconds since the reveal began.
    """

    app = getters.app(AppInterface)
    DEFAULT_CSS = """
    Cards { height: auto; background: $w-background; }
    """

    class Finished(Message):
        """Posted when everything is shown."""

    def __init__(self, reveal: Reveal, seconds: float) -> None:
        super().__init__(dom_id="cards")
        self._reveal, self.seconds = reveal, seconds

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the page at this second."""
        return self._reveal.lines(self.seconds, width)

    @property
    def finished(self) -> bool:
        """Whether everything is shown."""
        return self.seconds >= REVEAL_SECONDS

    def advance(self, seconds: float) -> None:
        """Let time pass and paint the cards that turn; nothing changes once all is shown."""
        if self.finished:
            return
        self.seconds = min(self.seconds + seconds, REVEAL_SECONDS)
        self.repaint()
        if self.finished:
            self.post_message(self.Finished())

    def on_key(self, event: events.Key) -> None:
        """Show everything; once all is shown, or for help, leave the key to the screen."""
        help_keys = next(each.keys for each in self.app.actions if each.id == "help")
        if not self.finished and event.key not in help_keys:
            self.advance(REVEAL_SECONDS)
            event.stop()
            event.prevent_default()


class RevealScreen(AppScreen):
    """Turns the cards of a finished game, then goes on to its result.

    Args:
        result: The result screen to open afterwards.
        glyphs: The glyphs to draw.
        animated: Whether the cards turn one by one; False shows everything at once.

    Attributes:
        cards: The cards.
    """

    PLACE = "reveal"
    AUTO_FOCUS = "Cards"
    BINDINGS: ClassVar[list[BindingType]] = key_bindings("reveal")
    HORIZONTAL_BREAKPOINTS = [(0, "-small"), (100, "-wide")]  # noqa: RUF012  as Textual has it
    DEFAULT_CSS = """
    RevealScreen #reveal { height: 1fr; padding: 1 4; background: $w-background; }
    RevealScreen.-small #reveal { padding: 1 1 0 2; }
    """

    def __init__(self, result: ResultScreen, glyphs: Glyphs = FANCY, *, animated: bool) -> None:
        super().__init__(glyphs)
        self._result, self._last_beat = result, 0.0
        begin = 0.0 if animated else REVEAL_SECONDS
        self.heading, self.cards = Heading(), Cards(Reveal(result.numbers), begin)

    def compose(self) -> ComposeResult:
        """Yield heading, cards and key line."""
        yield self.heading
        with VerticalScroll(id="reveal", can_focus=False):
            yield self.cards
        yield self.keys
        yield TooSmall(self.plain_command)

    def on_mount(self) -> None:
        """Show the heading, and let time pass."""
        self.heading.show(
            (
                Span(f" {self.glyphs.day} wolftui", "accent"),
                Span(f"  {board_title(self._result.shown.session.board.name)}     ", "quiet"),
                Span("Who was who", "strong"),
            )
        )
        self._last_beat = monotonic()
        if self.app.heartbeat and not self.cards.finished:
            self.set_interval(_BEAT, self.beat)

    def beat(self) -> None:
        """Let the time since the last beat pass, unless help lies over the cards.

        Beats come late while the game is analysed.
        """
        before, self._last_beat = self._last_beat, monotonic()
        if self.app.screen is self:
            self.cards.advance(self._last_beat - before)

    @on(Cards.Finished)
    def _finished(self) -> None:
        self.refresh_key_line()

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        shown, done = self._result.shown, self.cards.finished
        return Situation(
            "reveal",
            over=done,
            can_go_back=done,
            forkable=done and shown.forkable,
            guessable=done,
        )

    def plain_command(self) -> str:
        """Return the command that shows the same in plain lines."""
        return self._result.plain_command()

    def action_result(self) -> None:
        """Open the result in place of the cards."""
        self.app.pop_screen()
        self.app.push_screen(self._result)

    def action_fork(self) -> None:
        """Fork this game at an earlier ask."""
        ask_fork(self, Path(self._result.shown.path))

    def action_guess(self) -> None:
        """Replay this game with the roles hidden, and guess who is a wolf."""
        self.app.guess_along(self._result.shown)

    def action_back(self) -> None:
        """Return to the table."""
        self.app.pop_screen()
