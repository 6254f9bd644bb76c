"""Reads a speech: text in, acts out. Nothing else travels between the seats.

Exact on the house bots' own lines (a test compares thousands), decent on plain typed English. It knows nothing of the
game: it neither asks whether a seat lives nor whether a claim is true.
"""

from __future__ import annotations

import re
from functools import lru_cache

from . import acts as a
from .acts import Act
from .confessing import without_hearsay
from .drafts import Draft
from .grammar import AS_BEFORE, parse
from .learned.opinion import Opinion
from .naming import marked
from .nicknames import nicknames
from .story import Story
from .typed.hearing import hear
from .typed.spelling import plain_words

_SENTENCE = re.compile(r"[^.!?…\n]+[.!?…]*")
_QUOTED = re.compile(r"\"[^\"\s]+\s[^\"]*\"|“[^”\s]+\s[^”]*”|«[^»]*»")
"""Words between quotation marks are not the speaker's; one word alone is only stressed."""
_QUOTES = frozenset('"“«')
_SEAT = re.compile(r"@(\d+)")
_LEANS = re.compile(
    r"\b(?:he|hes|him|his|himself|she|shes|hers?|herself|they|them|their|themsel\w+|you|your|youre|yourself|who|whose|which|signs?|"
    r"hints?|indications?|mark|u|ur|ya|those|these|both|theyre|two|three|pair|"
    r"why me|any (?:early )?(?:thoughts?|reads?|ideas?|theories|comments?))\b"
)
"""What makes a sentence lean on those before it; any other is read once, whatever stands around it."""
_LETTERS = "abcdefghjklmnorstu"
"""All but `i` (the speaker), `p` (mentioned last), `y` (spoken to) and those of a row mentioned last."""
_ROW = "vwxz"


@lru_cache(maxsize=1 << 12)
def read(text: str, speaker: int, names: tuple[str, ...], size: int) -> tuple[Act, ...]:
    """What a speech does.

    Args:
        text: The words as spoken.
        speaker: Who speaks, 1..size.
        names: Everybody's name in seat order; may be empty, then only numbers name seats.
        size: How many seats there are.

    Returns:
        The acts in the order in which they were said, each once.
    """
    opinion = Opinion(speaker)
    return opinion.settle(follow(text, speaker, names, size, opinion))


def sentences_of(text: str, names: tuple[str, ...], size: int) -> list[str]:
    """The sentences of a text as they are read: in lower case, seats as `@` and their numbers, without what is quoted."""
    plain = nicknames(names)(marked(text, names, size)).lower().replace("’", "'")
    return _SENTENCE.findall(plain if _QUOTES.isdisjoint(plain) else _QUOTED.sub(" ", plain))


def follow(text: str, speaker: int, names: tuple[str, ...], size: int, opinion: Opinion) -> tuple[Act, ...]:
    """What rules and rows read, as `read` takes it; `opinion` is shown each sentence on the way."""
    reading = Reading(speaker, opinion)
    for sentence in sentences_of(text, names, size):
        reading.take(sentence)
    return reading.found


class Reading:
    """A speech being read by rules and rows, sentence after sentence.

    Args:
        speaker: Who speaks.
        opinion: It is shown each sentence on the way.
    """

    def __init__(self, speaker: int, opinion: Opinion) -> None:
        self._speaker, self._opinion = speaker, opinion
        self._story = Story()
        self._last = self._addressee = self._pending = self._night = 0
        self._row: tuple[int, ...] = ()

    @property
    def found(self) -> tuple[Act, ...]:
        """What was read so far."""
        return self._story.acts()

    def take(self, sentence: str) -> None:
        """Read the next sentence, one of `sentences_of`."""
        story, last, addressee, row = self._story, self._last, self._addressee, self._row
        letters = {self._speaker: "i"}
        if "@" in sentence:
            sentence = _SEAT.sub(lambda match, known=letters: _letter(int(match[1]), known), sentence)
        plain, may_lean = _plain(sentence)
        leans = may_lean and bool(last or addressee or row)
        if leans or self._pending or story.pending:
            _name_others(letters, last=last, addressee=addressee, pending=(self._pending, story.pending), row=row)
        rows = "+".join([letters[seat] for seat in row]) if leans else ""
        context = (letters.get(last, ""), letters.get(addressee, "")) if leans else ("", "")
        parsed = parse(plain, *context, letters.get(self._pending, ""))
        parsed = parsed._replace(drafts=without_hearsay(parsed.drafts, plain))
        heard = hear(plain, rows, context[1], letters.get(story.pending, ""), listing=story.listing)
        heard = heard._replace(drafts=without_hearsay(heard.drafts, plain))
        seats = {letter: seat for seat, letter in letters.items()}
        self._opinion.take(
            plain, parsed.drafts, heard, row=rows, addressee=context[1], seats=seats, last=last, spoken_to=addressee
        )  # fmt: skip
        tidy = [act for draft in parsed.drafts if (act := _act(draft, seats, self._night))]
        more = heard.drafts if heard.notes else _more(parsed.drafts, heard.drafts)
        story.take(tidy, [act for draft in more if (act := _act(draft, seats, self._night))], heard, seats)
        self._last = seats.get(parsed.last[-1:], 0) or last
        self._addressee = seats.get(parsed.addressee or heard.addressee, 0) or addressee
        self._pending = seats.get(parsed.pending, 0)
        if heard.row:
            self._row = tuple([seats[letter] for letter in heard.row.split("+") if letter in seats])[: len(_ROW)] or row
        self._night = self._night if parsed.night == AS_BEFORE else parsed.night


@lru_cache(maxsize=1 << 14)
def _plain(sentence: str) -> tuple[str, bool]:
    """A sentence whose seats are letters in plain words, and whether it may lean on those before it."""
    plain = plain_words(sentence).strip()
    return plain, bool(_LEANS.search(plain))


@lru_cache(maxsize=1 << 12)
def _more(tidy: tuple[Draft, ...], typed: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """What the rows for typed sentences find that the rules for tidy ones did not."""
    known = {(draft.kind, draft.word if draft.kind == "claim" else draft.letter) for draft in tidy}
    return tuple(draft for draft in typed if (draft.kind, draft.word if draft.kind == "claim" else draft.letter) not in known)


def _name_others(letters: dict[int, str], *, last: int, addressee: int, pending: tuple[int, int], row: tuple[int, ...]) -> None:
    """Give letters to those whom a sentence may mean without naming them."""
    spare = ((last, "p"), (addressee, "y"), *((seat, "q") for seat in pending), *zip(row, _ROW, strict=False))
    for seat, letter in spare:
        if seat and seat not in letters:
            used = set(letters.values())
            letters[seat] = next(free for free in (letter, *_ROW, "q", "y") if free not in used)


def _letter(seat: int, known: dict[int, str]) -> str:
    if seat not in known:
        known[seat] = _LETTERS[(len(known) - 1) % len(_LETTERS)]
    return f"@{known[seat]}"


def _act(draft: Draft, seats: dict[str, int], before: int) -> Act | None:
    """The act with its seat, or None where nobody knows who is meant; `before` is the night of the sentence before."""
    seat, word = seats.get(draft.letter, 0), draft.word
    night = before if draft.night == AS_BEFORE else draft.night
    if draft.letter and not seat:
        return None
    match draft.kind:
        case "claim":
            return None if word in ("", "village", "wolves") else a.ClaimsRole(word)
        case "report":
            return a.ReportsCheck(seat, word, night) if word else None
        case "retract":
            return None if word in ("village", "wolves") else a.Retracts(word)
        case "accuse":
            return a.Accuses(seat, draft.sure)
        case "vouch":
            return a.Vouches(seat, draft.sure)
        case "defend":
            return a.Defends(seat)
        case "vote":
            return a.CallsVote(seat)
        case "ask":
            return a.AsksSeat(seat, draft.about)
        case "protected":
            return a.TellsProtected(seat, night)
        case "saved":
            return a.TellsSaved(seat, night)
        case "poisoned":
            return a.TellsPoisoned(seat, night)
