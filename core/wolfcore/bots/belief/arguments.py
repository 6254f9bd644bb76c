"""What is said beside a name: whether somebody gives a reason that everybody can look up, and whether it is so.

A reason is a ballot, a word or a claim that all have seen or heard; what a seat says that nobody can look up is a bare word. Which
sentence has it does not matter, since people name a seat in one and say "he" in the next.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from wolfcore.speech import Accuses, Act, CallsVote, Defends, Vouches, mark_seats

from .record import PublicRecord

REASON_FACTOR = 1.5
"""How many times as much as a bare word one counts that has a reason."""
_JUDGING_ACTS = (Accuses, CallsVote, Vouches, Defends)
"""Acts for or against another, which may have a reason."""
_SEAT = re.compile(r"@(\d+)")
_MYSELF = re.compile(r"\b(?:me|i)\b", re.IGNORECASE)
_OF_BALLOTS = re.compile(r"\bvot|\bballot", re.IGNORECASE)
_OF_ENMITY = re.compile(r"\b(?:accus|attack|blam|push|suspect|against|after|named|naming)", re.IGNORECASE)
_OF_FRIENDSHIP = re.compile(r"\b(?:defend|trust|vouch|stood|stand|cover|support|protect|kind|side|for)", re.IGNORECASE)
_OF_TURNING = re.compile(r"\b(?:contradict|chang|flip|both|first|story|stories|lie[sd]?\b|lying|earlier|before|now)", re.IGNORECASE)
_OF_CHECKS = re.compile(r"\b(?:check|clear|seer|found|report|result|saw)", re.IGNORECASE)
_OFFICIAL = ("vote", "runoff")


def weigh_reasons(public: PublicRecord, speaker: int, text: str, acts: Collection[Act]) -> None:
    """Give what a speech says for and against others the weight of its reasons, after its acts were heard."""
    judging = [act for act in acts if isinstance(act, _JUDGING_ACTS)]
    if not judging:
        return
    words = mark_seats(text, public.names, public.size)
    named = {int(seat) for seat in _SEAT.findall(words)}
    if _MYSELF.search(words):
        named.add(speaker)
    for act in judging:
        match act:
            case Accuses(seat=seat) | CallsVote(seat=seat) if any(_speaks_against(public, words, seat, named - {seat}, speaker)):
                _multiply_by_reason(public.accusation_weights, (public.day, speaker, seat))
            case Vouches(seat=seat) | Defends(seat=seat) if any(_speaks_for(public, words, seat, named - {seat}, speaker)):
                _multiply_by_reason(public.praise_weights, (public.day, speaker, seat))
            case _:
                pass


def _multiply_by_reason(said: dict[tuple[int, int, int], float], key: tuple[int, int, int]) -> None:
    """What was said in full counts as much as it may, what was hedged as much less as it was before; once a day."""
    if key in said and said[key] <= 1.0:
        said[key] *= REASON_FACTOR


def _speaks_against(public: PublicRecord, words: str, seat: int, named: Collection[int], speaker: int) -> Iterator[bool]:
    """Whether each kind of reason against a seat is so and is given: ballots, words, its story, a check."""
    others = set(named) - {speaker}
    yield _voted(public, seat, named) and bool(_OF_BALLOTS.search(words))
    yield _spoke_of(public.accusations, seat, others) and bool(_OF_ENMITY.search(words))
    yield _spoke_of(public.vouchings, seat, others) and bool(_OF_FRIENDSHIP.search(words))
    yield (seat in public.claim_changers or seat in self_contradicting_seats(public)) and bool(_OF_TURNING.search(words))
    yield _reported(public, others, seat, "wolves") and bool(_OF_CHECKS.search(words))


def _speaks_for(public: PublicRecord, words: str, seat: int, named: Collection[int], speaker: int) -> Iterator[bool]:
    """Whether each kind of reason for a seat is so and is given: a ballot against a wolf that was found or shown, a check."""
    found = {other for other in named if _is_exposed(public, other)}
    yield _voted(public, seat, found) and bool(_OF_BALLOTS.search(words))
    yield _reported(public, set(named) - {speaker}, seat, "village") and bool(_OF_CHECKS.search(words))


def self_contradicting_seats(public: PublicRecord) -> set[int]:
    """The seats that have spoken for and against the same one on one day."""
    return {speaker for _, speaker, _ in public.vouchings.keys() & public.accusations.keys()}


def _voted(public: PublicRecord, seat: int, targets: Collection[int]) -> bool:
    """Whether a seat has cast an official ballot, on an earlier day or before a runoff, for any of these."""
    return bool(targets) and any(
        voter == seat and target in targets and kind in _OFFICIAL for _, voter, target, kind in public.ballots
    )


def _spoke_of(said: Collection[tuple[int, int, int]], speaker: int, targets: set[int]) -> bool:
    """Whether what a seat has said, by (day, speaker, target), was of any of these."""
    return bool(targets) and any(by == speaker and of in targets for _, by, of in said)


def _reported(public: PublicRecord, by: Collection[int], seat: int, team: str) -> bool:
    told = (public.reports[speaker] for speaker in by if speaker in public.reports)
    return any(seat in reports and reports[seat].team == team for reports in told)


def _is_exposed(public: PublicRecord, seat: int) -> bool:
    """Whether a seat was shown to be a wolf, or somebody reports it as one."""
    return public.revealed.get(seat) == "Werewolf" or _reported(public, public.reports, seat, "wolves")
