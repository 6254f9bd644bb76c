"""What the person here writes: what the table will hear of it, and sentences that they choose step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wolfcore.game import Dice, View, dice_of
from wolftui.session.hearing import Hearing, load_reader
from wolftui.session.session import GameSession
from wolftui.text.heard import Occasion
from wolftui.text.spans import Line, Span
from wolftui.text.wrapping import wrap
from wolftui.widgets.menu import Menu
from wolftui.widgets.prompt import Prompt

from .over import ChoiceOver, Sheet
from .place import Deeds, PlaceScreen

if TYPE_CHECKING:
    from wolfcore.bots.talk.moves import Move
    from wolftui.questions.picks import Leads, Pick, Speaker

_MANNER = 10
"""Cells for the name of a manner."""


class Whole(Sheet):
    """The whole of a sentence, in as many lines as the longest of all takes, so that nothing moves from one to the other."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__(())
        self._texts = tuple(texts)
        self.at = 0

    def compose_lines(self, width: int) -> Sequence[Line]:
        """The title, and the sentence."""
        title = (Span("In which words?", "strong"), Span("  You can change them before they are sent.", "quiet"))
        rows = [wrap((Span(text),), width) for text in self._texts]
        lines = rows[self.at] if rows else []
        return [*wrap(title, width), (), *lines, *[()] * (max(map(len, rows), default=0) - len(lines))]


class WordsOver(ChoiceOver[tuple[str, str]]):
    """A sentence in several manners: the one under the cursor is shown in full, for there is not always room for it in the list.

    Args:
        said: Manners and sentences.
        at: Where the cursor is at first.
    """

    DEFAULT_CSS = """
    WordsOver > Vertical { width: 104; }
    """

    def __init__(self, said: Sequence[tuple[str, str]], at: int) -> None:
        choices = [((Span(f"{manner:<{_MANNER}} ", "dim"), Span(text)), (manner, text)) for manner, text in said]
        super().__init__("", "", choices, at=at)
        self._whole = Whole([text for _, text in said])
        self._whole.at = at

    def compose_words(self) -> Sheet:
        """What stands above the list."""
        return self._whole

    def on_menu_moved(self, message: Menu.Moved) -> None:
        """Show the sentence under the cursor."""
        message.stop()
        self._whole.at = self.query_one(Menu).at
        self._whole.repaint()


class Writing:
    """Follows the words in the prompt and writes some into it.

    Args:
        screen: What is chosen is asked over it.
        prompt: Where the person writes.
        session: The game, with the person's eyes.
    """

    def __init__(self, screen: PlaceScreen, prompt: Prompt, session: GameSession) -> None:
        self._screen, self._prompt, self._session = screen, prompt, session
        self._hearing = Hearing()
        self._manner, self._times = "", 0

    @property
    def deeds(self) -> Deeds:
        """What each action of a writer does."""
        return {"moves": self.choose}

    # -- what is heard

    def beat(self, seconds: float) -> None:
        """Let time pass: once the person here stops writing for a moment, they are told what the table will hear."""
        heard, seat = self._prompt.heard, self._prompt.writer
        if heard is None or not seat:
            return
        load_reader()
        words, occasion = self._prompt.composer.text, self._occasion(seat)
        acts = self._hearing.heard(words, seat, occasion.names, seconds)
        if not words.strip():
            heard.forget()
        elif acts is not None and heard.of != (words, occasion):
            heard.tell(words, occasion, acts)

    def _occasion(self, seat: int) -> Occasion:
        """Where and when the person of a seat writes."""
        session, asked = self._session, self._prompt.question
        whispered = asked is not None and asked.ask.kind == "whisper"
        return Occasion(seat, session.names, session.board.roles, session.state.day, whispered)

    # -- what is chosen

    def choose(self) -> None:
        """Let the person choose what to say; Esc leaves everything as it was."""
        from wolftui.questions.moves import first_step  # with the house bots, whom nobody should wait for before this
        from wolftui.questions.picks import speaker_of

        seat, asked, session = self._prompt.writer, self._prompt.question, self._session
        if seat:
            speaker = speaker_of(View(seat, session.board, session.names, list(session.facts)))
            self._put(speaker, first_step(speaker, asked.ask.kind if asked else "speak"))

    def _put(self, speaker: Speaker, leads: Leads) -> None:
        """Ask the next question, or for the words where nothing is left to ask."""
        from wolftui.questions.picks import Step

        if not isinstance(leads, Step):
            self._word(speaker, leads)
            return
        step = leads

        def chosen(pick: Pick | None) -> None:
            if pick:
                self._put(speaker, pick.leads)

        keys = [str(pick.seat or number) for number, pick in enumerate(step.picks, 1)]
        choices = [(_line(pick, key), pick) for pick, key in zip(step.picks, keys, strict=True)]
        self._screen.app.push_screen(ChoiceOver(step.title, "", choices, keys=keys), chosen)

    def _word(self, speaker: Speaker, move: Move) -> None:
        """Ask for a manner, each shown by its sentence."""
        from wolfcore.bots.draws import Draws
        from wolfcore.bots.talk.sayings import sayings

        self._times += 1
        said = sayings(move, speaker.record, Draws(self._dice()))
        manners = [saying.manner for saying in said]
        at = manners.index(self._manner) if self._manner in manners else 0
        self._screen.app.push_screen(WordsOver(said, at), self._write)

    def _dice(self) -> Dice:
        """Other lines each time, whatever the game draws."""
        return dice_of(self._times, f"moves.{len(self._session.facts)}")

    def _write(self, chosen: tuple[str, str] | None) -> None:
        if chosen and self._prompt.writer:
            self._manner, text = chosen
            self._prompt.add(text)


def _line(pick: Pick, key: str) -> Line:
    """What stands beside a key, which is the number of a seat already where it names one."""
    label = Span(pick.label.removeprefix(f"{key} "), f"seat-{pick.seat}" if pick.seat else "text")
    return (label, Span(f"  {pick.note}", "dim")) if pick.note else (label,)
