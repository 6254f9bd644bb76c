"""Reads a speech: text in, acts out. Nothing else travels between the seats.

Exact on the house bots' own lines (a test compares thousands), decent on plain typed English. It knows nothing of the
game: it neither asks whether a seat lives nor whether a claim is true.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product

from . import acts as a
from .acts import Act
from .drafts import Draft
from .grammar import AS_BEFORE, Parsed, parse
from .naming import marked
from .story import Story
from .typed.hearing import hear
from .typed.spelling import plain_words

_SENTENCE = re.compile(r"[^.!?…\n]+[.!?…]*")
_QUOTED = re.compile(r"\"[^\"\s]+\s[^\"]*\"|“[^”\s]+\s[^”]*”|«[^»]*»")
"""Words between quotation marks are not the speaker's; one word alone is only stressed."""
_QUOTES = frozenset('"“«')
_SEAT = re.compile(r"@(\d+)")
_NUMBER = re.compile(r"\d+")
_LEANS = re.compile(
    r"\b(?:he|hes|him|his|himself|she|shes|hers?|herself|they|them|their|themsel\w+|you|your|youre|yourself|who|whose|which|signs?|"
    r"hints?|indications?|mark|u|ur|ya|those|these|both|theyre|two|three|pair|"
    r"why me|any (?:early )?(?:thoughts?|reads?|ideas?|theories|comments?))\b"
)
"""What makes a sentence lean on those before it; any other is read once, whatever stands around it."""
_LETTERS = "abcdefghjklmnorstu"
"""All but `i` (the speaker), `p` (mentioned last), `y` (spoken to) and those of a row mentioned last."""
_ROW = "vwxz"
_BEFORE = tuple(product(("", "p", "a", "p+v", "a+p"), ("", "y", "a"), ("", "p", "a")))
"""What a sentence may lean on: a row mentioned last, whom the speaker spoke to, and who was mentioned last by the rules."""
_OPEN = ("same", "real", "you", "last", "too", "asked", "named")
"""The first words of notes (`Heard`) of which more comes than the sentence itself says."""


@lru_cache(maxsize=1 << 12)
def read(text: str, speaker: int, names: tuple[str, ...], size: int, tidy: frozenset[str] = frozenset()) -> tuple[Act, ...]:
    """What a speech does.

    Args:
        text: The words as spoken.
        speaker: Who speaks, 1..size.
        names: Everybody's name in seat order; may be empty, then only numbers name seats.
        size: How many seats there are.
        tidy: The shapes of sentences that are known to be tidy (`shapes_of`): a speech of nothing else is read by the rules for
            tidy sentences alone.

    Returns:
        The acts in the order in which they were said, each once.
    """
    plain_text = marked(text, names, size).lower().replace("’", "'")
    if not _QUOTES.isdisjoint(plain_text):
        plain_text = _QUOTED.sub(" ", plain_text)
    sentences = _SENTENCE.findall(plain_text)
    if tidy and tidy.issuperset(shapes_of(plain_text)):
        return _read_tidy(sentences, speaker)
    return _read_typed(sentences, speaker)


def shapes_of(text: str) -> list[str]:
    """The sentences of a lower-case text, closing signs included, with every number as `#`, and so every marked seat as `@#`."""
    return [sentence.strip() for sentence in _SENTENCE.findall(_NUMBER.sub("#", text))]


def is_tidy(sentence: str) -> bool:
    """Whether the rules for tidy sentences find in one sentence what the whole reader finds, and it leaves nothing open.

    Whatever was said before it: a speech of such sentences alone is read alike with `tidy` and without.

    Args:
        sentence: Lower case, seats as `@a`, `@b` and so on in their order, with its closing sign.
    """
    plain, may_lean = _plain(sentence)
    before = _BEFORE if may_lean else _BEFORE[:1]
    return all(_is_tidy_after(plain, *said, listing=listing) for said in before for listing in (False, True))


def _is_tidy_after(plain: str, row: str, addressee: str, last: str, *, listing: bool) -> bool:
    heard, parsed = hear(plain, row, addressee, "", listing=listing), parse(plain, last, addressee, "")
    if heard.pending or any(note.startswith(_OPEN) for note in heard.notes):
        return False
    if heard.addressee and not parsed.addressee:
        return False
    story, seats = Story(), {letter: seat for seat, letter in enumerate(f"ipy{_ROW}{_LETTERS}", 1)}
    tidy = [act for draft in parsed.drafts if (act := _act(draft, seats, 0))]
    more = heard.drafts if heard.notes else _more(parsed.drafts, heard.drafts)
    story.take(tidy, [act for draft in more if (act := _act(draft, seats, 0))], heard, seats)
    return story.acts() == tuple(dict.fromkeys(tidy))


def _read_tidy(sentences: list[str], speaker: int) -> tuple[Act, ...]:
    """What sentences do of which the rules for tidy ones tell all; every seat is `@` and its number."""
    acts: list[Act] = []
    last = addressee = pending = night = 0
    for sentence in sentences:
        letters = {speaker: "i"}
        lettered = _lettered(sentence, letters)
        parsed = None if pending else _parsed_alone(lettered)
        if not parsed:
            plain, may_lean = _plain(lettered)
            leans = may_lean and bool(last or addressee)
            if leans or pending:
                _name_others(letters, last=last, addressee=addressee, pending=(pending,), row=())
            context = (letters.get(last, ""), letters.get(addressee, "")) if leans else ("", "")
            parsed = parse(plain, *context, letters.get(pending, ""))
        seats = {letter: seat for seat, letter in letters.items()}
        acts += [act for draft in parsed.drafts if (act := _act(draft, seats, night))]
        last = seats.get(parsed.last[-1:], 0) or last
        addressee, pending = seats.get(parsed.addressee, 0) or addressee, seats.get(parsed.pending, 0)
        night = night if parsed.night == AS_BEFORE else parsed.night
    return tuple(dict.fromkeys(acts))


@lru_cache(maxsize=1 << 14)
def _parsed_alone(sentence: str) -> Parsed | None:
    """A sentence whose seats are letters, read as it stands, or None where it may lean on those before it."""
    plain, may_lean = _plain(sentence)
    return None if may_lean else parse(plain, "", "", "")


def _read_typed(sentences: list[str], speaker: int) -> tuple[Act, ...]:
    """What sentences do that anybody may have typed; every seat is `@` and its number."""
    story = Story()
    last = addressee = pending = night = 0
    row: tuple[int, ...] = ()
    for sentence in sentences:
        letters = {speaker: "i"}
        plain, may_lean = _plain(_lettered(sentence, letters))
        leans = may_lean and bool(last or addressee or row)
        if leans or pending or story.pending:
            _name_others(letters, last=last, addressee=addressee, pending=(pending, story.pending), row=row)
        context = (letters.get(last, ""), letters.get(addressee, "")) if leans else ("", "")
        parsed = parse(plain, *context, letters.get(pending, ""))
        heard = hear(
            plain, "+".join([letters[seat] for seat in row]) if leans else "", context[1], letters.get(story.pending, ""),
            listing=story.listing,
        )  # fmt: skip
        seats = {letter: seat for seat, letter in letters.items()}
        tidy = [act for draft in parsed.drafts if (act := _act(draft, seats, night))]
        more = heard.drafts if heard.notes else _more(parsed.drafts, heard.drafts)
        story.take(tidy, [act for draft in more if (act := _act(draft, seats, night))], heard, seats)
        last = seats.get(parsed.last[-1:], 0) or last
        addressee, pending = seats.get(parsed.addressee or heard.addressee, 0) or addressee, seats.get(parsed.pending, 0)
        if heard.row:
            row = tuple([seats[letter] for letter in heard.row.split("+") if letter in seats])[: len(_ROW)] or row
        night = night if parsed.night == AS_BEFORE else parsed.night
    return story.acts()


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


def _name_others(letters: dict[int, str], *, last: int, addressee: int, pending: tuple[int, ...], row: tuple[int, ...]) -> None:
    """Give letters to those whom a sentence may mean without naming them."""
    spare = ((last, "p"), (addressee, "y"), *((seat, "q") for seat in pending), *zip(row, _ROW, strict=False))
    for seat, letter in spare:
        if seat and seat not in letters:
            used = set(letters.values())
            letters[seat] = next(free for free in (letter, *_ROW, "q", "y") if free not in used)


def _lettered(sentence: str, known: dict[int, str]) -> str:
    """A sentence with letters instead of seats; those that are not known yet get theirs."""
    return _SEAT.sub(lambda match: _letter(int(match[1]), known), sentence) if "@" in sentence else sentence


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
