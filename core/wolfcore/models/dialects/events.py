"""Models: the events of a stream from bytes, whole events out, however the bytes are cut.

Sources: HTML living standard, section 9.2.6 (server-sent events, of which only the data is of use here); Ollama `docs/api.md`,
"Streaming responses" (a JSON object a line). Each byte is looked at once.
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
