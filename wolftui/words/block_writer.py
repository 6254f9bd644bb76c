"""`BlockWriter`: builds transcript blocks from seats, roles and sentences for one viewer.

Players' text becomes spans unchanged and is never parsed as markup.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from wolfcore.game import SPEECH_KINDS, Board, State, initial_state, kind_of
from wolfcore.game import facts as f

from .glyphs import FANCY, Glyphs
from .spans import Block, Span


class BlockWriter:
    """Writes transcript blocks for one viewer.

    Args:
        board: The board.
        names: Name by seat, in seat order.
        eyes: MODERATOR_EYES, PUBLIC_EYES or a seat.
        glyphs: The signs to draw.

    Attributes:
        blocks: The blocks written so far.
        fact_count: The number of facts read so far.
        state: The game state after these facts.
        ballots: The ballots of the last voting round.
        shot: The last seat that was shot.
    """

    def __init__(
        self, board: Board, names: tuple[str, ...], eyes: int, glyphs: Glyphs = FANCY
    ) -> None:
        self.board, self.names, self.eyes, self.glyphs = board, names, eyes, glyphs
        self.blocks: list[Block] = []
        self.state: State = initial_state(board.size)
        self.fact_count = 0
        self.ballots: list[f.Voted] = []
        self.shot = 0
        self._thoughts: dict[int, str] = {}

    # -- spans

    def seat(self, seat: int) -> Span:
        """Write a seat's number and name; `nobody` for 0."""
        return (
            Span(f"{seat} {self.names[seat - 1]}", f"seat-{seat}")
            if seat
            else Span("nobody", "quiet")
        )

    def role(self, role: str) -> Span:
        """Write a role with its sign."""
        return Span(f"{self.glyphs.roles[role]} {role}", f"role-{role}")

    def seats(self, seats: Iterable[int]) -> tuple[Span, ...]:
        """Write seats separated by commas."""
        spans: list[Span] = []
        for seat in seats:
            spans += [Span(", "), self.seat(seat)] if spans else [self.seat(seat)]
        return tuple(spans)

    def is_own_seat(self, seat: int) -> bool:
        """Tell whether the viewer sits on this seat."""
        return seat == self.eyes

    def known_role(self, seat: int) -> tuple[Span, ...]:
        """Write another seat's role to follow its name; empty if the viewer does not know it."""
        role = self.state.roles[seat]
        return (Span(" "), self.role(role)) if role and not self.is_own_seat(seat) else ()

    # -- blocks

    def add_block(self, block: Block) -> None:
        """Append a block, stamped with the current day, phase and fact count."""
        state = self.state
        night = state.phase in ("setup", "night", "dawn")
        self.blocks.append(
            replace(
                block, day=state.day, night=night, phase=state.phase, fact_count=self.fact_count
            )
        )

    def extend(self, **changes: object) -> None:
        """Replace fields of the last block and update its fact count."""
        self.blocks[-1] = replace(self.blocks[-1], fact_count=self.fact_count, **changes)

    def note(self, *spans: Span, secret: bool = False) -> None:
        """Append a sentence of the moderator."""
        self.add_block(Block("note", (spans,), secret=secret))

    def secret_action(self, seat: int, verb: str, *rest: Span) -> None:
        """Add a secret action: `You check ...` for the actor, `4 Dov checks ...` for others."""
        start = (
            (Span(f"You {verb}"),)
            if self.is_own_seat(seat)
            else (self.seat(seat), Span(f" {verb}s"))
        )
        self.note(*start, Span(" "), *rest, Span("."), secret=True)

    def speech(
        self,
        seat: int,
        text: str,
        title: str = "",
        *,
        secret: bool = False,
        silence: str = "says nothing",
    ) -> None:
        """Append a speech with the speaker's thought; an empty one reads as `silence`."""
        words = (
            tuple((Span(line),) for line in text.split("\n"))
            if text.strip()
            else ((Span(silence, "dim"),),)
        )
        head = (
            self.seat(seat),
            *((Span(" (you)", "dim"),) if self.is_own_seat(seat) else ()),
            *self.known_role(seat),
        )
        if title:
            head = (*head, Span(f"  {title}", "dim"))
        thought = self._thoughts.pop(seat, "")
        self.add_block(Block("speech", words, head, seat=seat, secret=secret, thought=thought))

    def keep_thought(self, fact: f.Thought) -> None:
        """Keep a thought that belongs to a speech until the speech comes; ignore other thoughts."""
        if kind_of(fact.ask) in SPEECH_KINDS:
            self._thoughts[fact.seat] = fact.text

    def tell_passes(self) -> None:
        """Write a secret `passes` for each kept thought whose seat said nothing: no fact tells it.

        Called when the next speaker or part of the day is told, so that no speech can follow.
        """
        for seat in tuple(self._thoughts):
            self.speech(seat, "", secret=True, silence="passes")
