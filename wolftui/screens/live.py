"""The table of a running game as the persons here play it: what they are asked, what they alone see, and handing over."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType

from wolftui.games.sources import Source
from wolftui.panels.moment import draft_title, idle_words
from wolftui.panels.phrasing import is_night
from wolftui.questions import Question
from wolftui.session.shown import ShownGame
from wolftui.settings.actions import Situation
from wolftui.text.glyphs import FANCY, Glyphs
from wolftui.text.spans import (
    MODERATOR_EYES,
    PUBLIC_EYES,
    Line,
    Span,
)
from wolftui.widgets.prompt import Prompt

from .engine import EngineTable
from .handover import HandOver
from .notebook import NotebookScreen
from .over import ChoiceOver
from .place import bindings

_RESULT_AFTER = 2.0
"""Seconds between the end of a game and its result."""


class LiveTable(EngineTable):
    """A game as it goes on, with or without persons here.

    Args:
        shown: The game.
        source: What brings its entries.
        glyphs: The signs to draw.
        heartbeat: As for every table.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("table")

    def __init__(self, shown: ShownGame, source: Source, glyphs: Glyphs = FANCY, *, heartbeat: bool = True) -> None:
        super().__init__(shown, source, glyphs, heartbeat=heartbeat)
        self.prompt = Prompt(shown.session.names, shown.session.board.roles, glyphs)
        self._death_asked = False
        self._ended_for = 0.0
        self._result_shown = False

    def compose_prompt(self) -> ComposeResult:
        """The prompt, where a person sits here."""
        if self.session.people:
            yield self.prompt

    async def seated(self, seat: int, player: str) -> None:
        """Somebody took over; where that is the person here, they need a prompt."""
        await super().seated(seat, player)
        if not self.session.people:
            return
        self.shown.mode = "play"
        if not self.prompt.is_mounted:
            await self.mount(self.prompt, before=self.keys)
        self._show_new_eyes()

    # -- keys

    def action_back(self) -> None:
        """To the transcript, or what is behind this table; a running game is never left by Esc."""
        if self.prompt.is_mounted and self.prompt.has_focus_within:
            self.transcript.focus()
        elif not self.running or self.has_class("-panel") or self.search.words:
            super().action_back()

    # -- painting

    def paint(self) -> None:
        """Show what is at the cursor, and what the person here is asked."""
        self._paint_prompt()
        super().paint()

    def _paint_prompt(self) -> None:
        session, prompt = self.session, self.prompt
        if not prompt.is_mounted or self.asked:
            return
        seat = session.eyes if session.eyes in session.people else 0
        title = draft_title(session, seat) if seat and session.at_edge and not session.over else ""
        if title:
            prompt.draft(seat, title, "Start writing if you like.", night=is_night(session))
        else:
            self._rest()

    def _rest(self) -> None:
        session = self.session
        had_focus = self.prompt.has_focus_within
        self.prompt.rest(idle_words(session, session.eyes if session.eyes in session.people else 0))
        if had_focus:
            self.transcript.focus()

    def beat(self, seconds: float) -> None:
        """Let time pass; after the end has been read the result comes by itself."""
        super().beat(seconds)
        if not self.session.at_edge or not self.is_current:
            return
        if self.session.over and not self._result_shown:
            self._ended_for += seconds
            if self._ended_for >= _RESULT_AFTER:
                self._result_shown = True
                self.action_result()
        elif not self.session.over:
            self._offer_eyes()

    @property
    def asked(self) -> bool:
        """Whether the person here is being asked."""
        return self.front.waiting is not None and self.front.waiting.ask.seat == self.session.eyes

    @property
    def situation(self) -> Situation:
        """What decides which actions make sense now."""
        there = super().situation
        prompt = self.prompt
        if not prompt.is_mounted or there.place == "search":
            return there
        return replace(
            there,
            writing=there.writing or prompt.composer.has_focus,
            choosing=prompt.targets.has_focus or prompt.beliefs.has_focus,
            prompted=prompt.open,
            letters=prompt.targets.letters if prompt.targets.has_focus else frozenset(),
        )

    # -- the stage of the front

    async def hand_over(self, seat: int) -> None:
        """Wait until the person of `seat` sits here, with their eyes."""
        if self.session.eyes == seat:
            return
        await self.app.push_screen_wait(HandOver(seat, self.session.names[seat - 1]))
        self._see_through(seat)

    async def pass_by(self, seat: int, role: str) -> None:
        """Wait until the person of `seat` has taken the screen and found that there is nothing to do."""
        await self.app.push_screen_wait(HandOver(seat, self.session.names[seat - 1], idle=role))

    def eyes_to_choose(self) -> list[int]:
        """Among several people here nobody chooses to look through the eyes of another."""
        session = self.session
        return super().eyes_to_choose() if session.free or len(session.people) < 2 else [session.eyes]

    def _see_through(self, eyes: int) -> None:
        if self.session.look_through(eyes):
            self._show_new_eyes()

    def _show_new_eyes(self) -> None:
        self.search_again()
        self.follow_tail()
        self.paint()

    def put(self, question: Question) -> None:
        """Show a question and put the hands where it is answered."""
        self.prompt.ask(question, night=is_night(self.session), focus=not self.searchbar.has_focus_within)
        self.app.bell()
        self.paint()

    def clear(self, question: Question) -> None:
        """A question needs no answer any more; between two people the table shows what both may know."""
        if self.prompt.question is question:
            self._rest()
        if len(self.session.people) > 1 and not self.session.free:
            self.prompt.forget()
            self._see_through(PUBLIC_EYES)
        self._dirty = True

    @on(Prompt.Answered)
    def _answered(self, message: Prompt.Answered) -> None:
        message.stop()
        if not self.front.answer(message.question, message.choice, message.text, message.beliefs):
            self.notify("That came too late; it was not counted.", severity="warning")
        self.transcript.anchor()
        self.transcript.focus()

    @on(Prompt.Left)
    def _prompt_left(self, message: Prompt.Left) -> None:
        message.stop()
        self.transcript.focus()

    def action_to_prompt(self) -> None:
        """Back to the prompt."""
        self.prompt.take_focus()

    # -- the person's own

    def action_marks(self) -> None:
        """The person's marks and notes."""
        session = self.session
        others = [seat for seat in range(1, session.board.size + 1) if seat != session.eyes]
        book = self.shown.notebook(session.eyes)
        self.app.push_screen(NotebookScreen(book, others, session.names, self.glyphs), lambda _: self.paint())

    def _offer_eyes(self) -> None:
        """Ask once whether a person who is out for good wants to see everything."""
        session = self.session
        if self._death_asked or session.free or not session.may_unlock or self.front.waiting:
            return
        self._death_asked = True
        choices: list[tuple[Line, bool]] = [
            ((Span("Stay blind"), Span("  follow the game as before", "dim")), False),
            ((Span("See all"), Span("  every role, every secret", "dim")), True),
        ]
        words = "Nobody will ask you anything any more, so you may look through the moderator's eyes. It is asked once."
        self.app.push_screen(ChoiceOver("You are out of the game", words, choices), self._after_death)

    def _after_death(self, see_all: bool | None) -> None:
        if see_all and self.session.unlock_after_death():
            self._see_through(MODERATOR_EYES)
