"""Incremental parsers for streamed replies: server-sent events, JSON lines, and tags of thinking.

Sources: HTML living standard 9.2.6 (server-sent events; only data is used); Ollama `docs/api.md`,
"Streaming responses". Each byte is read once, no matter how the stream is divided.
"""

from __future__ import annotations

import codecs


class NdjsonReader:
    """An incremental parser that splits a byte stream into complete lines that are not blank."""

    def __init__(self) -> None:
        # Incremental: a character may be divided between two chunks.
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._line: list[str] = []

    def feed(self, chunk: bytes) -> list[str]:
        """Read a chunk of bytes and return the lines that it completes."""
        return self._take(self._decoder.decode(chunk))

    def end(self) -> list[str]:
        """End the stream and return its last line if that has no line break; empty for none."""
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
    """An incremental parser of server-sent events that returns the data of complete events.

    Lines end with CR, LF or both.
    """

    def __init__(self) -> None:
        self._after_return = False
        # Incremental: a character may be divided between two chunks.
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._line: list[str] = []
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> list[str]:
        """Read a chunk of bytes and return the data of the events that it completes."""
        return self._take(self._decoder.decode(chunk))

    def end(self) -> list[str]:
        """End the stream and return the data of its incomplete last event; empty for none."""
        return self._take(self._decoder.decode(b"", final=True) + "\n\n")

    def _take(self, text: str) -> list[str]:
        events: list[str] = []
        if self._after_return:
            text = text.removeprefix("\n")  # the second half of a line end
        self._after_return = text.endswith("\r") or (self._after_return and not text)
        *ends, rest = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for end in ends:
            line = "".join([*self._line, end])
            self._line = []
            if line.startswith("data:"):
                self._data.append(line[5:].removeprefix(" "))
            elif not line and self._data:
                events.append("\n".join(self._data))
                self._data = []
        if rest:
            self._line.append(rest)
        return events


_TAGS = {"<think>": "</think>", "<thinking>": "</thinking>", "[THINK]": "[/THINK]"}
"""What opens thinking, and what closes it (Qwen, DeepSeek; some fine-tunes; Mistral)."""


class ThinkingSplitter:
    """Separates the thinking in tags at the beginning of a streamed reply from its text.

    After the closing tag, or the end, the attribute `thinking` holds the thinking.
    """

    def __init__(self) -> None:
        self.thinking = ""
        self._close = ""
        self._held = ""
        self._blanks: list[str] = []
        self._thought: list[str] = []
        self._inside: bool | None = None
        self._skip_blanks = False

    def feed(self, text: str) -> str:
        """Read the next piece of text; return what is certain to belong to the reply itself."""
        if self._inside is False:
            return self._after(text)
        if self._inside is None and not self._held:
            # Leading white space is kept apart, so that each character is read only once.
            words = text.lstrip()
            self._blanks.append(text[: len(text) - len(words)])
            text = words
        self._held += text
        if self._inside is None:
            tag = next((tag for tag in _TAGS if self._held.startswith(tag)), "")
            if not tag and any(tag.startswith(self._held) for tag in _TAGS):
                return ""
            self._inside = bool(tag)
            if not self._inside:
                return self.end()
            self._close = _TAGS[tag]
            self._held, self._blanks = self._held.removeprefix(tag), []
        before, close, after = self._held.partition(self._close)
        if close:
            self._thought.append(before)
            self.thinking = "".join(self._thought).strip()
            self._inside, self._held, self._skip_blanks = False, "", True
            return self._after(after)
        # Only the last characters can begin the closing tag, so only these are read again.
        sure = max(0, len(before) - len(self._close) + 1)
        self._thought.append(before[:sure])
        self._held = before[sure:]
        return ""

    def end(self) -> str:
        """Return the remaining text of the reply; empty if the thinking was never closed."""
        held, self._held = self._held, ""
        if self._inside:
            self.thinking = "".join([*self._thought, held]).strip()
            return ""
        blanks, self._blanks = self._blanks, []
        return "".join([*blanks, held])

    def _after(self, text: str) -> str:
        """Return the text after the thinking, without the white space between them."""
        if self._skip_blanks:
            text = text.lstrip()
            self._skip_blanks = not text
        return text
