"""`GameSession`: the whole log behind an access check; shows only what the current eyes may know.

Front ends call `tick`; the session's `gate` makes the table wait until playback has caught up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from wolfcore.game import Ask, Board, Entry
from wolfcore.game import facts as f
from wolfcore.players import Progress
from wolfcore.table import Noted
from wolftui.words.fact_wording import Presenter
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES

from .playback import Playback
from .table_activity import WAITING, SeatActivity, TableActivity, TableStatus
from .visible_log import VisibleLog, day_ends


class SessionUpdate(Struct, frozen=True):
    """One thing that changed for the session's eyes: a fact, what the table is doing, how far a seat is, or words being spoken."""

    fact: f.Fact | None = None
    status: TableStatus | None = None
    speaker: int = 0
    partial: str = ""
    progress: Progress | None = None


class GameSession(Playback):
    """A cursor over a log, for one pair of eyes.

    Args:
        board: The board.
        names: Name by seat, in seat order.
        people: The seats of the persons at this screen.
        guarded: Whether a person sits at the table elsewhere: then only public eyes until the end.
        live: Whether more entries will come; a saved game is replayed from its start.
        by_role: Whether a seat was given by role or team, so that nobody but the moderator may know
            until the end who is a model.
        glyphs: The signs to draw.

    Attributes:
        by_role: As given.
        roles_hidden: Whether the roles of a game that is over are hidden from whoever guesses
            along.
        notes: The model calls and steps of agents that this session was told of, in order of
            arrival. Secret: whoever shows them asks `free` and looks with the moderator's eyes.
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
    ) -> None:
        super().__init__(live=live)
        self.board, self.names, self.people, self.public_only = board, names, tuple(people), guarded
        self.by_role, self.notes = by_role, list[Noted]()
        self._glyphs = glyphs
        self._entries: list[Entry] = []
        self._unlocked = self.roles_hidden = False
        self._subscribers: list[Callable[[SessionUpdate], None]] = []
        self._activity = TableActivity()
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
        """Whether the game has ended, as far as whoever looks may know: while roles are hidden nothing that tells of an end is."""
        return (
            bool(self._entries)
            and isinstance(self._entries[-1].fact, f.Ended)
            and not self.roles_hidden
        )

    @property
    def may_see_all(self) -> bool:
        """Whether any eyes may be used, and with them the seed and who plays which seat be shown."""
        return not self.roles_hidden and (
            self.over or self._unlocked or not (self.people or self.public_only)
        )

    @property
    def sees_calls(self) -> bool:
        """Whether these eyes may look into model calls: a prompt holds all that its seat knows."""
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
        """Whether this screen may look through `eyes` now."""
        if self.may_see_all:
            return MODERATOR_EYES <= eyes <= self.board.size
        if self.roles_hidden:
            return eyes == self.eyes
        if eyes == PUBLIC_EYES:
            return len(self.people) != 1
        return eyes in self.people

    def set_eyes(self, eyes: int) -> bool:
        """Change eyes, keeping the place; False where that is not allowed."""
        if not self.may_use(eyes):
            return False
        self._look(eyes)
        return True

    def hide_roles(self, eyes: int) -> bool:
        """Hide the roles of a game looked at again: until `reveal` these eyes alone may be used, and nothing of its end shows.

        Returns:
            Whether that could be done: only of a game that is over, and with the public's eyes or a
                seat's.
        """
        if self.live or not self.over or not PUBLIC_EYES <= eyes <= self.board.size:
            return False
        self.roles_hidden = True
        self._look(eyes)
        return True

    @property
    def entry_count(self) -> int:
        """How many entries the log has."""
        return self._end

    def reveal_roles(self) -> None:
        """Hide nothing any more."""
        self.roles_hidden = False
        self.set_bound(None)

    @property
    def day_ends(self) -> tuple[tuple[int, int], ...]:
        """Each day with the place in the log where it ends, as far as there is something to guess."""
        return day_ends(self._entries)

    def seat_person(self, seat: int) -> None:
        """A person at this screen takes over a seat: from now on these are their eyes, and nothing is unlocked any more."""
        self.people = tuple(sorted({*self.people, seat}))
        self._unlocked = False
        self._look(self._first_eyes())
        self._announce()

    def restrict_to_public(self) -> None:
        """A person sat down at the table elsewhere: from now on only public eyes, until the end."""
        self.public_only = True
        self.set_eyes(PUBLIC_EYES)

    @property
    def may_unlock(self) -> bool:
        """Whether the persons here are out for good: all dead, without a badge, and past the dawn or exile that may ask them again.

        A dead hunter shoots, a dead sheriff passes the badge and the dead speak a last time before
        the next part of the day.
        """
        state = self._log.state()
        out = not any(seat in state.living or state.sheriff == seat for seat in self.people)
        return (
            bool(self.people)
            and out
            and not self._unlocked
            and not self.over
            and state.phase not in ("dawn", "exile")
        )

    def unlock_after_death(self) -> bool:
        """Let a person who is out for good see everything; False while any person here may still be asked."""
        self._unlocked = self._unlocked or self.may_unlock
        return self._unlocked

    def _look(self, eyes: int) -> None:
        self._log = VisibleLog(Presenter(self.board, self.names, eyes, self._glyphs))
        self._log.append(self._entries, 0)

    # -- what the table is doing now

    @property
    def status(self) -> TableStatus:
        """What the table is doing now, for these eyes."""
        return TableStatus("over") if self.over else self._activity.status(self.eyes)

    @property
    def partials(self) -> Mapping[int, str]:
        """Words that are being spoken, by seat. Bots speak at once, so a seat that may not know who is a model hears no piece."""
        return {} if self.hides_players else self._activity.partials(self.eyes)

    @property
    def seat_activity(self) -> Mapping[int, SeatActivity]:
        """What each seat is doing that is asked and has not answered, as far as these eyes may know."""
        return (
            {}
            if self.over
            else self._activity.seat_activity(self.eyes, hide_players=self.hides_players)
        )

    def tick(self, seconds: float) -> bool:
        """As `Playback.tick`; those who are asked wait for as long."""
        if self.playing:
            self._activity.advance(seconds)
        return super().tick(seconds)

    # -- the table tells

    def entries(self, new: Sequence[Entry]) -> None:
        """More of the log."""
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

    def asked(self, batch: Sequence[Ask]) -> None:
        """A batch is out."""
        self._activity.begin(batch)
        self._announce()

    def answered(self, ask: Ask) -> None:
        """One answer has arrived."""
        self._activity.answered(ask)
        self._announce()

    def partial(self, ask: Ask, text: str) -> None:
        """Words are being spoken; empty text withdraws them."""
        if self._activity.is_pending(ask):
            self._activity.set_partial(ask, text)
            if ask.seat in self.partials:
                self._emit(SessionUpdate(speaker=ask.seat, partial=text))

    def progress(self, ask: Ask, progress: Progress) -> None:
        """A player tells how far it is."""
        if self._activity.is_pending(ask):
            self._activity.set_progress(ask, progress)
            if self._activity.may_see_asks(self.eyes) and not self.hides_players:
                self._emit(SessionUpdate(speaker=ask.seat, progress=progress))

    def noted(self, noted: Noted) -> None:
        """A player called a model, or took a step of its own. Nobody is told: only who may look into calls learns of it."""
        self.notes.append(noted)

    def pause(self, reason: str) -> None:
        """The table waits for somebody to do something."""
        self._activity.pause(reason)
        self._announce()

    def resume(self) -> None:
        """The table goes on."""
        self._activity.pause("")
        self._announce()

    # -- being told

    def subscribe(self, listener: Callable[[SessionUpdate], None]) -> Callable[[], None]:
        """Have `hear` called with every update; returns the function that ends it."""
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
