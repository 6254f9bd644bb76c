"""Move: one sentence of a bot before it has words, with the speech acts its words must carry.

The kinds of move are the table names of the line files in `lines/`, so renaming one means editing
all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct

from wolfcore.game import RoleName
from wolfcore.speech import (
    Accuses,
    Act,
    Agrees,
    AsksSeat,
    CallsVote,
    ClaimsRole,
    Defends,
    GivesReason,
    Proposes,
    ReportsCheck,
    Retracts,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
)
from wolfcore.speech.acts import Reason

MoveKind = Literal[
    "open_first",
    "open_plan",
    "open_quiet",
    "open_dead",
    "open_exile",
    "unsure",
    "claim",
    "claim_villager",
    "counterclaim",
    "report_wolf",
    "report_good",
    "report_role",
    "told_protected",
    "told_saved",
    "told_poisoned",
    "accuse",
    "suspect",
    "suspect_too",
    "suspect_voted",
    "suspect_accused",
    "suspect_defended",
    "suspect_turned",
    "suspect_flipped",
    "suspect_torn",
    "suspect_with",
    "suspect_first",
    "suspect_echo",
    "suspect_kind",
    "suspect_silent",
    "suspect_abstained",
    "suspect_accuser",
    "doubt_claim",
    "follow_report",
    "follow_late",
    "stand_by_report",
    "last_left",
    "find_open",
    "call_vote",
    "vouch",
    "trust",
    "believe",
    "defend",
    "deny",
    "deny_all",
    "deny_voted",
    "deny_cleared",
    "liar",
    "answer_suspect",
    "answer_nothing",
    "answer_vote",
    "answer_claim",
    "answer_asked",
    "answer_same",
    "answer_late",
    "answer_trust",
    "dead_cleared",
    "thank_saved",
    "answer_lead",
    "answer_vote_you",
    "answer_no_vote",
    "answer_no_vote_you",
    "answer_never",
    "answer_dropped",
    "answer_role",
    "answer_hidden",
    "answer_seer",
    "answer_seer_open",
    "answer_no_seer",
    "answer_no_checks",
    "thank",
    "switch_report",
    "switch_claim",
    "switch_others",
    "agree",
    "tally",
    "ask",
    "ask_vote",
    "ask_claim",
    "ask_reason",
    "ask_role",
    "ask_seer",
    "ask_check",
    "campaign",
    "recommend",
    "recommend_none",
    "sheriff_opens",
    "sum_up",
    "plead",
    "farewell",
    "last_voters",
    "last_exiled",
    "last_killed",
    "whisper_kill",
    "whisper_agree",
    "confessed",
    "suspect_reclaimed",
    "suspect_grudge",
    "trust_since",
    "open_gain",
    "open_recap",
    "doubt_eaten",
    "weigh",
    "puzzled",
    "too_easy",
    "amused",
    "mute",
    "bluff_over",
    "take_back",
    "escalate",
    "chain_eaten",
    "proven",
    "rescue_clears",
    "weigh_open",
    "whisper_push",
    "whisper_wait",
    "whisper_claim",
    "whisper_yours",
    "whisper_give_up",
    "whisper_let_go",
    "whisper_spare",
    "whisper_yes",
    "whisper_cleared",
    "whisper_exposes",
    "whisper_keep",
    "whisper_needed",
    "whisper_better",
    "whisper_refuse",
    "claim_wolf",
    "still",
    "drops_suspect",
    "drops_claimed",
    "drops_cleared",
    "drops_found",
    "drops_rivals",
    "drops_joined",
    "owns_up",
    "ask_again",
    "suspect_evasive",
    "refute_voted",
    "refute_spoke",
    "refute",
    "refute_for",
    "split_loses",
    "plead_claim",
    "answer_trust_you",
    "answer_feeling",
    "answer_feeling_you",
    "answer_wary_you",
    "answer_open_you",
    "answer_opinion_good",
    "answer_opinion_bad",
    "answer_opinion_open",
    "answer_would_claim",
    "answer_plan_vote",
    "answer_plan_hear",
    "answer_plan_powers",
    "answer_agree",
    "ask_suspect",
    "answer_agree_with",
    "answer_disagree_with",
    "answer_disagree",
    "answer_unchanged",
    "answer_no_proof",
    "answer_proof_vote",
    "answer_well",
    "agree_no_exile",
    "refuse_no_exile",
    "agree_all_claim",
    "refuse_all_claim",
    "agree_plan",
    "refuse_plan",
    "meet_greeting",
    "meet_insult",
    "meet_thanks",
    "meet_bots",
    "meet_smalltalk",
    "recall_pack_won",
    "recall_pack_caught",
    "recall_exiled",
    "recall_first_night",
    "recall_village_won",
]


class Move(Struct, frozen=True, kw_only=True, gc=False):
    """One sentence of a speech before it is put into words.

    Attributes:
        kind: The kind of sentence.
        target, other: The seats that it is about, or 0.
        role: The role that it names.
        night: The night of an action, from 1.
        day: The day of a vote.
        count: The number of accusers counted, from 2.
        dead: The seats that fell in the night.
    """

    kind: MoveKind
    target: int = 0
    other: int = 0
    role: RoleName = "Villager"
    night: int = 0
    day: int = 0
    count: int = 0
    dead: tuple[int, ...] = ()


def _follows(move: Move, _speaker: int) -> tuple[Act, ...]:
    return (
        Vouches(move.other),
        Accuses(move.target),
        GivesReason(move.target, "checked", move.other),
    )


def _suspects(move: Move, _speaker: int) -> tuple[Act, ...]:
    return (Accuses(move.target, sure=False),)


_WITHOUT_OTHER: tuple[Reason, ...] = ("first", "silent", "changed")
"""Reasons that lines of bots give without a second seat."""


def _suspects_because(reason: Reason) -> Callable[[Move, int], tuple[Act, ...]]:
    def suspects(move: Move, _speaker: int) -> tuple[Act, ...]:
        other = 0 if reason in _WITHOUT_OTHER else move.other
        return Accuses(move.target, sure=False), GivesReason(move.target, reason, other)

    return suspects


def _trusts(move: Move, _speaker: int) -> tuple[Act, ...]:
    return (Vouches(move.target, sure=False),)


def _agrees(move: Move, _speaker: int) -> tuple[Act, ...]:
    return (Agrees(move.other),)


def _refuses(move: Move, _speaker: int) -> tuple[Act, ...]:
    return (Agrees(move.other, yes=False),)


def _accuses(move: Move, _speaker: int) -> tuple[Act, ...]:
    return (Accuses(move.target),)


def _vouches(move: Move, _speaker: int) -> tuple[Act, ...]:
    return (Vouches(move.target),)


def _calls(move: Move, _speaker: int) -> tuple[Act, ...]:
    return (CallsVote(move.target),)


def _asks(move: Move, _speaker: int) -> tuple[Act, ...]:
    return (AsksSeat(move.target),)


def _keeps_from(move: Move, _speaker: int) -> tuple[Act, ...]:
    return (Agrees(move.other, yes=False), Proposes("spare", move.target))


def _for_itself(_move: Move, speaker: int) -> tuple[Act, ...]:
    return (Defends(speaker),)


_ACTS: dict[MoveKind, Callable[[Move, int], tuple[Act, ...]]] = {
    "claim": lambda move, _: (ClaimsRole(move.role),),
    "counterclaim": lambda move, _: (Accuses(move.target), ClaimsRole(move.role)),
    "claim_wolf": lambda _move, _: (ClaimsRole("Werewolf"),),
    "claim_villager": lambda _move, _: (ClaimsRole("Villager"),),
    "report_wolf": lambda move, _: (ReportsCheck(move.target, "wolves", move.night),),
    "report_good": lambda move, _: (ReportsCheck(move.target, "village", move.night),),
    "report_role": lambda move, _: (ReportsCheck(move.target, move.role, move.night),),
    "told_protected": lambda move, _: (TellsProtected(move.target, move.night),),
    "told_saved": lambda move, _: (TellsSaved(move.target, move.night),),
    "told_poisoned": lambda move, _: (TellsPoisoned(move.target, move.night),),
    "accuse": _accuses,
    "liar": _accuses,
    "doubt_claim": _accuses,
    "suspect": _suspects,
    "suspect_too": _suspects,
    "suspect_voted": _suspects_because("voted"),
    "suspect_accused": _suspects_because("accused"),
    "suspect_defended": _suspects_because("defended"),
    "suspect_turned": _suspects_because("changed"),
    "suspect_flipped": _suspects_because("changed"),
    "suspect_torn": _suspects_because("changed"),
    "suspect_with": _suspects,
    "still": _suspects,
    "suspect_first": _suspects_because("first"),
    "suspect_echo": _suspects_because("copied"),
    "suspect_kind": _suspects_because("defended"),
    "suspect_silent": _suspects_because("silent"),
    "suspect_abstained": _suspects,
    "suspect_accuser": _suspects,
    "answer_suspect": _suspects,
    "confessed": _accuses,
    "suspect_reclaimed": _suspects_because("changed"),
    "suspect_grudge": _suspects,
    "trust_since": lambda move, _: (Vouches(move.target, sure=False),),
    "doubt_eaten": _accuses,
    "weigh": _vouches,
    "dead_cleared": _vouches,
    "take_back": lambda move, _: (Vouches(move.target, sure=False),),
    "escalate": _accuses,
    "chain_eaten": lambda move, _: (Vouches(move.other), Accuses(move.target)),
    "proven": _vouches,
    "rescue_clears": _vouches,
    "bluff_over": lambda move, _: (Retracts(move.role),),
    "answer_dropped": lambda move, _: (Vouches(move.target, sure=False),),
    "answer_role": lambda move, _: (ClaimsRole(move.role),),
    "answer_seer": _vouches,
    "answer_trust": lambda move, _: (Vouches(move.target, sure=False),),
    "follow_report": _follows,
    "follow_late": _follows,
    "stand_by_report": _accuses,
    "last_left": _accuses,
    "call_vote": _calls,
    "recommend": _calls,
    "whisper_kill": lambda move, _: (Proposes("kill", move.target),),
    "whisper_agree": lambda move, _: (Agrees(move.other), Proposes("kill", move.target)),
    "whisper_push": lambda move, _: (Proposes("push", move.target),),
    "whisper_claim": lambda move, speaker: (Proposes("claim", speaker, move.role),),
    "whisper_yours": lambda move, _: (Proposes("claim", move.other, move.role),),
    "whisper_give_up": lambda move, _: (Proposes("give_up", move.target),),
    "whisper_let_go": lambda move, _: (Proposes("give_up", 0),),
    "whisper_spare": lambda move, _: (Proposes("spare", move.target),),
    "whisper_yes": _agrees,
    "whisper_cleared": _keeps_from,
    "whisper_exposes": _keeps_from,
    "whisper_keep": _keeps_from,
    "whisper_needed": _refuses,
    "whisper_better": _refuses,
    "whisper_refuse": _refuses,
    "vouch": _vouches,
    "believe": _vouches,
    "trust": lambda move, _: (Vouches(move.target, sure=False),),
    "defend": lambda move, _: (Defends(move.target),),
    "deny": _for_itself,
    "deny_all": _for_itself,
    "deny_voted": _for_itself,
    "deny_cleared": _for_itself,
    "plead": _for_itself,
    "plead_claim": _for_itself,
    "refute_voted": _for_itself,
    "refute_spoke": _for_itself,
    "refute": _for_itself,
    "refute_for": lambda move, _: (Defends(move.target),),
    "split_loses": _calls,
    "answer_trust_you": lambda move, _: (Vouches(move.other, sure=False),),
    "answer_feeling": _suspects,
    "answer_feeling_you": lambda move, _: (Accuses(move.other, sure=False),),
    "answer_wary_you": lambda move, _: (Accuses(move.other, sure=False),),
    "answer_opinion_good": _trusts,
    "answer_opinion_bad": _suspects,
    "answer_plan_vote": _calls,
    "answer_agree": _agrees,
    "answer_agree_with": lambda move, _: (Agrees(move.target),),
    "answer_disagree_with": lambda move, _: (Agrees(move.target, yes=False),),
    "answer_disagree": _refuses,
    "agree_no_exile": _agrees,
    "refuse_no_exile": _refuses,
    "agree_all_claim": _agrees,
    "refuse_all_claim": _refuses,
    "agree_plan": _agrees,
    "refuse_plan": _refuses,
    "suspect_evasive": _suspects,
    "ask": _asks,
    "ask_again": _asks,
    "ask_suspect": lambda move, _: (Accuses(move.target, sure=False), AsksSeat(move.target)),
    "ask_vote": lambda move, _: (AsksSeat(move.target, "vote"),),
    "ask_claim": _asks,
    "ask_reason": lambda move, _: (AsksSeat(move.target, "accuse"),),
    "ask_role": lambda move, _: (AsksSeat(move.target, "role"),),
    "ask_seer": lambda move, _: (AsksSeat(move.target, "seer"),),
    "ask_check": lambda move, _: (AsksSeat(move.target, "check"),),
}


def acts_of(move: Move, speaker: int) -> tuple[Act, ...]:
    """Return exactly the speech acts that the words of a move must carry; nights by number."""
    make = _ACTS.get(move.kind)
    return make(move, speaker) if make else ()


def claim_move(role: RoleName) -> Move:
    """Return the move that claims a role; Villager and Werewolf have kinds of their own."""
    plain: dict[RoleName, MoveKind] = {"Villager": "claim_villager", "Werewolf": "claim_wolf"}
    return Move(kind=plain[role]) if role in plain else Move(kind="claim", role=role)


def stances_of(move: Move, speaker: int) -> dict[int, bool]:
    """Return the seats that a move speaks for (True) or against, reports of checks included."""
    found = dict[int, bool]()
    for act in acts_of(move, speaker):
        if isinstance(act, Vouches | Defends | Accuses | CallsVote):
            found[act.seat] = isinstance(act, Vouches | Defends)
        elif isinstance(act, ReportsCheck):
            found[act.seat] = not act.finds_wolf
    return found


def favoured_seats(moves: Iterable[Move], speaker: int) -> set[int]:
    """Return the seats that moves praise, defend or report as good."""
    return {seat for move in moves for seat, is_for in stances_of(move, speaker).items() if is_for}


def accused_seats(move: Move, speaker: int) -> tuple[int, ...]:
    """Return the seats that a move accuses of being a wolf or a liar."""
    found = [act.seat for act in acts_of(move, speaker) if isinstance(act, Accuses)]
    return (*found, move.target) if move.kind == "report_wolf" else tuple(found)
