"""Models: thinking that stands before the reply in `<think>` tags, as open models write it, told apart from the reply."""

from __future__ import annotations

_OPEN, _CLOSE = "<think>", "</think>"


class ThinkingSplitter:
    """Takes the pieces of a reply and gives those that belong to the reply itself."""

    def __init__(self) -> None:
        self.thinking = ""
        self._held = ""
        self._inside: bool | None = None

    def feed(self, text: str) -> str:
        """What may be shown now that `text` has come."""
        if self._inside is False:
            return text
        self._held += text
        begun = self._held.lstrip()
        if self._inside is None:
            if _OPEN.startswith(begun[: len(_OPEN)]) and len(begun) < len(_OPEN):
                return ""
            self._inside = begun.startswith(_OPEN)
        if not self._inside:
            return self._release(self._held)
        before, close, after = begun.partition(_CLOSE)
        if not close:
            return ""
        self.thinking = before.removeprefix(_OPEN).strip()
        return self._release(after.lstrip())

    def end(self) -> str:
        """What is left at the end: nothing where the thinking never ended."""
        held, self._held = self._held, ""
        if self._inside:
            self.thinking = held.lstrip().removeprefix(_OPEN).strip()
            return ""
        return held

    def _release(self, text: str) -> str:
        self._inside, self._held = False, ""
        return text
