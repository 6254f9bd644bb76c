"""Looking around at a table: whose eyes, the thoughts, the model calls, the rules, the result."""

from __future__ import annotations

from wolftui.panels.heading import eyes_words
from wolftui.text.spans import MODERATOR_EYES, PUBLIC_EYES, Span

from .inspector import InspectorScreen
from .over import ChoiceOver
from .result import ResultScreen
from .rules import rules_of
from .search import SearchScreen


class LookingScreen(SearchScreen):
    """A screen with a transcript from which everything else that may be known of its game can be looked at."""

    def eyes_to_choose(self) -> list[int]:
        """Through whose eyes whoever sits here may look."""
        return [eyes for eyes in range(MODERATOR_EYES, self.session.board.size + 1) if self.session.may_use(eyes)]

    def action_eyes(self) -> None:
        """Choose whose eyes to look through."""
        choices = [((*eyes_words(self.shown, eyes), Span(_eyes_help(eyes), "dim")), eyes) for eyes in self.eyes_to_choose()]
        keys = [{MODERATOR_EYES: "m", PUBLIC_EYES: "p"}.get(eyes, str(eyes)) for eyes in self.eyes_to_choose()]
        at = next((number for number, (_, eyes) in enumerate(choices) if eyes == self.session.eyes), 0)
        words = "What these eyes may not know is nowhere on the screen."
        self.app.push_screen(ChoiceOver("Whose eyes?", words, choices, at=at, keys=keys), self._look_through)

    def _look_through(self, eyes: int | None) -> None:
        if eyes is not None and self.session.look_through(eyes):
            self.search_again()
            self.paint()

    def action_thoughts(self) -> None:
        """Unfold or fold the thoughts."""
        self.transcript.unfold(thoughts=not self.transcript.thoughts)
        self.paint()

    def action_inspector(self) -> None:
        """Look into the model calls."""
        self.app.push_screen(InspectorScreen(self.shown, self.glyphs))

    def action_no_calls(self) -> None:
        """Say why there are no calls to look into."""
        when = "through the moderator's eyes" if self.session.free else "when the game is over, not while it runs"
        none = "No model plays here, as far as these eyes may know, so there are no calls to look into."
        self.notify(none if self.shown.no_models else f"Model calls can be looked into {when}.", timeout=4)

    def action_copy(self) -> None:
        """Copy what is selected, or the last speech."""
        speeches = (block for block in reversed(self.session.blocks) if block.kind == "speech")
        text = self.get_selected_text() or next((block.text for block in speeches), "")
        if text:
            self.app.copy_to_clipboard(text)
            self.notify("Copied, where the terminal allows it.", timeout=2)

    def action_rules(self) -> None:
        """The rules of this board."""
        self.app.push_screen(rules_of(self.session.board, self.glyphs))

    def action_result(self) -> None:
        """How the game ended."""
        if self.shown.has_outcome:
            self.app.push_screen(ResultScreen(self.shown, self.glyphs))


def _eyes_help(eyes: int) -> str:
    return {MODERATOR_EYES: "  everything", PUBLIC_EYES: "  what everybody knows"}.get(eyes, "")
