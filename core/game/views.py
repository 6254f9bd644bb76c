"""What one seat may know: its facts in its own order, and what follows from them.

A view holds nothing else: no entry, no audience, no number of an entry, and no way back to the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from .asks import Answer, Ask
from .boards import Board
from .facts import ALL, Entry, Fact
from .roles import ROLES, RoleName, Team
from .state import State, fold, opening


class Own(Struct, frozen=True, gc=False):
    """An ask that this seat was given, and what it answered."""

    ask: Ask
    answer: Answer


class View(Struct, eq=False):
    """What one seat may know.

    Attributes:
        seat: Whose view this is, 1..N; 0 for the public's, which has no role and no secret.
        board: The board, which everybody knows.
        names: Everybody's name, in seat order.
        mine: Its own answers so far; empty where the view was folded from a log alone.
    """

    seat: int
    board: Board
    names: tuple[str, ...]
    _public: list[Fact]  # what all learn; one growing list that the views of a game share
    mine: list[Own] = []
    _secrets: list[tuple[int, Fact]] = []  # what some learn, each after so many public facts
    _facts: list[Fact] = []
    _state: State | None = None
    _taken: int = 0  # how many public facts are in _facts
    _told: int = 0  # how many secrets are
    _folded: int = 0  # how many facts are in _state

    def tell(self, fact: Fact) -> None:
        """Let this seat know a fact that not all learn."""
        self._secrets.append((len(self._public), fact))

    @property
    def facts(self) -> list[Fact]:
        """All that this seat learned, in order. It grows; do not change it."""
        facts, public = self._facts, self._public
        if self._taken < len(public) or self._told < len(self._secrets):
            for before, fact in self._secrets[self._told :]:
                facts += public[self._taken : before]
                facts.append(fact)
                self._taken = before
            facts += public[self._taken :]
            self._taken, self._told = len(public), len(self._secrets)
        return facts

    @property
    def state(self) -> State:
        """What follows from `facts`; blanks where this seat does not know."""
        facts = self.facts
        if self._state is None:
            self._state = opening(self.board.size)
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
        return tuple(seat for seat, role in known if role and seat != self.seat and ROLES[role].team == "wolves")

    @property
    def living(self) -> tuple[int, ...]:
        """The living seats, ascending."""
        return self.state.living

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self.names[seat - 1]


def view_of(entries: Iterable[Entry], seat: int, board: Board, names: Sequence[str]) -> View:
    """The view of `seat` (0: the public) folded from a log."""
    return View(seat, board, tuple(names), [entry.fact for entry in entries if entry.to == ALL or seat in entry.to])
