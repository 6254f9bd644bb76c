"""Dialogs and copying at the table: viewer, rules, beliefs, model calls, result, jump list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.widgets.transcript import Transcript
from wolftui.views.status_line import eyes_label
from wolftui.views.timeline import jump_line, jump_points, next_jump_point
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES, Line, Span

from .app_screen import AppScreen, Handlers
from .dialogs import ChoiceDialog, TextDialog

if TYPE_CHECKING:
    from .end_analysis import EndAnalysis
    from .inspector import InspectorScreen

_ANIMATED = 2
"""The games of an evening, that is since the program started, whose cards turn one by one."""


_BELIEF_TABLE_WIDTH = 57
"""The width of the belief table in cells."""


class TableDialogs:
    """Opens the dialogs of a table: viewer, inspector, beliefs, rules, result and export.

    Args:
        screen: The screen of the table; dialogs open on top of it.
        shown: The game.
        transcript: The transcript, for showing thoughts and copying.
        eyes: Returns the viewers (`eyes`) that the person may choose now.
        looked: Called when the viewer has changed.
        changed: Called when the table must be repainted.
    """

    def __init__(
        self,
        screen: AppScreen,
        shown: ShownGame,
        transcript: Transcript,
        eyes: Callable[[], Sequence[int]],
        looked: Callable[[], None],
        changed: Callable[[], None],
    ) -> None:
        self._screen, self._shown, self._transcript = screen, shown, transcript
        self._eyes, self._eyes_changed, self._changed = eyes, looked, changed
        self._inspector: InspectorScreen | None = None
        self._revealed = False

    @cached_property
    def analysis(self) -> EndAnalysis:
        """What the result will say of the people here, once the game is over."""
        from .end_analysis import EndAnalysis

        return EndAnalysis(self._shown)

    @property
    def deeds(self) -> Handlers:
        """The handlers of this part by action id."""
        return {
            "eyes": self.choose_eyes,
            "thoughts": self.thoughts,
            "inspector": self.inspector,
            "no_calls": self.no_calls,
            "beliefs": self.beliefs,
            "copy": self.copy,
            "read_on": self._transcript.action_read_on,
            "rules": self.rules,
            "result": self.result,
            "export": self.export,
        }

    def choose_eyes(self) -> None:
        """Ask for the viewer whose knowledge the table shows."""
        session, eyes = self._shown.session, self._eyes()
        choices = [
            ((*eyes_label(self._shown, each), Span(_eyes_help(each), "dim")), each) for each in eyes
        ]
        keys = [{MODERATOR_EYES: "m", PUBLIC_EYES: "p"}.get(each, str(each)) for each in eyes]
        at = eyes.index(session.eyes) if session.eyes in eyes else 0
        words = "The screen shows nothing that the chosen view may not know."
        self._screen.app.push_screen(
            ChoiceDialog("Whose eyes?", words, choices, at=at, keys=keys), self._set_eyes
        )

    def _set_eyes(self, eyes: int | None) -> None:
        if eyes is not None and self._shown.session.set_eyes(eyes):
            self._eyes_changed()

    def thoughts(self) -> None:
        """Show or hide the thoughts of the speakers."""
        self._transcript.unfold(thoughts=not self._transcript.thoughts)
        self._changed()

    def inspector(self) -> None:
        """Open the inspector of model calls."""
        from .inspector import InspectorScreen

        self._inspector = InspectorScreen(self._shown, self._screen.glyphs)
        self._screen.app.push_screen(self._inspector)

    def beat(self, seconds: float) -> None:
        """Advance time in the inspector, if it is open."""
        if self._inspector and self._inspector in self._screen.app.screen_stack:
            self._inspector.beat(seconds)

    def no_calls(self) -> None:
        """Say why the inspector cannot be opened."""
        when = (
            "through the moderator's eyes"
            if self._shown.session.may_see_all
            else "when the game is over, not while it runs"
        )
        none = (
            "As far as this view may know, no model plays here, so there are no calls to look into."
        )
        self._screen.notify(
            none if self._shown.no_models else f"Model calls can be looked into {when}.", timeout=4
        )

    def beliefs(self) -> None:
        """Show who suspects whom at the cursor."""
        from wolftui.views.moderator_panel import beliefs_table

        session, glyphs = self._shown.session, self._screen.glyphs
        lines = beliefs_table(session.state, session.names, glyphs, _BELIEF_TABLE_WIDTH)
        nothing = [(Span("Nobody has said yet whom they suspect.", "quiet"),)]
        self._screen.app.push_screen(TextDialog("Beliefs", lines or nothing))

    def copy(self) -> None:
        """Copy the selected text, or the last speech if nothing is selected."""
        speeches = (
            block for block in reversed(self._shown.session.blocks) if block.kind == "speech"
        )
        text = self._screen.get_selected_text() or next((block.text for block in speeches), "")
        if text:
            self._screen.app.copy_to_clipboard(text)
            self._screen.notify("Copied, where the terminal allows it.", timeout=2)

    def rules(self) -> None:
        """Show the rules of this game's board."""
        from .game_dialogs import rules_dialog

        self._screen.app.push_screen(rules_dialog(self._shown.session.board, self._screen.glyphs))

    def export(self) -> None:
        """Export the game to a file.

        A replay exports the current view; a game that was just played exports the widest view
        allowed.
        """
        shown = self._shown
        eyes = shown.session.eyes if shown.mode == "review" else None
        self._screen.app.export_game(shown, Path(shown.path) if shown.path else None, eyes)

    def result(self) -> None:
        """Open the result screen after the end; before it, ask once who played, if that is due."""
        if not self._shown.has_outcome:
            return
        question = self._shown.kind_question
        if question is None:
            self._open_result()
            return
        from wolftui.games.session.player_kinds import QUESTION

        from .input_dialog import InputDialog

        def answered(text: str | None) -> None:
            self._shown.kinds_asked = True
            if not text or not text.strip():
                self._open_result()
                return
            title, lines = question.verdict(text)
            told: list[Line] = [(Span(line, "text"),) for line in lines]
            self._screen.app.push_screen(
                TextDialog(f"Your guess: {title}", told), lambda _: self._open_result()
            )

        words = f"{question.words} Esc skips the question."
        self._screen.app.push_screen(InputDialog(QUESTION, words, "", question.check), answered)

    def _open_result(self) -> None:
        """Open the result; of a game that was just played here, reveal the cards first."""
        from .result_screen import ResultScreen

        app, glyphs = self._screen.app, self._screen.glyphs
        result = ResultScreen(self._shown, glyphs, self.analysis)
        if self._revealed or self._shown.mode != "play" or not result.numbers.own_seats:
            app.push_screen(result)
            return
        from .reveal_screen import RevealScreen

        self._revealed = True
        app.reveals += 1
        animated = (
            app.config.motion and app.reveals <= _ANIMATED and not self._shown.session.unlocked
        )
        app.push_screen(RevealScreen(result, glyphs, animated=animated))


def _eyes_help(eyes: int) -> str:
    return {MODERATOR_EYES: "  everything", PUBLIC_EYES: "  what everybody knows"}.get(eyes, "")


class JumpList:
    """The list of moments of a game to jump to, as the current viewer knows them.

    Args:
        screen: The screen of the table; the list opens on top of it.
        session: The game.
        transcript: The transcript, for copying; thoughts are copied only if shown.
        go_to: Moves the cursor to after a number of facts.
    """

    def __init__(
        self,
        screen: AppScreen,
        session: GameSession,
        transcript: Transcript,
        go_to: Callable[[int], None],
    ) -> None:
        self._screen, self._session, self._transcript, self._go_to = (
            screen,
            session,
            transcript,
            go_to,
        )

    @property
    def deeds(self) -> Handlers:
        """The handlers of this part by action id."""
        return {
            "moments": self.choose,
            "next_moment": lambda: self._step(1),
            "previous_moment": lambda: self._step(-1),
            "copy_markdown": self.copy_markdown,
        }

    def choose(self) -> None:
        """Ask for a moment to jump to; the last moment before the cursor is preselected."""
        found = jump_points(self._session, self._screen.glyphs)
        if not found:
            self._screen.notify("There is no moment to go to yet.", timeout=3)
            return
        at = sum(moment.fact_count <= self._session.fact_count for moment in found) - 1
        choices = [(jump_line(moment, self._screen.glyphs), moment.fact_count) for moment in found]
        sheet = ChoiceDialog("Go to", "", choices, at=max(at, 0), keys=[""] * len(choices))
        self._screen.app.push_screen(sheet, self._jump)

    def _jump(self, fact_count: int | None) -> None:
        if fact_count is not None:
            self._go_to(fact_count)

    def _step(self, step: int) -> None:
        moment = next_jump_point(
            jump_points(self._session, self._screen.glyphs), self._session.fact_count, step
        )
        if moment is None:
            self._screen.notify("There is no further moment that way.", timeout=2)
        else:
            self._go_to(moment.fact_count)

    def copy_markdown(self) -> None:
        """Copy the visible transcript as Markdown; thoughts are included only if shown."""
        from wolftui.views.block_markdown import block_markdown

        thoughts = self._transcript.thoughts
        blocks = [
            block if thoughts else replace(block, thought="") for block in self._transcript.blocks
        ]
        if blocks:
            text = (
                "\n\n".join(block_markdown(block, self._screen.glyphs) for block in blocks) + "\n"
            )
            self._screen.app.copy_to_clipboard(text)
            self._screen.notify("Copied as Markdown, where the terminal allows it.", timeout=2)
