"""The coach's advice in the guided game, computed from what the player's own seat may know."""

from __future__ import annotations

from wolfcore.game import AskKind, State
from wolfcore.game import facts as f
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.visible_log import Fold
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import wrap

from .labels import KeyOf

CHECKS: Fold[tuple[f.Checked, ...]] = Fold((), lambda seen, fact, _: (*seen, fact), (f.Checked,))
"""The fold of all check results that the player has learned at night."""


_ASKED: dict[AskKind, str] = {
    "check": "Tonight you learn which side one player is on, and nobody else learns it. Choose "
    "with the arrows or a number, then press Enter.",
    "vote": "Vote for whoever you think is a wolf; most votes send somebody out. Number or arrows, "
    "then Enter. All vote at once.",
    "plead": "You are tied, and the others decide between you. Say why it should not be you; Enter "
    "sends.",
    "defend": "You were named, so you have the word once more. Answer what was said of you; "
    "Enter sends.",
    "last_words": "Your last words. Say what you know, above all whom you checked: the village "
    "can still use it.",
}


_PARTS = (
    "In the middle stands what happens, beside it the seats, and your own seat with what you know."
)


def advice(session: GameSession, asked: AskKind | None, key_of: KeyOf, *, small: bool) -> str:
    """Return the coach's advice for the present moment; empty if there is nothing new to say.

    Args:
        session: The game through the player's own eyes.
        asked: The kind of ask that the player has to answer, or None.
        key_of: Returns the key of an action.
        small: Whether the player's seat panel is hidden behind a key.
    """
    state = session.state
    if state.ended:
        return (
            "The game is over. Enter shows who was what and how it was won; from there "
            f"{key_of('lobby')} leads back to the lobby."
        )
    if asked == "speak":
        return (
            f"Your turn to speak. {_finding(session)} Enter sends; below your words stands "
            "what the table will hear."
        )
    if asked == "check" and state.day < 2:
        return f"{_ASKED['check']} {_parts(key_of('panel') if small else '')}"
    if asked:
        return _ASKED.get(
            asked,
            "Choose with the arrows or a number, then press Enter. Below stands what your "
            "choice does.",
        )
    return _meanwhile(session, state, key_of)


def _meanwhile(session: GameSession, state: State, key_of: KeyOf) -> str:
    seat = session.people[0]
    if not state.alive(seat):
        return (
            "You are out, and the village plays on without you: your team can still win. "
            f"{key_of('faster')} goes faster."
        )
    match state.phase:
        case "setup" | "night":
            return (
                "It is night. You are the Seer of this village: two of the others are "
                f"wolves. {_parts('')}"
            )
        case "dawn":
            if not session.board.switches.kills_in(state.day):
                return (
                    "Morning. In the first night nobody dies here; in the next ones somebody may."
                )
            return "Morning: everybody hears who died in the night, and nobody hears how."
        case "discussion":
            return (
                "By day all who live speak, one after the other. Watch who accuses whom, and "
                "who follows without a reason."
                f" {key_of('play_pause').capitalize()} holds the talk, {key_of('faster')} "
                f"and {key_of('slower')} change its speed."
            )
        case "vote" | "runoff" | "exile":
            return (
                "Now the votes are shown. Who voted for whom is the hardest evidence there "
                "is; it stays in the middle."
            )
        case _:
            return ""


def _parts(key: str) -> str:
    return (
        f"In the middle stands what happens; {key} shows your own seat and what you know."
        if key
        else _PARTS
    )


def _finding(session: GameSession) -> str:
    """Advise the Seer what to say about the last check."""
    learned = session.value_at_cursor(CHECKS)
    if not learned:
        return "Say whom you find suspicious, and why."
    last = learned[-1]
    name = session.names[last.target - 1]
    if last.result == "village":
        return (
            f"You know that {name} is no wolf. You may say so, but who says that they are "
            "the Seer is whom the wolves kill next."
        )
    return (
        f"You know that {name} is a wolf. Say it, for example: I am the Seer, and {name} is a wolf."
    )


def coach_lines(words: str, width: int) -> list[Line]:
    """Wrap the coach's advice behind the word `Coach`; an empty list for empty advice."""
    if not words:
        return []
    return wrap((Span(words, "text"),), width, (Span("Coach  ", "accent"),), (Span("       "),))
