"""`LiveTable`: the table of a running game, with its engine and the prompt of the people here.

The engine starts after the first frame, because house bots take time to import.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen
from textual.worker import Worker

from wolftui.games.front import ScreenFront
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.session.timers import AnswerTimer
from wolftui.games.sources import Source
from wolftui.screen.widgets.menu import Menu
from wolftui.screen.widgets.prompt import Prompt
from wolftui.settings.actions import Situation
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import Line, Span

from .app_screen import WIDE, key_bindings
from .engine import Engine
from .person_prompts import EndNotices, PromptControls
from .speech_writer import SpeechWriter
from .table_screen import TableScreen
from .table_timers import AnswerClock, Attention, NotebookSaver, WaitIndicator

_FIRST_FRAME_SECONDS = 1 / 30
"""Seconds to wait until the first frame is written; Textual may call `call_after_refresh` callbacks
before the widgets are drawn."""


class LiveTable(TableScreen):
    """The table of a running game, with or without persons at this screen.

    Args:
        shown: The game.
        source: Brings the entries of the game.
        glyphs: The glyphs to draw.
        heartbeat: Whether a timer calls `beat`; tests call it themselves.
        hears: Whether a person who writes sees what the speech reader understands.
        clock: The time limit of an answer in seconds, 0 for none; or returns the seconds left.

    Attributes:
        engine: Runs the game.
        people: Asks the persons at this screen.
        speech_writer: Helps the person write a speech.
        wait_indicator: Shows how long the table waits, and ends the waiting.
        end_notices: The notices of death and of the end of the game.
        answer_clock: The time limit of the persons' answers.
        notebook_saver: Saves notebooks and drafts.
        attention: Calls the person back to the terminal.
    """

    BINDINGS: ClassVar[list[BindingType]] = key_bindings("table")

    def __init__(
        self,
        shown: ShownGame,
        source: Source,
        glyphs: Glyphs = FANCY,
        *,
        heartbeat: bool = True,
        hears: bool = True,
        clock: float | Callable[[], float] = 0.0,
    ) -> None:
        super().__init__(shown, glyphs, heartbeat=heartbeat)
        self.people = PromptControls(self, self, shown, hears=hears)
        self.engine = Engine(
            self, shown, source, self.people.front, self.seat_taken_over, preloads=heartbeat
        )
        self.speech_writer = SpeechWriter(self, self.people.prompt, self.session)
        stop = self.engine.stop_waiting if self.engine.is_local else None
        self.wait_indicator = WaitIndicator(
            self,
            self.session,
            lambda: self.front.waiting is not None or not self.engine.is_running,
            stop,
        )
        self.end_notices = EndNotices(
            shown,
            glyphs,
            lambda: self.front.waiting is not None,
            self.people.set_eyes,
            self.focus_transcript,
        )
        self.answer_clock = AnswerClock(
            self.front, self.prompt, AnswerTimer(self.session, clock), self._warn
        )
        self.notebook_saver = NotebookSaver(shown, self.prompt, self._warn)
        self.attention = Attention(lambda sequence: self.app.write_to_terminal(sequence))
        self.add_handlers(self.people.deeds, self.speech_writer.deeds, self.wait_indicator.deeds)

    def compose_prompt(self) -> ComposeResult:
        """Yield the strip for end notices and, if a person plays here, the prompt."""
        yield self.end_notices.strip
        if self.session.people:
            yield self.prompt

    def on_mount(self) -> None:
        """Load notebooks and drafts.

        Textual then calls `TableScreen.on_mount`, which paints them.
        """
        self.notebook_saver.load()

    def open(self) -> None:
        """Paint the transcript, then start the game.

        Players load only after the person sees the table.
        """
        super().open()
        if self._heartbeat:
            self.set_timer(_FIRST_FRAME_SECONDS, self.engine.begin)
        else:
            self.call_after_refresh(self.engine.begin)

    def on_unmount(self) -> None:
        """Save notebooks and drafts, bring back the title of the terminal, end the analysis.

        Textual also calls `TableScreen.on_unmount`.
        """
        self.notebook_saver.save()
        self.attention.close()
        if self.session.over:
            self.dialogs.analysis.stop()

    @property
    def engine_here(self) -> Engine:
        """The engine of this table's game."""
        return self.engine

    async def seat_taken_over(self, seat: int, player: str) -> None:
        """Record the new player of a seat; if it is a person here, mount the prompt."""
        self.shown.set_player(seat, player)
        if not self.session.people:
            return
        self.shown.mode = "play"
        if not self.prompt.is_mounted:
            await self.mount(self.prompt, before=self.keys)
        self.reload_view()

    @property
    def prompt(self) -> Prompt:
        """The prompt of the persons at this screen."""
        return self.people.prompt

    @property
    def front(self) -> ScreenFront:
        """Asks the persons at this screen on behalf of the game."""
        return self.people.front

    # -- painting

    def close_side_panel(self) -> None:
        """On a small screen, close the side panel and its seat, which cover the transcript."""
        while self.size.width < WIDE and self.side_panel.open:
            self.side_panel.close()

    def paint(self) -> None:
        """Repaint the table and the prompt."""
        self.people.paint()
        self.prompt.display = not self.end_notices.strip.display
        super().paint()

    def beat(self, seconds: float) -> None:
        """Advance time by `seconds` for the table and its parts.

        The game is held while a dialog is open. Notices of an end appear only after playback has
        reached it.
        """
        self._update_hold()
        if self.is_current and self.wait_indicator.beat(seconds):
            self.mark_dirty()
        super().beat(seconds)
        self.speech_writer.beat(seconds)
        self.answer_clock.beat(seconds)
        self.notebook_saver.beat(seconds)
        self.attention.update(
            self.app.config.attention,
            asked=self.front.waiting is not None and self.engine.in_progress,
            focused=self.app.app_focus,
        )
        if self.session.over:
            self.dialogs.analysis.begin(self.app)
        if self.is_current:
            before = self.end_notices.strip.text
            self.end_notices.update()
            self._update_hold()
            if self.end_notices.strip.text != before:
                self.paint()

    def _warn(self, words: str) -> None:
        self.notify(words, severity="warning", markup=False)

    def _update_hold(self) -> None:
        """Hold the game while a dialog or a choice in the notice strip is open."""
        self.session.set_held(
            held=self.end_notices.asks or isinstance(self.app.screen, ModalScreen)
        )

    @property
    def asked(self) -> bool:
        """Whether the person whose view is shown is being asked."""
        return self.people.is_asked

    def timeline_note(self) -> Line:
        """Return the text at the right of the timeline: the waiting time, or the activity."""
        return self.wait_indicator.line() or super().timeline_note()

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        if self.end_notices.asks and self.end_notices.strip.menu.has_focus:
            return Situation("dialog", can_go_back=True)
        there = super().situation
        # Both show who played, which a person may first be asked.
        ended = there.over and self.shown.kind_question is None
        there = replace(
            there,
            table_slow=self.wait_indicator.may_stop,
            leavable=self._esc_leaves,
            forkable=ended and self.shown.forkable,
            guessable=ended,
            requested=self.session.request is not None,
            may_chat=self.session.chat is not None and not self.session.over,
        )
        if self.end_notices.asks:
            there = replace(there, prompt_open=True)
        prompt = self.prompt
        if not prompt.is_mounted or self.end_notices.strip.display or there.place == "search":
            return there
        return replace(
            there,
            writing=there.writing or prompt.focused_part == "composer",
            choosing=prompt.focused_part == "targets",
            line_allowed=prompt.may_write_line,
            suspecting=prompt.focused_part == "beliefs",
            prompt_open=prompt.open,
            text_allowed=bool(prompt.writing_seat),
            letters=prompt.used_keys,
        )

    def allowed_eyes(self) -> list[int]:
        """Return the viewers to choose from; with several persons here, only the current one.

        Once everything may be seen, the person chooses from all viewers.
        """
        session = self.session
        return (
            super().allowed_eyes()
            if session.may_see_all or len(session.people) < 2
            else [session.eyes]
        )

    # -- keys and what the parts tell

    def action_to_prompt(self) -> None:
        """Focus the open choice or the prompt."""
        if self.end_notices.asks:
            self.end_notices.strip.menu.focus()
        else:
            self.prompt.take_focus()

    def action_chat(self) -> None:
        """Say something to the others who are out of the game."""
        from .input_dialog import ask_for_words

        if self.session.chat:
            ask_for_words(self.app, "Who is out of the game reads it.", self.session.chat)

    def action_admit(self) -> None:
        """Answer the request of somebody who waits to be let in."""
        from .dialogs import ChoiceDialog

        if request := self.session.request:
            choices: list[tuple[Line, bool]] = [((Span("No"),), False), ((Span("Yes"),), True)]
            dialog = ChoiceDialog(request.question, request.explanation, choices)
            self.app.push_screen(dialog, lambda yes: None if yes is None else request.answer(yes))

    def action_vote_line(self) -> None:
        """Write the line that comes with the open choice."""
        self.prompt.write_line()

    def action_guess(self) -> None:
        """Replay the game, which is over, with the roles hidden, and guess who is a wolf."""
        self.app.guess_along(self.shown)

    def action_back(self) -> None:
        """Dismiss a choice, leave the prompt, ask whether to leave the game, or go back.

        A running game is never left without confirmation.
        """
        if self.end_notices.asks:
            self.end_notices.choose(0)
        elif self.prompt.is_mounted and self.prompt.has_focus_within:
            self.focus_transcript()
        elif self._esc_leaves:
            self.app.confirm_leave()
        elif not self.engine.in_progress or self._has_open_part:
            super().action_back()

    def action_leave_table(self) -> None:
        """Ask whether to leave a running game for the lobby."""
        self.action_back()

    @property
    def _has_open_part(self) -> bool:
        """Whether a side panel, search or filter is open that Esc closes."""
        return self.side_panel.open or self.search.active or self.filter.active

    @property
    def _esc_leaves(self) -> bool:
        """Whether Esc asks to leave: a game is running above the lobby and nothing else is open."""
        hands = self.prompt.is_mounted and self.prompt.has_focus_within
        return (
            self.engine.in_progress
            and self.app.has_lobby
            and not (self._has_open_part or hands or self.end_notices.asks)
        )

    def type_digit(self, digit: str) -> None:
        """While a seat is asked for, select the option of a typed digit, whatever has the focus."""
        if self.prompt.is_choosing:
            self.prompt.targets.focus()
            self.prompt.targets.type_in(digit)
        else:
            super().type_digit(digit)

    def select_seat(self, seat: int) -> None:
        """While a seat is asked for, a click on a seat selects it without confirming it."""
        if self.prompt.is_choosing:
            self.prompt.targets.pick(seat)
            self.prompt.targets.focus()
        else:
            super().select_seat(seat)

    @on(Prompt.Answered)
    def _answered(self, message: Prompt.Answered) -> None:
        message.stop()
        self.people.answer(message)
        if not self.transcript.unread_note:
            self.transcript.anchor()
        self.focus_transcript()

    @on(Menu.Chosen)
    def _chosen_below(self, message: Menu.Chosen) -> None:
        message.stop()
        self.end_notices.choose(message.number)
        self.paint()

    @on(Prompt.Escaped)
    def _prompt_left(self, message: Prompt.Escaped) -> None:
        message.stop()
        self.focus_transcript()

    @on(Worker.StateChanged)
    def _engine_changed(self, message: Worker.StateChanged) -> None:
        message.stop()
        self.engine.on_worker_state(message.state)
        self.mark_dirty()
