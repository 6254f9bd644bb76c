"""Reads the acts of a speech: `read` for a whole text, `GrowingSpeech` for a partial one.

The result depends only on text, speaker, names and dealt roles. A change that reads any sentence
differently raises `READER_VERSION`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from wolfcore.game import RoleName

from . import acts as a
from .acts import Act, Draft, without_content
from .chat.lexicon import correct_spelling, mark_roles
from .chat.pronouns import name_subjects
from .chat.row_reader import read_rows
from .classifier.act_classifier import ActClassifier
from .classifier.topics import asked_topic
from .confessions import drop_insincere_confessions
from .contents import Contents
from .grammar.sentence_parser import SAME_NIGHT, parse
from .nicknames import mark_mentions
from .sentence_merge import SentenceMerger

_SENTENCE = re.compile(r"[^.!?…\n]+[.!?…]*")


_QUOTED = re.compile(r"\"[^\"\s]+\s[^\"]*\"|“[^”\s]+\s[^”]*”|«[^»]*»")
"""A quotation of several words, which are not the speaker's; one quoted word is only emphasis."""


_QUOTES = frozenset('"“«')


_SEAT = re.compile(r"@(\d+)")


_REFERS_BACK = re.compile(
    r"\b(?:he|hes|him|his|himself|she|shes|hers?|herself|they|them|their|themsel\w+|you|your"
    r"|youre|yourself|who|whose|which|signs?|"
    r"hints?|indications?|mark|u|ur|ya|those|these|both|theyre|two|three|pair|"
    r"why me|any (?:early )?(?:thoughts?|reads?|ideas?|theories|comments?))\b"
)
"""Words that may refer to earlier sentences.

A sentence without any of them is read, and cached, without their context.
"""


_LETTERS = "abcdefghjklmnorstu"
"""The letters for mentioned seats.

Left out are `i` (the speaker), `p` (the seat mentioned last), `y` (the seat spoken to), and the
letters of the list mentioned last and of a check without a result.
"""


_LIST_LETTERS = "vwxz"


_OF_ONESELF = re.compile(
    r"\bi(?: am|'m|m)\b|\bi\b(?: \w+){0,2} claim|\bmy\b|\bas (?:the|an?|your)\b"
)
"""What a claim of a role in a sentence with a plan has, unless it speaks to that role."""


@lru_cache(maxsize=1 << 12)
def read(
    text: str,
    speaker: int,
    names: tuple[str, ...],
    size: int,
    roles: tuple[RoleName, ...] = (),
) -> tuple[Act, ...]:
    """Read the acts of a whole speech.

    Args:
        text: The words as spoken.
        speaker: The seat that speaks, 1..size.
        names: The names of all seats in seat order; if empty, only numbers name seats.
        size: The number of seats.
        roles: The roles that the board deals; empty only for a text without a board. The words of
            these roles and of `vocabulary.ALWAYS_HEARD` name roles, those of others do not.

    Returns:
        The acts in the order in which they were said, each once.
    """
    opinion = ActClassifier(speaker)
    reading = reading_of(text, speaker, names, size, opinion, roles)
    return reading.contents.with_content(opinion.correct(reading.acts))


def sentences_of(
    text: str, names: tuple[str, ...], size: int, roles: tuple[RoleName, ...] = ()
) -> list[str]:
    """Split a text into lower-case sentences with marks for seats and roles, without quotations."""
    # Lower case comes last: names that are words are told by their case.
    plain = mark_mentions(text, names, size).lower().replace("’", "'")
    plain = name_subjects(mark_roles(plain, roles))
    return _SENTENCE.findall(plain if _QUOTES.isdisjoint(plain) else _QUOTED.sub(" ", plain))


def read_uncorrected(
    text: str,
    speaker: int,
    names: tuple[str, ...],
    size: int,
    opinion: ActClassifier,
    roles: tuple[RoleName, ...] = (),
) -> tuple[Act, ...]:
    """Read a speech by grammar rules and chat rows only, without the classifier's correction.

    Args:
        text: The words as spoken.
        speaker: The seat that speaks, 1..size.
        names: The names of all seats in seat order; if empty, only numbers name seats.
        size: The number of seats.
        opinion: The classifier that is given each sentence, so that the caller can correct the
            acts.
        roles: The roles that the board deals, as in `read`.
    """
    return reading_of(text, speaker, names, size, opinion, roles).acts


def reading_of(
    text: str,
    speaker: int,
    names: tuple[str, ...],
    size: int,
    opinion: ActClassifier,
    roles: tuple[RoleName, ...],
) -> SpeechReader:
    """Return the reader after all sentences of a text."""
    reading = SpeechReader(speaker, opinion, roles)
    for sentence in sentences_of(text, names, size, roles):
        reading.add_sentence(sentence)
    return reading


class SpeechReader:
    """Reads a speech by grammar rules and chat rows, sentence by sentence.

    Args:
        speaker: The seat that speaks.
        opinion: The classifier that is given each sentence.
        roles: The roles that the board deals, as in `read`.

    Attributes:
        contents: What the sentences contain beyond judgements and claims.
    """

    def __init__(self, speaker: int, opinion: ActClassifier, roles: tuple[RoleName, ...]) -> None:
        self.contents = Contents()
        self._speaker, self._opinion = speaker, opinion
        self._story = SentenceMerger(roles)
        self._last = self._addressee = self._pending = self._night = 0
        self._row: tuple[int, ...] = ()

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts read so far."""
        return self._story.acts()

    def add_sentence(self, sentence: str) -> None:
        """Read the next sentence, as returned by `sentences_of`."""
        story, last, addressee, row = self._story, self._last, self._addressee, self._row
        letters = {self._speaker: "i"}
        if "@" in sentence:
            sentence = _SEAT.sub(
                lambda match, known=letters: _letter(int(match[1]), known), sentence
            )
        plain, may_lean = _corrected(sentence)
        leans = may_lean and bool(last or addressee or row)
        # Seats that are only meant get letters where the sentence can mean them. All others are
        # read, and cached, without context.
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
        contents = self.contents.add(plain, *context, seats)
        planned = (
            {draft.role for draft in contents if draft.kind == "plan"}
            if not _OF_ONESELF.search(plain)
            else set[str]()
        )
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
        parsed = parsed._replace(drafts=_with_topics(parsed.drafts, plain, planned))
        heard = heard._replace(drafts=_with_topics(heard.drafts, plain, planned))
        tidy = [act for draft in parsed.drafts if (act := _act(draft, seats, self._night))]
        # A note may cancel what the grammar found, so that the rows' own drafts must not be left
        # out as repeats.
        more = heard.drafts if heard.notes else _new_drafts(parsed.drafts, heard.drafts)
        story.add(
            tidy, [act for draft in more if (act := _act(draft, seats, self._night))], heard, seats
        )
        # Of a list, the seat named last counts.
        self._last = seats.get(parsed.last[-1:], 0) or last
        self._addressee = seats.get(parsed.addressee or heard.addressee, 0) or addressee
        self._pending = seats.get(parsed.pending, 0)
        if heard.last_seats:
            self._row = (
                # No more seats of a list can be meant than there are letters for them.
                tuple([seats[letter] for letter in heard.last_seats.split("+") if letter in seats])[
                    : len(_LIST_LETTERS)
                ]
                or row
            )
        self._night = self._night if parsed.night == SAME_NIGHT else parsed.night


def _with_topics(drafts: tuple[Draft, ...], plain: str, planned: set[str]) -> tuple[Draft, ...]:
    """Return the drafts with the topics of questions, without claims of roles of plans.

    "Seer, check Boris" speaks to the Seer and claims nothing.
    """
    return tuple(
        [
            draft._replace(about=asked_topic(plain, draft.about)) if draft.kind == "ask" else draft
            for draft in drafts
            if not (draft.kind == "claim" and draft.word in planned)
        ]
    )


@lru_cache(maxsize=1 << 14)
def _corrected(sentence: str) -> tuple[str, bool]:
    """Correct the spelling of a sentence; return it and whether it may refer back.

    The seats of the sentence are letters.
    """
    plain = correct_spelling(sentence).strip()
    return plain, bool(_REFERS_BACK.search(plain))


@lru_cache(maxsize=1 << 12)
def _new_drafts(tidy: tuple[Draft, ...], typed: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """Return the drafts of the chat rows that the grammar rules did not find."""
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
    """Assign letters to the seats that a sentence may mean without naming them.

    Args:
        letters: The letter of each seat; new letters are added.
        last: The seat mentioned last, or 0.
        addressee: The seat spoken to, or 0.
        pending: The seats of checks without a result yet, or 0.
        row: The seats of the list mentioned last.
    """
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
        if len(known) > len(_LETTERS):
            # A seat without a letter is not read: sharing one would give its acts to another seat.
            return str(seat)
        known[seat] = _LETTERS[len(known) - 1]
    return f"@{known[seat]}"


def _act(draft: Draft, seats: dict[str, int], before: int) -> Act | None:
    """Return the act of a draft with its seat, or None where the seat is unknown.

    None also for a claim, report or retraction without a usable role or result. `before` is the
    night of the sentence before.
    """
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
    """Reads an unfinished speech: each call reads only the sentences added since the last call.

    Args:
        speaker: The seat that speaks, 1..size.
        names: The names of all seats in seat order; if empty, only numbers name seats.
        size: The number of seats.
        roles: The roles that the board deals, as in `read`.
    """

    def __init__(
        self,
        speaker: int,
        names: tuple[str, ...],
        size: int,
        roles: tuple[RoleName, ...] = (),
    ) -> None:
        self._speaker, self._names, self._size, self._roles = speaker, names, size, roles
        self._begin()

    def acts(self, said: str) -> tuple[Act, ...]:
        """Return the acts of a partial speech; the same result as `read`.

        Args:
            said: The whole text so far. Where it continues the text of the last call, only the new
                sentences are read.
        """
        sentences = sentences_of(said, self._names, self._size, self._roles)
        # The last sentence may have grown, and is then another one.
        if sentences[: len(self._taken)] != self._taken:
            self._begin()
        fresh = sentences[len(self._taken) :]
        for sentence in fresh:
            self._reading.add_sentence(sentence)
        if fresh:
            self._taken = sentences
            self._acts = self._reading.contents.with_content(
                self._opinion.correct(self._reading.acts)
            )
        return self._acts

    def _begin(self) -> None:
        """Reset the reader to an empty speech."""
        self._opinion = ActClassifier(self._speaker)
        self._reading = SpeechReader(self._speaker, self._opinion, self._roles)
        self._taken: list[str] = []
        self._acts: tuple[Act, ...] = ()


def has_acts(
    text: str,
    speaker: int,
    names: tuple[str, ...],
    size: int,
    roles: tuple[RoleName, ...] = (),
) -> bool:
    """Return whether `read` finds a claim, judgement or question to a seat; same arguments.

    Seats are renumbered by first mention, so that the same words about other seats, or by another
    speaker, are a cache hit.
    """
    numbers = {speaker: _SPEAKER}
    marked = sentences_of(text, names, size, roles)
    return _has_acts(tuple([_renumber_seats(sentence, numbers) for sentence in marked]))


def _renumber_seats(sentence: str, numbers: dict[int, int]) -> str:
    """Renumber the seats of a sentence in the order of first mention.

    `numbers` maps seats to numbers; new seats are added to it.
    """
    return _SEAT.sub(
        lambda match: f"@{numbers.setdefault(int(match[1]), len(numbers) + _SPEAKER)}", sentence
    )


@lru_cache(maxsize=1 << 14)
def _has_acts(sentences: Sequence[str]) -> bool:
    opinion = ActClassifier(_SPEAKER)
    # The sentences contain the marks of the dealt roles. The role that a report belongs to does
    # not matter: the report itself is an act.
    reading = SpeechReader(_SPEAKER, opinion, ())
    for sentence in sentences:
        reading.add_sentence(sentence)
    return bool(without_content(reading.contents.with_content(opinion.correct(reading.acts))))
