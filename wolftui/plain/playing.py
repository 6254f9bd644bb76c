"""A game played, or looked on at, as plain lines."""

from __future__ import annotations

from core.errors import GameStopped, LogError, SeatError
from core.game import Result
from core.seating import DEFAULT_SEAT
from core.table import Replacement
from wolftui.inputs import unasked_note
from wolftui.sitting import Sitting

from .asking import PlainFront
from .console import Console
from .lines import Look, text_lines
from .pace import Pace
from .printer import Printer
from .telling import outcome_lines, saved_lines, secret_lines


class PlainGame:
    """One game before a console.

    Args:
        sitting: The game.
        console: Where lines go and come from.
        look: How lines look.
        paced: Whether to leave a reader time, at the session's speed.

    Attributes:
        front: Where its persons are asked.
    """

    def __init__(self, sitting: Sitting, console: Console, look: Look, *, paced: bool = False) -> None:
        self._sitting, self._console, self._look = sitting, console, look
        self._printer = Printer(sitting.session, look, console.write)
        self._pace = Pace(sitting.session, self._printer, paced=paced)
        self._offered = False
        self.front = PlainFront(sitting.session, console, look, self._printer)

    async def play(self) -> Result:
        """Play to the end and tell how it went.

        Raises:
            GameStopped: A person left, or the input ended.
            LogError: The game cannot be saved, and nobody is there to make room.
        """
        for note in self._sitting.notes:
            self._say(note)
        while True:
            try:
                result = await self._sitting.play(self.front, gate=self._gate, take_over=self._take_over)
                break
            except LogError as error:
                await self._make_room(error)
        await self._pace.catch_up()
        self._tell_end()
        return result

    async def _gate(self) -> None:
        await self._pace.catch_up()
        session = self._sitting.session
        if not self._offered and session.may_unlock:
            self._offered = True
            await self.front.offer_all_eyes()
            self._printer.catch_up()

    async def _take_over(self, seat: int, error: SeatError) -> Replacement:
        """Somebody's player is gone: a house bot, or nobody."""
        del seat, error
        await self._pace.catch_up()
        self._say(self._sitting.session.status.reason or "A player gives no answer any more.")
        self._say("A house bot can take over, or the game stops here and can be resumed.")
        while True:
            self._console.prompt("bot or stop: ")
            typed = await self._console.read()
            word = "stop" if typed is None else typed.strip().casefold()
            if word and "stop".startswith(word):
                raise GameStopped("A player gave no answer any more")
            if word and "bot".startswith(word):
                return self._sitting.replacement(DEFAULT_SEAT)

    async def _make_room(self, error: LogError) -> None:
        folder = self._sitting.folder
        if not (folder and folder.unsaved and self._console.terminal):
            raise error
        self._say(str(error), "danger")
        self._console.prompt("Press Enter to try again, or write stop: ")
        typed = await self._console.read()
        if typed is None or typed.strip().casefold() == "stop":
            raise error

    def _tell_end(self) -> None:
        sitting, look = self._sitting, self._look
        lines = outcome_lines(sitting.outcome, look)
        if sitting.people:
            lines += secret_lines(sitting.session, look)
        lines += ["", *text_lines(f"The seed was {sitting.spec.seed}.", look, "quiet")]
        if sitting.id:
            lines += [*saved_lines(sitting.id, look)]
        for line in lines:
            self._console.write(line)
        unasked = unasked_note(sitting.unasked)
        if unasked:
            self._say(unasked)

    def _say(self, text: str, style: str = "text") -> None:
        for line in text_lines(text, self._look, style):
            self._console.write(line)
