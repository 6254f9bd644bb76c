"""The fixed intentions of an atomic agent: idle, target a seat, claim a role, hide (SLA 5.1).

A board of seven seats with four roles has 13 intentions. `possible_intentions` keeps their order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from wolfcore.game import SPEECH_KINDS, Ask, AskKind, Board, RoleName, View

PUBLIC_SPEECH_KINDS: frozenset[AskKind] = SPEECH_KINDS - {"whisper"}
"""Kinds of ask for a public speech; an intention says what the speech does."""


TARGET_KINDS: frozenset[AskKind] = frozenset(
    {"kill", "protect", "check", "save", "poison", "shoot", "elect", "lean", "vote", "badge"}
)
"""Kinds of ask whose options are seats or no one; an intention names one of them."""


class Intention(Struct, frozen=True, gc=False):
    """The purpose of one answer.

    Attributes:
        kind: `idle` does nothing; `target` acts, votes or speaks against a seat; `claim` claims a
            role; `hide` speaks without revealing the speaker's role.
        seat: The targeted seat, from 1; 0 if there is none.
        role: The claimed role; empty if there is none.
    """

    kind: Literal["idle", "target", "claim", "hide"]
    seat: int = 0
    role: RoleName | Literal[""] = ""


IDLE, HIDE = Intention("idle"), Intention("hide")


def intentions_of(board: Board) -> tuple[Intention, ...]:
    """Return every intention of a board in a fixed order.

    The order is idle, a target for each seat, a claim for each role in rule-book order, hide.
    """
    return _intentions(board.roles)


@lru_cache(maxsize=64)
def _intentions(roles: tuple[RoleName, ...]) -> tuple[Intention, ...]:
    targets = [Intention("target", seat=seat) for seat in range(1, len(roles) + 1)]
    return (IDLE, *targets, *[Intention("claim", role=role) for role in dict.fromkeys(roles)], HIDE)


def possible_intentions(view: View, ask: Ask) -> tuple[Intention, ...]:
    """Return the intentions that an ask allows, in the order of `intentions_of`.

    For a public speech the targets are the other living seats, and idle, claim and hide are
    allowed. For an action or a ballot the targets are the options of the ask, and idle is allowed
    if no one (0) is an option. For any other kind of ask the result is empty.
    """
    every = intentions_of(view.board)
    if ask.kind in PUBLIC_SPEECH_KINDS:
        others = {seat for seat in view.living if seat != view.seat}
        return tuple([each for each in every if each.kind != "target" or each.seat in others])
    if ask.kind in TARGET_KINDS:
        return tuple(
            # The seat of `idle` is 0, which stands for no one among the options.
            [each for each in every if each.kind in ("idle", "target") and each.seat in ask.options]
        )
    return ()
