"""The end of the transcript while it is being made: who speaks, with the words so far, and who thinks about what to say."""

from __future__ import annotations

from core.game import SPOKEN
from wolftui.session.ongoing import SeatDoing
from wolftui.session.session import GameSession
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Block, Line, Span

from .phrasing import at_work, seat_span, tokens_words


def tail(session: GameSession, glyphs: Glyphs) -> tuple[Block, ...]:
    """A block for each seat that speaks now or is asked for words, in the order of the seats; nothing for who looks back."""
    if not session.at_edge:
        return ()
    words = session.partials
    blocks: list[Block] = []
    for seat, doing in session.doings.items():
        if doing.kind in SPOKEN and seat not in session.people:
            lines = _spoken(words[seat], glyphs) if words.get(seat) else (_thinking(doing, glyphs),)
            blocks.append(Block("speech", lines, (seat_span(session.names, seat),), seat=seat, secret=doing.kind == "whisper"))
    return tuple(blocks)


def _spoken(text: str, glyphs: Glyphs) -> tuple[Line, ...]:
    *lines, last = ((Span(line),) for line in text.split("\n"))
    return (*lines, (*last, Span(glyphs.bar, "accent")))


def _thinking(doing: SeatDoing, glyphs: Glyphs) -> Line:
    tokens = f" {glyphs.dot} {tokens_words(doing.tokens)}" if doing.tokens else ""
    return (Span(f"{glyphs.thinking} {at_work(doing)}{tokens}", "dim"),)
