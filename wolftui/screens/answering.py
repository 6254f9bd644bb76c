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
from .notebook import NotebookScreen
from .place import Deeds, PlaceScreen


class Ground(Protocol):
    """What this needs of the table that it stands on."""

    def show_new_eyes(self) -> None:
        """The eyes of the session are others: everything is read and painted anew."""
        ...

    def to_transcript(self) -> None:
        """Put the hands on the transcript."""
        ...

    def make_room(self) -> None:
        """Take away what covers the words that a question is about."""
        ...

    def touch(self) -> None:
        """Something changed; it is painted with the next beat."""
        ...

    def paint(self) -> None:
        """Paint now."""
        ...

    @property
    def hands_are_busy(self) -> bool:
        """Whether the person is writing something else, so that a question must not take the hands away."""
        ...


class Answering:
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

    def __init__(self, screen: PlaceScreen, ground: Ground, shown: ShownGame, *, hears: bool = True) -> None:
        self._screen, self._ground, self._shown, self._session = screen, ground, shown, shown.session
        self.prompt = Prompt(shown.session.names, shown.session.board.roles, screen.glyphs, hears=hears)
        self.front = ScreenFront(self)

    @property
    def deeds(self) -> Deeds:
        """What each action of a person does."""
        return {"marks": self.marks}

    @property
    def asked(self) -> bool:
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
        if not prompt.is_mounted or self.asked:
            return
        title = draft_title(session, self._seat) if self._seat and session.at_edge and not session.over else ""
        if title:
            prompt.draft(self._seat, title, "Start writing if you like.", night=is_night(session))
        else:
            self._rest()

    def _rest(self) -> None:
        had_focus = self.prompt.has_focus_within
        self.prompt.rest(idle_words(self._session, self._seat, self._screen.app.key_of))
        if had_focus:
            self._ground.to_transcript()

    # -- the stage of the front

    async def hand_over(self, seat: int) -> None:
        """Wait until the person of `seat` sits here, with their eyes."""
        if self._session.eyes == seat:
            return
        await self._screen.app.push_screen_wait(HandOver(seat, self._session.names[seat - 1]))
        self.see_through(seat)

    async def pass_by(self, seat: int, role: str) -> None:
        """Wait until the person of `seat` has taken the screen and found that there is nothing to do."""
        await self._screen.app.push_screen_wait(HandOver(seat, self._session.names[seat - 1], idle=role))

    def put(self, question: Question) -> None:
        """Show a question and put the hands where it is answered."""
        self.prompt.ask(question, night=is_night(self._session), focus=not self._ground.hands_are_busy)
        self._screen.app.bell()
        self._ground.make_room()
        self._ground.paint()

    def clear(self, question: Question) -> None:
        """A question needs no answer any more; between two people the table shows what both may know."""
        if self.prompt.question is question:
            self._rest()
        if len(self._session.people) > 1 and not self._session.free:
            self.prompt.forget()
            self.see_through(PUBLIC_EYES)
        self._ground.touch()

    def answer(self, answered: Prompt.Answered) -> None:
        """The person answered."""
        if not self.front.answer(answered.question, answered.choice, answered.text, answered.beliefs):
            self._screen.notify("That came too late; it was not counted.", severity="warning")

    def see_through(self, eyes: int) -> None:
        """Look through other eyes, where that is allowed."""
        if self._session.look_through(eyes):
            self._ground.show_new_eyes()

    # -- the person's own

    def marks(self) -> None:
        """The person's marks and notes."""
        session = self._session
        others = [seat for seat in range(1, session.board.size + 1) if seat != session.eyes]
        book = self._shown.notebook(session.eyes)
        notebook = NotebookScreen(book, others, session.names, self._screen.glyphs)
        self._screen.app.push_screen(notebook, self._keep_marks)

    def _keep_marks(self, _: None) -> None:
        try:
            self._shown.keep_marks()
        except OSError as error:
            self._screen.notify(f"Your marks could not be kept ({error.strerror or error}).", severity="warning", markup=False)
        self._ground.paint()
