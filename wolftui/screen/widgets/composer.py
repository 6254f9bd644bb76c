"""The text field for a speech, and the line that shows what the speech reader understood."""

from __future__ import annotations

import re
from collections.abc import Sequence

from textual import events, getters, on
from textual.message import Message
from textual.widgets import TextArea

from wolfcore.players.answers import SPEECH_LIMIT
from wolfcore.speech import Act, form_in_speech
from wolftui.screen.app_interface import AppInterface
from wolftui.settings.actions.keys import key_from_label
from wolftui.words.glyphs import Glyphs
from wolftui.words.recognised_acts import SpeechContext, is_foreign, wrapped_acts
from wolftui.words.spans import Line
from wolftui.words.wrapping import key_span

from .line_view import LineView

_WORD = re.compile(r"\w+\Z")


class Composer(TextArea):
    """The text field of a few lines in which a person writes a speech."""

    app = getters.app(AppInterface)
    DEFAULT_CSS = """
    Composer {
        height: auto; max-height: 6; border: none; padding: 0; background: $w-prompt;
        color: $w-text;
        scrollbar-size-vertical: 1;
        &:focus { border: none; }
        & .text-area--cursor-line { background: $w-prompt; }
        & .text-area--placeholder { color: $w-dim; }
    }
    """

    class Sent(Message):
        """Posted on Enter; `text` is the speech."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Truncated(Message):
        """Posted when text longer than a speech may be was inserted; the rest was cut off."""

    class Escaped(Message):
        """Posted on Esc: the person moves to the transcript, and the text stays."""

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
        """Handle Enter, Tab, Esc and the keys for a new line; every other key types.

        At the length limit of a speech a typed character rings the bell and is dropped.
        """
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
        """The keys that insert a line break."""
        return next(action.keys for action in self.app.actions if action.id == "new_line")

    def on_resize(self) -> None:
        """Scroll the text cursor into view after the field has become smaller."""
        self.call_after_refresh(self.scroll_cursor_visible)

    @on(TextArea.Changed)
    def _keep_within_limit(self) -> None:
        """Cut pasted text at the length limit of a speech, and post `Truncated`."""
        if len(self.text) > SPEECH_LIMIT:
            self.load_text(self.text[:SPEECH_LIMIT])
            self.move_cursor(self.document.end)
            self.post_message(self.Truncated())

    def complete(self) -> None:
        """Complete the seat name before the text cursor; repeated calls cycle the matches."""
        row, column = self.cursor_location
        before = self.document.get_line(row)[:column]
        found = _WORD.search(before)
        if not found:
            return
        stem, turn = self._completed if self._completed else (found[0], -1)
        fitting = [name for name in self._names if name.casefold().startswith(stem.casefold())]
        if fitting:
            turn = (turn + 1) % len(fitting)
            self.replace(form_in_speech(fitting[turn]), (row, found.start()), (row, column))
            self._completed = (stem, turn)


_ROWS, _LOW_ROWS, _LOW_SCREEN = 2, 1, 20
"""The most lines that `HeardLine` takes; the second number holds on screens of fewer rows than the
third."""


_EMPTY = " has sentences that the table understands."
"""The text after the key label while nothing is written."""


class HeardLine(LineView):
    """Shows what the speech reader understood in the text as it was last read.

    Args:
        glyphs: The glyphs to draw.

    Attributes:
        shown_for: The text that was read, and the context it is written in; None if nothing is
            shown.
        above_choices: Whether options are shown below it; on a low screen it is then empty.
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
        self._foreign = False

    def show(self, words: str, occasion: SpeechContext, acts: tuple[Act, ...]) -> None:
        """Show the speech acts understood in a text.

        Args:
            words: The text.
            occasion: The context in which the text is written.
            acts: The speech acts understood.
        """
        self.shown_for, self._acts = (words, occasion), acts
        self._foreign = is_foreign(words, occasion.names)
        self.repaint()

    def forget(self) -> None:
        """Show the hint for an empty text: nothing is written, or another person plays now."""
        if self.shown_for is not None:
            self.shown_for = None
            self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the recognised speech acts, or the hint while nothing is written."""
        low = self.app.size.height < _LOW_SCREEN
        if low and self.above_choices:
            return ()
        if self.shown_for is None:
            key = self.app.key_of("moves")
            return ((key_span(key_from_label(key), key + _EMPTY, "dim"),),)
        return wrapped_acts(
            self._acts,
            self.shown_for[1],
            self._glyphs,
            width,
            _LOW_ROWS if low else _ROWS,
            foreign=self._foreign,
        )
