"""Filters of moves: what does not go together in one speech, and what may be left out of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from wolfcore.speech import (
    Accuses,
    Act,
    AsksSeat,
    CallsVote,
    ClaimsRole,
    GivesReason,
    ReportsCheck,
    Vouches,
)

from .dialogue_moves import Move, MoveKind, accused_seats, acts_of, favoured_seats, stances_of
from .line_templates import persons_of_kind, seats_in

_TO_ACCUSER: tuple[MoveKind, ...] = ("deny", "deny_voted", "deny_cleared")
_REFUTATIONS: tuple[MoveKind, ...] = ("refute", "refute_voted", "refute_spoke")
"""Denials to one accuser, and those of a false reason."""


_ANSWERS = (Accuses, ClaimsRole, ReportsCheck, Vouches)
"""Acts that answer the questions to which an answer is announced."""


_MAY_GIVE_WAY: frozenset[MoveKind] = frozenset({
    "open_first", "open_plan", "open_quiet", "open_dead", "open_exile", "open_gain", "open_recap",
    "tally", "trust", "vouch", "trust_since", "dead_cleared", "rescue_clears", "proven", "weigh",
    "weigh_open", "ask", "ask_vote",
})  # fmt: skip
"""Moves that nobody waits for: one of them makes room for a dropped suspect or a question."""


_GREETS: frozenset[MoveKind] = frozenset({
    "answer_same", "meet_greeting", "meet_thanks", "meet_smalltalk",
})  # fmt: skip
"""Words to a seat that say nothing else."""


def without_spare(moves: list[Move]) -> list[Move]:
    """Leave out the last move that nobody waits for, if there is one."""
    spare = [place for place, move in enumerate(moves) if move.kind in _MAY_GIVE_WAY]
    return [move for place, move in enumerate(moves) if place not in spare[-1:]]


def without_echo(moves: list[Move]) -> list[Move]:
    """Remove "I believe her" before "I believe her, so he is a wolf".

    And that a find is left open, where the same speech is sure of who was found, or who found it.
    """
    followed = {move.other for move in moves if move.kind == "follow_report"}
    acts = [act for move in moves for act in acts_of(move, 0)]
    judged = {
        act.seat
        for act in acts
        if isinstance(act, CallsVote) or (isinstance(act, Accuses | Vouches) and act.sure)
    }
    return [
        move
        for move in moves
        if not (move.kind == "believe" and move.target in followed)
        and not (move.kind == "find_open" and judged & {move.target, move.other})
    ]


def without_side_suspects(
    moves: list[Move], speaker: int, finds: Mapping[int, Collection[int]]
) -> list[Move]:
    """Remove doubts about other seats from a speech that trusts a report of a wolf.

    A charge that is firm, or that says what is wrong with a claim, stays.

    Args:
        moves: The moves of a speech.
        speaker: The seat that speaks.
        finds: The living seats that each teller has reported as wolves.
    """
    found = {seat for teller in _trusted(moves, speaker) for seat in finds.get(teller, ())}
    return [
        move
        for move in moves
        if not found
        or not any(
            isinstance(act, Accuses) and not act.sure and act.seat not in found
            for act in acts_of(move, speaker)
        )
    ]


def _trusted(moves: list[Move], speaker: int) -> set[int]:
    """Return the seats for which a speech vouches."""
    acts = [act for move in moves for act in acts_of(move, speaker)]
    return {act.seat for act in acts if isinstance(act, Vouches) and act.sure}


def without_reversals(
    moves: list[Move], speaker: int, known: Mapping[int, bool] = MappingProxyType({})
) -> list[Move]:
    """Remove moves that speak for a seat which an earlier move speaks against, or the reverse.

    A report of a check stands, and what contradicts it goes, also before it.

    Args:
        moves: The moves of a speech.
        speaker: The seat that speaks.
        known: The seats that its earlier reports found good (True), or wolves.
    """
    reports = [move for move in moves if move.kind in ("report_good", "report_role", "report_wolf")]
    stances, kept = dict(known), list[Move]()
    for report in reports:
        stances |= stances_of(report, speaker)
    for move in moves:
        taken = stances_of(move, speaker)
        if all(stances.get(seat, kind) == kind for seat, kind in taken.items()):
            stances |= taken
            kept.append(move)
    return kept


_LEADS: tuple[MoveKind, ...] = ("answer_asked", "answer_lead")
"""Moves that announce an answer."""


def without_loose_leads(moves: list[Move], speaker: int) -> list[Move]:
    """Leave no announcement of an answer without one: it points to what was said before, if any."""
    kept = list[Move]()
    for place, move in enumerate(moves):
        following = acts_of(moves[place + 1], speaker) if place + 1 < len(moves) else ()
        if move.kind not in _LEADS or any(isinstance(act, _ANSWERS) for act in following):
            kept.append(move)
        elif any(isinstance(act, _ANSWERS) for before in kept for act in acts_of(before, speaker)):
            kept.append(Move(kind="answer_same", other=move.other))
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


def in_one_person(moves: list[Move]) -> list[Move]:
    """Speak of no seat in the third person after speaking to it.

    Where another move can only speak of the seat that a move addresses, a denial is made to the
    table, a mere greeting is left out, and all else comes last.
    """
    kept, last = list[Move](), list[Move]()
    named = [only_spoken_of(move) for move in moves]
    for place, move in enumerate(moves):
        spoken_of = set[int]().union(*named[:place], *named[place + 1 :])
        asked = {act.seat for act in acts_of(move, 0) if isinstance(act, AsksSeat)}
        if spoken_of.isdisjoint(only_spoken_to(move) | asked):
            kept.append(move)
        elif move.kind in _TO_ACCUSER:
            # To the table it says the same.
            kept.append(Move(kind="deny_all"))
        elif move.kind not in _GREETS:
            last.append(move)
    return [*dict.fromkeys(kept), *last]


def only_spoken_to(move: Move) -> set[int]:
    """Return the seats that every line of a move addresses."""
    return seats_in(persons_of_kind(move.kind).spoken_to, move)


def only_spoken_of(move: Move) -> set[int]:
    """Return the seats that a move can name in the third person only."""
    return seats_in(persons_of_kind(move.kind).spoken_of, move)
