"""Help for writing a speech: what the speech reader understands, and sentences built by menus.

The reader and the house bots' sentences are loaded on first use, never for the first frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wolfcore.game import Dice, View, dice_of, pack_around
from wolftui.games.session.game_session import GameSession
from wolftui.screen.widgets.menu import Menu
from wolftui.screen.widgets.prompt import Prompt
from wolftui.words.recognised_acts import LiveReader, SpeechContext, load_reader
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import wrap

from .app_screen import AppScreen, Handlers
from .dialogs import ChoiceDialog, WrappedLines

if TYPE_CHECKING:
    from wolfcore.bots.talk.dialogue_moves import Move
    from wolftui.words.questions.claim_menu import MenuChoice, MenuNext, Speaker

_MANNER = 10
"""The width in cells of the column with the name of a manner."""


class FullSentence(WrappedLines):
    """Shows one sentence in full, with the height of the longest, so that nothing moves."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__(())
        self._texts = tuple(texts)
        self.at = 0

    def compose_lines(self, width: int) -> Sequence[Line]:
        """Return the title and the sentence at index `at`."""
        title = (
            Span("In which words?", "strong"),
            Span("  You can change them before they are sent.", "quiet"),
        )
        rows = [wrap((Span(text),), width) for text in self._texts]
        lines = rows[self.at] if rows else []
        return [
            *wrap(title, width),
            (),
            *lines,
            *[()] * (max(map(len, rows), default=0) - len(lines)),
        ]


class SentenceDialog(ChoiceDialog[tuple[str, str]]):
    """Asks for one wording of a sentence; the one under the cursor is shown in full above the list.

    Args:
        said: Pairs of manner and sentence.
        at: The index of the sentence under the cursor at first.
    """

    DEFAULT_CSS = """
    SentenceDialog > Vertical { width: 104; }
    """

    def __init__(self, said: Sequence[tuple[str, str]], at: int) -> None:
        choices = [
            ((Span(f"{manner:<{_MANNER}} ", "dim"), Span(text)), (manner, text))
            for manner, text in said
        ]
        super().__init__("", "", choices, at=at)
        self._whole = FullSentence([text for _, text in said])
        self._whole.at = at

    def compose_text(self) -> WrappedLines:
        """Return the text above the list: the full sentence."""
        return self._whole

    def on_menu_moved(self, message: Menu.Moved) -> None:
        """Show the sentence under the cursor in full."""
        message.stop()
        self._whole.at = self.query_one(Menu).at
        self._whole.repaint()


class SpeechWriter:
    """Reads the speech in the prompt and inserts sentences that the person builds by menus.

    Args:
        screen: The screen on top of which the menus open.
        prompt: The prompt in which the person writes.
        session: The game, as the person sees it.
    """

    def __init__(self, screen: AppScreen, prompt: Prompt, session: GameSession) -> None:
        self._screen, self._prompt, self._session = screen, prompt, session
        self._hearing = LiveReader()
        self._manner, self._draws = "", 0

    @property
    def deeds(self) -> Handlers:
        """The handlers of this part by action id."""
        return {"moves": self.choose}

    # -- what is heard

    def beat(self, seconds: float) -> None:
        """Advance time by `seconds`; once typing pauses, show what the reader understands."""
        seat = self._prompt.writing_seat
        heard = self._prompt.heard if seat else None
        if heard is None:
            return
        load_reader()
        words, occasion = self._prompt.composer.text, self._occasion(seat)
        acts = self._hearing.acts_of(words, occasion, seconds)
        if not words.strip():
            heard.forget()
        elif acts is not None and heard.shown_for != (words, occasion):
            heard.show(words, occasion, acts)

    def _occasion(self, seat: int) -> SpeechContext:
        """Return the context in which the person of a seat writes."""
        session, asked = self._session, self._prompt.question
        pack, proposer = (), 0
        if asked is not None and asked.ask.kind == "whisper":
            view = View(seat, session.board, session.names, list(session.facts))
            pack, proposer = pack_around(view)
        return SpeechContext(
            seat, session.names, session.board.roles, session.state.day, pack, proposer
        )

    # -- what is chosen

    def choose(self) -> None:
        """Let the person build a sentence by menus; Esc changes nothing."""
        from wolftui.words.questions.claim_menu import make_speaker
        from wolftui.words.questions.speech_menu import speech_menu

        seat, asked, session = self._prompt.writing_seat, self._prompt.question, self._session
        if seat:
            speaker = make_speaker(View(seat, session.board, session.names, list(session.facts)))
            self._ask_step(speaker, speech_menu(speaker, asked.ask.kind if asked else "speak"))

    def _ask_step(self, speaker: Speaker, leads: MenuNext) -> None:
        """Ask the next question of the menus, or for the wording after the last one."""
        from wolftui.words.questions.claim_menu import MenuStep

        if not isinstance(leads, MenuStep):
            self._choose_wording(speaker, leads)
            return
        step = leads

        def chosen(pick: MenuChoice | None) -> None:
            if pick:
                self._ask_step(speaker, pick.next)

        keys = [str(pick.seat or number) for number, pick in enumerate(step.picks, 1)]
        choices = [(_line(pick, key), pick) for pick, key in zip(step.picks, keys, strict=True)]
        self._screen.app.push_screen(ChoiceDialog(step.title, "", choices, keys=keys), chosen)

    def _choose_wording(self, speaker: Speaker, move: Move) -> None:
        """Ask for a wording; each manner is shown by its sentence."""
        from wolfcore.bots.draws import Draws
        from wolfcore.bots.talk.sentences import sayings

        self._draws += 1
        said = sayings(move, speaker.record, Draws(self._dice()))
        manners = [saying.manner for saying in said]
        at = manners.index(self._manner) if self._manner in manners else 0
        self._screen.app.push_screen(SentenceDialog(said, at), self._insert)

    def _dice(self) -> Dice:
        """Return dice that give other sentences each time, independent of the game's dice."""
        return dice_of(self._draws, f"moves.{len(self._session.facts)}")

    def _insert(self, chosen: tuple[str, str] | None) -> None:
        if chosen and self._prompt.writing_seat:
            self._manner, text = chosen
            self._prompt.append_text(text)


def _line(pick: MenuChoice, key: str) -> Line:
    """Return the label of a menu choice, without the seat number that its key shows already."""
    label = Span(pick.label.removeprefix(f"{key} "), f"seat-{pick.seat}" if pick.seat else "text")
    return (label, Span(f"  {pick.note}", "dim")) if pick.note else (label,)
