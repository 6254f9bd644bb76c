"""Role claims of all seats, and everything that one seat said or others said about it.

Claims are read from speeches. Reading a speech takes about 0.3 ms and is cached by text, so ask the
session for these folds with `value_at_cursor_within`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.game import RoleName
from wolfcore.game import facts as f
from wolfcore.speech import (
    LAST_NIGHT,
    Accuses,
    Act,
    CallsVote,
    ClaimsRole,
    Defends,
    ReportsCheck,
    Retracts,
    TellsPoisoned,
    TellsProtected,
    TellsSaved,
    Vouches,
)
from wolftui.games.session.visible_log import Fold

ClaimsBySeat = Mapping[int, str]
"""The last role that each seat claimed and did not retract, by seat."""


_TABLES, _SPEECHES = 8, 1 << 14
"""Cache sizes: the number of tables with a fold, and the number of speeches with their acts.

Acts are cached by text, so each speech is read once for all viewers.
"""


@lru_cache(maxsize=_TABLES)
def claims_fold(names: tuple[str, ...], roles: tuple[RoleName, ...]) -> Fold[ClaimsBySeat]:
    """Return the fold that computes each seat's current role claim, in seat order.

    Reading a speech is slow: ask for the value with `value_at_cursor_within`.
    """

    def after(claims: ClaimsBySeat, fact: f.Said | f.Voted, fact_count: int) -> ClaimsBySeat:
        del fact_count
        now = dict(claims)
        speaker, text = f.public_words(fact)
        for role in claimed_roles(text, speaker, names, roles):
            if role:
                now[speaker] = role
            else:
                now.pop(speaker, None)
        return claims if now == claims else now

    return Fold({}, after, (f.Said, f.Voted))


@lru_cache(maxsize=_SPEECHES)
def read_acts(
    text: str, seat: int, names: tuple[str, ...], roles: tuple[RoleName, ...]
) -> tuple[Act, ...]:
    """Read the acts of a seat's speech on a board with `roles`; empty for silence."""
    if not text:
        return ()
    # The reader is loaded with the first speech, not before the first frame.
    from wolfcore.speech import read  # noqa: PLC0415  the reader is slow to load

    return read(text, seat, names, len(names), roles)


def claimed_roles(
    text: str, seat: int, names: tuple[str, ...], roles: tuple[RoleName, ...]
) -> tuple[str, ...]:
    """Read the role claims that a speech makes for its speaker; "" stands for a retraction."""
    acts = read_acts(text, seat, names, roles)
    return tuple(
        "" if isinstance(act, Retracts) else act.role
        for act in acts
        if isinstance(act, ClaimsRole | Retracts)
    )


ReportedDeed: TypeAlias = ReportsCheck | TellsProtected | TellsSaved | TellsPoisoned


_SEATS = 128
"""Cache size: the number of seats, at any tables, with a fold."""


class Claim(Struct, frozen=True):
    """A claim of a seat about itself or its own actions.

    Attributes:
        day: The day on which it was said.
        act: The claim. `Last night` is replaced by the number of that night.
    """

    day: int
    act: Act


class Statement(Struct, frozen=True):
    """An opinion about a seat that another seat said in public.

    Attributes:
        speaker: Who said it.
        target: The seat it is about.
        stance: `accuses`, `suspects`, `trusts` or `defends`, or the check result that it reports: a
            team or a role.
    """

    speaker: int
    target: int
    stance: str


class SeatTalk(Struct, frozen=True):
    """All statements by and about one seat.

    Attributes:
        day: The current day.
        claims: The seat's own claims in order; a repeated claim is listed once until it changes.
        statements: The opinions by and about the seat, in order of first mention, each with its
            days.
    """

    day: int = 0
    claims: tuple[Claim, ...] = ()
    statements: Mapping[Statement, tuple[int, ...]] = {}


@lru_cache(maxsize=_SEATS)
def seat_talk_fold(
    seat: int, names: tuple[str, ...], roles: tuple[RoleName, ...]
) -> Fold[SeatTalk]:
    """Return the fold that computes what a seat said, and what others said about it.

    Reading a speech is slow: ask for the value with `value_at_cursor_within`.
    """

    def after(before: SeatTalk, fact: f.Began | f.Said | f.Voted, fact_count: int) -> SeatTalk:
        del fact_count
        if isinstance(fact, f.Began):
            return before if fact.day == before.day else replace(before, day=fact.day)
        claims, words = before.claims, before.statements
        speaker, text = f.public_words(fact)
        for act in read_acts(text, speaker, names, roles):
            word = _statement_of(act, speaker)
            if word and word.target != word.speaker and seat in (word.speaker, word.target):
                days = words.get(word, ())
                words = {**words, word: days if before.day in days else (*days, before.day)}
            if speaker == seat:
                claims = _with_claim(claims, act, before.day)
        return (
            before
            if claims == before.claims and words == before.statements
            else SeatTalk(before.day, claims, words)
        )

    return Fold(SeatTalk(), after, (f.Began, f.Said, f.Voted))


def _statement_of(act: Act, speaker: int) -> Statement | None:
    """Return the opinion about a seat that an act states; None if it states none."""
    match act:
        case Accuses(seat=of, sure=sure):
            return Statement(speaker, of, "accuses" if sure else "suspects")
        case CallsVote(seat=of) if of:
            return Statement(speaker, of, "accuses")
        case Vouches(seat=of):
            return Statement(speaker, of, "trusts")
        case Defends(seat=of):
            return Statement(speaker, of, "defends")
        case ReportsCheck(seat=of, result=result):
            return Statement(speaker, of, result)
        case _:
            return None


def _with_claim(claims: tuple[Claim, ...], act: Act, day: int) -> tuple[Claim, ...]:
    """Append an act to the claims if it is a claim and is new."""
    match act:
        case (
            ReportsCheck(night=night)
            | TellsProtected(night=night)
            | TellsSaved(night=night)
            | TellsPoisoned(night=night)
        ):
            deed = replace(act, night=day) if night == LAST_NIGHT else act
            return (
                claims
                if any(_same_deed(claim.act, deed) for claim in claims)
                else (*claims, Claim(day, deed))
            )
        case ClaimsRole() | Retracts():
            last = next(
                (
                    claim.act
                    for claim in reversed(claims)
                    if isinstance(claim.act, ClaimsRole | Retracts)
                ),
                None,
            )
            nothing_new = last == act or (last is None and isinstance(act, Retracts))
            return claims if nothing_new else (*claims, Claim(day, act))
        case _:
            return claims


def _same_deed(one: Act, other: ReportedDeed) -> bool:
    """Tell whether two reports are of the same deed; a missing night matches any night."""
    if not isinstance(one, ReportedDeed):
        return False
    return replace(one, night=0) == replace(other, night=0) and one.night in (
        0,
        other.night or one.night,
    )
