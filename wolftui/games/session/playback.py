"""`Playback`: cursor, playhead and reading speed over a log that may still grow.

The playhead opens the table's gate at the live edge; stepping back moves the cursor only.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Sequence
from typing import TypeVar

from wolfcore.game import State
from wolfcore.game import facts as f
from wolftui.settings.config import SPEEDS
from wolftui.words.spans import BARE_VOTE, Block

from .visible_log import Fold, VisibleLog

T = TypeVar("T")


class Playback:
    """A cursor and a playhead over the visible part of a log.

    Args:
        live: Whether more entries will come; a saved game is replayed from its start.

    Attributes:
        live: As given; False as soon as the game is reviewed.
        speed: Playback speed, 1.0 for a calm reader; one of SPEEDS.
        playing: Whether playback advances by itself.
        following: Whether the cursor moves with the playhead (always so in a replay).
        held: Whether playback and the table wait because the viewer must read or answer something
            first.
    """

    _log: VisibleLog

    def __init__(self, *, live: bool) -> None:
        self.live, self.speed, self.playing, self.following = live, 1.0, live, True
        self._edge = asyncio.Event()
        self.held = False
        self._spent = 0.0
        self._end = self._cursor = self._playhead = 0
        self._bound: int | None = None
        self._reached = 0

    # -- what is seen at the cursor

    @property
    def fact_count(self) -> int:
        """The number of visible facts before the cursor."""
        return self._log.fact_count(self._cursor)

    @property
    def facts(self) -> Sequence[f.Fact]:
        """The visible facts before the cursor."""
        return self._log.facts[: self.fact_count]

    @property
    def known_facts(self) -> Sequence[f.Fact]:
        """The visible facts that may be looked up: up to the playhead if live, all in a replay.

        In a replay with a bound: up to the furthest place reached.
        """
        return self._log.facts if self._all_open else self._log.facts[: self._known]

    @property
    def _all_open(self) -> bool:
        return not self.live and self._bound is None

    @property
    def _last(self) -> int:
        """The furthest place that the cursor may reach."""
        return self._end if self._bound is None else min(self._bound, self._end)

    @property
    def _known(self) -> int:
        """The number of visible facts that may be looked up."""
        return self._log.fact_count(self._open)

    @property
    def _open(self) -> int:
        """The place up to which facts may be looked up.

        It is the playhead of a live game, the end of a replay, or the furthest place reached in a
        replay with a bound.
        """
        return self._playhead if self.live else self._end if self._bound is None else self._reached

    def value_at_cursor(self, fold: Fold[T]) -> T:
        """Return the value of a fold over the facts before the cursor."""
        return self._log.fold_values(fold).value(self._log.facts, self.fact_count)

    def value_at_cursor_within(self, fold: Fold[T], most: int) -> T | None:
        """Return the value at the cursor of a slow fold; None if it is not computed yet.

        Each call folds at most `most` further facts of the fold's kinds, so repeated calls get the
        value.
        """
        trail, count = self._log.fold_values(fold), self.fact_count
        return (
            trail.value(self._log.facts, count)
            if trail.fold_to(self._log.facts, count, most)
            else None
        )

    def value_known(self, fold: Fold[T]) -> T:
        """Return the value of a fold over the facts that may be looked up."""
        return self._log.fold_values(fold).value(self._log.facts, self._known)

    def value_known_within(self, fold: Fold[T], most: int) -> T | None:
        """Return the value of a slow fold over the known facts; None if not computed yet.

        Each call folds at most `most` further facts of the fold's kinds.
        """
        trail, known = self._log.fold_values(fold), self._known
        return (
            trail.value(self._log.facts, known)
            if trail.fold_to(self._log.facts, known, most)
            else None
        )

    def fold_ahead(self, fold: Fold[T], most: int) -> None:
        """Fold at most `most` further known facts in advance."""
        self._log.fold_values(fold).fold_to(self._log.facts, self._known, most)

    @property
    def state(self) -> State:
        """The game state that these eyes know at the cursor."""
        return self._log.state(self.fact_count)

    @property
    def blocks(self) -> Sequence[Block]:
        """The text blocks before the cursor; the last may grow while ballots are read out."""
        return self._log.blocks[: self._log.block_count_at(self._cursor)]

    @property
    def all_blocks(self) -> Sequence[Block]:
        """The text blocks that may be searched; limits as for `known_facts`."""
        return (
            self._log.blocks
            if self._all_open
            else self._log.blocks[: self._log.block_count_at(self._open)]
        )

    @property
    def at_edge(self) -> bool:
        """Whether the cursor is at the end of the log."""
        return self._cursor >= self._end

    @property
    def at_bound(self) -> bool:
        """Whether the cursor is at the bound set by `set_bound`."""
        return self._bound is not None and self._cursor >= self._bound

    def set_bound(self, place: int | None) -> None:
        """Set the place beyond which the cursor may not go; None removes the bound.

        Lookup and search are limited to the furthest place reached. A cursor beyond the bound moves
        back to it, and places beyond it count as not reached.
        """
        before = self._reached if self._bound is not None else 0
        self._bound = place
        self._cursor, self._playhead = (
            min(self._cursor, self._last),
            min(self._playhead, self._last),
        )
        self._reached = max(before, self._cursor)

    @property
    def caught_up(self) -> bool:
        """Whether the playhead has reached the live edge."""
        return self._playhead >= self._end

    # -- moving

    def tick(self, seconds: float) -> bool:
        """Advance playback by `seconds` of reading time; returns whether it moved.

        The next block is shown when there was time to read the last one. Waiting at the live edge
        counts as reading time. Invisible entries take no time, or the pace would reveal secret
        actions.
        """
        if not self.playing or self.held:
            return False
        self._spent += seconds * self.speed
        moved, last = False, self._last
        ahead = len(self._log.blocks) if last == self._end else self._log.block_count_at(last)
        while True:
            read = self._log.block_count_at(self._playhead)
            cost = reading_seconds(self._log.blocks[read - 1]) if read else 0.0
            if read >= ahead:
                moved = moved or self._playhead < last
                self._move_playhead(last)
                self._spent = min(self._spent, cost)
                return moved
            if cost > self._spent:
                return moved
            self._spent -= cost
            self._move_playhead(self._log_end(self._log.blocks[read].fact_count))
            moved = True

    def toggle_play(self) -> bool:
        """Toggle play and pause; returns whether it plays now.

        A pause of a live game holds the table. A replay at its end restarts.
        """
        self.playing = not self.playing
        if self.playing and not self.live and self.caught_up:
            self._move_playhead(0)
        self._mark_edge()
        return self.playing

    def set_held(self, *, held: bool) -> None:
        """Hold playback and the table, or release them."""
        self.held = held
        self._mark_edge()

    def change_speed(self, steps: int) -> float:
        """Change the speed by `steps` entries of SPEEDS; returns the new speed."""
        self.speed = SPEEDS[min(max(SPEEDS.index(self.speed) + steps, 0), len(SPEEDS) - 1)]
        return self.speed

    def step(self, steps: int) -> None:
        """Move the cursor by whole blocks.

        In a live game, a cursor before the playhead no longer follows it.
        """
        stops = list(dict.fromkeys(block.fact_count for block in self._log.blocks))
        place = bisect_right(stops, self.fact_count) - 1 + steps
        self._go(0 if place < 0 or not stops else self._log_end(stops[min(place, len(stops) - 1)]))

    def jump(self, direction: int, *, days: bool = False) -> None:
        """Move to the start of the next (1) or previous (-1) night or day, or only to days."""
        starts = [
            b.fact_count for b in self._log.blocks if b.kind == "divider" and not (days and b.night)
        ]
        if direction > 0:
            later = [start for start in starts if start > self.fact_count]
            self._go(self._log_end(later[0]) if later else self._end)
        else:
            earlier = [start for start in starts if start < self.fact_count]
            self._go(self._log_end(earlier[-1]) if earlier else 0)

    def fact_count_at(self, entry: int) -> int:
        """Return the number of visible facts up to and including a log entry, counted from 0."""
        return self._log.fact_count(entry + 1)

    def go_to(self, fact_count: int) -> None:
        """Move the cursor behind the visible fact number `fact_count`."""
        self._go(self._log_end(fact_count))

    def go_home(self) -> None:
        """Move the cursor to the start."""
        self._go(0)

    def go_opening(self) -> None:
        """Move the cursor to the first that can be read: to the deal, or to the first night.

        Stays at the start while nothing can be read.
        """
        self._go(0)
        blocks = self._log.blocks
        first = next((b.fact_count for b in blocks if b.kind == "divider"), self._end)
        dealt = [b.fact_count for b in blocks if b.fact_count < first]
        self._go(self._log_end(dealt[-1] if dealt else first))

    def go_end(self) -> None:
        """Move the cursor to the end of what may be shown.

        A live game follows the playhead again.
        """
        self._playhead = self._last
        self._cursor, self.following = self._playhead, True
        self._reached = max(self._reached, self._cursor)
        self._mark_edge()

    def _go(self, place: int) -> None:
        if self.live:
            self._cursor = min(place, self._playhead) if not self.caught_up else place
            self.following = self._cursor >= self._playhead
        else:
            self._playhead = self._cursor = min(place, self._last)
            self._reached = max(self._reached, self._cursor)
            self._spent = 0.0

    def _move_playhead(self, place: int) -> None:
        self._playhead = place
        if self.following or not self.live:
            self._cursor = place
            self._reached = max(self._reached, place)
        self._mark_edge()

    def _log_end(self, count: int) -> int:
        return min(self._log.place_after(count, self._end), self._last)

    async def gate(self) -> None:
        """Wait until the playhead has reached the live edge and playback runs and is not held."""
        while not self._edge.is_set():  # it may be held again before the waiter wakes
            await self._edge.wait()

    def _mark_edge(self) -> None:
        if self.caught_up and self.playing and not self.held:
            self._edge.set()
        else:
            self._edge.clear()


def reading_seconds(block: Block) -> float:
    """Return how long a calm reader takes for a block, in seconds."""
    match block.kind:
        case "divider":
            return 0.8
        case "votes":
            said = sum(len(span.text) for row in block.lines[:-1] for span in row[BARE_VOTE:])
            return 1.0 + 0.25 * len(block.lines) + said / 30
        case "note" | "speech":
            return 0.5 + len(block.text) / 30
