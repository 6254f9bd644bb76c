"""The persons at a table: what they are asked, what they write meanwhile, and handing the screen over."""

from __future__ import annotations

from typing import Protocol

from wolftui.games.front import ScreenFront
from wolftui.panels.moment import draft_title, idle_words
from wolftui.panels.phrasing import is_night
from wolftui.questions import Question
from wolftui.session.shown import ShownGame
from wolftui.text.spans import PUBLIC_EYES
from wolftui.widgets.prompt import Prompt

from .handover import HandOver
from .notebook import NotebookDialog
from .place import AppScreen, Handlers


class PromptTable(Protocol):
    """What this needs of the table that it stands on."""

    def reload_view(self) -> None:
        """The eyes of the session are others: everything is read and painted anew."""
        ...

    def focus_transcript(self) -> None:
        """Put the hands on the transcript."""
        ...

    def close_side_panel(self) -> None:
        """Take away what covers the words that a question is about."""
        ...

    def mark_dirty(self) -> None:
        """Something changed; it is painted with the next beat."""
        ...

    def paint(self) -> None:
        """Paint now."""
        ...

    @property
    def is_typing(self) -> bool:
        """Whether the person is writing something else, so that a question must not take the hands away."""
        ...


class PromptControls:
    """Asks the persons here, one at a time, and is the stage of the front that the game asks them through.

    Args:
        screen: What lies over it is asked there.
        ground: The table.
        shown: The game.
        hears: Whether a person who writes is told what the table will hear.

    Attributes:
        prompt: Where they answer; part of the screen as soon as a person sits here.
        front: What the game asks.
    """

    def __init__(self, screen: AppScreen, ground: PromptTable, shown: ShownGame, *, hears: bool = True) -> None:
        self._screen, self._ground, self._shown, self._session = screen, ground, shown, shown.session
        self.prompt = Prompt(shown.session.names, shown.session.board.roles, screen.glyphs, hears=hears)
        self.front = ScreenFront(self)

    @property
    def deeds(self) -> Handlers:
        """What each action of a person does."""
        return {"marks": self.open_notebook}

    @property
    def is_asked(self) -> bool:
        """Whether the person here is being asked."""
        return self.front.waiting is not None and self.front.waiting.ask.seat == self._session.eyes

    @property
    def _seat(self) -> int:
        """The seat of the person who looks at the screen, or 0."""
        return self._session.eyes if self._session.eyes in self._session.people else 0

    # -- between two questions

    def paint(self) -> None:
        """Show what may be written meanwhile, or why nobody is asked."""
        session, prompt = self._session, self.prompt
        if not prompt.is_mounted or self.is_asked:
            return
        title = draft_title(session, self._seat) if self._seat and session.at_edge and not session.over else ""
        if title:
            prompt.draft(self._seat, title, "Start writing if you like.", night=is_night(session))
        else:
            self._show_idle()

    def _show_idle(self) -> None:
        had_focus = self.prompt.has_focus_within
        self.prompt.show_idle(idle_words(self._session, self._seat, self._screen.app.key_of))
        if had_focus:
            self._ground.focus_transcript()

    # -- the stage of the front

    async def hand_over(self, seat: int) -> None:
        """Wait until the person of `seat` sits here, with their eyes."""
        if self._session.eyes == seat:
            return
        await self._screen.app.push_screen_wait(HandOver(seat, self._session.names[seat - 1]))
        self.set_eyes(seat)

    async def give_turn(self, seat: int, role: str) -> None:
        """Wait until the person of `seat` has taken the screen and found that there is nothing to do."""
        await self._screen.app.push_screen_wait(HandOver(seat, self._session.names[seat - 1], idle=role))

    def show_question(self, question: Question) -> None:
        """Show a question and put the hands where it is answered."""
        self.prompt.ask(question, night=is_night(self._session), focus=not self._ground.is_typing)
        self._screen.app.bell()
        self._ground.close_side_panel()
        self._ground.paint()

    def hide_question(self, question: Question) -> None:
        """A question needs no answer any more; between two people the table shows what both may know."""
        if self.prompt.question is question:
            self._show_idle()
        if len(self._session.people) > 1 and not self._session.may_see_all:
            self.prompt.hide_draft()
            self.set_eyes(PUBLIC_EYES)
        self._ground.mark_dirty()

    def answer(self, answered: Prompt.Answered) -> None:
        """The person answered."""
        if not self.front.answer(answered.question, answered.choice, answered.text, answered.beliefs):
            self._screen.notify("That came too late; it was not counted.", severity="warning")

    def set_eyes(self, eyes: int) -> None:
        """Look through other eyes, where that is allowed."""
        if self._session.set_eyes(eyes):
            self._ground.reload_view()

    # -- the person's own

    def open_notebook(self) -> None:
        """The person's marks and notes."""
        session = self._session
        others = [seat for seat in range(1, session.board.size + 1) if seat != session.eyes]
        book = self._shown.notebook(session.eyes)
        notebook = NotebookDialog(book, others, session.names, self._screen.glyphs)
        self._screen.app.push_screen(notebook, self._keep_marks)

    def _keep_marks(self, _: None) -> None:
        try:
            self._shown.save_marks()
        except OSError as error:
            self._screen.notify(f"Your marks could not be kept ({error.strerror or error}).", severity="warning", markup=False)
        self._ground.paint()
