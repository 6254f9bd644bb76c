"""Role claims of all seats, and all that one seat said or others said of it, read from speeches.

Reading a speech takes about 0.3 ms; results are cached by text, so ask with `session.here_soon`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

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
"""The role that each seat claimed last and did not take back, by seat."""


_TABLES, _SPEECHES = 8, 1 << 14
"""Of how many tables the fold is kept, and of how many speeches what they do: through whichever
eyes, each is read once."""


@lru_cache(maxsize=_TABLES)
def claims_fold(names: tuple[str, ...]) -> Fold[ClaimsBySeat]:
    """What is claimed at a table of these names, in seat order. To read a speech takes a while: ask for it with `value_at_cursor_within`."""

    def after(claims: ClaimsBySeat, fact: f.Said, told: int) -> ClaimsBySeat:
        del told
        now = dict(claims)
        for role in claimed_roles(fact.text, fact.seat, names):
            if role:
                now[fact.seat] = role
            else:
                now.pop(fact.seat, None)
        return claims if now == claims else now

    return Fold({}, after, (f.Said,))


@lru_cache(maxsize=_SPEECHES)
def read_acts(text: str, seat: int, names: tuple[str, ...]) -> tuple[Act, ...]:
    """What a speech of a seat does, as the reader hears it; nothing for silence."""
    if not text:
        return ()
    from wolfcore.speech import read

    return read(text, seat, names, len(names))


def claimed_roles(text: str, seat: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """The roles that a speech claims for its speaker, an empty one for a claim that is taken back."""
    acts = read_acts(text, seat, names)
    return tuple(
        "" if isinstance(act, Retracts) else act.role
        for act in acts
        if isinstance(act, ClaimsRole | Retracts)
    )


ReportedDeed: TypeAlias = ReportsCheck | TellsProtected | TellsSaved | TellsPoisoned


_SEATS = 128
"""Of how many seats, at whatever tables, the fold is kept."""


class Claim(Struct, frozen=True):
    """Something that the seat said of itself and its deeds.

    Attributes:
        day: On which day it said so.
        act: What it said; a night told as the last one has its number.
    """

    day: int
    act: Act


class Statement(Struct, frozen=True):
    """What one seat holds of another aloud.

    Attributes:
        speaker: Who said it.
        target: Of whom.
        stance: `accuses`, `suspects`, `trusts` or `defends`; or what it says that a check found: a
            team or a role.
    """

    speaker: int
    target: int
    stance: str


class SeatTalk(Struct, frozen=True):
    """What was said.

    Attributes:
        day: The day it is.
        claims: What the seat claimed, in order, each once as long as it says nothing else instead.
        statements: What it said of others and others of it, in the order of the first time, with
            the days.
    """

    day: int = 0
    claims: tuple[Claim, ...] = ()
    statements: Mapping[Statement, tuple[int, ...]] = {}


@lru_cache(maxsize=_SEATS)
def seat_talk_fold(seat: int, names: tuple[str, ...]) -> Fold[SeatTalk]:
    """What a seat said and what was said of it. To read a speech takes a while: ask for it with `value_at_cursor_within`."""

    def after(before: SeatTalk, fact: f.Began | f.Said, told: int) -> SeatTalk:
        del told
        if isinstance(fact, f.Began):
            return before if fact.day == before.day else replace(before, day=fact.day)
        claims, words = before.claims, before.statements
        for act in read_acts(fact.text, fact.seat, names):
            word = _statement_of(act, fact.seat)
            if word and word.target != word.speaker and seat in (word.speaker, word.target):
                days = words.get(word, ())
                words = {**words, word: days if before.day in days else (*days, before.day)}
            if fact.seat == seat:
                claims = _with_claim(claims, act, before.day)
        return (
            before
            if claims == before.claims and words == before.statements
            else SeatTalk(before.day, claims, words)
        )

    return Fold(SeatTalk(), after, (f.Began, f.Said))


def _statement_of(act: Act, speaker: int) -> Statement | None:
    """What an act holds of another seat; None where it holds nothing."""
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
    """The claims with one more, if it is one and is new."""
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
    """Whether both tell the same deed; where one names no night, it may be that of the other."""
    if not isinstance(one, ReportedDeed):
        return False
    return replace(one, night=0) == replace(other, night=0) and one.night in (
        0,
        other.night or one.night,
    )
