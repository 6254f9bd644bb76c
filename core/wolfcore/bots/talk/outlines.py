"""Outline: a speech as a list of moves, the intention it follows, and how to impose another.

Own claims and suspects follow the intention where they are chosen (`own_claims`, `accusations`);
here contradicting moves are removed and missing ones added.
"""

from __future__ import annotations

from typing import NamedTuple

from wolfcore.bots.mind import Mind
from wolfcore.game import HOLDERS, RoleName
from wolfcore.players.intentions import HIDE, IDLE, Intention
from wolfcore.speech import (
    Accuses,
    Act,
    CallsVote,
    ClaimsRole,
    Defends,
    ReportsCheck,
    Retracts,
    Vouches,
)

from .accusations import may_be_called_for
from .dialogue_moves import Move, MoveKind, acts_of
from .powers import TOLD_BY
from .reasons import case_against

_OPEN_ABOUT_IT: frozenset[MoveKind] = frozenset({"answer_claim", "answer_late"})
"""Moves about a claim that was made before."""


class Outline(NamedTuple):
    """A speech before it is put into words.

    Attributes:
        moves: The moves of the speech, in order.
        choice: The choice of the answer: the seat that a sheriff recommends, else 0.
    """

    moves: list[Move]
    choice: int = 0


def intention_of(mind: Mind, outline: Outline) -> Intention:
    """Infer the intention of a speech from its acts.

    The intention is its last claim, else the last seat that it speaks against, else to hide. A
    report of a check without a claim or target counts as a claim of the checking role that its
    listeners take it for. Without moves the intention is idle.
    """
    acts = [act for move in outline.moves for act in acts_of(move, mind.me)]
    claims: list[RoleName] = [act.role for act in acts if isinstance(act, ClaimsRole)]
    if claims:
        return Intention("claim", role=claims[-1])
    against = [seat for act in acts for seat in _against(act) if seat in mind.others]
    if against:
        return Intention("target", seat=against[-1])
    if any(isinstance(act, ReportsCheck) for act in acts):
        role = mind.record.role_of_reports(mind.me)
        if role in mind.record.board.roles:
            return Intention("claim", role=role)
    return HIDE if outline.moves else IDLE


def constrain_to(mind: Mind, aim: Intention, outline: Outline) -> Outline:
    """Remove the moves that contradict an intention, and add those that it requires."""
    moves = outline.moves
    match aim.kind:
        case "idle":
            return Outline([])
        case "target":
            return _at_target(mind, aim.seat, outline)
        case "claim":
            assert aim.role
            moves = [move for move in moves if _fits_claim(mind, aim.role, move)]
        case "hide":
            moves = [move for move in moves if not _reveals_role(mind, move)]
    return Outline(moves or [Move(kind="unsure")], outline.choice)


def _against(act: Act) -> tuple[int, ...]:
    """Return the seat that an act speaks against, or nothing."""
    if isinstance(act, Accuses | CallsVote) or (isinstance(act, ReportsCheck) and act.finds_wolf):
        return (act.seat,)
    return ()


def _reveals_role(mind: Mind, move: Move) -> bool:
    """Whether a move reveals the speaker's role or takes a claim back."""
    reveals = any(
        isinstance(act, (ClaimsRole, Retracts, *TOLD_BY)) for act in acts_of(move, mind.me)
    )
    return reveals or move.kind in _OPEN_ABOUT_IT


def _fits_claim(mind: Mind, role: RoleName, move: Move) -> bool:
    """Whether a move fits a claim of `role`.

    Claims of other roles, actions of their powers and retractions do not fit, nor words in one's
    own defence beside a claim to be a wolf.
    """
    for act in acts_of(move, mind.me):
        match act:
            case ClaimsRole():
                if act.role != role:
                    return False
            case Retracts():
                return False
            case Defends():
                if act.seat == mind.me and role in HOLDERS["kill"]:
                    return False
            case _:
                if type(act) in TOLD_BY and role not in HOLDERS[TOLD_BY[type(act)]]:
                    return False
    return move.kind != "answer_hidden"


def _at_target(mind: Mind, target: int, outline: Outline) -> Outline:
    """Remove words against other seats or for the target, and add the missing ones against it.

    Missing are the case against the target, and a call for a vote or a recommendation where that is
    allowed.
    """
    moves = [move for move in outline.moves if _fits_target(mind, target, move)]
    against = {seat for move in moves for act in acts_of(move, mind.me) for seat in _against(act)}
    if target not in against:
        moves.append(case_against(mind, target))
    if mind.ask.kind == "summarise":
        return Outline([*moves, Move(kind="recommend", target=target)], target)
    called = any(act == CallsVote(target) for move in moves for act in acts_of(move, mind.me))
    if not called and mind.ask.kind in ("speak", "defend") and may_be_called_for(mind, target):
        moves.append(Move(kind="call_vote", target=target))
    return Outline(moves)


def _fits_target(mind: Mind, target: int, move: Move) -> bool:
    """Whether a move fits words against the target; reports about other seats fit."""
    if move.kind in ("recommend", "recommend_none") or (
        move.kind == "tally" and move.target != target
    ):
        return False
    for act in acts_of(move, mind.me):
        match act:
            case Accuses() | CallsVote():
                if act.seat != target:
                    return False
            case Vouches() | Defends():
                if act.seat == target:
                    return False
            case ReportsCheck():
                if act.seat == target and not act.finds_wolf:
                    return False
            case _:
                pass
    return True
