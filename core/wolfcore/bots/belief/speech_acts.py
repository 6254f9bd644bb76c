"""Update the public record from speech acts, and weigh accusations by the reasons given for them.

One handler for each act of `wolfcore.speech.acts`. A reason counts if the log confirms it: a
ballot, an earlier word or a public claim. Reasons and names may be in different sentences.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import Any

from wolfcore.game import ROLES, WOLVES, RoleName, Team, team_of
from wolfcore.speech import (
    LAST_NIGHT,
    Accuses,
    Act,
    Agrees,
    AsksSeat,
    CallsVote,
    ClaimsRole,
    Defends,
    Proposes,
    ReportsCheck,
    Retracts,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
)
from wolfcore.speech.nicknames import mark_mentions

from .open_questions import add_accusation, add_question
from .seat_record import Claim, PublicRecord, Report

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
        target, team, role, _night(public, night)
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
    _note_accuser(public, speaker, target)
    _note_announcement(public, speaker, target)


def _vouch(public: PublicRecord, speaker: int, target: int, weight: float) -> None:
    key = (public.day, speaker, target)
    if target != speaker:
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
    # Nobody can vote for the dead.
    if act.seat and public.lives(act.seat):
        public.vote_calls[speaker] = act.seat
        if act.seat != speaker:
            _add_weight(public, public.accusation_weights, (public.day, speaker, act.seat), 1.0)
        public.vote_callers_ever.add(speaker)
        _note_accuser(public, speaker, act.seat)
        _note_announcement(public, speaker, act.seat)


def _tells(kind: str) -> Callable[[PublicRecord, int, Any], None]:
    def tell(
        public: PublicRecord, speaker: int, act: TellsProtected | TellsSaved | TellsPoisoned
    ) -> None:
        public.claimed_actions.append((speaker, kind, act.seat, _night(public, act.night)))

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
    # A plan is no evidence about a seat.
    Proposes: lambda public, speaker, act: None,
    Agrees: lambda public, speaker, act: None,
}


REASON_FACTOR = 1.5
"""The factor on the weight of an accusation or praise that comes with a confirmed reason."""


_JUDGING_ACTS = (Accuses, CallsVote, Vouches, Defends)
"""Acts for or against a seat, which may come with a reason."""


_SEAT = re.compile(r"@(\d+)")


_MYSELF = re.compile(r"\b(?:me|i)\b", re.IGNORECASE)


_OF_BALLOTS = re.compile(r"\bvot|\bballot", re.IGNORECASE)


_OF_ENMITY = re.compile(
    r"\b(?:accus|attack|blam|push|suspect|against|after|named|naming)", re.IGNORECASE
)


_OF_FRIENDSHIP = re.compile(
    r"\b(?:defend|trust|vouch|stood|stand|cover|support|protect|kind|side|for)", re.IGNORECASE
)


_OF_TURNING = re.compile(
    r"\b(?:contradict|chang|flip|both|first|story|stories|lie[sd]?\b|lying|earlier|before|now)",
    re.IGNORECASE,
)


_OF_CHECKS = re.compile(r"\b(?:check|clear|seer|found|report|result|saw)", re.IGNORECASE)


_OFFICIAL = ("vote", "runoff")


def weigh_reasons(public: PublicRecord, speaker: int, text: str, acts: Collection[Act]) -> None:
    """Multiply the weight of a speech's words for and against seats where a reason is confirmed.

    Args:
        public: The public record, to which the acts have already been applied.
        speaker: The seat that spoke.
        text: The words.
        acts: The acts of the speech.
    """
    judging = [act for act in acts if isinstance(act, _JUDGING_ACTS)]
    if not judging:
        return
    words = mark_mentions(text, public.names, public.size)
    named = {int(seat) for seat in _SEAT.findall(words)}
    if _MYSELF.search(words):
        named.add(speaker)
    for act in judging:
        match act:
            case Accuses(seat=seat) | CallsVote(seat=seat) if any(
                _speaks_against(public, words, seat, named - {seat}, speaker)
            ):
                _multiply_by_reason(public.accusation_weights, (public.day, speaker, seat))
            case Vouches(seat=seat) | Defends(seat=seat) if any(
                _speaks_for(public, words, seat, named - {seat}, speaker)
            ):
                _multiply_by_reason(public.praise_weights, (public.day, speaker, seat))
            case _:
                pass


def _multiply_by_reason(said: dict[tuple[int, int, int], float], key: tuple[int, int, int]) -> None:
    """Multiply a weight of at most 1 by `REASON_FACTOR`, so that each word is raised once a day."""
    if key in said and said[key] <= 1.0:
        said[key] *= REASON_FACTOR


def _speaks_against(
    public: PublicRecord, words: str, seat: int, named: Collection[int], speaker: int
) -> Iterator[bool]:
    """Yield whether each kind of reason against a seat is true and named in the words.

    The kinds: its ballots, its words against others, its words for others, a change of its story, a
    check.
    """
    others = set(named) - {speaker}
    yield _voted(public, seat, named) and bool(_OF_BALLOTS.search(words))
    yield _spoke_of(public.accusations, seat, others) and bool(_OF_ENMITY.search(words))
    yield _spoke_of(public.vouchings, seat, others) and bool(_OF_FRIENDSHIP.search(words))
    yield (seat in public.claim_changers or seat in self_contradicting_seats(public)) and bool(
        _OF_TURNING.search(words)
    )
    yield _reported(public, others, seat, "wolves") and bool(_OF_CHECKS.search(words))


def _speaks_for(
    public: PublicRecord, words: str, seat: int, named: Collection[int], speaker: int
) -> Iterator[bool]:
    """Yield whether each kind of reason for a seat is true and named in the words.

    The kinds: a ballot against a seat revealed or reported as a wolf, and a check that cleared it.
    """
    found = {other for other in named if _is_exposed(public, other)}
    yield _voted(public, seat, found) and bool(_OF_BALLOTS.search(words))
    yield _reported(public, set(named) - {speaker}, seat, "village") and bool(
        _OF_CHECKS.search(words)
    )


def self_contradicting_seats(public: PublicRecord) -> set[int]:
    """Return the seats that have spoken for and against the same seat on one day."""
    return {speaker for _, speaker, _ in public.vouchings.keys() & public.accusations.keys()}


def _voted(public: PublicRecord, seat: int, targets: Collection[int]) -> bool:
    """Whether a seat has cast a vote or runoff ballot for any of the targets."""
    return bool(targets) and any(
        voter == seat and target in targets and kind in _OFFICIAL
        for _, voter, target, kind in public.ballots
    )


def _spoke_of(said: Collection[tuple[int, int, int]], speaker: int, targets: set[int]) -> bool:
    """Whether `said`, keyed (day, speaker, target), has a word of `speaker` about any target."""
    return bool(targets) and any(by == speaker and of in targets for _, by, of in said)


def _reported(public: PublicRecord, by: Collection[int], seat: int, team: str) -> bool:
    found = (public.reports[speaker] for speaker in by if speaker in public.reports)
    return any(seat in reports and reports[seat].team == team for reports in found)


def _is_exposed(public: PublicRecord, seat: int) -> bool:
    """Whether a seat was revealed as a wolf, or any seat reports it as a wolf."""
    return public.revealed.get(seat) in WOLVES or _reported(public, public.reports, seat, "wolves")
