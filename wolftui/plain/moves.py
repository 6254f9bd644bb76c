"""Moves before plain lines: what to say is chosen by numbers, and a sentence comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from wolfcore.game import Ask, View, dice_of
from wolftui.questions import Option, match_option

from .lines import LineLook

if TYPE_CHECKING:
    from wolftui.questions.picks import MenuStep

_MANNER = 9
"""Cells for the name of a manner."""


class SpeechPrompt(Protocol):
    """What this needs of the front.

    Attributes:
        look: How lines look.
        previews_speech: Whether whoever speaks reads what the table hears.
    """

    look: LineLook
    previews_speech: bool

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

    def run_command(self, typed: str, view: View) -> bool:
        """Whether a line was a command, which has been done."""
        ...


async def choose_sentence(ask: Ask, view: View, front: SpeechPrompt) -> str:
    """What a person chooses to say, in a manner of their choice; empty where they go back.

    Raises:
        GameStopped: The person left, or the input ended.
    """
    from wolfcore.bots.draws import Draws
    from wolfcore.bots.talk.sayings import sayings
    from wolftui.questions.moves import speech_menu  # with the house bots, whom nobody should wait for before this
    from wolftui.questions.picks import MenuStep, make_speaker

    speaker = make_speaker(view)
    leads = speech_menu(speaker, ask.kind)
    while isinstance(leads, MenuStep):
        options = _options(leads)
        number = await _number(leads.title, options, view, front)
        if number is None:
            return ""
        leads = leads.picks[number].next
    said = sayings(leads, speaker.record, Draws(dice_of(len(view.facts), "moves")))
    words = tuple(Option(number, manner, f"{manner:<{_MANNER}} {text}") for number, (manner, text) in enumerate(said, 1))
    number = await _number("In which words?", words, view, front)
    return "" if number is None else said[number].text


def _options(step: MenuStep) -> tuple[Option, ...]:
    """The choices of a step; a seat goes by its number."""
    return tuple(
        Option(pick.seat or number, pick.label, pick.label, pick.note, words=("me", "myself") if pick.label == "yourself" else ())
        for number, pick in enumerate(step.picks, 1)
    )


async def _number(title: str, options: Sequence[Option], view: View, front: SpeechPrompt) -> int | None:
    """The place of the option that the person chooses; None where they go back."""
    front.say(title, "strong")
    for option in options:
        note = f" ({option.note})" if option.note else ""
        front.say(f"{option.value:>3}  {option.consequence.removeprefix(f'{option.value} ')}{note}")
    while True:
        typed = await front.read("Number or name (an empty line goes back): ")
        if not typed.strip():
            return None
        if front.run_command(typed, view):
            continue
        found = match_option(options, typed)
        if isinstance(found, Option):
            return options.index(found)
        front.say(found)
