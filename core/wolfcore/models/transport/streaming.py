"""Incremental parsers for streamed replies: server-sent events, JSON lines, and `<think>` tags.

Sources: HTML living standard 9.2.6 (server-sent events; only data is used); Ollama `docs/api.md`,
"Streaming responses". Each byte is looked at once, however the stream is cut.
"""

from __future__ import annotations

import codecs


class NdjsonReader:
    """Feed it bytes, get the lines that are whole and not blank."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._line: list[str] = []

    def feed(self, chunk: bytes) -> list[str]:
        """The lines that end in `chunk`."""
        return self._take(self._decoder.decode(chunk))

    def end(self) -> list[str]:
        """The line that the end of the stream cut short, if there is one."""
        return self._take(self._decoder.decode(b"", final=True) + "\n")

    def _take(self, text: str) -> list[str]:
        *ends, rest = text.split("\n")
        lines: list[str] = []
        for end in ends:
            lines.append("".join([*self._line, end]).strip())
            self._line = []
        if rest:
            self._line.append(rest)
        return [line for line in lines if line]


class SseReader:
    """Feed it bytes, get the data of the events that are whole."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._line: list[str] = []
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> list[str]:
        """The events that end in `chunk`."""
        return self._take(self._decoder.decode(chunk))

    def end(self) -> list[str]:
        """The event that the end of the stream cut short, if it had any data."""
        return self._take(self._decoder.decode(b"", final=True) + "\n\n")

    def _take(self, text: str) -> list[str]:
        events: list[str] = []
        *ends, rest = text.split("\n")
        for end in ends:
            line = "".join([*self._line, end]).removesuffix("\r")
            self._line = []
            if line.startswith("data:"):
                self._data.append(line[5:].removeprefix(" "))
            elif not line and self._data:
                events.append("\n".join(self._data))
                self._data = []
        if rest:
            self._line.append(rest)
        return events


_OPEN, _CLOSE = "<think>", "</think>"


class ThinkingSplitter:
    """Takes the pieces of a reply and gives those that belong to the reply itself."""

    def __init__(self) -> None:
        self.thinking = ""
        self._held = ""
        self._blanks: list[str] = []
        self._thought: list[str] = []
        self._inside: bool | None = None
        self._skip_blanks = False

    def feed(self, text: str) -> str:
        """What may be shown now that `text` has come."""
        if self._inside is False:
            return self._after(text)
        if self._inside is None and not self._held:
            # Blanks in front are put aside, so that however many come each is looked at once.
            words = text.lstrip()
            self._blanks.append(text[: len(text) - len(words)])
            text = words
        self._held += text
        if self._inside is None:
            if len(self._held) < len(_OPEN) and _OPEN.startswith(self._held):
                return ""
            self._inside = self._held.startswith(_OPEN)
            if not self._inside:
                return self.end()
            self._held, self._blanks = self._held.removeprefix(_OPEN), []
        before, close, after = self._held.partition(_CLOSE)
        if close:
            self._thought.append(before)
            self.thinking = "".join(self._thought).strip()
            self._inside, self._held, self._skip_blanks = False, "", True
            return self._after(after)
        # Only its last letters can be the beginning of the closing tag, so no more is looked at
        # again.
        sure = max(0, len(before) - len(_CLOSE) + 1)
        self._thought.append(before[:sure])
        self._held = before[sure:]
        return ""

    def end(self) -> str:
        """What is left at the end: nothing where the thinking never ended."""
        held, self._held = self._held, ""
        if self._inside:
            self.thinking = "".join([*self._thought, held]).strip()
            return ""
        blanks, self._blanks = self._blanks, []
        return "".join([*blanks, held])

    def _after(self, text: str) -> str:
        """Words of the reply, without the blanks between the thinking and them."""
        if self._skip_blanks:
            text = text.lstrip()
            self._skip_blanks = not text
        return text
