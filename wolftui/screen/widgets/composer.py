"""The text field for a speech, and the line that shows what the speech reader understood."""

from __future__ import annotations

import re
from collections.abc import Sequence

from textual import events, getters, on
from textual.message import Message
from textual.widgets import TextArea

from wolfcore.players.answers import SPEECH_LIMIT
from wolfcore.speech import Act
from wolftui.screen.app_interface import AppInterface
from wolftui.settings.actions.keys import key_from_label
from wolftui.words.glyphs import Glyphs
from wolftui.words.recognised_acts import SpeechContext, wrapped_acts
from wolftui.words.spans import Line
from wolftui.words.wrapping import key_span

from .line_view import LineView

_WORD = re.compile(r"\w+\Z")


class Composer(TextArea):
    """A text field of a few lines."""

    app = getters.app(AppInterface)
    DEFAULT_CSS = """
    Composer {
        height: auto; max-height: 6; border: none; padding: 0; background: $w-prompt; color: $w-text;
        scrollbar-size-vertical: 1;
        &:focus { border: none; }
        & .text-area--cursor-line { background: $w-prompt; }
        & .text-area--placeholder { color: $w-dim; }
    }
    """

    class Sent(Message):
        """The words are meant to be said."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Truncated(Message):
        """More words were put in than a speech may have; the rest is gone."""

    class Escaped(Message):
        """The person goes to the transcript; the words stay."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(
            id="composer",
            compact=True,
            highlight_cursor_line=False,
            placeholder="Your words",
            soft_wrap=True,
        )
        self.cursor_blink = False
        self._names = tuple(names)
        self._completed: tuple[str, int] | None = None

    def on_key(self, event: events.Key) -> None:
        """What Enter, Tab and Esc mean while writing; every other key types."""
        match event.key:
            case "enter":
                self.post_message(self.Sent(self.text))
            case key if key in self._line_keys:
                self.insert("\n")
            case "tab":
                self.complete()
            case "escape":
                self.post_message(self.Escaped())
            case _:
                if event.key != "shift+tab":
                    self._completed = None
                if event.is_printable and len(self.text) >= SPEECH_LIMIT and not self.selected_text:
                    self.app.bell()
                    event.stop()
                    event.prevent_default()
                return
        event.stop()
        event.prevent_default()

    @property
    def _line_keys(self) -> tuple[str, ...]:
        """The keys that begin a new line."""
        return next(action.keys for action in self.app.actions if action.id == "new_line")

    def on_resize(self) -> None:
        """Where it became smaller, what is being written stays in sight."""
        self.call_after_refresh(self.scroll_cursor_visible)

    @on(TextArea.Changed)
    def _keep_within_limit(self) -> None:
        """Words that were pasted are cut where a speech ends, and whoever pasted them is told."""
        if len(self.text) > SPEECH_LIMIT:
            self.load_text(self.text[:SPEECH_LIMIT])
            self.move_cursor(self.document.end)
            self.post_message(self.Truncated())

    def complete(self) -> None:
        """Complete the name before the cursor; again for the next one that begins so."""
        row, column = self.cursor_location
        before = self.document.get_line(row)[:column]
        found = _WORD.search(before)
        if not found:
            return
        stem, turn = self._completed if self._completed else (found[0], -1)
        fitting = [name for name in self._names if name.casefold().startswith(stem.casefold())]
        if fitting:
            turn = (turn + 1) % len(fitting)
            self.replace(fitting[turn], (row, found.start()), (row, column))
            self._completed = (stem, turn)


_ROWS, _LOW_ROWS, _LOW_SCREEN = 2, 1, 20
"""Lines that it takes at most, and on a screen of fewer rows than the last number."""


_EMPTY = " has sentences that the table understands."
"""What stands behind a key while nothing is written."""


class HeardLine(LineView):
    """What was heard in the words as they stood when they were last read.

    Args:
        glyphs: The signs to draw.

    Attributes:
        shown_for: The words that it tells of, and where they are written; None where nothing is
            shown.
        above_choices: Whether choices stand below it; then it gives way to them on a low screen.
    """

    DEFAULT_CSS = """
    HeardLine { height: auto; background: $w-prompt; }
    """

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(dom_id="heard")
        self._glyphs = glyphs
        self.shown_for: tuple[str, SpeechContext] | None = None
        self.above_choices = False
        self._acts: tuple[Act, ...] = ()

    def show(self, words: str, occasion: SpeechContext, acts: tuple[Act, ...]) -> None:
        """Show what was heard in some words."""
        self.shown_for, self._acts = (words, occasion), acts
        self.repaint()

    def forget(self) -> None:
        """Show how to begin: nothing is written, or another person sits here."""
        if self.shown_for is not None:
            self.shown_for = None
            self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """What was heard."""
        low = self.app.size.height < _LOW_SCREEN
        if low and self.above_choices:
            return ()
        if self.shown_for is None:
            key = self.app.key_of("moves")
            return ((key_span(key_from_label(key), key + _EMPTY, "dim"),),)
        return wrapped_acts(
            self._acts, self.shown_for[1], self._glyphs, width, _LOW_ROWS if low else _ROWS
        )
