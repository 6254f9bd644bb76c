"""Writes what a session's eyes may read, each thing once.

It remembers for each pair of eyes how far it came, so that every person of a hot seat misses nothing and reads nothing twice.
"""

from __future__ import annotations

from collections.abc import Callable

from wolftui.session.session import GameSession

from .lines import LineLook, block_lines


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
            open_round = heard and block.kind == "votes" and place == len(blocks) - 1
            for line in block_lines(block, self._look, rows=rows, whole=not open_round):
                self._write(line)
            if open_round:
                self._done[session.eyes] = (place, len(block.lines))
                return
            rows = 0
        self._done[session.eyes] = (len(blocks), 0)

    def again(self) -> None:
        """Write everything before the cursor once more."""
        for block in self._session.blocks:
            for line in block_lines(block, self._look):
                self._write(line)
