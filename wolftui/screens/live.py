"""The table of a running game: a table with the engine beside it, and the persons here who are asked."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen
from textual.worker import Worker

from wolftui.games.front import ScreenFront
from wolftui.games.sources import Source
from wolftui.session.allowed import Allowed
from wolftui.session.shown import ShownGame
from wolftui.settings.actions import Situation
from wolftui.text.glyphs import FANCY, Glyphs
from wolftui.text.spans import Line
from wolftui.widgets.menu import Menu
from wolftui.widgets.prompt import Prompt

from .answering import Answering
from .ending import Ending
from .engine import Engine
from .keeping import Keeping
from .place import WIDE, bindings
from .table import TableScreen
from .timing import Timing
from .waiting import Waiting
from .writing import Writing

_SEEN = 1 / 30
"""Seconds in which a first frame is written; what Textual calls after a refresh may come before the widgets are drawn."""


class LiveTable(TableScreen):
    """A game as it goes on, with or without persons here.

    Args:
        shown: The game.
        source: What brings its entries.
        glyphs: The signs to draw.
        heartbeat: As for every table.
        hears: Whether a person who writes is told what the table will hear.
        clock: Seconds that a person has for each answer; 0 for as long as they like.

    Attributes:
        engine: What lets the game go on.
        answering: What the persons here are asked.
        writing: What the person here writes.
        waiting: How long the table waits, and what stops it.
        ending: What is said of an end, below the transcript.
        timing: The clock of the persons here.
        keeping: What they wrote for themselves.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("table")

    def __init__(
        self,
        shown: ShownGame,
        source: Source,
        glyphs: Glyphs = FANCY,
        *,
        heartbeat: bool = True,
        hears: bool = True,
        clock: float = 0.0,
    ) -> None:
        super().__init__(shown, glyphs, heartbeat=heartbeat)
        self.answering = Answering(self, self, shown, hears=hears)
        self.engine = Engine(self, shown, source, self.answering.front, self.seated)
        self.writing = Writing(self, self.answering.prompt, self.session)
        stop = self.engine.stop_waiting if self.engine.plays else None
        self.waiting = Waiting(self, self.session, lambda: self.front.waiting is not None or not self.engine.at_work, stop)
        self.ending = Ending(shown, glyphs, lambda: self.front.waiting is not None, self.answering.see_through, self.to_transcript)
        self.timing = Timing(self.front, self.prompt, Allowed(self.session, clock), self._tell)
        self.keeping = Keeping(shown, self.prompt, self._tell)
        self.hold(self.answering.deeds, self.writing.deeds, self.waiting.deeds)

    def compose_prompt(self) -> ComposeResult:
        """What is said of an end, and the prompt where a person sits here."""
        yield self.ending.strip
        if self.session.people:
            yield self.prompt

    def open(self) -> None:
        """Paint for the first time, and then let the game go on: players are loaded when the person sees the table already."""
        self.keeping.begin()
        super().open()
        if self._heartbeat:
            self.set_timer(_SEEN, self.engine.begin)
        else:
            self.call_after_refresh(self.engine.begin)

    def on_unmount(self) -> None:
        """Keep what was written; every table listens no more, which Textual sees to."""
        self.keeping.keep()

    @property
    def engine_here(self) -> Engine:
        """What lets the game of this table go on."""
        return self.engine

    async def seated(self, seat: int, player: str) -> None:
        """Somebody took over; where that is the person here, they need a prompt."""
        self.shown.seated(seat, player)
        if not self.session.people:
            return
        self.shown.mode = "play"
        if not self.prompt.is_mounted:
            await self.mount(self.prompt, before=self.keys)
        self.show_new_eyes()

    @property
    def prompt(self) -> Prompt:
        """Where the person here answers."""
        return self.answering.prompt

    @property
    def front(self) -> ScreenFront:
        """What the game asks the persons here through."""
        return self.answering.front

    # -- painting

    def make_room(self) -> None:
        """On a small screen the side panel lies over the words, and gives way, seat and all, where the person is asked."""
        while self.size.width < WIDE and self.beside.open:
            self.beside.close()

    def paint(self) -> None:
        """Show what is at the cursor, and what the person here is asked."""
        self.answering.paint()
        self.prompt.display = not self.ending.strip.display
        super().paint()

    def beat(self, seconds: float) -> None:
        """Let time pass, but not for a game that something lies over; what ends is said when it has been read."""
        self._hold()
        if self.is_current and self.waiting.beat(seconds):
            self.touch()
        super().beat(seconds)
        self.writing.beat(seconds)
        self.timing.beat(seconds)
        self.keeping.beat(seconds)
        if self.is_current:
            before = self.ending.strip.text
            self.ending.look()
            self._hold()
            if self.ending.strip.text != before:
                self.paint()

    def _tell(self, words: str) -> None:
        self.notify(words, severity="warning", markup=False)

    def _hold(self) -> None:
        """Hold the game while something lies over it, or is asked below it."""
        self.session.hold(held=self.ending.asks or isinstance(self.app.screen, ModalScreen))

    @property
    def asked(self) -> bool:
        """Whether the person here is being asked."""
        return self.answering.asked

    def right_words(self) -> Line:
        """What stands at the right of the timeline: what the table does, or how long it waits."""
        return self.waiting.line() or super().right_words()

    @property
    def situation(self) -> Situation:
        """What decides which actions make sense now."""
        if self.ending.asks and self.ending.strip.menu.has_focus:
            return Situation("dialog", behind=True)
        there = replace(super().situation, late=self.waiting.may_stop, leavable=self._leavable)
        if self.ending.asks:
            there = replace(there, prompted=True)
        prompt = self.prompt
        if not prompt.is_mounted or self.ending.strip.display or there.place == "search":
            return there
        return replace(
            there,
            writing=there.writing or prompt.composer.has_focus,
            choosing=prompt.targets.has_focus,
            judging=prompt.beliefs.has_focus,
            prompted=prompt.open,
            wording=bool(prompt.writer),
            letters=prompt.letters,
        )

    def eyes_to_choose(self) -> list[int]:
        """Among several people here nobody chooses to look through the eyes of another."""
        session = self.session
        return super().eyes_to_choose() if session.free or len(session.people) < 2 else [session.eyes]

    # -- keys and what the parts tell

    def action_to_prompt(self) -> None:
        """Put the hands where something is to be answered."""
        if self.ending.asks:
            self.ending.strip.menu.focus()
        else:
            self.prompt.take_focus()

    def action_back(self) -> None:
        """To the transcript, or what is behind this table; a running game is not left before the person said so."""
        if self.ending.asks:
            self.ending.choose(0)
        elif self.prompt.is_mounted and self.prompt.has_focus_within:
            self.to_transcript()
        elif self._leavable:
            self.app.ask_to_leave()
        elif not self.engine.running or self._opened:
            super().action_back()

    def action_leave_table(self) -> None:
        """Ask whether to leave a running game for the lobby."""
        self.action_back()

    @property
    def _opened(self) -> bool:
        """Whether something is open that Esc closes."""
        return self.beside.open or self.searching.on or self.sifting.on

    @property
    def _leavable(self) -> bool:
        """Whether Esc asks whether to leave: of a game that goes on before a lobby, where nothing else is to be closed."""
        hands = self.prompt.is_mounted and self.prompt.has_focus_within
        return self.engine.running and self.app.has_lobby and not (self._opened or hands or self.ending.asks)

    def type_digit(self, digit: str) -> None:
        """While seats are to be chosen from, a digit chooses one, wherever the hands are."""
        if self.prompt.chooses:
            self.prompt.targets.focus()
            self.prompt.targets.type_in(digit)
        else:
            super().type_digit(digit)

    def pick(self, seat: int) -> None:
        """While seats are to be chosen from, a click on one chooses it and confirms nothing."""
        if self.prompt.chooses:
            self.prompt.targets.pick(seat)
            self.prompt.targets.focus()
        else:
            super().pick(seat)

    @on(Prompt.Answered)
    def _answered(self, message: Prompt.Answered) -> None:
        message.stop()
        self.answering.answer(message)
        if not self.transcript.below:
            self.transcript.anchor()
        self.to_transcript()

    @on(Menu.Chosen)
    def _chosen_below(self, message: Menu.Chosen) -> None:
        message.stop()
        self.ending.choose(message.number)
        self.paint()

    @on(Prompt.Left)
    def _prompt_left(self, message: Prompt.Left) -> None:
        message.stop()
        self.to_transcript()

    @on(Worker.StateChanged)
    def _engine_changed(self, message: Worker.StateChanged) -> None:
        message.stop()
        self.engine.heard(message.state)
        self.touch()
