"""Twin games, which differ only in what one seat may not know: that seat must never be able to tell
them apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hypothesis import assume
from hypothesis import strategies as st
from msgspec import Struct

from tests.core.game.table_talk import still
from wolfcore.game import (
    Answer,
    Ask,
    Belief,
    Entry,
    Game,
    GameSpec,
    board_names,
    dice_of,
    get_board,
    make_spec,
)
from wolfcore.game import facts as f
from wolfcore.game.roles import RoleName


class Twins(Struct, frozen=True):
    """Two games that differ in the roles of two seats which a third cannot tell apart.

    Attributes:
        one: The one game.
        two: The other.
        seat: The seat that may not know which of them it sits in.
        hidden: The two seats whose roles are exchanged.
    """

    one: GameSpec
    two: GameSpec
    seat: int
    hidden: frozenset[int]


class Listener(Protocol):
    """Who is told what a table does."""

    def asked(self, batch: Sequence[Ask]) -> None: ...

    def answered(self, ask: Ask) -> None: ...

    def entries(self, new: Sequence[Entry]) -> None: ...


@st.composite
def twins(draw: st.DrawFn) -> Twins:
    """Twins on any board."""
    board = get_board(draw(st.sampled_from(board_names())))
    dealt: list[RoleName] = draw(st.permutations(board.roles))
    seat, one, two = draw(st.permutations(range(1, board.size + 1)))[:3]
    assume(dealt[one - 1] != dealt[two - 1])
    assume("Werewolf" not in {dealt[one - 1], dealt[two - 1]} or dealt[seat - 1] != "Werewolf")
    deal: dict[int, RoleName] = dict(enumerate(dealt, 1))
    other: dict[int, RoleName] = {**deal, one: deal[two], two: deal[one]}
    seed = draw(st.integers(0, 2**32))
    return Twins(
        make_spec(board, seed, deal=deal),
        make_spec(board, seed, deal=other),
        seat,
        frozenset({one, two}),
    )


def play_part(game: Game, pair: Twins, listener: Listener | None = None) -> None:
    """Play on until a night or a discussion begins, with answers that look the same in both twins
    to the seat that watches."""
    ended = False
    while game.asks and not ended:
        batch, before = game.asks, len(game.log)
        if listener:
            listener.asked(batch)
        answers = {ask.id: _answer(ask, game, pair) for ask in batch}
        for ask in batch:
            if listener:
                listener.answered(ask)
        game.submit(answers)
        if listener:
            listener.entries(game.log[before:])
        new = (entry.fact for entry in game.log[before:])
        ended = any(
            isinstance(fact, f.Began) and fact.phase in {"night", "discussion"} for fact in new
        )


def cornered(game: Game, pair: Twins) -> bool:
    """Whether so few live, or are left to check, that an answer can no longer keep from the hidden
    two."""
    living, roles = game.state.living, game.state.roles
    spare = [other for other in living if other not in pair.hidden and roles[other] != "Werewolf"]
    checked = {check.target for check in game.state.checks if check.seer == pair.seat}
    sees_all = (
        roles[pair.seat] == "Seer"
        and not game.spec.board.switches.seer_repeat
        and checked >= set(spare) - {pair.seat}
    )
    return len(spare) < 3 or not pair.hidden <= set(living) or sees_all


def _answer(ask: Ask, game: Game, pair: Twins) -> Answer:
    """By day drawn by the ask, by night by what is asked, and never at the hidden two. A thought
    tells the twins apart."""
    secret = "own" if ask.seat == pair.seat else "first" if game.spec is pair.one else "second"
    spec, hidden = game.spec, pair.hidden
    dice = dice_of(spec.seed, f"{ask.kind}.{ask.day}" if ask.id.startswith("n") else ask.id)
    wolves = (
        {seat for seat, role in spec.deal.items() if role == "Werewolf"}
        if ask.kind == "kill"
        else set[int]()
    )
    free = [choice for choice in ask.options if choice not in hidden | wolves] or [still(ask)]
    choice = dice.pick("choice", free if ask.kind not in {"run", "order", "bid"} else ask.options)
    beliefs = tuple(
        Belief(seat, "Villager", 5 + dice.draw(f"b{seat}", 6))
        for seat in spec.deal
        if ask.kind == "suspect" and seat not in hidden
    )
    return Answer(choice, text=f"words {ask.id}", thought=f"{secret} {ask.id}", beliefs=beliefs)
