"""Words before plain lines: written, told as the table will hear them, and at a terminal taken back with one key."""

from __future__ import annotations

from wolfcore.game import Ask, View
from wolfcore.players import clean_speech
from wolftui.session.hearing import acts_in
from wolftui.text.heard import Occasion, heard_line

from .lines import hang
from .moves import Asking, chosen_sentence

MOVES = ("/", "/moves")
"""What is typed for a list of moves."""
_DROP, _GO_ON = "e", "+"


async def words_for(ask: Ask, view: View, front: Asking) -> str:
    """The words that a person says to an ask, empty for silence.

    Raises:
        GameStopped: The person left, or the input ended.
    """
    silent, so_far, taken_back = False, "", ""
    while True:
        typed = await front.read("> ")
        if typed.strip().casefold() in MOVES:
            so_far = _joined(so_far, await chosen_sentence(ask, view, front))
            if so_far:
                front.say(f"So far: {so_far}")
                front.say("An empty line says it, words go on from there, / chooses more, e drops it.", "quiet")
            continue
        if front.obeyed(typed, view):
            continue
        if so_far and typed.strip().casefold() == _DROP:
            so_far = ""
            continue
        while typed.endswith("\\"):
            typed = f"{typed[:-1]}\n{await front.read('| ')}"
        if taken_back and typed.startswith(_GO_ON):
            typed = _joined(taken_back, typed.removeprefix(_GO_ON).strip())
        text = clean_speech(_joined(so_far, typed))
        if text and front.hears and not await _is_meant(text, ask, view, front):
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


async def _is_meant(text: str, ask: Ask, view: View, front: Asking) -> bool:
    """Tell what the table will hear; at a terminal, ask whether it is meant. Elsewhere a line is an answer, as ever."""
    occasion = Occasion(ask.seat, view.names, view.board.roles, view.state.day, ask.kind == "whisper")
    front.write(hang(heard_line(acts_in(text, ask.seat, view.names), occasion, front.look.glyphs), front.look))
    while front.terminal:
        typed = await front.read("Enter sends it, e writes it again: ")
        word = typed.strip().casefold()
        if word in ("", _DROP):
            return not word
        if not front.obeyed(typed, view):
            front.say("Press Enter to say it, or type e and Enter to write something else.")
    return True
