"""A console for tests: answers from a list, and everything written is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator


class ListedConsole:
    """Reads from a list, and then sees the end of input.

    Args:
        answers: What is typed, line by line; or a function from everything written so far to the
            next line.
        terminal: Whether it is a terminal.

    Attributes:
        lines: Everything written, prompts included.
        cleared: After how many lines the screen was cleared.
        statuses: Every line that was shown until something else was written.
        early: Lines that are typed before anybody asks for them.
    """

    def __init__(
        self,
        answers: Iterable[str] | Callable[[list[str]], str | None] = (),
        *,
        terminal: bool = False,
    ) -> None:
        self.terminal = terminal
        self.lines: list[str] = []
        self.cleared: list[int] = []
        self.statuses: list[str] = []
        self.early: list[str] = []
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

    def status(self, text: str) -> None:
        if self.terminal and text:
            self.statuses.append(text)

    def take_typed(self, wanted: Callable[[str], bool]) -> bool:
        if not self.terminal or not self.early or not wanted(self.early[0]):
            return False
        self.early.pop(0)
        return True

    async def read(self) -> str | None:
        return self._choose(self.lines) if self._choose else next(self._answers, None)
