"""`Prompt`: shows a question and takes a person's choice, speech or beliefs; keeps drafts by seat.

It posts `Prompt.Answered` and decides nothing itself. The widgets of an answer are imported and
mounted for the first question or draft: together they cost more than the rest of the table, and the
first frame of a game needs none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from textual import getters
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message

from wolfcore.game import Belief, RoleName
from wolfcore.players.answers import SPEECH_LIMIT
from wolftui.screen.app_interface import AppInterface
from wolftui.words.glyphs import Glyphs
from wolftui.words.questions import Question
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import key_spans, wrap

from .line_view import LineView

if TYPE_CHECKING:
    from .belief_list import BeliefList
    from .composer import Composer, HeardLine
    from .targets import TargetList

PromptState = Literal["idle", "draft", "asked"]

FocusedPart = Literal["", "composer", "targets", "beliefs"]


class PromptLine(LineView):
    """A title or hint of the prompt, wrapped to a few lines."""

    DEFAULT_CSS = """
    PromptLine { height: auto; background: $w-prompt; }
    """

    def __init__(self, *, dom_id: str) -> None:
        super().__init__(dom_id=dom_id)
        self._line: Line = ()

    def say(self, *line: Span) -> None:
        """Show a line of these spans; without spans, hide the widget."""
        self._line = line
        self.display = bool(line)
        self.repaint()

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the line wrapped to the width."""
        return wrap(self._line, width) if self._line else ()


class Prompt(Vertical):
    """The prompt of the person whose view the screen shows.

    Attributes:
        state: `idle` if there is nothing to answer, `draft` if a speech may be written in advance,
            `asked` while a question is open.
        question: The open question, or None.
    """

    DEFAULT_CSS = """
    Prompt {
        height: auto; max-height: 14; min-height: 2; background: $w-prompt; padding: 0 1;
        border-left: outer $w-day;
    }
    """

    class Answered(Message):
        """Posted with the person's answer to the question that was open."""

        def __init__(
            self, question: Question, choice: int, text: str, beliefs: tuple[Belief, ...] = ()
        ) -> None:
            super().__init__()
            self.question, self.choice, self.text, self.beliefs = question, choice, text, beliefs

    class Escaped(Message):
        """Posted when the person leaves the prompt for the transcript."""

    app = getters.app(AppInterface)

    def __init__(
        self,
        names: tuple[str, ...],
        roles: Sequence[RoleName],
        glyphs: Glyphs,
        *,
        hears: bool = True,
    ) -> None:
        super().__init__(id="prompt", classes="-idle")
        self.state: PromptState = "idle"
        self.question: Question | None = None
        self._names, self._roles, self._glyphs, self._hears = names, roles, glyphs, hears
        self._has_parts = False
        self._drafts: dict[int, str] = {}
        self._draft_seat = 0
        self._has_line = False  # the text field holds a line with a choice, which is no draft
        self._night = False
        self._title: Line = ()
        self.title_line, self.effect = (
            PromptLine(dom_id="prompt-title"),
            PromptLine(dom_id="prompt-effect"),
        )

    def compose(self) -> ComposeResult:
        """Yield the title and the consequence; `mount_parts` mounts the rest between them."""
        yield self.title_line
        yield self.effect

    @cached_property
    def composer(self) -> Composer:
        """The text field of a speech."""
        from .composer import Composer

        return Composer(self._names)

    @cached_property
    def heard(self) -> HeardLine | None:
        """Shows what the speech reader understands; None if the person turned that off."""
        from .composer import HeardLine

        return HeardLine(self._glyphs) if self._hears else None

    @cached_property
    def targets(self) -> TargetList:
        """The options of a question."""
        from .targets import TargetList

        return TargetList()

    @cached_property
    def beliefs(self) -> BeliefList:
        """The beliefs that the person states."""
        from .belief_list import BeliefList

        return BeliefList(self._roles, self._glyphs)

    def mount_parts(self) -> None:
        """Mount text field, recognised acts, options and beliefs, unless they are mounted."""
        if not self._has_parts:
            self._has_parts = True
            heard = (self.heard,) if self.heard else ()
            self.mount(self.composer, *heard, self.targets, self.beliefs, before=self.effect)

    def on_mount(self) -> None:
        """Start idle, with no question."""
        self.show_idle("")

    # -- what is shown

    def ask(self, question: Question, *, night: bool, focus: bool = True) -> None:
        """Open a question, with the draft of its seat loaded.

        Args:
            question: The question.
            night: Whether it is night, which sets the title's colour.
            focus: Whether the prompt takes the focus.
        """
        self.mount_parts()
        self.question, self.state, self._night = question, "asked", night
        self._load_draft(question.ask.seat)
        self._title = (
            Span(question.title, self._accent),
            *((Span(f" {question.hint}", "quiet"),) if question.hint else ()),
        )
        self.title_line.say(*self._title)
        choosing = question.wants_choice
        self.targets.offer(question.options if choosing else ())
        self._show(
            targets=choosing, composer=question.wants_text, beliefs=question.kind == "beliefs"
        )
        if question.kind == "beliefs":
            self.beliefs.offer(question.options, question.stated_beliefs)
        self.explain()
        if focus:
            self.take_focus()

    def show_time_left(self, words: str, *, short: bool) -> None:
        """Show the remaining time before the title; `short` draws it as a warning."""
        if self.question:
            self.title_line.say(
                Span(f"{words}  ", "danger+bold" if short else "accent"), *self._title
            )

    def draft(self, seat: int, title: str, hint: str, *, night: bool) -> None:
        """Let the person of a seat write a speech in advance, before the seat is asked."""
        self.mount_parts()
        opening = self.state != "draft"
        self.question, self.state, self._night = None, "draft", night
        self._load_draft(seat)
        self.title_line.say(Span(title, self._accent), Span(f" {hint}", "quiet"))
        if opening:
            self._show(composer=True)
            self.effect.say()

    def show_idle(self, words: str) -> None:
        """Close the question or draft and show `words` instead."""
        if self.state != "idle":
            self._keep_draft()
        self.question, self.state = None, "idle"
        self.title_line.say(Span(words or " ", "quiet"))
        self._show()
        self.effect.say()

    def _show(
        self, *, targets: bool = False, composer: bool = False, beliefs: bool = False
    ) -> None:
        if self._has_parts:
            self.targets.display, self.composer.display, self.beliefs.display = (
                targets,
                composer,
                beliefs,
            )
            if self.heard:
                self.heard.display, self.heard.above_choices = composer, targets
                self.heard.repaint()
        self.set_class(self.state == "idle", "-idle")

    @property
    def _accent(self) -> str:
        return "night-title" if self._night else "day-title"

    def take_focus(self) -> None:
        """Focus the text field, the options or the beliefs, whichever is shown first."""
        if not self.open:
            return
        if self.composer.display:
            self.composer.focus()
        elif self.targets.display:
            self.targets.focus()
        elif self.beliefs.display:
            self.beliefs.focus()

    @property
    def open(self) -> bool:
        """Whether there is something to write or to choose."""
        return self.state != "idle"

    @property
    def is_choosing(self) -> bool:
        """Whether an option is to be chosen now."""
        return self.question is not None and self.question.wants_choice and self.targets.display

    @property
    def may_write_line(self) -> bool:
        """Whether a line may be added to the open choice, and its field is not shown yet."""
        return bool(self.question and self.question.may_add_line and not self.composer.display)

    def write_line(self) -> None:
        """Show and focus the field of the line that comes with the choice."""
        if self.may_write_line:
            self._keep_draft()
            self._has_line = True
            self._load_text("")
            self._show(targets=True, composer=True)
            self.composer.focus()
            self.call_after_refresh(self.explain)

    @property
    def focused_part(self) -> FocusedPart:
        """The part that has the focus; empty if none has."""
        if self._has_parts:
            if self.composer.has_focus:
                return "composer"
            if self.targets.has_focus:
                return "targets"
            if self.beliefs.has_focus:
                return "beliefs"
        return ""

    @property
    def used_keys(self) -> frozenset[str]:
        """The keys that the focused list handles itself; empty if no list has the focus."""
        match self.focused_part:
            case "targets":
                return self.targets.used_keys
            case "beliefs":
                return self.beliefs.used_keys
            case _:
                return frozenset()

    @property
    def writing_seat(self) -> int:
        """The seat whose text may be written now; 0 if none."""
        return self._draft_seat if self.open and self.composer.display else 0

    @property
    def text(self) -> str:
        """The visible text of the prompt, including what the person wrote."""
        if not self.open:
            return self.title_line.text
        parts = [self.title_line.text, self.composer.text if self.composer.display else ""]
        papers = (*((self.heard,) if self.heard else ()), self.targets, self.beliefs, self.effect)
        parts += [paper.text for paper in papers if paper.display]
        return "\n".join(filter(None, parts))

    def explain(self, warning: str = "") -> None:
        """Show the consequence of the selected option, or `warning` if it is not empty."""
        question, chosen = self.question, self.targets.chosen
        if warning:
            self.effect.say(Span(warning, "warn"))
        elif question is None or not question.wants_choice:
            self.effect.say()
        elif chosen is not None and question.is_line and self.composer.has_focus:
            self.effect.say(
                Span(chosen.consequence, "text"), *key_spans("  Enter votes with this line.", "dim")
            )
        elif chosen is not None:
            self.effect.say(
                Span(chosen.consequence, "text"),
                *key_spans("  Enter confirms.", "dim"),
                *(
                    key_spans(f" {self.app.key_of('vote_line')} adds a line.", "dim")
                    if self.may_write_line
                    else ()
                ),
            )
        elif self.composer.display and self.composer.has_focus:
            self.effect.say(
                *key_spans("Enter goes on to the choice; nothing is sent before that.", "dim")
            )
        else:
            self.effect.say(Span("Choose by number, by name or with the arrows.", "dim"))

    # -- drafts

    def _load_draft(self, seat: int) -> None:
        if seat == self._draft_seat and not self._has_line:
            return
        self._keep_draft()
        self._draft_seat, self._has_line = seat, False
        self._load_text(self._drafts.get(seat, ""))
        self.composer.move_cursor(self.composer.document.end)

    def _load_text(self, text: str) -> None:
        if self.heard:
            self.heard.forget()
        self.composer.load_text(text)

    def _keep_draft(self) -> None:
        if self._draft_seat and not self._has_line:
            self._drafts[self._draft_seat] = self.composer.text

    @property
    def drafts(self) -> dict[int, str]:
        """The unsent texts by seat, in order of seats; blank texts are left out."""
        shown = self._draft_seat and not self._has_line
        now = {self._draft_seat: self.composer.text} if shown else {}
        return {seat: text for seat, text in sorted((self._drafts | now).items()) if text.strip()}

    def load_drafts(self, drafts: Mapping[int, str]) -> None:
        """Add drafts that were saved earlier, by seat."""
        self._drafts.update(drafts)

    def hide_draft(self) -> None:
        """Remove the text from the screen before the next person plays.

        The text is kept as the draft of its seat.
        """
        if not self._draft_seat:
            return
        self._keep_draft()
        self._draft_seat, self._has_line = 0, False
        self._load_text("")

    def append_text(self, words: str) -> None:
        """Append words to the text, after a blank if needed, and focus the text field."""
        composer = self.composer
        composer.move_cursor(composer.document.end)
        composer.insert(words if not composer.text or composer.text[-1].isspace() else f" {words}")
        composer.focus()

    # -- answering

    def on_composer_sent(self, message: Composer.Sent) -> None:
        """Send the text as the answer, or move on to the options if the question has any.

        Without an open question the text is kept as a draft.
        """
        message.stop()
        if self.question is None:
            self.effect.say(
                Span("Kept. It is sent when it is your turn and you press Enter then.", "warn")
            )
        elif problem := self.question.line_problem(message.text):
            self.explain(problem)
        elif self.question.may_add_line and self.targets.chosen is not None:
            self.targets.confirm()
        elif self.question.wants_choice:
            self.targets.focus()
            self.call_after_refresh(self.explain)
        else:
            self._answer(0, message.text)

    def on_composer_truncated(self, message: Composer.Truncated) -> None:
        """Tell the person that the text was cut at the length limit."""
        message.stop()
        self.explain(f"A speech has at most {SPEECH_LIMIT} characters; the rest was cut.")

    def on_target_list_changed(self, message: TargetList.Changed) -> None:
        """Show the consequence of the newly selected option."""
        message.stop()
        self.explain()

    def on_target_list_refused(self, message: TargetList.Refused) -> None:
        """Show why the key was refused."""
        message.stop()
        self.explain(message.reason)

    def on_target_list_confirmed(self, message: TargetList.Confirmed) -> None:
        """Answer with the confirmed option, and with the text if the question wants one."""
        message.stop()
        if self.question:
            text = self.composer.text if self.composer.display else ""
            if problem := self.question.line_problem(text):
                self.explain(problem)
            else:
                self._answer(message.option.value, text)

    def on_belief_list_confirmed(self, message: BeliefList.Confirmed) -> None:
        """Answer with the stated beliefs."""
        message.stop()
        if self.question:
            self._answer(0, "", message.beliefs)

    def on_belief_list_escaped(self, message: BeliefList.Escaped) -> None:
        """Post `Escaped`; the question stays open."""
        message.stop()
        self.post_message(self.Escaped())

    def on_composer_escaped(self, message: Composer.Escaped) -> None:
        """Post `Escaped`; the text stays."""
        message.stop()
        self.post_message(self.Escaped())

    def _answer(self, choice: int, text: str, beliefs: tuple[Belief, ...] = ()) -> None:
        question = self.question
        if question is None:
            return
        if self.composer.display:
            self.composer.load_text("")
            if question.wants_text:
                self._drafts.pop(question.ask.seat, None)
        self.question, self.state = None, "idle"
        self._show()
        self.title_line.say(Span("Noted.", "quiet"))
        self.effect.say()
        self.post_message(self.Answered(question, choice, text, beliefs))
