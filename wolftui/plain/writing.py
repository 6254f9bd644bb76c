"""Words before plain lines: written, told as the table will hear them, and at a terminal taken back with one key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.game import Ask, View
from core.players import clean_speech
from wolftui.session.hearing import acts_in
from wolftui.text.heard import Occasion, heard_line

from .lines import LineLook, hang


class Asking(Protocol):
    """What this needs of the front.

    Attributes:
        look: How lines look.
        hears: Whether whoever speaks reads what the table hears.
    """

    look: LineLook
    hears: bool

    @property
    def terminal(self) -> bool:
        """Whether a person sits at a terminal."""
        ...

    def say(self, text: str, style: str = "text") -> None:
        """Write a sentence of the program."""
        ...

    def write(self, lines: Sequence[str]) -> None:
        """Write lines as they are."""
        ...

    async def read(self, prompt: str) -> str:
        """The next line; GameStopped where there is none."""
        ...

    def obeyed(self, typed: str, view: View) -> bool:
        """Whether a line was a command, which has been done."""
        ...


async def words_for(ask: Ask, view: View, front: Asking) -> str:
    """The words that a person says to an ask, empty for silence.

    Raises:
        GameStopped: The person left, or the input ended.
    """
    silent = False
    while True:
        typed = await front.read("> ")
        if front.obeyed(typed, view):
            continue
        while typed.endswith("\\"):
            typed = f"{typed[:-1]}\n{await front.read('| ')}"
        text = clean_speech(typed)
        if text and front.hears and not await _is_meant(text, ask, view, front):
            continue
        if text or silent:
            return text
        silent = True
        front.say("That says nothing. Press Enter once more to stay silent, or type your words.")


async def _is_meant(text: str, ask: Ask, view: View, front: Asking) -> bool:
    """Tell what the table will hear; at a terminal, ask whether it is meant. Elsewhere a line is an answer, as ever."""
    occasion = Occasion(ask.seat, view.names, view.board.roles, view.state.day, ask.kind == "whisper")
    front.write(hang(heard_line(acts_in(text, ask.seat, view.names), occasion, front.look.glyphs), front.look))
    while front.terminal:
        typed = await front.read("Enter sends it, e writes it again: ")
        word = typed.strip().casefold()
        if word in ("", "e"):
            return not word
        if not front.obeyed(typed, view):
            front.say("Press Enter to say it, or type e and Enter to write something else.")
    return True
