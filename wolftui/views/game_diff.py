"""A side-by-side diff of two forks from the first entry where they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, get_args

from msgspec import Struct

from wolfcore.game import Phase
from wolfcore.game import facts as f
from wolftui.games.session.shown_game import ShownGame
from wolftui.words.glyphs import Glyphs
from wolftui.words.outcome import ending_title
from wolftui.words.spans import Block, Line, Span
from wolftui.words.transcript_layout import TranscriptShape, layout_block
from wolftui.words.wrapping import plain_text, truncate, width_of, wrap

from .labels import PHASES, course_lines

SIDE_BY_SIDE = 96
"""The least width, in cells, at which both games are shown side by side."""


_BETWEEN = 3


_RANK = {phase: rank for rank, phase in enumerate(get_args(Phase))}


_WHEN = 13
"""Cells for the name of a night or day in the list of differences."""


class ForkView(Struct, frozen=True):
    """One of the two compared games, as one viewer knows it.

    Attributes:
        title: Its role in the comparison, for example the original or the fork.
        game: Its id.
        facts: All facts that the viewer knows.
        blocks: The transcript blocks of these facts.
        names: Name by seat, in seat order.
    """

    title: str
    game: str
    facts: tuple[f.Fact, ...]
    blocks: tuple[Block, ...]
    names: tuple[str, ...]

    @property
    def ending(self) -> Span:
        """How this game ended and on which day, or `not finished`, as a styled span."""
        last = self.facts[-1] if self.facts else None
        if isinstance(last, f.Ended):
            return Span(f"{ending_title(last.ended)} on day {last.day}", last.winner or "strong")
        return Span("not finished", "warn")


class Row(NamedTuple):
    """One row of the diff.

    Attributes:
        left: The line of the first game.
        right: The line of the other game.
        part: The title of the night or day that begins with this row; empty if none does.
    """

    left: Line
    right: Line
    part: str = ""


class Part(NamedTuple):
    """One night, day or other part of two games, with the blocks of each game that belong to it.

    At least one of the two games has a block in it.

    Attributes:
        when: The night or day in words.
        left: The blocks of the first game; empty if it has none in this part.
        right: The blocks of the other game; empty if it has none in this part.
    """

    when: str
    left: Sequence[Block]
    right: Sequence[Block]


def fork_view(shown: ShownGame, title: str) -> ForkView:
    """Collect the facts and blocks of a reviewed game, as its session's viewer knows them."""
    session = shown.session
    return ForkView(
        title, shown.game, tuple(session.known_facts), tuple(session.all_blocks), session.names
    )


def first_difference(one: ForkView, other: ForkView) -> int:
    """Return the index of the first block that differs: the count of equal blocks at the start."""
    both = zip(one.blocks, other.blocks, strict=False)
    shorter = min(len(one.blocks), len(other.blocks))
    return next(
        (number for number, (here, there) in enumerate(both) if _content(here) != _content(there)),
        shorter,
    )


def _content(block: Block) -> tuple[object, ...]:
    """Return the parts of a block that count in a comparison: all but thought and fact count."""
    return (block.kind, block.head, block.lines, block.day, block.phase, block.secret)


# -- summary of the differences


def difference_summary(
    one: ForkView, other: ForkView, glyphs: Glyphs, width: int, *, second: bool = False
) -> list[Line]:
    """Summarise a diff: where the games diverge, and each night and day with a different course.

    On a narrow screen, which shows one game at a time, `second` says that the other game is the
    visible one.
    """
    place = first_difference(one, other)
    if place == len(one.blocks) == len(other.blocks):
        return [(Span("This view shows no difference between the two games.", "quiet"),)]
    lines: list[Line] = wrap((Span(f"They part {_where(one, other, place)}", "strong"),), width)
    left, right = _courses(one, glyphs), _courses(other, glyphs)
    votes = _votes_changed(one, other)
    for when in dict.fromkeys((*left, *right)):
        here, there = left.get(when, ()), right.get(when, ())
        changed = (
            votes.get(int(plain_text(when).split()[-1]), 0) if "day" in plain_text(when) else 0
        )
        if here == there and not changed:
            continue
        lead = (*when, Span(" " * max(_WHEN - width_of(when), 1)))
        gone = (Span("not reached", "dim"),)
        votes_words = (
            Span(f"   {'1 vote differs' if changed == 1 else f'{changed} votes differ'}", "accent")
            if changed
            else Span("")
        )
        row = Row((*lead, *(here or gone)), (*lead, *(there or gone), votes_words))
        if column_of(width) < width:
            lines.append(diff_line(row, width, glyphs, other=second))
        else:
            shown, elsewhere = (
                (there or gone, here or gone) if second else (here or gone, there or gone)
            )
            there_words = (Span("   there: ", "dim"), *elsewhere) if here != there else ()
            lines += wrap((*shown, *there_words, votes_words), width, lead, (Span(" " * _WHEN),))
    return lines


def _where(one: ForkView, other: ForkView, place: int) -> str:
    """Say when the games diverge."""
    block = next(side.blocks[place] for side in (one, other) if len(side.blocks) > place)
    return f"{'in' if block.night else 'on'} {_moment(block)}"


def _moment(block: Block) -> str:
    """Name the night or day and the phase of a block."""
    phase = next(phase for phase in _RANK if phase == block.phase)
    return f"{'night' if block.night else 'day'} {block.day}" + (
        "" if phase == "night" else f": {PHASES[phase]}"
    )


def _courses(side: ForkView, glyphs: Glyphs) -> dict[Line, Line]:
    """Map the title of each night and day to the summary of its events."""
    found: dict[Line, Line] = {}
    for head, *rest in course_lines(side.facts, side.names, glyphs):
        when = (Span(head.text.rstrip(), head.style),)
        found[when] = tuple(rest) if rest else (Span("nothing yet", "dim"),)
    return found


def _votes_changed(one: ForkView, other: ForkView) -> dict[int, int]:
    """Count per day the changed votes of the seats that voted in both games."""
    left, right = _votes(one), _votes(other)
    return {
        day: sum(
            target != right[day][voter] for voter, target in cast.items() if voter in right[day]
        )
        for day, cast in left.items()
        if day in right
    }


def _votes(side: ForkView) -> Mapping[int, Mapping[int, int]]:
    days: dict[int, dict[int, int]] = {}
    day = 0
    for fact in side.facts:
        if isinstance(fact, f.Began):
            day = fact.day
        elif isinstance(fact, f.Voted) and fact.ballot == "vote":
            days.setdefault(day, {})[fact.voter] = fact.target
    return days


# -- side by side


def diff_rows(one: ForkView, other: ForkView, shape: TranscriptShape) -> list[Row]:
    """Lay out both games side by side from the first difference.

    Each night or day begins on the same row in both columns; the shorter column is padded with
    empty lines.
    """
    found: list[Row] = []
    for part in diff_parts(one, other):
        columns = [
            [line for block in blocks for line in layout_block(block, shape)]
            for blocks in (part.left, part.right)
        ]
        height = max(map(len, columns))
        (here, there) = ([*lines, *[()] * (height - len(lines))] for lines in columns)
        found += [
            Row(*both, part.when if not number else "")
            for number, both in enumerate(zip(here, there, strict=True))
        ]
    return found


def diff_parts(one: ForkView, other: ForkView) -> list[Part]:
    """Split both games, from the first difference on, into nights and days."""
    place = first_difference(one, other)
    left, right = _parts(one, place), _parts(other, place)
    both = [(left.get(part, []), right.get(part, [])) for part in sorted({*left, *right})]
    return [Part(_moment((here or there)[0]), here, there) for here, there in both]


def _parts(side: ForkView, place: int) -> dict[tuple[int, int], list[Block]]:
    """Group the blocks from index `place` on by day and phase."""
    parts: dict[tuple[int, int], list[Block]] = {}
    for block in side.blocks[place:]:
        phase = next(phase for phase in _RANK if phase == block.phase)
        parts.setdefault((block.day, _RANK[phase]), []).append(block)
    return parts


def column_of(width: int) -> int:
    """Return the cells for one game on a page: half the page, or all of it if it is narrow."""
    return (width - _BETWEEN) // 2 if width >= SIDE_BY_SIDE else width


def diff_line(row: Row, width: int, glyphs: Glyphs, *, other: bool) -> Line:
    """Draw a row as a line: both games side by side, or on narrow pages one of them.

    `other` selects the second game on narrow pages.
    """
    column = column_of(width)
    if column == width:
        return row.right if other else row.left
    left = truncate(row.left, column, glyphs.more)
    return (*left, Span(" " * (column - width_of(left) + _BETWEEN)), *row.right)


def column_heads(
    one: ForkView, other: ForkView, width: int, glyphs: Glyphs, *, second: bool
) -> list[Line]:
    """Write the heads of the columns: title, id and ending of each game.

    `second` selects the second game on narrow pages.
    """
    left, right = (
        (Span(side.title, "accent+bold"), Span(f"  {side.game}", "dim")) for side in (one, other)
    )
    names, ends = Row(left, right), Row((one.ending,), (other.ending,))
    return [diff_line(row, width, glyphs, other=second) for row in (names, ends)]
