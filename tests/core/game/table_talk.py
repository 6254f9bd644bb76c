"""A table for tests of the rules: say who sits where and what they answer, and look at what
happened.

table = Table("WWSGVVV", wolf_kill="unanimous").play({"n1.kill": 7, "n1.protect.4": 7}, until="d1")
assert table.died() == []

Seats are dealt by one letter each, seat 1 first: W Werewolf, V Villager, S Seer, D Doctor, G Guard,
X Witch, H Hunter. The switches are the defaults of the rule book, or those of `base`, with the
given ones changed. What an answer may be looked up by, the most telling first: the ask's id, its
step (`n1.kill`, `d2.vote2`), kind and seat (`kill.1`), kind. Without an answer a seat passes,
abstains, keeps still: 0 where that is legal, else the first option; so does a seat for which an
answer to a whole step or kind is illegal (a ballot for itself), while an illegal answer to one ask
is refused. An answer that no ask looked up fails the test, so that none says what never happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias, TypeVar

import msgspec

from wolfcore.game import Answer, Ask, Board, Entry, Fact, Game, Switches, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.game.roles import RoleName

Reply: TypeAlias = int | str | Answer | Callable[[Ask], "int | str | Answer"]
F = TypeVar("F")

LETTERS: dict[str, RoleName] = {
    "W": "Werewolf",
    "V": "Villager",
    "S": "Seer",
    "D": "Doctor",
    "G": "Guard",
    "X": "Witch",
    "H": "Hunter",
}


def seats(letters: str) -> tuple[RoleName, ...]:
    """The roles of a line of letters, seat 1 first."""
    return tuple(LETTERS[letter] for letter in letters)


def board_of(letters: str, base: str | None = None, **switches: object) -> Board:
    """A board with these seats: the switches of `base`, or the defaults, with the given ones
    changed."""
    start = get_board(base).switches if base else Switches()
    return Board(
        base or "test",
        seats(letters),
        msgspec.convert(msgspec.to_builtins(start) | switches, Switches),
    )


class Table:
    """A game under test.

    Args:
        letters: Who sits where.
        base: A shipped board whose switches are the start, else the defaults are.
        board: A whole board instead of one made of `letters` and switches.
        people: The seats that are persons.
        chance: Forced draws by purpose.
        seed: The seed of what is not forced.
        switches: What is changed.
    """

    def __init__(
        self,
        letters: str,
        base: str | None = None,
        *,
        board: Board | None = None,
        people: Sequence[int] = (),
        chance: Mapping[str, tuple[int, ...]] | None = None,
        seed: int = 1,
        **switches: object,
    ) -> None:
        board = board or board_of(letters, base, **switches)
        deal = dict(enumerate(seats(letters), 1))
        self.game = Game(
            make_spec(board, seed, people=dict.fromkeys(people), deal=deal, chance=chance)
        )
        self.batches: list[tuple[Ask, ...]] = []
        self._seen: set[str] = set()

    # -- playing

    def play(
        self,
        answers: Mapping[str, Reply] | None = None,
        *,
        until: str | None = None,
        strict: bool = False,
    ) -> Table:
        """Play to the end, or until an ask whose id starts with `until` is out.

        Args:
            answers: What is answered, and nothing is answered that is not asked.
            until: Where to stop.
            strict: Refuse an illegal answer to a whole step or kind, too.

        Raises:
            AssertionError: An answer was never used, or the game ended before `until`.
            IllegalAnswer: An answer is not among the options.
        """
        replies, used = answers or {}, set[str]()
        while self.game.asks and not (until and self.out(until)):
            self.batches.append(self.game.asks)
            self.game.submit({ask.id: _reply(ask, replies, used, strict) for ask in self.game.asks})
        assert until is None or self.game.asks, f"the game was over before {until}"
        assert not set(replies) - used, f"nobody was asked for {sorted(set(replies) - used)}"
        return self

    def submit(self, **choices: int) -> Table:
        """Answer the batch that is out by seat (`s1=3`); the others keep still."""
        self.batches.append(self.game.asks)
        self.game.submit(
            {ask.id: Answer(choices.get(f"s{ask.seat}", still(ask))) for ask in self.game.asks}
        )
        return self

    def out(self, prefix: str = "") -> list[str]:
        """The ids of the batch that is out which start with `prefix`."""
        return [ask.id for ask in self.game.asks if ask.id.startswith(prefix)]

    # -- looking

    @property
    def ids(self) -> list[list[str]]:
        """The ids of all batches so far, the one that is out last."""
        return [[ask.id for ask in batch] for batch in (*self.batches, self.game.asks) if batch]

    def ask(self, ask_id: str) -> Ask:
        """The ask with this id, answered or out; KeyError where nobody was asked."""
        return {ask.id: ask for batch in (*self.batches, self.game.asks) for ask in batch}[ask_id]

    def options(self, ask_id: str) -> tuple[int, ...]:
        """The options of an ask."""
        return self.ask(ask_id).options

    def asked(self, kind: str) -> list[str]:
        """The ids of all asks of a kind so far, the batch that is out included."""
        return [
            ask.id for batch in (*self.batches, self.game.asks) for ask in batch if ask.kind == kind
        ]

    def facts(self, kind: type[F]) -> list[F]:
        """All facts of one class, in order."""
        return [entry.fact for entry in self.game.log if isinstance(entry.fact, kind)]

    def fact(self, kind: type[F]) -> F:
        """The only fact of one class."""
        (only,) = self.facts(kind)
        return only

    def entries(self, *kinds: type[Fact]) -> list[Entry]:
        """All entries with facts of these classes, in order."""
        return [entry for entry in self.game.log if isinstance(entry.fact, kinds)]

    def told(self, kind: type[Fact]) -> list[f.Audience]:
        """The audiences of all facts of one class, in order."""
        return [entry.to for entry in self.entries(kind)]

    def died(self) -> list[tuple[int, str]]:
        """Who died and of what, in order."""
        return [(fact.seat, fact.cause) for fact in self.facts(f.Cause)]

    @property
    def exiled(self) -> list[int]:
        """The result of each day's vote, 0 for nobody."""
        return [fact.seat for fact in self.facts(f.Exiled)]

    @property
    def badges(self) -> list[tuple[int, str]]:
        """Where the badge went, and how."""
        return [(fact.seat, fact.how) for fact in self.facts(f.Badge)]

    @property
    def ended(self) -> str | None:
        """How the game ended."""
        return self.game.result.ended if self.game.result else None

    def spoke(self, kind: str = "speak") -> list[int]:
        """Who spoke, in order."""
        return [fact.seat for fact in self.facts(f.Said) if fact.kind == kind]

    def orders(self) -> list[str]:
        """The names of all facts in order, each once where it repeats at once: the course of the
        game."""
        names = [type(entry.fact).__name__ for entry in self.game.log]
        return names[:1] + [after for before, after in pairwise(names) if after != before]


def still(ask: Ask) -> int:
    """The choice of a seat that does as little as it may."""
    return 0 if 0 in ask.options else ask.options[0]


def _reply(ask: Ask, replies: Mapping[str, Reply], used: set[str], strict: bool) -> Answer:
    """What the test has for an ask."""
    step = ask.id.removesuffix(".suspect").rsplit(".", 1)[0]
    for key in (ask.id, step, f"{ask.kind}.{ask.seat}", ask.kind):
        if key in replies and not (key == step and ask.kind == "suspect"):
            used.add(key)
            answer = as_answer(ask, replies[key])
            return (
                answer
                if strict or key == ask.id or answer.choice in ask.options
                else Answer(still(ask))
            )
    return Answer(still(ask))


def as_answer(ask: Ask, reply: Reply) -> Answer:
    """A reply in full."""
    if callable(reply):
        reply = reply(ask)
    if isinstance(reply, str):
        return Answer(still(ask), text=reply)
    return Answer(reply) if isinstance(reply, int) else reply


def by_seat(**choices: int) -> Callable[[Ask], int]:
    """A reply for a whole step, by seat (`s3=1`); the others keep still."""
    return lambda ask: choices.get(f"s{ask.seat}", still(ask))


def ballots(line: str) -> Callable[[Ask], int]:
    """A reply for a ballot: whom each seat votes for, seat 1 first, `-` for nobody (`3 3 - 1`); the
    rest keep still."""
    marks = line.split()
    return lambda ask: (
        still(ask)
        if ask.seat > len(marks) or marks[ask.seat - 1] == "-"
        else int(marks[ask.seat - 1])
    )


def result_of(table: Table) -> tuple[str, int]:
    """How the game ended and on which day."""
    result = table.game.result
    assert result
    return result.ended, result.days
