"""Where a person writes: Enter sends, Ctrl-J begins a new line, Tab completes a name, Esc leaves and sends nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from textual import events, getters, on
from textual.message import Message
from textual.widgets import TextArea

from wolfcore.players.text import SPEECH_LIMIT
from wolftui.host import AppInterface

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
        super().__init__(id="composer", compact=True, highlight_cursor_line=False, placeholder="Your words", soft_wrap=True)
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
