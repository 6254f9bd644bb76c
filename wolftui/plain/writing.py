"""Words before plain lines: written, told as the table will hear them, and at a terminal taken back with one key."""

from __future__ import annotations

from wolfcore.game import Ask, View
from wolfcore.players import clean_speech
from wolftui.session.hearing import acts_in
from wolftui.text.heard import SpeechContext, acts_line

from .lines import hanging_lines
from .moves import SpeechPrompt, choose_sentence

MOVES = ("/", "/moves")
"""What is typed for a list of moves."""
_REWRITE_KEY, _GO_ON = "e", "+"


async def read_speech(ask: Ask, view: View, front: SpeechPrompt) -> str:
    """The words that a person says to an ask, empty for silence.

    Raises:
        GameStopped: The person left, or the input ended.
    """
    silent, so_far, taken_back = False, "", ""
    while True:
        typed = await front.read("> ")
        if typed.strip().casefold() in MOVES:
            so_far = _joined(so_far, await choose_sentence(ask, view, front))
            if so_far:
                front.say(f"So far: {so_far}")
                front.say("An empty line says it, words go on from there, / chooses more, e drops it.", "quiet")
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
        text = clean_speech(_joined(so_far, typed))
        if text and front.previews_speech and not await _is_confirmed(text, ask, view, front):
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


async def _is_confirmed(text: str, ask: Ask, view: View, front: SpeechPrompt) -> bool:
    """Tell what the table will hear; at a terminal, ask whether it is meant. Elsewhere a line is an answer, as ever."""
    occasion = SpeechContext(ask.seat, view.names, view.board.roles, view.state.day, ask.kind == "whisper")
    front.write(hanging_lines(acts_line(acts_in(text, ask.seat, view.names), occasion, front.look.glyphs), front.look))
    while front.terminal:
        typed = await front.read("Enter sends it, e writes it again: ")
        word = typed.strip().casefold()
        if word in ("", _REWRITE_KEY):
            return not word
        if not front.run_command(typed, view):
            front.say("Press Enter to say it, or type e and Enter to write something else.")
    return True
