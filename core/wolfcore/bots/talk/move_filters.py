"""Filters of moves: what does not go together in one speech, and what may be left out of it."""

from __future__ import annotations

from wolfcore.speech import Act, GivesReason, Vouches

from .dialogue_moves import Move, MoveKind, accused_seats, acts_of, favoured_seats, stances_of

_TO_ACCUSER: tuple[MoveKind, ...] = ("deny", "deny_voted")
_REFUTATIONS: tuple[MoveKind, ...] = ("refute", "refute_voted", "refute_spoke")
"""Denials to one accuser, and those of a false reason."""


_MAY_GIVE_WAY: frozenset[MoveKind] = frozenset({
    "open_first", "open_plan", "open_quiet", "open_dead", "open_exile", "open_gain", "open_recap",
    "tally", "trust", "vouch", "trust_since", "dead_cleared", "rescue_clears", "proven", "weigh",
    "weigh_open", "ask", "ask_vote",
})  # fmt: skip
"""Moves that nobody waits for: one of them makes room for a dropped suspect or a question."""


def without_spare(moves: list[Move]) -> list[Move]:
    """Leave out the last move that nobody waits for, if there is one."""
    spare = [place for place, move in enumerate(moves) if move.kind in _MAY_GIVE_WAY]
    return [move for place, move in enumerate(moves) if place not in spare[-1:]]


def without_echo(moves: list[Move]) -> list[Move]:
    """Remove "I believe her" before "I believe her, so he is a wolf"."""
    followed = {move.other for move in moves if move.kind == "follow_report"}
    return [move for move in moves if move.kind != "believe" or move.target not in followed]


def without_reversals(moves: list[Move], speaker: int) -> list[Move]:
    """Remove moves that speak for a seat which an earlier move speaks against, or the reverse.

    A report of a check stands, and what contradicts it goes, also before it.
    """
    reports = [move for move in moves if move.kind in ("report_good", "report_role", "report_wolf")]
    stances, kept = dict[int, bool](), list[Move]()
    for report in reports:
        stances |= stances_of(report, speaker)
    for move in moves:
        taken = stances_of(move, speaker)
        if all(stances.get(seat, kind) == kind for seat, kind in taken.items()):
            stances |= taken
            kept.append(move)
    return kept


def without_asides(moves: list[Move], speaker: int) -> list[Move]:
    """Remove praise of a seat to which the speech denies a charge, and all else said of a refuted.

    An accusation that is taken back stays. A suspect is dropped for another only if one is left.
    """
    refuted = {move.other for move in moves if move.kind in _REFUTATIONS}
    denied = {move.other for move in moves if move.kind in _TO_ACCUSER}
    kept = [
        move
        for move in moves
        if move.kind == "take_back"
        or not (
            (move.target and move.target in refuted) or denied & favoured_seats([move], speaker)
        )
    ]
    accuses = any(accused_seats(move, speaker) for move in kept)
    return [move for move in kept if accuses or not move.kind.startswith("drops_")]


_JOINS: tuple[MoveKind, ...] = ("suspect_with", "agree")


def without_own_faults(moves: list[Move], speaker: int) -> list[Move]:
    """Leave an accusation bare whose reason the same speech makes true of its speaker."""
    praised = favoured_seats(moves, speaker)
    accused = {seat for move in moves for seat in accused_seats(move, speaker)}
    joins = any(move.kind in _JOINS for move in moves)

    def is_own(act: Act) -> bool:
        if not isinstance(act, GivesReason):
            return False
        match act.reason:
            case "defended":
                return act.other in praised
            case "voted" | "accused":
                return act.other in accused
            case _:
                return act.reason == "copied" and joins

    return [
        Move(kind="suspect", target=move.target)
        if any(map(is_own, acts_of(move, speaker)))
        else move
        for move in moves
    ]


def without_repetitions(moves: list[Move], speaker: int) -> list[Move]:
    """Remove moves that only accuse, or only praise, seats which an earlier move did so."""
    accused, praised, kept = set[int](), set[int](), list[Move]()
    for move in moves:
        against = accused_seats(move, speaker)
        acts = acts_of(move, speaker)
        praising = [act.seat for act in acts if isinstance(act, Vouches)]
        repeats = bool(against) and accused.issuperset(against)
        repeats |= len(praising) == len(acts) > 0 and praised.issuperset(praising)
        if not repeats:
            kept.append(move)
        accused.update(against)
        praised.update(praising)
    return kept
