"""Dialogs and copying at the table: viewer, rules, beliefs, model calls, result, jump list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.widgets.transcript import Transcript
from wolftui.views.block_markdown import block_markdown
from wolftui.views.moderator_panel import beliefs_table
from wolftui.views.status_line import eyes_label
from wolftui.views.timeline import jump_line, jump_points, next_jump_point
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES, Span

from .app_screen import AppScreen, Handlers
from .dialogs import ChoiceDialog, TextDialog
from .game_dialogs import rules_dialog

if TYPE_CHECKING:
    from .inspector import InspectorScreen

_BELIEF_TABLE_WIDTH = 57
"""Cells of a sheet that the table of beliefs may take."""


class TableDialogs:
    """Everything that may be known of a game besides what is read at the cursor.

    Args:
        screen: Where it is looked from: what is opened lies over it.
        shown: The game.
        transcript: Where thoughts are unfolded and words copied.
        eyes: Through whose eyes whoever sits here may look now.
        looked: Called when the eyes are others.
        changed: Called when what is painted is another.
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

    @property
    def deeds(self) -> Handlers:
        """What each action of looking does."""
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
        """Choose whose eyes to look through."""
        session, eyes = self._shown.session, self._eyes()
        choices = [
            ((*eyes_label(self._shown, each), Span(_eyes_help(each), "dim")), each) for each in eyes
        ]
        keys = [{MODERATOR_EYES: "m", PUBLIC_EYES: "p"}.get(each, str(each)) for each in eyes]
        at = eyes.index(session.eyes) if session.eyes in eyes else 0
        words = "What these eyes may not know is nowhere on the screen."
        self._screen.app.push_screen(
            ChoiceDialog("Whose eyes?", words, choices, at=at, keys=keys), self._set_eyes
        )

    def _set_eyes(self, eyes: int | None) -> None:
        if eyes is not None and self._shown.session.set_eyes(eyes):
            self._eyes_changed()

    def thoughts(self) -> None:
        """Unfold or fold the thoughts."""
        self._transcript.unfold(thoughts=not self._transcript.thoughts)
        self._changed()

    def inspector(self) -> None:
        """Look into the model calls."""
        from .inspector import InspectorScreen

        self._inspector = InspectorScreen(self._shown, self._screen.glyphs)
        self._screen.app.push_screen(self._inspector)

    def beat(self, seconds: float) -> None:
        """Let time pass in the inspector, if it is open."""
        if self._inspector and self._inspector in self._screen.app.screen_stack:
            self._inspector.beat(seconds)

    def no_calls(self) -> None:
        """Say why there are no calls to look into."""
        when = (
            "through the moderator's eyes"
            if self._shown.session.may_see_all
            else "when the game is over, not while it runs"
        )
        none = (
            "No model plays here, as far as these eyes may know, so there are no calls to "
            "look into."
        )
        self._screen.notify(
            none if self._shown.no_models else f"Model calls can be looked into {when}.", timeout=4
        )

    def beliefs(self) -> None:
        """Who suspects whom at the cursor."""
        session, glyphs = self._shown.session, self._screen.glyphs
        lines = beliefs_table(session.state, session.names, glyphs, _BELIEF_TABLE_WIDTH)
        nothing = [(Span("Nobody has said yet whom they suspect.", "quiet"),)]
        self._screen.app.push_screen(TextDialog("Beliefs", lines or nothing))

    def copy(self) -> None:
        """Copy what is selected, or the last speech."""
        speeches = (
            block for block in reversed(self._shown.session.blocks) if block.kind == "speech"
        )
        text = self._screen.get_selected_text() or next((block.text for block in speeches), "")
        if text:
            self._screen.app.copy_to_clipboard(text)
            self._screen.notify("Copied, where the terminal allows it.", timeout=2)

    def rules(self) -> None:
        """The rules of this board."""
        self._screen.app.push_screen(rules_dialog(self._shown.session.board, self._screen.glyphs))

    def export(self) -> None:
        """Give the game away: as these eyes see it where it is looked at again, whole where it has just ended."""
        shown = self._shown
        eyes = shown.session.eyes if shown.mode == "review" else None
        self._screen.app.export_game(shown, Path(shown.path) if shown.path else None, eyes)

    def result(self) -> None:
        """How the game ended."""
        if self._shown.has_outcome:
            from .result_screen import ResultScreen

            self._screen.app.push_screen(ResultScreen(self._shown, self._screen.glyphs))


def _eyes_help(eyes: int) -> str:
    return {MODERATOR_EYES: "  everything", PUBLIC_EYES: "  what everybody knows"}.get(eyes, "")


class JumpList:
    """The moments of a game, through the eyes of its session.

    Args:
        screen: What the list is laid over.
        session: The game.
        transcript: What is shown, and so copied; thoughts where they are unfolded.
        go_to: Moves the cursor behind a fact of the eyes.
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
        """What each action does."""
        return {
            "moments": self.choose,
            "next_moment": lambda: self._step(1),
            "previous_moment": lambda: self._step(-1),
            "copy_markdown": self.copy_markdown,
        }

    def choose(self) -> None:
        """Choose a moment from a list, with the last one before the cursor chosen at first."""
        found = jump_points(self._session, self._screen.glyphs)
        if not found:
            self._screen.notify("Nothing has happened yet that one could go to.", timeout=3)
            return
        at = sum(moment.fact_count <= self._session.fact_count for moment in found) - 1
        choices = [(jump_line(moment, self._screen.glyphs), moment.fact_count) for moment in found]
        sheet = ChoiceDialog("Go to", "", choices, at=max(at, 0), keys=[""] * len(choices))
        self._screen.app.push_screen(sheet, self._jump)

    def _jump(self, told: int | None) -> None:
        if told is not None:
            self._go_to(told)

    def _step(self, step: int) -> None:
        moment = next_jump_point(
            jump_points(self._session, self._screen.glyphs), self._session.fact_count, step
        )
        if moment is None:
            self._screen.notify("There is no further moment that way.", timeout=2)
        else:
            self._go_to(moment.fact_count)

    def copy_markdown(self) -> None:
        """Copy all that can be read at the cursor as Markdown; thoughts only where they are unfolded."""
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
