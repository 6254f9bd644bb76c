"""Typing a speech, or choosing one from the speech menu, with a preview of recognised acts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from wolfcore.game import Ask, View, dice_of, pack_around
from wolfcore.players import clean_speech
from wolftui.words.questions import Option, match_option
from wolftui.words.recognised_acts import (
    SpeechContext,
    acts_heard,
    acts_line,
    is_foreign,
)

from .line_layout import LineLook, hanging_lines

if TYPE_CHECKING:
    from wolftui.words.questions.claim_menu import MenuStep

MOVES = ("/", "/moves")
"""The commands that open the speech menu."""


_REWRITE_KEY, _GO_ON = "e", "+"


async def read_speech(ask: Ask, view: View, front: SpeechPrompt, *, silent: bool = False) -> str:
    """Read a person's speech for an ask; empty for silence.

    Args:
        ask: The ask.
        view: The view of the seat.
        front: Reads and writes lines.
        silent: Whether the first empty line is silence; otherwise it has to be confirmed.

    Raises:
        GameStopped: The person left, or the input ended.
    """
    so_far, taken_back = "", ""
    while True:
        typed = await front.read("> ")
        if typed.strip().casefold() in MOVES:
            so_far = _joined(so_far, await choose_sentence(ask, view, front))
            if so_far:
                front.say(f"So far: {so_far}")
                front.say(
                    "An empty line says it, words go on from there, / chooses more, e drops it.",
                    "quiet",
                )
            continue
        if front.run_command(typed, view):
            continue
        if so_far and typed.strip().casefold() == _REWRITE_KEY:
            so_far = ""
            continue
        while typed.endswith("\\"):
            typed = f"{typed[:-1]}\n{await front.read('| ')}"
        if taken_back and typed.startswith(_GO_ON):
            typed = _joined(taken_back, typed.removeprefix(_GO_ON).strip())
        text, choice = clean_speech(_joined(so_far, typed)), ""
        while text and front.previews_speech:
            choice = await _confirmation(text, ask, view, front)
            if not choice.startswith(_GO_ON):
                break
            text = clean_speech(_joined(text, choice.removeprefix(_GO_ON).strip()))
        if choice == _REWRITE_KEY:
            so_far, taken_back = "", text
            front.say(f"You wrote: {text}")
            front.say("Write it anew; a line that begins with + goes on from there.", "quiet")
            continue
        if text or silent:
            return text
        silent = True
        front.say("That says nothing. Press Enter once more to stay silent, or type your words.")


def _joined(so_far: str, more: str) -> str:
    return f"{so_far} {more}" if so_far and more.strip() else so_far or more


async def _confirmation(text: str, ask: Ask, view: View, front: SpeechPrompt) -> str:
    """Show the acts that the table will recognise; at a terminal, also ask for confirmation.

    Returns:
        An empty string to send the text, as for every line without a terminal; `e` to write it
        again; or `+` with the words that follow it.
    """
    pack, proposer = pack_around(view) if ask.kind == "whisper" else ((), 0)
    occasion = SpeechContext(ask.seat, view.names, view.board.roles, view.state.day, pack, proposer)
    line = acts_line(
        acts_heard(text, occasion),
        occasion,
        front.look.glyphs,
        foreign=is_foreign(text, view.names),
    )
    front.write(hanging_lines(line, front.look))
    while front.terminal:
        typed = await front.read("Enter sends it, e writes it again, + adds words: ")
        choice = typed.strip().casefold()
        if choice in ("", _REWRITE_KEY):
            return choice
        if choice.startswith(_GO_ON):
            return typed.strip()
        if not front.run_command(typed, view):
            front.say("Press Enter to say it, e to write it again, or + and more words.")
    return ""


_MANNER = 9
"""Cells for the name of a style of speech."""


class SpeechPrompt(Protocol):
    """The part of `PlainFront` that speech input needs.

    Attributes:
        look: Width, colours and signs of the lines.
        previews_speech: Whether speakers see the acts recognised in their speech.
    """

    look: LineLook
    previews_speech: bool

    @property
    def terminal(self) -> bool:
        """Whether a person sits at a terminal."""
        ...

    def say(self, text: str, style: str = "text") -> None:
        """Write a message of the program."""
        ...

    def write(self, lines: Sequence[str]) -> None:
        """Write lines unchanged."""
        ...

    async def read(self, prompt: str) -> str:
        """Read the next line; raises GameStopped at the end of input."""
        ...

    def run_command(self, typed: str, view: View) -> bool:
        """Run a typed command; return whether the text is one."""
        ...


async def choose_sentence(ask: Ask, view: View, front: SpeechPrompt) -> str:
    """Let a person choose a sentence from the speech menu; empty if they go back.

    Raises:
        GameStopped: The person left, or the input ended.
    """
    # House bots and their phrases are loaded when a person speaks by the menu.
    from wolfcore.bots.draws import Draws  # noqa: PLC0415  where a speech is composed
    from wolfcore.bots.talk.sentences import sayings  # noqa: PLC0415  where one is composed
    from wolftui.words.questions.claim_menu import MenuStep, make_speaker  # noqa: PLC0415  slow
    from wolftui.words.questions.speech_menu import speech_menu  # noqa: PLC0415  where one is composed

    speaker = make_speaker(view)
    leads = speech_menu(speaker, ask.kind)
    while isinstance(leads, MenuStep):
        options = _options(leads)
        number = await _number(leads.title, options, view, front)
        if number is None:
            return ""
        leads = leads.picks[number].next
    said = sayings(leads, speaker.record, Draws(dice_of(len(view.facts), "moves")))
    words = tuple(
        Option(number, manner, f"{manner:<{_MANNER}} {text}")
        for number, (manner, text) in enumerate(said, 1)
    )
    number = await _number("In which words?", words, view, front)
    return "" if number is None else said[number].text


def _options(step: MenuStep) -> tuple[Option, ...]:
    """Make options of a step's choices; a seat is chosen by its number."""
    return tuple(
        Option(
            pick.seat or number,
            pick.label,
            pick.label,
            pick.note,
            words=("me", "myself") if pick.label == "yourself" else (),
        )
        for number, pick in enumerate(step.picks, 1)
    )


async def _number(
    title: str, options: Sequence[Option], view: View, front: SpeechPrompt
) -> int | None:
    """Ask for an option and return its index; None if the person goes back."""
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
