"""`Printer` writes each block of a session once per viewer, at once or at reading speed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from wolftui.games.session.game_session import GameSession
from wolftui.words.spans import Block
from wolftui.words.wrapping import plain_text

from .line_layout import LineLook, block_lines

TICK = 0.05
"""Seconds between two checks of how far a reader at the session's speed has come."""


class Printer:
    """Writes the blocks of a session as lines, each block once per viewer.

    Args:
        session: The session to follow.
        look: Width, colours and signs of the lines.
        write: Receives each line.
    """

    def __init__(self, session: GameSession, look: LineLook, write: Callable[[str], None]) -> None:
        self._session, self._look, self._write = session, look, write
        self._done: dict[int, tuple[int, int]] = {}
        self._typed: set[tuple[int, str]] = set()

    def mark_typed(self, seat: int, text: str) -> None:
        """Remember words typed here by the person of `seat`.

        The words are on the screen already, so they are not printed again for that seat's view.
        """
        self._typed.add((seat, text))

    def catch_up(self) -> None:
        """Write the blocks that are new at the session's cursor.

        If ballots are heard one by one, the count of a ballot is written once it is over.
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
        """Write everything before the cursor again."""
        for block in self._session.blocks:
            for line in block_lines(block, self._look):
                self._write(line)


class PacedPrinter:
    """Writes the new blocks of a session, at once or at the session's speed.

    Args:
        session: The session to follow.
        printer: Writes its blocks.
        paced: Whether to write at the session's speed.
    """

    def __init__(self, session: GameSession, printer: Printer, *, paced: bool) -> None:
        self._session, self._printer, self._paced = session, printer, paced

    async def catch_up(self) -> None:
        """Return once everything that has happened is written."""
        session = self._session
        while self._paced and not session.caught_up:
            await asyncio.sleep(TICK)
            if session.tick(TICK):
                self._printer.catch_up()
        session.go_end()
        self._printer.catch_up()
