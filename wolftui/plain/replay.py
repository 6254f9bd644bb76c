"""Saved games, games of another process, and two forks side by side, as plain lines."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from wolfcore.decoders import whole_number
from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.records import LogFollower, SavedGame, is_locked, read_game, summarise
from wolftui.games.forks import NO_COMMON_EYES, ForkPair, RelatedGame, fork_pair, related_games
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import had_person, people_here
from wolftui.views.game_diff import (
    SIDE_BY_SIDE,
    ForkView,
    diff_parts,
    difference_summary,
    fork_view,
)
from wolftui.views.transcript_filter import KINDS, FilterIndex, TranscriptFilter
from wolftui.words.outcome import outcome_of
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES, Block, Line, Span

from .announcements import outcome_lines
from .console import Console
from .line_layout import LineLook, ansi_text, block_lines, hanging_lines, text_lines
from .printer import PacedPrinter, Printer

POLL_SECONDS = 0.2
"""Seconds between two reads of a growing log."""


async def watch(
    folder: Path, console: Console, look: LineLook, *, speed: float, paced: bool
) -> bool:
    """Follow a running game until it ends or stops; return whether it ended.

    Args:
        folder: Its folder.
        console: Where lines go.
        look: Width, colours and signs of the lines.
        speed: The reading speed, if paced.
        paced: Whether to write at reading speed.

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
        for line in outcome_lines(
            outcome_of(header.board, header.names, session.state, players), look
        ):
            console.write(line)
    return session.over


def review_session(saved: SavedGame, eyes: str, look: LineLook) -> GameSession:
    """Make a session over a saved game, at its end.

    Args:
        saved: The game.
        eyes: `moderator`, `public` or a seat; empty for the widest view that is permitted.
        look: Width, colours and signs of the lines.

    Raises:
        ConfigError: There is no such viewer, or this view is not permitted before the game has
            ended.
    """
    guarded = is_locked(saved.path) and had_person(saved.path)
    people = () if guarded else people_here(saved.header, saved.about)
    session = GameSession(
        saved.header.board,
        saved.header.names,
        people=people,
        guarded=guarded,
        live=False,
        glyphs=look.glyphs,
    )
    session.entries(saved.entries)
    session.go_end()
    wanted = parse_eyes(eyes, session.board.size)
    if wanted is None:
        session.set_eyes(MODERATOR_EYES)
    elif not session.set_eyes(wanted):
        hint = (
            "Until then: "
            + (", ".join(f"--eyes {seat}" for seat in people) or "--eyes public")
            + "."
        )
        raise ConfigError(
            "this game has not ended, and a person plays in it", key="--eyes", hint=hint
        )
    return session


def parse_eyes(text: str, size: int) -> int | None:
    """Parse a viewer to MODERATOR_EYES, PUBLIC_EYES or a seat; None for an empty text.

    Raises:
        ConfigError: There is no such viewer.
    """
    word = text.strip().casefold()
    if not word:
        return None
    if word in ("moderator", "public"):
        return MODERATOR_EYES if word == "moderator" else PUBLIC_EYES
    if 1 <= (seat := whole_number(word) or 0) <= size:
        return seat
    raise ConfigError(
        f"`{text}` is not a valid view",
        key="--eyes",
        hint=f"Use moderator, public, or a seat from 1 to {size}.",
    )


def review(
    saved: SavedGame,
    session: GameSession,
    look: LineLook,
    write: Callable[[str], None],
    *,
    step: bool = False,
    only: str = "",
) -> None:
    """Write a saved game as the session's viewer may read it.

    Args:
        saved: The game.
        session: Its session.
        look: Width, colours and signs of the lines.
        write: Receives each line.
        step: Whether to wait for a line of standard input after each block; the end of input ends
            the review.
        only: A filter as in `parse_filter`; empty for everything.

    Raises:
        ConfigError: The filter names no seat or kind.
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
        on = (
            f"watch {saved.id}` follows it"
            if is_locked(saved.path)
            else f"resume {saved.id}` continues it"
        )
        write("")
        write(f"This game is not finished; `wolftui {on}.")
        return
    session.set_eyes(MODERATOR_EYES)
    players = [seat.text for seat in saved.about.seats_now()] if saved.about else []
    for line in outcome_lines(
        outcome_of(session.board, session.names, session.state, players), look
    ):
        write(line)


def parse_filter(text: str, names: Sequence[str]) -> TranscriptFilter:
    """Parse a transcript filter from seat numbers, seat names, and kinds or their beginnings.

    Words are separated by blanks or commas.

    Raises:
        ConfigError: A word is neither a seat nor a kind.
    """
    seats, kinds = set[int](), set[str]()
    by_name = {name.casefold(): seat for seat, name in enumerate(names, 1)}
    for word in text.replace(",", " ").casefold().split():
        seat = whole_number(word) or by_name.get(word, 0)
        meant = [kind for kind in KINDS if kind.startswith(word)]
        if 1 <= seat <= len(names):
            seats.add(seat)
        elif len(meant) == 1 and not seat:
            kinds.update(meant)
        else:
            hint = (
                f"It is a seat from 1 to {len(names)}, or {', '.join(KINDS)}."
                if seat
                else did_you_mean(word, (*KINDS, *by_name))
            )
            raise ConfigError(f"`{word}` is neither a seat nor a kind", key="--only", hint=hint)
    return TranscriptFilter(frozenset(seats), frozenset(kind for kind in KINDS if kind in kinds))


def filtered_blocks(session: GameSession, wanted: TranscriptFilter) -> tuple[Sequence[Block], Line]:
    """Return the blocks of a session that pass a filter, and their count in words.

    Dividers of the nights and days of these blocks are included.
    """
    blocks, index = session.blocks, FilterIndex()
    index.filter = wanted
    index.add_blocks(session, blocks, len(blocks))
    shown, of = index.counts(len(blocks))
    words = (
        Span("Only ", "dim"),
        *wanted.summary(session.names),
        Span(f": {shown:,} of {of:,}", "accent"),
    )
    return [blocks[number] for number in index.matching(len(blocks))], words


_KEY = "--beside"


def comparison_lines(saved: SavedGame, beside: str, eyes: str, look: LineLook) -> list[str]:
    """Compare a game with a game that has the same beginning: a fork, or the same deal.

    Args:
        saved: The game.
        beside: The id of the other game, its beginning or its end; empty if there is only one
            other.
        eyes: The viewer of both, as in `--eyes`; empty for the widest view that is permitted.
        look: Width, colours and signs of the lines.

    Raises:
        ConfigError: No game or several match, or this viewer may not see both.
        WolfError: A game cannot be read.
    """
    related = () if saved.header.source else related_games(saved.path)
    other = read_game(saved.path.parent / _game_meant(related, beside).id, strict=False)
    pair = fork_pair(saved, other, look.glyphs)
    wanted = parse_eyes(eyes, saved.header.board.size)
    if not pair.eyes:
        raise ConfigError(NO_COMMON_EYES.lower().rstrip("."), key=_KEY)
    if wanted is not None and wanted not in pair.eyes:
        raise ConfigError(
            "this view of both games is not allowed before they have ended", key="--eyes"
        )
    return _lines(pair, pair.eyes[0] if wanted is None else wanted, look)


def _game_meant(related: tuple[RelatedGame, ...], text: str) -> RelatedGame:
    """Find the related game that `text` names; raises ConfigError if it is not unique."""
    found = [volume for volume in related if volume.id.startswith(text) or volume.id.endswith(text)]
    if len(found) == 1:
        return found[0]
    if not related:
        raise ConfigError(
            "the game has no forks and is no fork, and no other game of its deal is here",
            key=_KEY,
            hint="`wolftui fork` makes one.",
        )
    hint = "; ".join(f"{volume.id} is {volume.relation}" for volume in related)
    problem = "several games fit" if found else f"no related game fits `{text}`"
    raise ConfigError(problem, key=_KEY, hint=f"{hint}.")


def _lines(pair: ForkPair, eyes: int, look: LineLook) -> list[str]:
    for shown in (pair.first, pair.second):
        shown.session.set_eyes(eyes)
        shown.session.go_end()
    one, other = fork_view(pair.first, pair.titles[0]), fork_view(pair.second, pair.titles[1])
    lines = [line for side in (one, other) for line in _head(side, look)]
    lines.append("")
    lines += [
        ansi_text(line, colour=look.colour)
        for line in difference_summary(one, other, look.glyphs, min(look.width, SIDE_BY_SIDE - 1))
    ]
    for part in diff_parts(one, other):
        for side, blocks in ((one, part.left), (other, part.right)):
            lines += [
                "",
                *hanging_lines((Span(side.title, "accent"), Span(f", {part.when}", "quiet")), look),
            ]
            lines += [
                line
                for block in blocks
                if block.kind != "divider"
                for line in block_lines(block, look)
            ]
            lines += [] if blocks else text_lines("Nothing of this kind happened.", look, "dim")
    return lines


def _head(side: ForkView, look: LineLook) -> list[str]:
    """Name a game and its ending."""
    return hanging_lines(
        (Span(side.title, "accent"), Span(f" {side.game}: ", "dim"), side.ending), look
    )
