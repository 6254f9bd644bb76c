"""The view of one seat: the facts that it may know, its own answers, the implied state.

A view holds no log entry, audience or entry number, and no reference to the game. Public facts
are a shared linked list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import TypeAlias

from msgspec import Struct

from .asks import Answer, Ask
from .boards import Board
from .facts import ALL, Began, Entry, Fact, Whispered
from .roles import ROLES, RoleName, Team
from .state import State, fold, initial_state

PublicHistory: TypeAlias = "tuple[Fact, PublicHistory] | None"
"""The facts published to all, as a linked list: the latest fact, and the list before it.

It is immutable, so that all views share it. None is the empty list.
"""


class AnsweredAsk(Struct, frozen=True, gc=False):
    """An ask put to a seat, with the seat's answer."""

    ask: Ask
    answer: Answer


class View(Struct, eq=False):
    """The knowledge of one seat.

    Attributes:
        seat: The seat of this view, 1..N; 0 for the public's view, which has no role and no secret.
        board: The board, which is public.
        names: The names of all seats, in seat order.
        answered: This seat's own answers so far; empty where the view was folded from a log alone.
        public_history: The public facts when this view was last brought up to date.
        new_secrets: Facts told to this seat but not to all, and not yet merged into `facts`. Each
            comes with the public history before it.
        answered_after: For each answer, the number of facts that this seat had when it gave the
            answer; it places answers among the facts.
        secret_count: The number of facts told to this seat but not to all.
    """

    seat: int
    board: Board
    names: tuple[str, ...]
    _facts: list[Fact] = []
    answered: list[AnsweredAsk] = []
    public_history: PublicHistory = None
    new_secrets: list[tuple[PublicHistory, Fact]] = []
    _merged: PublicHistory = None  # the part of `public_history` that is in _facts
    _state: State | None = None
    _folded: int = 0  # how many facts are folded into _state
    answered_after: list[int] = []
    secret_count: int = 0

    def copy(self) -> View:
        """Return a view of the same facts and answers, which grows apart from this one."""
        other = copy(self)
        other._facts, other.new_secrets = self._facts.copy(), self.new_secrets.copy()
        other.answered, other.answered_after = self.answered.copy(), self.answered_after.copy()
        return other

    @property
    def facts(self) -> list[Fact]:
        """All facts that this seat knows, in order.

        They reach up to the last ask to this seat or the last call of `Game.view`. The list grows;
        do not change it. No two views share the list, so a change to it cannot alter another seat's
        knowledge.
        """
        # The list is immutable: the same head means that nothing public was added.
        if self.public_history is not self._merged or self.new_secrets:
            self._merge_new_facts()
        return self._facts

    def _merge_new_facts(self) -> None:
        """Append new facts, with each secret at its place among the public facts.

        Walks the public history backwards, because it is linked from the latest fact.
        """
        fresh: list[Fact] = []
        node, secrets = self.public_history, self.new_secrets

        while True:
            # Walking backwards, a secret comes right before the public fact that it followed.
            while secrets and secrets[-1][0] is node:
                fresh.append(secrets.pop()[1])
            if node is self._merged or node is None:
                break
            fact, node = node
            fresh.append(fact)
        fresh.reverse()
        self._facts += fresh
        self._merged = self.public_history

    @property
    def state(self) -> State:
        """The state folded from `facts`; None or 0 where this seat does not know."""
        facts = self.facts
        # Folded only when somebody reads it: most views of a batch are asked for facts alone.
        if self._state is None:
            self._state = initial_state(self.board.size)
        if self._folded < len(facts):
            self._state = fold(self._state, facts[self._folded :])
            self._folded = len(facts)
        return self._state

    @property
    def role(self) -> RoleName | None:
        """This seat's own role; None for the public and before the deal."""
        return self.state.roles[self.seat]

    @property
    def team(self) -> Team | None:
        """This seat's own team; None for the public and before the deal."""
        role = self.role
        return ROLES[role].team if role else None

    @property
    def mates(self) -> tuple[int, ...]:
        """The other known wolves of this seat's pack, dead or alive; empty for the village."""
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
        """Return the name of a seat."""
        return self.names[seat - 1]


def pack_around(view: View) -> tuple[tuple[int, ...], int]:
    """Return what a whisper needs to be read: the living wolves, and the mate heard last tonight.

    Args:
        view: The view of a wolf at night.
    """
    last = 0
    for fact in view.facts:
        if isinstance(fact, Began):
            last = 0
        elif isinstance(fact, Whispered) and fact.text and fact.seat != view.seat:
            last = fact.seat
    return tuple(seat for seat in view.living if seat == view.seat or seat in view.mates), last


def view_of(entries: Iterable[Entry], seat: int, board: Board, names: Sequence[str]) -> View:
    """Fold the view of `seat` (0: the public) from a log."""
    return View(
        seat,
        board,
        tuple(names),
        [entry.fact for entry in entries if entry.to == ALL or seat in entry.to],
    )
