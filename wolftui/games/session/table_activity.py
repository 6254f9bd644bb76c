"""What the table is doing now: pending asks, their progress, partial speech. Never facts.

While an ask is secret, all eyes but the moderator's learn only that the table waits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from wolfcore.game import Ask, AskKind
from wolfcore.players import Progress
from wolftui.words.spans import MODERATOR_EYES

Doing = Literal["waiting", "asking", "paused", "over"]


class TableStatus(Struct, frozen=True):
    """The table's status, as far as the eyes may know.

    Attributes:
        doing: `asking` comes with the asked seats; `waiting` is all that a seat learns while an ask
            is secret.
        seats: The seats that are asked and have not answered yet, ascending.
        kind: The kind of their asks.
        reason: Why the game is paused.
    """

    doing: Doing
    seats: tuple[int, ...] = ()
    kind: AskKind | None = None
    reason: str = ""


class SeatActivity(Struct, frozen=True):
    """The activity of a seat that is asked, as far as the eyes may know.

    Attributes:
        kind: The kind of its ask.
        doing: The activity that its player reports; `thinking` if the player must stay unknown.
        seconds: Whole seconds since it was asked; if the player may be known, since its model's
            turn in the queue came.
        tokens: Approximate number of tokens received for it; 0 if none, or if they must stay
            unknown.
    """

    kind: AskKind
    doing: Literal["loading", "queued", "thinking", "speaking", "retrying"] = "thinking"
    seconds: int = 0
    tokens: int = 0


WAITING = TableStatus("waiting")


_BEGUN = Progress("thinking")


class TableActivity:
    """The current batch of asks and all reports on it before its answers take effect."""

    def __init__(self) -> None:
        self._batch: tuple[Ask, ...] = ()
        self._answered: set[str] = set()
        self._progress: dict[int, Progress] = {}
        self._words: dict[int, str] = {}
        self._waited: dict[int, float] = {}
        self._queued: dict[int, float] = {}
        self._paused = ""

    # -- what happens

    def begin(self, batch: Sequence[Ask]) -> None:
        """Start a batch; an empty one if no seat is asked any more."""
        self._batch, self._answered = tuple(batch), set()
        for held in (self._progress, self._words, self._waited, self._queued):
            held.clear()

    def answered(self, ask: Ask) -> None:
        """Record that an answer has arrived."""
        self._answered.add(ask.id)
        self._words.pop(ask.seat, None)
        self._progress.pop(ask.seat, None)

    def is_pending(self, ask: Ask) -> bool:
        """Return whether an ask still waits for its answer; later reports on it are ignored."""
        return ask.id not in self._answered and any(each.id == ask.id for each in self._batch)

    def set_progress(self, ask: Ask, progress: Progress) -> None:
        """Record the progress of an answer."""
        before = self._progress.get(ask.seat, _BEGUN)
        if before.doing == "queued" and progress.doing != "queued":
            self._queued[ask.seat] = self._waited.get(ask.seat, 0.0)
        self._progress[ask.seat] = progress

    def set_partial(self, ask: Ask, text: str) -> None:
        """Record speech in progress; empty text withdraws it."""
        self._words[ask.seat] = text

    def advance(self, seconds: float) -> None:
        """Add `seconds` to the waiting time of all seats that are asked."""
        for seat in self._left():
            self._waited[seat] = self._waited.get(seat, 0.0) + seconds

    def pause(self, reason: str) -> None:
        """Record that the table waits for somebody to act; an empty reason ends the pause."""
        self._paused = reason

    # -- what may be known of it

    def may_see_asks(self, eyes: int) -> bool:
        """Return whether these eyes may know who is being asked now."""
        return eyes == MODERATOR_EYES or all(ask.public for ask in self._batch)

    def status(self, eyes: int) -> TableStatus:
        """Return the table's status, as far as these eyes may know."""
        if self._paused:
            return TableStatus("paused", reason=self._paused if self.may_see_asks(eyes) else "")
        left = self._left()
        return (
            TableStatus("asking", left, self._batch[0].kind)
            if left and self.may_see_asks(eyes)
            else WAITING
        )

    def partials(self, eyes: int) -> dict[int, str]:
        """Return the speech in progress by seat; empty while asks are secret for these eyes."""
        return dict(self._words) if self.may_see_asks(eyes) else {}

    def seat_activity(self, eyes: int, *, hide_players: bool) -> Mapping[int, SeatActivity]:
        """Return the activity of each seat that is asked, as far as these eyes may know.

        Args:
            eyes: The viewer's eyes.
            hide_players: Whether the viewer must not see who is a model: then all are `thinking`,
                since they were asked.
        """
        if self._paused or not self.may_see_asks(eyes):
            return {}
        left = sorted(
            (ask for ask in self._batch if ask.id not in self._answered), key=lambda ask: ask.seat
        )
        return {
            ask.seat: self._doing(ask.kind, ask.seat, hide_players=hide_players) for ask in left
        }

    def _doing(self, kind: AskKind, seat: int, *, hide_players: bool) -> SeatActivity:
        waited, progress = self._waited.get(seat, 0.0), self._progress.get(seat, _BEGUN)
        if hide_players:
            return SeatActivity(kind, "thinking", int(waited))
        seconds = int(waited - self._queued.get(seat, 0.0))
        speaking = progress.doing == "thinking" and self._words.get(seat)
        return SeatActivity(
            kind, "speaking" if speaking else progress.doing, seconds, progress.tokens
        )

    def _left(self) -> tuple[int, ...]:
        return tuple(sorted(ask.seat for ask in self._batch if ask.id not in self._answered))
