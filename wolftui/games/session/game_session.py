"""`GameSession`: the whole log behind an access check; shows only what the current eyes may know.

Eyes are a viewpoint: the moderator's, the public's or one seat's. Front ends call `tick`; the
session's `gate` makes the table wait until playback has caught up.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from wolfcore.game import Ask, Board, Entry
from wolfcore.game import facts as f
from wolfcore.players import Progress
from wolfcore.table import Noted
from wolftui.words.fact_wording import Presenter
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES, Line, Span

from .playback import Playback
from .table_activity import WAITING, SeatActivity, TableActivity, TableStatus
from .visible_log import VisibleLog, day_ends


class SessionUpdate(Struct, frozen=True):
    """One change that the session's eyes may see.

    Attributes:
        fact: A new fact, or None.
        status: The table's new status, or None.
        speaker: The seat that `partial` or `progress` belongs to.
        partial: The speech so far of a seat that is speaking; empty withdraws it.
        progress: The progress of a seat's answer, or None.
        remark: A new remark, with the name of who says it; or empty.
    """

    fact: f.Fact | None = None
    status: TableStatus | None = None
    speaker: int = 0
    partial: str = ""
    progress: Progress | None = None
    remark: str = ""


class Request(NamedTuple):
    """A question to the host of a table, which waits while the game goes on.

    Attributes:
        question: The question.
        explanation: What yes means.
        answer: Takes the answer.
    """

    question: str
    explanation: str
    answer: Callable[[bool], None]


class GameSession(Playback):
    """A cursor over a game's log that shows only what the current eyes may know.

    Args:
        board: The board.
        names: Name by seat, in seat order.
        people: The seats of the persons at this screen.
        guarded: Whether a person plays at another screen: then only public eyes until the end.
        live: Whether more entries will come; a saved game is replayed from its start.
        by_role: Whether a seat was given by role or team, so that only the moderator may know
            before the end who is a model.
        glyphs: The glyphs to draw.
        sealed: Whether also a person who is out sees nothing more before the end.

    Attributes:
        by_role: As given.
        sealed: As given.
        request: A question to the host of a table of friends, or None.
        chat: Says something to the others who are out; None where the person here may not.
        roles_hidden: Whether the roles of a game that is over are hidden from a viewer who guesses
            along.
        notes: The model calls and agent steps that this session received, in order of arrival.
            Secret: callers check `sees_calls` before showing them.
    """

    def __init__(
        self,
        board: Board,
        names: tuple[str, ...],
        *,
        people: Sequence[int] = (),
        guarded: bool = False,
        live: bool = True,
        by_role: bool = False,
        glyphs: Glyphs = FANCY,
        sealed: bool = False,
    ) -> None:
        super().__init__(live=live)
        self.board, self.names, self.people, self.public_only = board, names, tuple(people), guarded
        self.by_role, self.notes = by_role, list[Noted]()
        self._glyphs, self.sealed = glyphs, sealed
        self._entries: list[Entry] = []
        self._unlocked = self.roles_hidden = False
        self.chat: Callable[[str], Awaitable[None]] | None = None
        self.request: Request | None = None
        self._subscribers: list[Callable[[SessionUpdate], None]] = []
        self._activity = TableActivity()
        self._remarks: list[tuple[int, Line]] = []
        self._last_status = WAITING
        self._look(self._first_eyes())

    # -- whose eyes

    def _first_eyes(self) -> int:
        if len(self.people) == 1:
            return self.people[0]
        return PUBLIC_EYES if self.people or self.public_only else MODERATOR_EYES

    @property
    def eyes(self) -> int:
        """MODERATOR_EYES, PUBLIC_EYES or a seat."""
        return self._log.eyes

    @property
    def over(self) -> bool:
        """Whether the game has ended, as far as may be known; False while roles are hidden."""
        return (
            bool(self._entries)
            and isinstance(self._entries[-1].fact, f.Ended)
            and not self.roles_hidden
        )

    @property
    def may_see_all(self) -> bool:
        """Whether all eyes are allowed, and with them the seed and the player of each seat."""
        return not self.roles_hidden and (
            self.over or self._unlocked or not (self.people or self.public_only)
        )

    @property
    def sees_calls(self) -> bool:
        """Whether these eyes may inspect model calls; a prompt holds all that its seat knows."""
        return self.may_see_all and self.eyes == MODERATOR_EYES

    @property
    def hides_players(self) -> bool:
        """Whether these eyes must not learn who is a model, a bot or a person."""
        return self.by_role and not self.over and self.eyes != MODERATOR_EYES

    @property
    def asks_openly(self) -> bool:
        """Whether everybody may know who is being asked now."""
        return self._activity.may_see_asks(PUBLIC_EYES)

    def may_use(self, eyes: int) -> bool:
        """Return whether this screen may switch to `eyes` now."""
        if self.may_see_all:
            return MODERATOR_EYES <= eyes <= self.board.size
        if self.roles_hidden:
            return eyes == self.eyes
        if eyes == PUBLIC_EYES:
            return len(self.people) != 1
        return eyes in self.people

    def set_eyes(self, eyes: int) -> bool:
        """Switch eyes and keep the cursor; returns False if the eyes are not allowed."""
        if not self.may_use(eyes):
            return False
        self._look(eyes)
        return True

    def hide_roles(self, eyes: int) -> bool:
        """Hide the roles and the end of a reviewed game until `reveal_roles`; fixes the eyes.

        Returns:
            Whether it was done: only for a finished game that is not live, with public eyes or a
                seat's.
        """
        if self.live or not self.over or not PUBLIC_EYES <= eyes <= self.board.size:
            return False
        self.roles_hidden = True
        self._look(eyes)
        return True

    @property
    def entry_count(self) -> int:
        """The number of entries in the log."""
        return self._end

    def reveal_roles(self) -> None:
        """End the hiding of roles and remove the playback bound."""
        self.roles_hidden = False
        self.set_bound(None)

    @property
    def day_ends(self) -> tuple[tuple[int, int], ...]:
        """Each day with the place in the log where it ends, for days with something to guess."""
        return day_ends(self._entries)

    def seat_person(self, seat: int) -> None:
        """Seat a person at this screen: only their eyes are allowed from now on; an unlock ends."""
        self.people = tuple(sorted({*self.people, seat}))
        self._unlocked = False
        self._look(self._first_eyes())
        self._announce()

    def restrict_to_public(self) -> None:
        """Allow only public eyes until the end, because a person sat down at another screen."""
        self.public_only = True
        self.set_eyes(PUBLIC_EYES)

    @property
    def may_unlock(self) -> bool:
        """Whether all persons here are out for good, so that they may see everything."""
        return (
            bool(self.people)
            and not self.sealed
            and all(map(self._log.state().is_out, self.people))
            and not self._unlocked
            and not self.over
        )

    @property
    def unlocked(self) -> bool:
        """Whether the persons here, out for good, may see everything before the end."""
        return self._unlocked

    def unlock_after_death(self) -> bool:
        """Unlock all eyes if the persons here are out for good; returns whether unlocked."""
        self._unlocked = self._unlocked or self.may_unlock
        return self._unlocked

    def remark(self, text: str, place: int | None = None, *, by: str = "") -> None:
        """Write a remark into the transcript, where it covers nothing and stays.

        Args:
            text: What is no fact of the game, such as a repair of its files.
            place: The number of entries before it; None for all that are there.
            by: The name of the person who says it; empty for the program.
        """
        line: Line = (Span(f"{by}: ", "strong"), Span(text)) if by else (Span(text, "quiet"),)
        at = self._end if place is None else place
        insort(self._remarks, (at, line), key=lambda each: each[0])
        if place is None:
            self._log.remark(at, line)
            self._emit(SessionUpdate(remark="".join(span.text for span in line)))
        else:
            self._look(self.eyes)

    def draw_with(self, glyphs: Glyphs) -> None:
        """Draw with other glyphs from now on; the front end that shows the session sets its own."""
        self._glyphs = glyphs
        self._look(self.eyes)

    def _look(self, eyes: int) -> None:
        presenter = Presenter(self.board, self.names, eyes, self._glyphs)
        self._log = VisibleLog(presenter, self._remarks)
        self._log.append(self._entries, 0)

    # -- what the table is doing now

    @property
    def status(self) -> TableStatus:
        """What the table is doing now, as far as these eyes may know."""
        return TableStatus("over") if self.over else self._activity.status(self.eyes)

    @property
    def partials(self) -> Mapping[int, str]:
        """The speech in progress by seat; empty for eyes that may not know who is a model.

        Bots speak at once, so partial speech would reveal a model.
        """
        return {} if self.hides_players else self._activity.partials(self.eyes)

    @property
    def seat_activity(self) -> Mapping[int, SeatActivity]:
        """The activity of each seat that is asked and has not answered, as these eyes may know."""
        return (
            {}
            if self.over
            else self._activity.seat_activity(self.eyes, hide_players=self.hides_players)
        )

    def tick(self, seconds: float) -> bool:
        """Advance playback by `seconds`, and with it the waiting time of the asked seats."""
        if self.playing:
            self._activity.advance(seconds)
        return super().tick(seconds)

    # -- the table tells

    def entries(self, new: Sequence[Entry]) -> None:
        """Append new log entries and notify subscribers of the visible facts."""
        start, caught_up = self._end, self.live and self.caught_up
        self._entries += new
        self._end = len(self._entries)
        self._activity.begin(())
        self._announce()
        seen = self._log.append(new, start)
        for fact in seen:
            self._emit(SessionUpdate(fact=fact))
        if caught_up and not seen:
            self._move_playhead(self._end)
        self._announce()
        self._mark_edge()

    def replace_entries(self, entries: Sequence[Entry]) -> None:
        """Replace the entries of one view by those of the whole log, which the person may see."""
        seen, read, known = self.fact_count, self._log.fact_count(self._playhead), self._log.facts
        self._entries, self._end = list(entries), len(entries)
        self._look(self.eyes)
        self._cursor, self._playhead = self._log_end(seen), self._log_end(read)
        self._activity.begin(())
        for fact in self._log.facts[len(known) :]:
            self._emit(SessionUpdate(fact=fact))
        self._announce()
        self._mark_edge()

    def asked(self, batch: Sequence[Ask]) -> None:
        """Record that a batch of asks is out."""
        self._activity.begin(batch)
        self._announce()

    def answered(self, ask: Ask) -> None:
        """Record that an answer has arrived."""
        self._activity.answered(ask)
        self._announce()

    def partial(self, ask: Ask, text: str) -> None:
        """Record speech in progress; empty text withdraws it."""
        if self._activity.is_pending(ask):
            self._activity.set_partial(ask, text)
            if ask.seat in self.partials:
                self._emit(SessionUpdate(speaker=ask.seat, partial=text))

    def progress(self, ask: Ask, progress: Progress) -> None:
        """Record the progress of an answer."""
        if self._activity.is_pending(ask):
            self._activity.set_progress(ask, progress)
            if self._activity.may_see_asks(self.eyes) and not self.hides_players:
                self._emit(SessionUpdate(speaker=ask.seat, progress=progress))

    def noted(self, noted: Noted) -> None:
        """Record a model call or agent step; subscribers are not notified, since it is secret."""
        self.notes.append(noted)

    def pause(self, reason: str) -> None:
        """Record that the table waits for somebody to act, with the reason."""
        self._activity.pause(reason)
        self._announce()

    def resume(self) -> None:
        """Record that the table goes on."""
        self._activity.pause("")
        self._announce()

    # -- being told

    def subscribe(self, listener: Callable[[SessionUpdate], None]) -> Callable[[], None]:
        """Call `listener` with every update; returns the function that unsubscribes it."""
        self._subscribers.append(listener)
        return lambda: self._subscribers.remove(listener)

    def _announce(self) -> None:
        status = self.status
        if status != self._last_status:
            self._last_status = status
            self._emit(SessionUpdate(status=status))

    def _emit(self, update: SessionUpdate) -> None:
        for hear in tuple(self._subscribers):
            hear(update)
