"""A game that another process plays, followed as plain lines; and a saved one, read again."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

from wolfcore.errors import ConfigError
from wolfcore.records import LogFollower, SavedGame, is_locked, summarise
from wolftui.session.persons import had_person, people_in
from wolftui.session.session import GameSession
from wolftui.text.outcome import outcome_of
from wolftui.text.spans import MODERATOR_EYES, PUBLIC_EYES

from .console import Console
from .lines import LineLook, block_lines, hanging_lines
from .printer import PacedPrinter, Printer
from .sifting import filtered_blocks, parse_filter
from .telling import outcome_lines

POLL_SECONDS = 0.2
"""Seconds between two looks at a log that grows."""


async def watch(folder: Path, console: Console, look: LineLook, *, speed: float, paced: bool) -> bool:
    """Follow a game to where it ends or stops; returns whether it ended.

    Args:
        folder: Its folder.
        console: Where lines go.
        look: How lines look.
        speed: How fast to read, where paced.
        paced: Whether to leave a reader time.

    Raises:
        LogError: The log cannot be read.
    """
    follower = LogFollower(folder)
    header = follower.header
    session = GameSession(header.board, header.names, live=True, glyphs=look.glyphs)
    session.speed = speed
    pace = PacedPrinter(session, Printer(session, look, console.write), paced=paced)
    while True:
        running = follower.running
        if not session.public_only and had_person(folder):
            session.restrict_to_public()
        entries = follower.poll()
        if entries:
            session.entries(entries)
            await pace.catch_up()
        if session.over or (not running and not entries):
            break
        await asyncio.sleep(POLL_SECONDS)
    if session.over:
        session.set_eyes(MODERATOR_EYES)
        about = summarise(folder).about
        players = [seat.text for seat in about.seats_now()] if about else []
        for line in outcome_lines(outcome_of(header.board, header.names, session.state, players), look):
            console.write(line)
    return session.over


def review_session(saved: SavedGame, eyes: str, look: LineLook) -> GameSession:
    """A session over a saved game, at its end.

    Args:
        saved: The game.
        eyes: `moderator`, `public`, a seat, or nothing for the widest that may be used.
        look: How lines look.

    Raises:
        ConfigError: There are no such eyes, or they may not be used before the game has ended.
    """
    guarded = is_locked(saved.path) and had_person(saved.path)
    people = () if guarded else people_in(saved.header, saved.about)
    session = GameSession(saved.header.board, saved.header.names, people=people, guarded=guarded, live=False, glyphs=look.glyphs)
    session.entries(saved.entries)
    session.go_end()
    wanted = parse_eyes(eyes, session.board.size)
    if wanted is None:
        session.set_eyes(MODERATOR_EYES)
    elif not session.set_eyes(wanted):
        hint = "Until then: " + (", ".join(f"--eyes {seat}" for seat in people) or "--eyes public") + "."
        raise ConfigError("this game has not ended, and a person plays in it", key="--eyes", hint=hint)
    return session


def parse_eyes(text: str, size: int) -> int | None:
    """The eyes that a word means: MODERATOR_EYES, PUBLIC_EYES or a seat; None for an empty one.

    Raises:
        ConfigError: It means none.
    """
    word = text.strip().casefold()
    if not word:
        return None
    if word in ("moderator", "public"):
        return MODERATOR_EYES if word == "moderator" else PUBLIC_EYES
    if word.isdecimal() and 1 <= int(word) <= size:
        return int(word)
    raise ConfigError(f"`{text}` are no eyes", key="--eyes", hint=f"They are moderator, public, or a seat from 1 to {size}.")


def review(
    saved: SavedGame, session: GameSession, look: LineLook, write: Callable[[str], None], *, step: bool = False, only: str = ""
) -> None:
    """Write a saved game as the session's eyes may read it.

    Args:
        saved: The game.
        session: Its session.
        look: How lines look.
        write: Takes each line.
        step: Whether to wait for a line of standard input after each block; the end of input ends the review.
        only: What alone is wanted, as `parse_filter` has it; empty for everything.

    Raises:
        ConfigError: What alone is wanted is nothing that there is.
    """
    blocks = session.blocks
    if only:
        blocks, words = filtered_blocks(session, parse_filter(only, session.names))
        for line in hanging_lines(words, look):
            write(line)
    for note in (*saved.notes, *(f"{problem}" for problem in saved.problems)):
        write(note)
    for block in blocks:
        for line in block_lines(block, look):
            write(line)
        if step and not sys.stdin.readline():
            return
    if not session.over:
        on = f"watch {saved.id}` follows it" if is_locked(saved.path) else f"resume {saved.id}` goes on with it"
        write("")
        write(f"This game is not finished; `wolftui {on}.")
        return
    session.set_eyes(MODERATOR_EYES)
    players = [seat.text for seat in saved.about.seats_now()] if saved.about else []
    for line in outcome_lines(outcome_of(session.board, session.names, session.state, players), look):
        write(line)
