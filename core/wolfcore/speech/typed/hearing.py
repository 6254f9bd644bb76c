"""What a typed sentence does: its tokens against the rows, within the scope of the speaker's own words.

Each kind of row has its function: `judgements`, `claims` and `deeds` have them, each noting in the `Sentence` what a row says.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from wolfcore.speech.drafts import Draft, DraftKind

from .claims import claim
from .deeds import DEEDS, deed, is_to_come, listed_result, proven, result
from .judgements import accuse_last, accuse_subject, choose, judge, judge_without_seat, like_the_last
from .limits import leave_out, note_limits, tells_of_others
from .matching import Fit, fits
from .people import people_of
from .questions import note_asked, note_questions
from .sentence import Sentence
from .tokens import tokens_of

_PLAIN: dict[str, DraftKind] = {"accuse": "accuse", "vouch": "vouch", "defend": "defend", "vote": "vote", "ask": "ask"}
_NAY = re.compile(r"(?:nah|nope|no|na)\b(?! one| way| chance)")


class Heard(NamedTuple):
    """What a sentence does, and what the next one needs to know.

    Attributes:
        drafts: The acts in order.
        row: The letter (or letters joined by `+`) mentioned last, or an empty string.
        addressee: The letter spoken to, or an empty string.
        pending: The letter of a check without a result yet, or an empty string.
        night: The night of that check, as in the acts.
        listing: Whether results of checks are being listed.
        role: The role word mentioned last, or an empty string.
        notes: What only the whole message can tell: `claim` and `retract` (none counts here), `same` and `real` (a claim of
            the role mentioned last, or of "the real one"), `you` (accuses whoever is spoken to), `last` (accuses who was
            mentioned last), `too X` (X is what was judged last), `not X` (X is not judged here), `asked KIND X` (a judgement
            only asked for), `guess X` (X is guessed at, not asked), `deny` (denies what was asked for), `named X` and
            `nay` (nothing but a name and a question mark, and a no to it), and single letters
            (seats whose judgement here is sure to be turned round by a denial).
    """

    drafts: tuple[Draft, ...]
    row: str
    addressee: str
    pending: str
    night: int
    listing: bool
    role: str
    notes: frozenset[str]


@lru_cache(maxsize=1 << 14)
def hear(text: str, row: str, addressee: str, pending: str, *, listing: bool) -> Heard:
    """Read one sentence.

    Args:
        text: Lower case, plain words, seats as letters, with its closing sign.
        row: Who was mentioned last before it, as in Heard.
        addressee: Who was spoken to before it, as in Heard.
        pending: Whose check still lacks a result, as in Heard.
        listing: Whether results of checks are being listed.
    """
    tokens, hedged = tokens_of(text)
    people = people_of(tokens, row, addressee)
    one = Sentence(people.tokens, pending, listing=listing, sure=not hedged)
    _go_over(one)
    note_questions(one, people.addressee, called=people.called, alone=text.startswith("@"))
    drafts = tuple(dict.fromkeys(one.drafts))
    if _NAY.match(text):
        one.notes.add("nay")
    notes = frozenset(one.notes)
    return Heard(drafts, people.row, people.addressee, one.pending, one.night, one.listing, one.role, notes)


def _go_over(one: Sentence) -> None:
    """Go over the tokens once; what a row took is not read again."""
    note_limits(one)
    place = result(one, 0, one.pending, 0) if one.pending else 0
    if tells_of_others(one):
        leave_out(one)
    while place < len(one.tokens) and (one.among or one.listing):
        place = listed_result(one, place) or _row_at(one, place) or place + 1


def _row_at(one: Sentence, place: int) -> int:
    """Where the first row that counts at `place` ends, or 0."""
    for fit in fits(one.tokens, place, one.among):
        note_asked(one, fit)
        if fit.row.kind == "claim" and one.scope.dead[place]:
            one.notes.add("claim")
        if _counts(one, fit) and (end := _take(one, fit, place)):
            return end
    return 0


def _counts(one: Sentence, fit: Fit) -> bool:
    """Whether a row that fits stands in the speaker's own words, and is asked only if it may be."""
    span = slice(fit.took[0][1], fit.end)
    asked = one.scope.asked[span]
    own = fit.row.told or not any(one.scope.dead[span])
    return own and (all(asked) if fit.row.asked else not any(asked))


def _take(one: Sentence, fit: Fit, place: int) -> int:
    """Note what a row that fits says; where it ends, or 0 if it says nothing after all."""
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
            return proven(one, fit)
        case "claim" | "same" | "real" | "retract":
            return 0 if denied else claim(one, fit)
        case kind if kind in ("report", "check") or kind in DEEDS:
            return 0 if denied or is_to_come(one, place) else deed(one, fit, place)
        case "nobody" | "defend-me" | "not-i" | "accuse-you":
            return judge_without_seat(one, fit)
        case "choose":
            return choose(one, fit)
        case "like-last" | "turned" as kind:
            return like_the_last(one, fit, turned=kind == "turned")
        case kind:
            return judge(one, _PLAIN[kind], fit, place)
