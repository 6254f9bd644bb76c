"""Update the public record from speech acts.

One handler for each act of `wolfcore.speech.acts`; reasons are weighed in `arguments`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wolfcore.game import ROLES, RoleName, Team, team_of
from wolfcore.speech import (
    LAST_NIGHT,
    Accuses,
    Act,
    Agrees,
    AsksAll,
    AsksSeat,
    CallsVote,
    Chats,
    ClaimsRole,
    Defends,
    GivesReason,
    Pairs,
    Proposes,
    ReportsCheck,
    Retracts,
    Supposes,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
)

from .open_questions import add_accusation, add_question, add_question_to_all
from .seat_record import Claim, PublicRecord, Report
from .table_plans import NO_EXILE, add_plan, add_plan_answer, add_small_talk

_AFTER_THE_BALLOTS = frozenset({"vote", "runoff", "exile", "night"})
"""The phases in which words announce no ballot of the day; those of the vote come with one."""


def apply_act(public: PublicRecord, speaker: int, act: Act) -> None:
    """Apply one act of a speech to the public record."""
    _ACT_HANDLERS[type(act)](public, speaker, act)


def _claim(public: PublicRecord, speaker: int, role: RoleName, *, is_implied: bool = False) -> None:
    held = public.claims.get(speaker)
    # Naming the role of earlier reports changes no claim.
    if held and held.is_implied and role in public.checking_roles:
        public.claims[speaker] = held._replace(role=role, is_implied=False)
        renew_implied_claims(public)
        return
    # Repeating a claim leaves its day and its pressure as they were.
    if held and held.role == role:
        return
    if held:
        public.claim_changers.add(speaker)
    if not ROLES[role].plain:
        public.last_news[speaker] = public.speeches
    pressed = (
        len(public.accusers.get(speaker, ())) > 1
        or not public.lives(speaker)
        or speaker in public.runoff_seats
    )
    pressed |= any(speaker in reports for reports in public.reports.values())
    public.claims[speaker] = Claim(role, public.day, pressed, public.speeches, is_implied)
    renew_implied_claims(public)


def renew_implied_claims(public: PublicRecord) -> None:
    """Let each seat that reported checks and named no role claim the least contradicted one."""
    if len(public.checking_roles) > 1:
        for seat, claim in public.claims.items():
            if claim.is_implied:
                public.claims[seat] = claim._replace(role=public.role_of_reports(seat))


def _report(
    public: PublicRecord, speaker: int, target: int, result: Team | RoleName, night: int
) -> None:
    if target == speaker:
        return
    if result in ("village", "wolves"):
        team, role = result, None
    else:
        team, role = team_of(result), result
    # Only a checking role has results, so that a report claims one without saying so.
    if speaker not in public.claims:
        _claim(public, speaker, public.role_of_reports(speaker), is_implied=True)
    public.last_news[speaker] = public.last_news[target] = public.speeches
    public.reports.setdefault(speaker, {})[target] = Report(
        target, team, role, _night(public, night), public.speeches
    )
    if team == "wolves":
        _accuse(public, speaker, target, 1.0)


def _accuse(public: PublicRecord, speaker: int, target: int, weight: float) -> None:
    if target == speaker:
        return
    key = (public.day, speaker, target)
    public.accusations[key] = max(weight, public.accusations.get(key, 0.0))
    _add_weight(public, public.accusation_weights, key, weight)
    public.accusers_ever.add(speaker)
    public.last_stances[speaker, target] = (public.speeches, False)
    _note_accuser(public, speaker, target)
    _note_announcement(public, speaker, target)


def _vouch(public: PublicRecord, speaker: int, target: int, weight: float) -> None:
    key = (public.day, speaker, target)
    if target != speaker:
        public.last_stances[speaker, target] = (public.speeches, True)
        public.vouchings[key] = max(weight, public.vouchings.get(key, 0.0))
        _add_weight(public, public.praise_weights, key, weight)
    elif public.accusers.get(speaker):
        # Speaking for oneself counts only against somebody's accusation.
        public.defended.add((public.day, speaker))


def _add_weight(
    public: PublicRecord,
    said: dict[tuple[int, int, int], float],
    key: tuple[int, int, int],
    weight: float,
) -> None:
    """Record the weight of a word for or against a seat; the greatest of a day counts.

    A word that agrees with a check reported before adds nothing, because that check is weighed
    already.
    """
    target, team = key[2], "wolves" if said is public.accusation_weights else "village"
    if not any(
        target in reported and reported[target].team == team for reported in public.reports.values()
    ):
        said[key] = max(weight, said.get(key, 0.0))


def _note_accuser(public: PublicRecord, speaker: int, target: int) -> None:
    add_accusation(public, speaker, target)
    against = public.accusers.setdefault(target, [])
    if speaker != target and speaker not in against:
        against.append(speaker)


def _note_announcement(public: PublicRecord, speaker: int, target: int) -> None:
    """Record the target of a word before the ballots as the speaker's announced ballot.

    A seat that has lost its vote announces none.
    """
    if (
        target != speaker
        and public.state.phase not in _AFTER_THE_BALLOTS
        and speaker not in public.state.without_vote
    ):
        public.announced_targets[public.day, speaker] = target
        public.announcement_speech[public.day, speaker] = public.speeches


def _night(public: PublicRecord, night: int) -> int:
    return public.day if night == LAST_NIGHT else night


# -- handlers, one function for each kind of act


def _retracts(public: PublicRecord, speaker: int, act: Retracts) -> None:
    held = public.claims.get(speaker)
    if held and act.role in ("", held.role):
        del public.claims[speaker]
        public.retracted.add(speaker)
        public.last_news[speaker] = public.speeches
        public.reports.pop(speaker, None)
        renew_implied_claims(public)


def _calls_vote(public: PublicRecord, speaker: int, act: CallsVote) -> None:
    if not act.seat:
        add_plan(public, speaker, NO_EXILE)
    # Nobody can vote for the dead.
    if act.seat and public.lives(act.seat):
        public.vote_calls[speaker] = act.seat
        if act.seat != speaker:
            _add_weight(public, public.accusation_weights, (public.day, speaker, act.seat), 1.0)
            public.last_stances[speaker, act.seat] = (public.speeches, False)
        public.vote_callers_ever.add(speaker)
        _note_accuser(public, speaker, act.seat)
        _note_announcement(public, speaker, act.seat)


def _pairs(public: PublicRecord, speaker: int, act: Pairs) -> None:
    _link(public, speaker, (act.seat, act.other), 1)


def _supposes(public: PublicRecord, speaker: int, act: Supposes) -> None:
    """Link two seats by a condition; "if X is good, Y is a wolf" says nothing about a pair."""
    if act.is_wolf:
        _link(public, speaker, (act.seat, act.other), 1 if act.other_is_wolf else -1)


def _link(public: PublicRecord, speaker: int, seats: tuple[int, int], sign: int) -> None:
    low, high = sorted(seats)
    if low != high and speaker not in seats:
        public.links[public.day, speaker, low, high] = sign


def _tells(kind: str) -> Callable[[PublicRecord, int, Any], None]:
    def tell(
        public: PublicRecord, speaker: int, act: TellsProtected | TellsSaved | TellsPoisoned
    ) -> None:
        public.claimed_actions.append((speaker, kind, act.seat, _night(public, act.night)))
        public.first_told.setdefault((speaker, act.seat), public.speeches)

    return tell


_ACT_HANDLERS: dict[type, Callable[[PublicRecord, int, Any], None]] = {
    ClaimsRole: lambda public, speaker, act: _claim(public, speaker, act.role),
    Retracts: _retracts,
    ReportsCheck: lambda public, speaker, act: _report(
        public, speaker, act.seat, act.result, act.night
    ),
    Accuses: lambda public, speaker, act: _accuse(
        public, speaker, act.seat, 1.0 if act.sure else 0.6
    ),
    Vouches: lambda public, speaker, act: _vouch(
        public, speaker, act.seat, 1.0 if act.sure else 0.6
    ),
    Defends: lambda public, speaker, act: _vouch(public, speaker, act.seat, 0.5),
    CallsVote: _calls_vote,
    AsksSeat: add_question,
    TellsProtected: _tells("protected"),
    TellsSaved: _tells("saved"),
    TellsPoisoned: _tells("poisoned"),
    AsksAll: add_question_to_all,
    Proposes: add_plan,
    Agrees: add_plan_answer,
    Chats: add_small_talk,
    Pairs: _pairs,
    Supposes: _supposes,
    # Weighed by `weigh_reasons` once all acts of the speech are applied.
    GivesReason: lambda public, speaker, act: None,
}
