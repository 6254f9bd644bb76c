"""The fixed intentions of an atomic agent: idle, target a seat, claim a role, hide (SLA 5.1).

13 intentions on a board of seven seats with four roles. `possible_intentions` keeps their order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from wolfcore.game import SPEECH_KINDS, Ask, AskKind, Board, RoleName, View

PUBLIC_SPEECH_KINDS: frozenset[AskKind] = SPEECH_KINDS - {"whisper"}
"""Asks for words that all hear, which an intention says what to do with."""


TARGET_KINDS: frozenset[AskKind] = frozenset(
    {"kill", "protect", "check", "save", "poison", "shoot", "elect", "lean", "vote", "badge"}
)
"""Asks whose options are seats or no one, among which an intention names one."""


class Intention(Struct, frozen=True, gc=False):
    """What an answer is to do.

    Attributes:
        kind: Nothing at all; something to a seat, by a deed, a ballot or words against it; a claim
            of a role; or words that reveal no role of the speaker.
        seat: Who is targeted, from 1; else 0.
        role: The role that is claimed; else empty.
    """

    kind: Literal["idle", "target", "claim", "hide"]
    seat: int = 0
    role: RoleName | Literal[""] = ""


IDLE, HIDE = Intention("idle"), Intention("hide")


def intentions_of(board: Board) -> tuple[Intention, ...]:
    """Every intention of a board, in a fixed order: idle, each seat, each role in the order of the rule book, to reveal none."""
    return _intentions(board.roles)


@lru_cache(maxsize=64)
def _intentions(roles: tuple[RoleName, ...]) -> tuple[Intention, ...]:
    targets = [Intention("target", seat=seat) for seat in range(1, len(roles) + 1)]
    return (IDLE, *targets, *[Intention("claim", role=role) for role in dict.fromkeys(roles)], HIDE)


def possible_intentions(view: View, ask: Ask) -> tuple[Intention, ...]:
    """Those of them that make sense at an ask, in the same order; none where it is about something else.

    With words the other living seats can be targeted, and all else is open. A deed or a ballot has
    its options: a seat, or to be idle where that is one.
    """
    every = intentions_of(view.board)
    if ask.kind in PUBLIC_SPEECH_KINDS:
        others = {seat for seat in view.living if seat != view.seat}
        return tuple([each for each in every if each.kind != "target" or each.seat in others])
    if ask.kind in TARGET_KINDS:
        return tuple(
            [each for each in every if each.kind in ("idle", "target") and each.seat in ask.options]
        )
    return ()
