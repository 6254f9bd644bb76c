"""The view of one seat: the facts that it may know, its own answers, the implied state.

A view holds no log entry, audience or entry number, and no reference to the game. Public facts
are a shared linked list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from .asks import Answer, Ask
from .boards import Board
from .facts import ALL, Entry, Fact
from .roles import ROLES, RoleName, Team
from .state import State, fold, initial_state

PublicHistory: TypeAlias = "tuple[Fact, PublicHistory] | None"
"""What all have learned: the latest fact, and what they had learned before it. Nobody can change
it, so that views share it."""


class AnsweredAsk(Struct, frozen=True, gc=False):
    """An ask that this seat was given, and what it answered."""

    ask: Ask
    answer: Answer


class View(Struct, eq=False):
    """What one seat may know.

    Attributes:
        seat: Whose view this is, 1..N; 0 for the public's, which has no role and no secret.
        board: The board, which everybody knows.
        names: Everybody's name, in seat order.
        answered: Its own answers so far; empty where the view was folded from a log alone.
        public_history: What all had learned when this view was last brought up to date.
        new_secrets: What this seat learned that not all learn and is not among its facts yet, each
            after what all had learned.
        answered_after: How many of its facts it had when it gave each of its answers, so that these
            have their place among the facts.
        secret_count: How many secrets it has been told.
    """

    seat: int
    board: Board
    names: tuple[str, ...]
    _facts: list[Fact] = []
    answered: list[AnsweredAsk] = []
    public_history: PublicHistory = None
    new_secrets: list[tuple[PublicHistory, Fact]] = []
    _merged: PublicHistory = None  # as much of `told` as is in _facts
    _state: State | None = None
    _folded: int = 0  # how many facts are in _state
    answered_after: list[int] = []
    secret_count: int = 0

    @property
    def facts(self) -> list[Fact]:
        """All that this seat had learned when it was last asked, or when `Game.view` last gave this view, in order.

        The list grows; do not change it. No other view has it, so that whoever changes it changes
        nobody else's knowledge.
        """
        if self.public_history is not self._merged or self.new_secrets:
            self._merge_new_facts()
        return self._facts

    def _merge_new_facts(self) -> None:
        """Put what is new behind the facts: backwards along what all were told, with each secret in its place."""
        fresh: list[Fact] = []
        told, secrets = self.public_history, self.new_secrets
        while True:
            while secrets and secrets[-1][0] is told:
                fresh.append(secrets.pop()[1])
            if told is self._merged or told is None:
                break
            fact, told = told
            fresh.append(fact)
        fresh.reverse()
        self._facts += fresh
        self._merged = self.public_history

    @property
    def state(self) -> State:
        """What follows from `facts`; blanks where this seat does not know."""
        facts = self.facts
        if self._state is None:
            self._state = initial_state(self.board.size)
        if self._folded < len(facts):
            self._state = fold(self._state, facts[self._folded :])
            self._folded = len(facts)
        return self._state

    @property
    def role(self) -> RoleName | None:
        """The own role; None for the public and before the deal."""
        return self.state.roles[self.seat]

    @property
    def team(self) -> Team | None:
        """The own team; None for the public and before the deal."""
        role = self.role
        return ROLES[role].team if role else None

    @property
    def mates(self) -> tuple[int, ...]:
        """The other wolves that this seat knows as its pack, dead ones included; empty for the village."""
        if self.team != "wolves":
            return ()
        known = enumerate(self.state.roles)
        return tuple(
            seat
            for seat, role in known
            if role and seat != self.seat and ROLES[role].team == "wolves"
        )

    @property
    def living(self) -> tuple[int, ...]:
        """The living seats, ascending."""
        return self.state.living

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self.names[seat - 1]


def view_of(entries: Iterable[Entry], seat: int, board: Board, names: Sequence[str]) -> View:
    """The view of `seat` (0: the public) folded from a log."""
    return View(
        seat,
        board,
        tuple(names),
        [entry.fact for entry in entries if entry.to == ALL or seat in entry.to],
    )
