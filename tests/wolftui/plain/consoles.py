"""A console for tests: answers from a list, and everything written is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator


class ListedConsole:
    """Reads from a list, and then sees the end of input.

    Args:
        answers: What is typed, line by line; or a function from everything written so far to the next line.
        terminal: Whether it is a terminal.

    Attributes:
        lines: Everything written, prompts included.
        cleared: After how many lines the screen was cleared.
    """

    def __init__(self, answers: Iterable[str] | Callable[[list[str]], str | None] = (), *, terminal: bool = False) -> None:
        self.terminal = terminal
        self.lines: list[str] = []
        self.cleared: list[int] = []
        self._choose = answers if callable(answers) else None
        self._answers: Iterator[str] = iter(()) if callable(answers) else iter(answers)

    @property
    def text(self) -> str:
        """Everything written."""
        return "\n".join(self.lines)

    def write(self, line: str) -> None:
        self.lines.append(line)

    def prompt(self, text: str) -> None:
        self.lines.append(text)

    def clear(self) -> None:
        self.cleared.append(len(self.lines))

    async def read(self) -> str | None:
        return self._choose(self.lines) if self._choose else next(self._answers, None)
