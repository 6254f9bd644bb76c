"""Reads the acts of a speech: `read` for a whole text, `GrowingSpeech` for a partial one.

A pure function of text, speaker and names. A change that reads any sentence differently raises
`READER_VERSION`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from . import acts as a
from .acts import Act, Draft
from .chat.lexicon import correct_spelling
from .chat.row_reader import read_rows
from .classifier.act_classifier import ActClassifier
from .confessions import drop_insincere_confessions
from .grammar.sentence_parser import SAME_NIGHT, parse
from .mentions import mark_seats
from .nicknames import make_nickname_marker
from .sentence_merge import SentenceMerger

_SENTENCE = re.compile(r"[^.!?…\n]+[.!?…]*")


_QUOTED = re.compile(r"\"[^\"\s]+\s[^\"]*\"|“[^”\s]+\s[^”]*”|«[^»]*»")
"""Words between quotation marks are not the speaker's; one word alone is only stressed."""


_QUOTES = frozenset('"“«')


_SEAT = re.compile(r"@(\d+)")


_REFERS_BACK = re.compile(
    r"\b(?:he|hes|him|his|himself|she|shes|hers?|herself|they|them|their|themsel\w+|you|your"
    r"|youre|yourself|who|whose|which|signs?|"
    r"hints?|indications?|mark|u|ur|ya|those|these|both|theyre|two|three|pair|"
    r"why me|any (?:early )?(?:thoughts?|reads?|ideas?|theories|comments?))\b"
)
"""What makes a sentence lean on those before it; any other is read once, whatever stands around it.
"""


_LETTERS = "abcdefghjklmnorstu"
"""All but `i` (the speaker), `p` (mentioned last), `y` (spoken to) and those of a row mentioned
last."""


_LIST_LETTERS = "vwxz"


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
    opinion = ActClassifier(speaker)
    return opinion.correct(read_uncorrected(text, speaker, names, size, opinion))


def sentences_of(text: str, names: tuple[str, ...], size: int) -> list[str]:
    """The sentences of a text as they are read: in lower case, seats as `@` and their numbers, without what is quoted."""
    plain = make_nickname_marker(names)(mark_seats(text, names, size)).lower().replace("’", "'")
    return _SENTENCE.findall(plain if _QUOTES.isdisjoint(plain) else _QUOTED.sub(" ", plain))


def read_uncorrected(
    text: str, speaker: int, names: tuple[str, ...], size: int, opinion: ActClassifier
) -> tuple[Act, ...]:
    """What rules and rows read, as `read` takes it; `opinion` is shown each sentence on the way."""
    reading = SpeechReader(speaker, opinion)
    for sentence in sentences_of(text, names, size):
        reading.add_sentence(sentence)
    return reading.acts


class SpeechReader:
    """A speech being read by rules and rows, sentence after sentence.

    Args:
        speaker: Who speaks.
        opinion: It is shown each sentence on the way.
    """

    def __init__(self, speaker: int, opinion: ActClassifier) -> None:
        self._speaker, self._opinion = speaker, opinion
        self._story = SentenceMerger()
        self._last = self._addressee = self._pending = self._night = 0
        self._row: tuple[int, ...] = ()

    @property
    def acts(self) -> tuple[Act, ...]:
        """What was read so far."""
        return self._story.acts()

    def add_sentence(self, sentence: str) -> None:
        """Read the next sentence, one of `sentences_of`."""
        story, last, addressee, row = self._story, self._last, self._addressee, self._row
        letters = {self._speaker: "i"}
        if "@" in sentence:
            sentence = _SEAT.sub(
                lambda match, known=letters: _letter(int(match[1]), known), sentence
            )
        plain, may_lean = _corrected(sentence)
        leans = may_lean and bool(last or addressee or row)
        if leans or self._pending or story.pending:
            _add_letters(
                letters,
                last=last,
                addressee=addressee,
                pending=(self._pending, story.pending),
                row=row,
            )
        rows = "+".join([letters[seat] for seat in row]) if leans else ""
        context = (letters.get(last, ""), letters.get(addressee, "")) if leans else ("", "")
        parsed = parse(plain, *context, letters.get(self._pending, ""))
        parsed = parsed._replace(drafts=drop_insincere_confessions(parsed.drafts, plain))
        heard = read_rows(
            plain, rows, context[1], letters.get(story.pending, ""), listing=story.listing
        )
        heard = heard._replace(drafts=drop_insincere_confessions(heard.drafts, plain))
        seats = {letter: seat for seat, letter in letters.items()}
        self._opinion.add_sentence(
            plain,
            parsed.drafts,
            heard,
            row=rows,
            addressee=context[1],
            seats=seats,
            last=last,
            spoken_to=addressee,
        )
        tidy = [act for draft in parsed.drafts if (act := _act(draft, seats, self._night))]
        more = heard.drafts if heard.notes else _new_drafts(parsed.drafts, heard.drafts)
        story.add(
            tidy, [act for draft in more if (act := _act(draft, seats, self._night))], heard, seats
        )
        self._last = seats.get(parsed.last[-1:], 0) or last
        self._addressee = seats.get(parsed.addressee or heard.addressee, 0) or addressee
        self._pending = seats.get(parsed.pending, 0)
        if heard.last_seats:
            self._row = (
                tuple([seats[letter] for letter in heard.last_seats.split("+") if letter in seats])[
                    : len(_LIST_LETTERS)
                ]
                or row
            )
        self._night = self._night if parsed.night == SAME_NIGHT else parsed.night


@lru_cache(maxsize=1 << 14)
def _corrected(sentence: str) -> tuple[str, bool]:
    """A sentence whose seats are letters in plain words, and whether it may lean on those before it."""
    plain = correct_spelling(sentence).strip()
    return plain, bool(_REFERS_BACK.search(plain))


@lru_cache(maxsize=1 << 12)
def _new_drafts(tidy: tuple[Draft, ...], typed: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """What the rows for typed sentences find that the rules for tidy ones did not."""
    known = {(draft.kind, draft.word if draft.kind == "claim" else draft.letter) for draft in tidy}
    return tuple(
        draft
        for draft in typed
        if (draft.kind, draft.word if draft.kind == "claim" else draft.letter) not in known
    )


def _add_letters(
    letters: dict[int, str],
    *,
    last: int,
    addressee: int,
    pending: tuple[int, int],
    row: tuple[int, ...],
) -> None:
    """Give letters to those whom a sentence may mean without naming them."""
    spare = (
        (last, "p"),
        (addressee, "y"),
        *((seat, "q") for seat in pending),
        *zip(row, _LIST_LETTERS, strict=False),
    )
    for seat, letter in spare:
        if seat and seat not in letters:
            used = set(letters.values())
            letters[seat] = next(
                free for free in (letter, *_LIST_LETTERS, "q", "y") if free not in used
            )


def _letter(seat: int, known: dict[int, str]) -> str:
    if seat not in known:
        known[seat] = _LETTERS[(len(known) - 1) % len(_LETTERS)]
    return f"@{known[seat]}"


def _act(draft: Draft, seats: dict[str, int], before: int) -> Act | None:
    """The act with its seat, or None where nobody knows who is meant; `before` is the night of the sentence before."""
    seat, word = seats.get(draft.letter, 0), draft.word
    night = before if draft.night == SAME_NIGHT else draft.night
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


_SPEAKER = 1


class GrowingSpeech:
    """A speech that somebody is in the middle of.

    Args:
        speaker: Who speaks, 1..size.
        names: Everybody's name in seat order; may be empty, then only numbers name seats.
        size: How many seats there are.
    """

    def __init__(self, speaker: int, names: tuple[str, ...], size: int) -> None:
        self._speaker, self._names, self._size = speaker, names, size
        self._begin()

    def acts(self, said: str) -> tuple[Act, ...]:
        """What a speech does; the same as `read` gives.

        Args:
            said: All that is said so far. Of what goes on where the last call ended only the new
                sentences are read.
        """
        sentences = sentences_of(said, self._names, self._size)
        if sentences[: len(self._taken)] != self._taken:
            self._begin()
        fresh = sentences[len(self._taken) :]
        for sentence in fresh:
            self._reading.add_sentence(sentence)
        if fresh:
            self._taken, self._acts = sentences, self._opinion.correct(self._reading.acts)
        return self._acts

    def _begin(self) -> None:
        """Begin to read, with nothing said yet."""
        self._opinion = ActClassifier(self._speaker)
        self._reading = SpeechReader(self._speaker, self._opinion)
        self._taken: list[str] = []
        self._acts: tuple[Act, ...] = ()


def has_acts(text: str, speaker: int, names: tuple[str, ...], size: int) -> bool:
    """Whether `read` finds an act in a text; what is said alike of other seats, or by another one, is read once."""
    numbers = {speaker: _SPEAKER}
    return _has_acts(
        tuple([_renumber_seats(sentence, numbers) for sentence in sentences_of(text, names, size)])
    )


def _renumber_seats(sentence: str, numbers: dict[int, int]) -> str:
    """A sentence with its seats numbered in the order in which they are mentioned; `numbers` takes those that are new."""
    return _SEAT.sub(
        lambda match: f"@{numbers.setdefault(int(match[1]), len(numbers) + _SPEAKER)}", sentence
    )


@lru_cache(maxsize=1 << 14)
def _has_acts(sentences: Sequence[str]) -> bool:
    opinion = ActClassifier(_SPEAKER)
    reading = SpeechReader(_SPEAKER, opinion)
    for sentence in sentences:
        reading.add_sentence(sentence)
    return bool(opinion.correct(reading.acts))
