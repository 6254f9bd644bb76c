"""Reads one chat sentence: matches rows from left to right within the speaker's own words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from wolfcore.speech.acts import Draft, DraftKind

from .night_deeds import (
    DEEDS,
    add_deed,
    add_listed_result,
    add_result,
    is_future,
    judgements_to_results,
)
from .pronouns import resolve_people
from .row_matcher import RowMatch, matching_rows
from .sentence import (
    ChatSentence,
    is_not_own,
    note_asked_judgement,
    note_question_to,
    note_reported_seats,
    note_void_claims,
)
from .statements import (
    accuse_last,
    accuse_subject,
    add_choice,
    add_claim,
    add_judgement,
    add_without_seat,
    repeat_last_judgement,
)
from .tokenizer import tokenize

_JUDGEMENT_KINDS: dict[str, DraftKind] = {
    "accuse": "accuse",
    "vouch": "vouch",
    "defend": "defend",
    "vote": "vote",
    "ask": "ask",
}


_NO_FIRST = re.compile(r"(?:nah|nope|no|na)\b(?! one| way| chance)")


class RowReading(NamedTuple):
    """The acts of a sentence, and the context for the next one.

    Attributes:
        drafts: The acts in order.
        last_seats: The letter (or letters joined by `+`) mentioned last, or an empty string.
        addressee: The letter spoken to, or an empty string.
        pending: The letter of a check without a result yet, or an empty string.
        night: The night of that check, as in `ReportsCheck`.
        listing: Whether results of checks are being listed.
        role: The role word mentioned last, or an empty string.
        notes: Findings that only the whole message can resolve: `claim` and `retract` (none is
            valid here), `same` and `real` (a claim of the role mentioned last, or of "the real
            one"), `you` (accuses the seat spoken to), `last` (accuses the seat mentioned last),
            `too X` (X is judged like the seat before), `not X` (X is not judged here), `asked KIND
            X` (a judgement only asked for), `guess X` (X is guessed at, not asked), `deny` (denies
            what was asked for), `named X` and `nay` (nothing but a name and a question mark, and a
            no to it), and single letters (seats whose judgement here is sure to be reversed by a
            denial).
    """

    drafts: tuple[Draft, ...]
    last_seats: str
    addressee: str
    pending: str
    night: int
    listing: bool
    role: str
    notes: frozenset[str]


@lru_cache(maxsize=1 << 14)
def read_rows(text: str, row: str, addressee: str, pending: str, *, listing: bool) -> RowReading:
    """Read one sentence with the chat rows; cached.

    Args:
        text: The sentence in lower case and plain words, seats as letters, with its closing sign.
        row: The letters mentioned last before it, as `RowReading.last_seats`.
        addressee: The letter spoken to before it, as `RowReading.addressee`.
        pending: The letter of a check without a result yet, as `RowReading.pending`.
        listing: Whether results of checks are being listed.
    """
    tokens, hedged = tokenize(text)
    people = resolve_people(tokens, row, addressee)
    one = ChatSentence(people.tokens, pending, listing=listing, sure=not hedged)
    _match_rows(one)
    note_question_to(
        one, people.addressee, called=people.names_addressee, alone=text.startswith("@")
    )
    drafts = tuple(dict.fromkeys(one.drafts))
    if _NO_FIRST.match(text):
        one.notes.add("nay")
    notes = frozenset(one.notes)
    return RowReading(
        drafts,
        people.last_seats,
        people.addressee,
        one.pending,
        one.night,
        one.listing,
        one.role,
        notes,
    )


def _match_rows(one: ChatSentence) -> None:
    """Match rows over the tokens once; tokens used by a row are not read again."""
    note_void_claims(one)
    # The result of the sentence before may stand at the beginning of this one.
    place = add_result(one, 0, one.pending, 0) if one.pending else 0
    if is_not_own(one):
        note_reported_seats(one)
    # Without candidates nothing can match, except results of a list, which need no row.
    while place < len(one.tokens) and (one.candidate_rows or one.listing):
        place = add_listed_result(one, place) or _row_at(one, place) or place + 1


def _row_at(one: ChatSentence, place: int) -> int:
    """Apply the first row that counts at `place`; return the place after it, or 0 for none."""
    for fit in matching_rows(one.tokens, place, one.candidate_rows):
        note_asked_judgement(one, fit)
        if fit.row.kind == "claim" and one.scope.not_own[place]:
            one.notes.add("claim")
        # A row that says nothing here gives way to the next one.
        if _applies(one, fit) and (end := _apply_row(one, fit, place)):
            return end
    return 0


def _applies(one: ChatSentence, fit: RowMatch) -> bool:
    """Return whether a matching row lies in the speaker's own words and fits the question scope."""
    span = slice(fit.matched[0][1], fit.end)
    asked = one.scope.asked[span]
    own = fit.row.in_reported or not any(one.scope.not_own[span])
    return own and (all(asked) if fit.row.in_question else not any(asked))


def _apply_row(one: ChatSentence, fit: RowMatch, place: int) -> int:
    """Add what a matching row says; return the place after it, or 0 if it says nothing."""
    denied = one.scope.denied[place]
    match fit.row.kind:
        case "nothing":
            return fit.end
        case "unsay":
            one.notes |= {f"not {letter}" for letter in one.letters(fit)} | {"retract"}
            return fit.end
        case "deny-asked":
            one.notes.add("deny")
            return fit.end
        case "accuse-last":
            return accuse_last(one, fit)
        case "accuse-subject":
            return accuse_subject(one, fit)
        case "proven":
            return judgements_to_results(one, fit)
        case "claim" | "same" | "real" | "retract":
            return 0 if denied else add_claim(one, fit)
        case kind if kind in ("report", "check") or kind in DEEDS:
            return 0 if denied or is_future(one, place) else add_deed(one, fit, place)
        case "nobody" | "defend-me" | "not-i" | "accuse-you":
            return add_without_seat(one, fit)
        case "choose":
            return add_choice(one, fit)
        case "like-last" | "turned" as kind:
            return repeat_last_judgement(one, fit, turned=kind == "turned")
        case kind:
            return add_judgement(one, _JUDGEMENT_KINDS[kind], fit, place)
