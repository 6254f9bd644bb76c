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
    """What the table is doing, as far as the eyes may know.

    Attributes:
        doing: `asking` names who is asked; `waiting` is all that a seat learns while anything is
            asked in secret.
        seats: Who is asked and has not answered yet, ascending.
        kind: What they are asked.
        reason: Why the game is paused.
    """

    doing: Doing
    seats: tuple[int, ...] = ()
    kind: AskKind | None = None
    reason: str = ""


class SeatActivity(Struct, frozen=True):
    """What a seat that is asked is doing, as far as the eyes may know.

    Attributes:
        kind: What it is asked.
        doing: As the table is told by its player; `thinking` where the player must not be known.
        seconds: For how many whole seconds it has been asked; where the player may be known, since
            its model's turn came.
        tokens: About how many tokens came for it; 0 where there are none or they must not be known.
    """

    kind: AskKind
    doing: Literal["loading", "queued", "thinking", "speaking", "retrying"] = "thinking"
    seconds: int = 0
    tokens: int = 0


WAITING = TableStatus("waiting")


_BEGUN = Progress("thinking")


class TableActivity:
    """The batch that is out, and all that is heard of it before its answers take effect."""

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
        """A batch is out; an empty one where nobody is asked any more."""
        self._batch, self._answered = tuple(batch), set()
        for held in (self._progress, self._words, self._waited, self._queued):
            held.clear()

    def answered(self, ask: Ask) -> None:
        """One answer has arrived."""
        self._answered.add(ask.id)
        self._words.pop(ask.seat, None)
        self._progress.pop(ask.seat, None)

    def is_pending(self, ask: Ask) -> bool:
        """Whether an ask waits for its answer; what a player tells of any other one comes too late."""
        return ask.id not in self._answered and any(each.id == ask.id for each in self._batch)

    def set_progress(self, ask: Ask, progress: Progress) -> None:
        """An answer is further."""
        before = self._progress.get(ask.seat, _BEGUN)
        if before.doing == "queued" and progress.doing != "queued":
            self._queued[ask.seat] = self._waited.get(ask.seat, 0.0)
        self._progress[ask.seat] = progress

    def set_partial(self, ask: Ask, text: str) -> None:
        """Words are being spoken; empty text withdraws them."""
        self._words[ask.seat] = text

    def advance(self, seconds: float) -> None:
        """Time passes for all who are asked."""
        for seat in self._left():
            self._waited[seat] = self._waited.get(seat, 0.0) + seconds

    def pause(self, reason: str) -> None:
        """The table waits for somebody to do something; without a reason it goes on."""
        self._paused = reason

    # -- what may be known of it

    def may_see_asks(self, eyes: int) -> bool:
        """Whether these eyes may know who is being asked now."""
        return eyes == MODERATOR_EYES or all(ask.public for ask in self._batch)

    def status(self, eyes: int) -> TableStatus:
        """What the table is doing."""
        if self._paused:
            return TableStatus("paused", reason=self._paused if self.may_see_asks(eyes) else "")
        left = self._left()
        return (
            TableStatus("asking", left, self._batch[0].kind)
            if left and self.may_see_asks(eyes)
            else WAITING
        )

    def partials(self, eyes: int) -> dict[int, str]:
        """What is being said, by seat."""
        return dict(self._words) if self.may_see_asks(eyes) else {}

    def seat_activity(self, eyes: int, *, hide_players: bool) -> Mapping[int, SeatActivity]:
        """What each seat that is asked is doing.

        Args:
            eyes: Who looks.
            hide_players: Whether it must not be seen who is a model: then all think, for as long as
                it takes.
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
