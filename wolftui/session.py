"""A game as one pair of eyes may follow it: what happened so far, where in it we are, and what the table is doing.

A session holds the whole log and hands out only what its eyes may know. It has no widgets and no clock of its own: the front
end calls `tick`. As a watcher it is told by the table what happens; its `gate` makes the table wait for the reader.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from msgspec import Struct

from core.game import ALL, Ask, AskKind, Board, Entry, State, apply, opening
from core.game import facts as f

from .glyphs import FANCY, Glyphs
from .present import Presenter
from .spans import MODERATOR_EYES, PUBLIC_EYES, Block

SPEEDS: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)

Doing = Literal["waiting", "asking", "paused", "over"]


class Status(Struct, frozen=True):
    """What the table is doing, as far as the eyes may know.

    Attributes:
        doing: `asking` names who is asked; `waiting` is all that a seat learns while anything is asked in secret.
        seats: Who is asked and has not answered yet, ascending.
        kind: What they are asked.
        reason: Why the game is paused.
    """

    doing: Doing
    seats: tuple[int, ...] = ()
    kind: AskKind | None = None
    reason: str = ""


class Update(Struct, frozen=True):
    """One thing that changed for the session's eyes: a fact, what the table is doing, or words being spoken."""

    fact: f.Fact | None = None
    status: Status | None = None
    speaker: int = 0
    partial: str = ""


WAITING = Status("waiting")


class GameSession:
    """A cursor over a log, for one pair of eyes.

    Args:
        board: The board.
        names: Name by seat, in seat order.
        people: The seats of the persons at this screen.
        guarded: Whether a person sits at the table elsewhere: then only public eyes until the end.
        live: Whether more entries will come; a saved game is replayed from its start.
        glyphs: The signs to draw.

    Attributes:
        speed: How fast playback reads, 1.0 being a calm reader; one of SPEEDS.
        playing: Whether playback moves by itself.
        following: Whether the cursor goes with playback (live games only; always so in a replay).
    """

    def __init__(
        self,
        board: Board,
        names: tuple[str, ...],
        *,
        people: Sequence[int] = (),
        guarded: bool = False,
        live: bool = True,
        glyphs: Glyphs = FANCY,
    ) -> None:
        self.board, self.names, self.people, self.guarded, self.live = board, names, tuple(people), guarded, live
        self.speed, self.playing, self.following = 1.0, live, True
        self._glyphs = glyphs
        self._entries: list[Entry] = []
        self._unlocked = False
        self._subscribers: list[Callable[[Update], None]] = []
        self._batch: tuple[Ask, ...] = ()
        self._answered: set[str] = set()
        self._paused = ""
        self._edge = asyncio.Event()
        self._spent = 0.0
        self._cursor = self._playhead = 0
        self.partials: dict[int, str] = {}
        self._last_status = WAITING
        self._look(self._first_eyes())

    # -- whose eyes

    def _first_eyes(self) -> int:
        if len(self.people) == 1:
            return self.people[0]
        return PUBLIC_EYES if self.people or self.guarded else MODERATOR_EYES

    @property
    def eyes(self) -> int:
        """MODERATOR_EYES, PUBLIC_EYES or a seat."""
        return self._eyes

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._entries) and isinstance(self._entries[-1].fact, f.Ended)

    @property
    def free(self) -> bool:
        """Whether any eyes may be used, and with them the seed and who plays which seat be shown."""
        return self.over or self._unlocked or not (self.people or self.guarded)

    def may_use(self, eyes: int) -> bool:
        """Whether this screen may look through `eyes` now."""
        if self.free:
            return MODERATOR_EYES <= eyes <= self.board.size
        if eyes == PUBLIC_EYES:
            return len(self.people) != 1
        return eyes in self.people

    def look_through(self, eyes: int) -> bool:
        """Change eyes, keeping the place; False where that is not allowed."""
        if not self.may_use(eyes):
            return False
        self._look(eyes)
        return True

    @property
    def may_unlock(self) -> bool:
        """Whether the persons here are out for good: all dead, without a badge, and past the dawn or exile that may ask them again.

        A dead hunter shoots, a dead sheriff passes the badge and the dead speak a last time before the next part of the day.
        """
        state = self._states[-1]
        out = not any(seat in state.living or state.sheriff == seat for seat in self.people)
        return bool(self.people) and out and not self._unlocked and not self.over and state.phase not in ("dawn", "exile")

    def unlock_after_death(self) -> bool:
        """Let a person who is out for good see everything; False while any person here may still be asked."""
        self._unlocked = self._unlocked or self.may_unlock
        return self._unlocked

    def _look(self, eyes: int) -> None:
        self._eyes = eyes
        self._facts: list[f.Fact] = []
        self._at: list[int] = []
        self._states: list[State] = [opening(self.board.size)]
        self._presenter = Presenter(self.board, self.names, eyes, self._glyphs)
        self._take(self._entries, 0)

    def _sees(self, entry: Entry) -> bool:
        return self._eyes == MODERATOR_EYES or entry.to == ALL or self._eyes in entry.to

    def _take(self, entries: Iterable[Entry], start: int) -> list[f.Fact]:
        new: list[f.Fact] = []
        for index, entry in enumerate(entries, start):
            if self._sees(entry):
                new.append(entry.fact)
                self._at.append(index)
                self._states.append(apply(self._states[-1], entry.fact))
        self._facts += new
        self._presenter.add(new)
        return new

    # -- what is seen at the cursor

    @property
    def told(self) -> int:
        """How many facts of these eyes lie before the cursor."""
        return bisect_left(self._at, self._cursor)

    @property
    def facts(self) -> Sequence[f.Fact]:
        """The facts before the cursor."""
        return self._facts[: self.told]

    @property
    def known_facts(self) -> Sequence[f.Fact]:
        """The facts of these eyes that may be looked up: up to the playhead of a live game, all of a replay's."""
        return self._facts[: bisect_left(self._at, self._playhead)] if self.live else self._facts

    @property
    def state(self) -> State:
        """What these eyes know at the cursor."""
        return self._states[self.told]

    @property
    def blocks(self) -> Sequence[Block]:
        """What can be read at the cursor. The last block may grow while a round of ballots is being heard."""
        blocks = self._presenter.blocks
        return blocks[: bisect_right(blocks, self.told, key=lambda block: block.told)]

    @property
    def all_blocks(self) -> Sequence[Block]:
        """What may be searched: everything up to the playhead of a live game, the whole of a replay."""
        if not self.live:
            return self._presenter.blocks
        reached = bisect_left(self._at, self._playhead)
        return self._presenter.blocks[: bisect_right(self._presenter.blocks, reached, key=lambda block: block.told)]

    @property
    def at_edge(self) -> bool:
        """Whether the cursor shows all there is."""
        return self._cursor >= len(self._entries)

    @property
    def caught_up(self) -> bool:
        """Whether playback has reached the live edge."""
        return self._playhead >= len(self._entries)

    @property
    def status(self) -> Status:
        """What the table is doing now, for these eyes."""
        if self.over:
            return Status("over")
        if self._paused:
            return Status("paused", reason=self._paused if self._eyes == MODERATOR_EYES or self._paused_openly() else "")
        if not self._batch or not (self._eyes == MODERATOR_EYES or all(ask.open for ask in self._batch)):
            return WAITING
        left = tuple(sorted(ask.seat for ask in self._batch if ask.id not in self._answered))
        return Status("asking", left, self._batch[0].kind) if left else WAITING

    def _paused_openly(self) -> bool:
        return all(ask.open for ask in self._batch)

    # -- moving

    def tick(self, seconds: float) -> bool:
        """Let playback read for `seconds`; returns whether it moved.

        What comes next is shown when the reader has had the time for what was shown last. Waiting at the live edge counts.
        What these eyes cannot read takes no time, or the pace would tell that something was done in secret.
        """
        if not self.playing:
            return False
        self._spent += seconds * self.speed
        moved = False
        while True:
            last = self._last_block(self._playhead)
            cost = reading_seconds(last) if last else 0.0
            block = self._next_block(self._playhead)
            if block is None:
                moved = moved or not self.caught_up
                self._move_playhead(len(self._entries))
                self._spent = min(self._spent, cost)
                return moved
            if cost > self._spent:
                return moved
            self._spent -= cost
            self._move_playhead(self._end_of(block))
            moved = True

    def toggle_play(self) -> bool:
        """Play or pause; returns whether it plays now. A pause of a live game holds the table."""
        self.playing = not self.playing
        if self.playing and not self.live and self.caught_up:
            self._move_playhead(0)
        self._mark_edge()
        return self.playing

    def change_speed(self, steps: int) -> float:
        """Faster or slower by `steps` of SPEEDS; returns the speed."""
        self.speed = SPEEDS[min(max(SPEEDS.index(self.speed) + steps, 0), len(SPEEDS) - 1)]
        return self.speed

    def step(self, steps: int) -> None:
        """Move the cursor by whole blocks; in a live game it lets go of the tail."""
        stops = list(dict.fromkeys(block.told for block in self._presenter.blocks))
        place = bisect_right(stops, self.told) - 1 + steps
        self._go(0 if place < 0 or not stops else self._log_end(stops[min(place, len(stops) - 1)]))

    def jump(self, direction: int, *, days: bool = False) -> None:
        """Move to the start of the next (1) or previous (-1) night or day, or only to days."""
        starts = [b.told for b in self._presenter.blocks if b.kind == "divider" and not (days and b.night)]
        if direction > 0:
            later = [told for told in starts if told > self.told]
            self._go(self._log_end(later[0]) if later else len(self._entries))
        else:
            earlier = [told for told in starts if told < self.told]
            self._go(self._log_end(earlier[-1]) if earlier else 0)

    def go_to(self, told: int) -> None:
        """Move the cursor behind the `told`-th fact of these eyes."""
        self._go(self._log_end(told))

    def go_home(self) -> None:
        """Move the cursor to the start."""
        self._go(0)

    def go_end(self) -> None:
        """Move the cursor to the end of what is known, and in a live game follow the tail again."""
        self._playhead = len(self._entries)
        self._cursor, self.following = self._playhead, True
        self._mark_edge()

    def _go(self, place: int) -> None:
        if self.live:
            self._cursor = min(place, self._playhead) if not self.caught_up else place
            self.following = self._cursor >= self._playhead
        else:
            self._playhead = self._cursor = place
            self._spent = 0.0

    def _move_playhead(self, place: int) -> None:
        self._playhead = place
        if self.following or not self.live:
            self._cursor = place
        self._mark_edge()

    def _log_end(self, told: int) -> int:
        """The place in the log just behind the `told`-th fact of these eyes, past what they cannot see."""
        return len(self._entries) if told >= len(self._at) else self._at[told]

    def _end_of(self, block: Block) -> int:
        return self._log_end(block.told)

    def _next_block(self, place: int) -> Block | None:
        index = self._blocks_before(place)
        return self._presenter.blocks[index] if index < len(self._presenter.blocks) else None

    def _last_block(self, place: int) -> Block | None:
        index = self._blocks_before(place)
        return self._presenter.blocks[index - 1] if index else None

    def _blocks_before(self, place: int) -> int:
        return bisect_right(self._presenter.blocks, bisect_left(self._at, place), key=lambda block: block.told)

    # -- the table tells (a Watcher)

    def entries(self, new: Sequence[Entry]) -> None:
        """More of the log."""
        start, caught_up = len(self._entries), self.live and self.caught_up
        self._entries += new
        self._batch, self._answered = (), set()
        self.partials.clear()
        self._announce()
        seen = self._take(new, start)
        for fact in seen:
            self._emit(Update(fact=fact))
        if caught_up and not seen:
            self._move_playhead(len(self._entries))
        self._announce()
        self._mark_edge()

    def asked(self, batch: Sequence[Ask]) -> None:
        """A batch is out."""
        self._batch, self._answered = tuple(batch), set()
        self._announce()

    def answered(self, ask: Ask) -> None:
        """One answer has arrived."""
        self._answered.add(ask.id)
        self.partials.pop(ask.seat, None)
        self._announce()

    def partial(self, ask: Ask, text: str) -> None:
        """Words are being spoken; empty text withdraws them."""
        if ask.open or self._eyes == MODERATOR_EYES:
            self.partials[ask.seat] = text
            self._emit(Update(speaker=ask.seat, partial=text))

    def paused(self, reason: str) -> None:
        """The table waits for somebody to do something."""
        self._paused = reason
        self._announce()

    def resumed(self) -> None:
        """The table goes on."""
        self._paused = ""
        self._announce()

    async def gate(self) -> None:
        """Wait until playback has reached the live edge and is not held."""
        await self._edge.wait()

    def _mark_edge(self) -> None:
        if self.caught_up and self.playing:
            self._edge.set()
        else:
            self._edge.clear()

    # -- being told

    def subscribe(self, hear: Callable[[Update], None]) -> Callable[[], None]:
        """Have `hear` called with every update; returns the function that ends it."""
        self._subscribers.append(hear)
        return lambda: self._subscribers.remove(hear)

    def _announce(self) -> None:
        status = self.status
        if status != self._last_status:
            self._last_status = status
            self._emit(Update(status=status))

    def _emit(self, update: Update) -> None:
        for hear in tuple(self._subscribers):
            hear(update)


def reading_seconds(block: Block) -> float:
    """How long a calm reader takes for a block, in seconds."""
    match block.kind:
        case "divider":
            return 0.8
        case "votes":
            return 1.0 + 0.25 * len(block.lines)
        case "note" | "speech":
            return 0.5 + len(block.text) / 30
