"""The prompts of the people at this screen: questions, drafts, hand-over, and end notices.

`PromptControls` implements the stage through which `games.front.ScreenFront` asks questions.
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
from wolftui.words.glyphs import Glyphs
from wolftui.words.questions import Question
from wolftui.words.questions.day import missed_last_words
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES, Line, Span

from .app_screen import AppScreen, Handlers


class PromptTable(Protocol):
    """The methods of the table that `PromptControls` calls."""

    def reload_view(self) -> None:
        """Read and paint everything again, because the viewer has changed."""
        ...

    def focus_transcript(self) -> None:
        """Focus the transcript."""
        ...

    def close_side_panel(self) -> None:
        """Close a side panel that covers the transcript."""
        ...

    def mark_dirty(self) -> None:
        """Repaint at the next beat."""
        ...

    def paint(self) -> None:
        """Repaint now."""
        ...

    @property
    def is_typing(self) -> bool:
        """Whether the person types elsewhere, so that a question must not take the focus."""
        ...


class PromptControls:
    """Asks the persons at this screen, one at a time; implements the stage of `ScreenFront`.

    Args:
        screen: The screen of the table; dialogs open on top of it.
        ground: The table.
        shown: The game.
        hears: Whether a person who writes sees what the speech reader understands.

    Attributes:
        prompt: The prompt; mounted once a person plays at this screen.
        front: Asks the persons on behalf of the game.
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
        """The handlers of this part by action id."""
        return {"marks": self.open_notebook}

    @property
    def is_asked(self) -> bool:
        """Whether the person whose view is shown is being asked."""
        return self.front.waiting is not None and self.front.waiting.ask.seat == self._session.eyes

    @property
    def _seat(self) -> int:
        """The seat of the person whose view is shown, or 0."""
        return self._session.eyes if self._session.eyes in self._session.people else 0

    # -- between two questions

    def paint(self) -> None:
        """Between questions, offer to write a draft, or show why nobody is asked."""
        session, prompt = self._session, self.prompt
        if not prompt.is_mounted or self.is_asked:
            return
        opening = prompt.state != "draft"
        # Whoever writes goes on writing while another one speaks.
        shown = session.at_edge or (not opening and prompt.has_focus_within)
        writes = self._seat and shown and not session.over
        title = draft_title(session, self._seat) if writes else ""
        if title:
            prompt.draft(self._seat, title, "Start writing if you like.", night=is_night(session))
            if opening and session.sealed and not self._ground.is_typing:
                prompt.take_focus()  # among people one waits long, and begins to type
        else:
            self._show_idle()

    def _show_idle(self) -> None:
        had_focus = self.prompt.has_focus_within
        self.prompt.show_idle(idle_words(self._session, self._seat, self._screen.app.key_of))
        if had_focus:
            self._ground.focus_transcript()

    # -- the stage of the front

    async def hand_over(self, seat: int) -> None:
        """Wait until the person of `seat` has the screen, then switch to their view."""
        from .person_dialogs import HandOver

        if self._session.eyes == seat:
            return
        await self._screen.app.push_screen_wait(HandOver(seat, self._session.names[seat - 1]))
        self.set_eyes(seat)

    async def give_turn(self, seat: int, role: str) -> None:
        """Give the screen to a person who has nothing to do, and wait until they hand it on.

        Args:
            seat: The seat of the person.
            role: The role of the seat, shown to the person.
        """
        from .person_dialogs import HandOver

        await self._screen.app.push_screen_wait(
            HandOver(seat, self._session.names[seat - 1], idle=role)
        )

    def show_question(self, question: Question) -> None:
        """Show a question, ring the bell and focus the prompt."""
        self.prompt.ask(question, night=is_night(self._session), focus=not self._ground.is_typing)
        self._screen.app.bell()
        self._ground.close_side_panel()
        self._ground.paint()

    def hide_question(self, question: Question) -> None:
        """Remove a question that needs no answer any more.

        With several persons at this screen, the table switches to the public view.
        """
        if self.prompt.question is question:
            self._show_idle()
        if len(self._session.people) > 1 and not self._session.may_see_all:
            self.prompt.hide_draft()
            self.set_eyes(PUBLIC_EYES)
        self._ground.mark_dirty()

    def answer(self, answered: Prompt.Answered) -> None:
        """Pass an answer on to the game; tell the person if it came too late."""
        if not self.front.answer(
            answered.question, answered.choice, answered.text, answered.beliefs
        ):
            self._screen.notify("That came too late; it was not counted.", severity="warning")

    def set_eyes(self, eyes: int) -> None:
        """Switch to another viewer, if that is allowed."""
        if self._session.set_eyes(eyes):
            self._ground.reload_view()

    # -- the person's own

    def open_notebook(self) -> None:
        """Open the person's notebook of marks and notes."""
        from .person_dialogs import NotebookDialog

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


_OUT_OF_GAME: Line = (
    Span("You are out of the game. ", "accent"),
    Span(
        "Nobody will ask you anything any more, so you may look through the moderator's eyes.",
        "quiet",
    ),
)


_CHOICES = (
    Item((Span("1  ", "dim"), Span("Stay blind"), Span("  follow the game as before", "dim")), "1"),
    Item((Span("2  ", "dim"), Span("See all"), Span("  every role, every secret", "dim")), "2"),
)


class EndNotices:
    """Shows in a strip that the person is out of the game, and how the game ended.

    Args:
        shown: The game.
        glyphs: The glyphs to draw.
        busy: Returns whether a person here is being asked.
        see: Switches to another viewer.
        rest: Restores the focus.

    Attributes:
        strip: The notice strip.
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
        """Whether a choice is open; the game is held until it is made."""
        return self.strip.asks

    def update(self) -> None:
        """Show the notice for the current state of the game.

        Nothing is shown while the person is looking at an earlier point of the game.
        """
        session = self._session
        if session.over:
            self._say_end()
        elif session.at_edge and not (
            self._offered or session.may_see_all or not session.may_unlock or self._is_asked()
        ):
            self._offered = True
            rule = " ".join(
                dict.fromkeys(
                    missed_last_words(session.board, session.known_facts, seat)
                    for seat in session.people
                )
            )
            self.strip.show([(*_OUT_OF_GAME, Span(f" {rule}".rstrip(), "quiet"))], _CHOICES)
            self.strip.menu.focus()

    def _say_end(self) -> None:
        from wolftui.views.verdict import verdict_lines

        if self.asks:  # another process may have ended the game while the choice was open
            self.strip.hide()
            self._restore_focus()
        if not (self._session.live and self._session.at_edge):
            self.strip.hide()
        elif not self.strip.display:
            self._verdict = self._verdict or verdict_lines(self._shown, self._glyphs)
            self.strip.show(self._verdict)

    def choose(self, number: int) -> None:
        """Keep the own view (0) or switch to the moderator view (1), and close the notice."""
        if not self.asks:
            return
        self.strip.hide()
        self._restore_focus()
        if number and (self._session.unlock_after_death() or self._session.may_see_all):
            self._set_eyes(MODERATOR_EYES)
