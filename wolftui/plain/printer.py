"""`Printer` writes each block of a session once per pair of eyes, at once or at reading speed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from wolftui.games.session.game_session import GameSession
from wolftui.words.spans import Block
from wolftui.words.wrapping import plain_text

from .line_layout import LineLook, block_lines

TICK = 0.05
"""Seconds between two looks at what can be read by now."""


class Printer:
    """Writes the blocks of a session as lines.

    Args:
        session: The session to follow.
        look: How lines look.
        write: Takes each line.
    """

    def __init__(self, session: GameSession, look: LineLook, write: Callable[[str], None]) -> None:
        self._session, self._look, self._write = session, look, write
        self._done: dict[int, tuple[int, int]] = {}
        self._typed: set[tuple[int, str]] = set()

    def mark_typed(self, seat: int, text: str) -> None:
        """The person of `seat` typed these words here: they stand there already, so before their own eyes they are not written."""
        self._typed.add((seat, text))

    def catch_up(self) -> None:
        """Write what is new at the session's cursor.

        Of a round of ballots that are heard one by one, the count waits until the round is over.
        """
        session = self._session
        blocks = session.blocks
        index, rows = self._done.get(session.eyes, (0, 0))
        heard = session.board.switches.ballots == "heard" and not session.over
        for place in range(index, len(blocks)):
            block = blocks[place]
            if self._was_typed(block):
                continue
            open_round = heard and block.kind == "votes" and place == len(blocks) - 1
            for line in block_lines(block, self._look, rows=rows, whole=not open_round):
                self._write(line)
            if open_round:
                self._done[session.eyes] = (place, len(block.lines))
                return
            rows = 0
        self._done[session.eyes] = (len(blocks), 0)

    def _was_typed(self, block: Block) -> bool:
        words = (block.seat, "\n".join(plain_text(line) for line in block.lines))
        if block.kind != "speech" or block.seat != self._session.eyes or words not in self._typed:
            return False
        self._typed.discard(words)
        return True

    def reprint(self) -> None:
        """Write everything before the cursor once more."""
        for block in self._session.blocks:
            for line in block_lines(block, self._look):
                self._write(line)


class PacedPrinter:
    """Writes what a session has to show, at once or at the session's speed.

    Args:
        session: What is shown.
        printer: Writes it.
        paced: Whether to leave a reader time.
    """

    def __init__(self, session: GameSession, printer: Printer, *, paced: bool) -> None:
        self._session, self._printer, self._paced = session, printer, paced

    async def catch_up(self) -> None:
        """Return when everything that happened has been written."""
        session = self._session
        while self._paced and not session.caught_up:
            await asyncio.sleep(TICK)
            if session.tick(TICK):
                self._printer.catch_up()
        session.go_end()
        self._printer.catch_up()
