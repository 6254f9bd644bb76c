"""The people at this screen: questions, drafts, hand-over, and notices at the end of a game.

`PromptControls` implements the stage that `games.front.ScreenFront` asks questions through.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from wolftui.games.front import ScreenFront
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.widgets.bottom_lines import NoticeStrip
from wolftui.screen.widgets.menu import Item
from wolftui.screen.widgets.prompt import Prompt
from wolftui.views.labels import is_night
from wolftui.views.status_line import draft_title, idle_words
from wolftui.views.verdict import verdict_lines
from wolftui.words.glyphs import Glyphs
from wolftui.words.questions import Question
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES, Line, Span

from .app_screen import AppScreen, Handlers
from .person_dialogs import HandOver, NotebookDialog


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

    def __init__(
        self, screen: AppScreen, ground: PromptTable, shown: ShownGame, *, hears: bool = True
    ) -> None:
        self._screen, self._ground, self._shown, self._session = (
            screen,
            ground,
            shown,
            shown.session,
        )
        self.prompt = Prompt(
            shown.session.names, shown.session.board.roles, screen.glyphs, hears=hears
        )
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
        title = (
            draft_title(session, self._seat)
            if self._seat and session.at_edge and not session.over
            else ""
        )
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
        await self._screen.app.push_screen_wait(
            HandOver(seat, self._session.names[seat - 1], idle=role)
        )

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
        if not self.front.answer(
            answered.question, answered.choice, answered.text, answered.beliefs
        ):
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
            self._screen.notify(
                f"Your marks could not be kept ({error.strerror or error}).",
                severity="warning",
                markup=False,
            )
        self._ground.paint()


_OUT_OF_GAME_LINES: tuple[Line, ...] = (
    (
        Span("You are out of the game. ", "accent"),
        Span(
            "Nobody will ask you anything any more, so you may look through the moderator's eyes.",
            "quiet",
        ),
    ),
)


_CHOICES = (
    Item((Span("1  ", "dim"), Span("Stay blind"), Span("  follow the game as before", "dim")), "1"),
    Item((Span("2  ", "dim"), Span("See all"), Span("  every role, every secret", "dim")), "2"),
)


class EndNotices:
    """Says in a strip that a person is out, and how the game ended.

    Args:
        shown: The game.
        glyphs: The signs to draw.
        busy: Whether a person here is being asked.
        see: Looks through other eyes.
        rest: Puts the hands back where they were.

    Attributes:
        strip: Where it is said.
    """

    def __init__(
        self,
        shown: ShownGame,
        glyphs: Glyphs,
        busy: Callable[[], bool],
        see: Callable[[int], None],
        rest: Callable[[], None],
    ) -> None:
        self._shown, self._session, self._glyphs = shown, shown.session, glyphs
        self._is_asked, self._set_eyes, self._restore_focus = busy, see, rest
        self.strip = NoticeStrip()
        self._offered = False
        self._verdict: list[Line] = []

    @property
    def asks(self) -> bool:
        """Whether a person is to choose; the game is held until they have."""
        return self.strip.asks

    def update(self) -> None:
        """Say what there is to say where the game is now; whoever looks back reads nothing of it."""
        session = self._session
        if session.over:
            self._say_end()
        elif session.at_edge and not (
            self._offered or session.may_see_all or not session.may_unlock or self._is_asked()
        ):
            self._offered = True
            self.strip.show(_OUT_OF_GAME_LINES, _CHOICES)
            self.strip.menu.focus()

    def _say_end(self) -> None:
        if self.asks:  # another process may have brought the end meanwhile, and there is nothing to choose any more
            self.strip.hide()
            self._restore_focus()
        if not (self._session.live and self._session.at_edge):
            self.strip.hide()
        elif not self.strip.display:
            self._verdict = self._verdict or verdict_lines(self._shown, self._glyphs)
            self.strip.show(self._verdict)

    def choose(self, number: int) -> None:
        """Stay blind (0) or see all (1), and go on."""
        if not self.asks:
            return
        self.strip.hide()
        self._restore_focus()
        if number and (self._session.unlock_after_death() or self._session.may_see_all):
            self._set_eyes(MODERATOR_EYES)
