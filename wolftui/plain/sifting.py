"""Only a part of a saved game in plain lines: by the same seats and kinds as on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from wolfcore.errors import ConfigError, did_you_mean
from wolftui.panels.sieve import KINDS, FilterIndex, TranscriptFilter
from wolftui.session.session import GameSession
from wolftui.text.spans import Block, Line, Span


def parse_filter(text: str, names: Sequence[str]) -> TranscriptFilter:
    """What words let pass: seats by number or name and kinds by name or its beginning, with blanks or commas between them.

    Raises:
        ConfigError: A word means none of them.
    """
    seats, kinds = set[int](), set[str]()
    by_name = {name.casefold(): seat for seat, name in enumerate(names, 1)}
    for word in text.replace(",", " ").casefold().split():
        seat = int(word) if word.isdecimal() else by_name.get(word, 0)
        meant = [kind for kind in KINDS if kind.startswith(word)]
        if 1 <= seat <= len(names):
            seats.add(seat)
        elif len(meant) == 1 and not seat:
            kinds.update(meant)
        else:
            hint = (
                f"It is a seat from 1 to {len(names)}, or {', '.join(KINDS)}." if seat else did_you_mean(word, (*KINDS, *by_name))
            )
            raise ConfigError(f"`{word}` is no seat and no kind", key="--only", hint=hint)
    return TranscriptFilter(frozenset(seats), frozenset(kind for kind in KINDS if kind in kinds))


def filtered_blocks(session: GameSession, sieve: TranscriptFilter) -> tuple[Sequence[Block], Line]:
    """What passes of a session's blocks, with the night or day that each is of; and how much that is, in words."""
    blocks, sifter = session.blocks, FilterIndex()
    sifter.filter = sieve
    sifter.add_blocks(session, blocks, len(blocks))
    shown, of = sifter.counts(len(blocks))
    words = (Span("Only ", "dim"), *sieve.summary(session.names), Span(f": {shown:,} of {of:,}", "accent"))
    return [blocks[number] for number in sifter.matching(len(blocks))], words
