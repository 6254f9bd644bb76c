"""Corrects the acts of a message: drops improbable readings, adds acts nothing else found.

Used sentence by sentence (`add_sentence`), then once for the message (`correct`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from wolfcore.game import team_of
from wolfcore.speech import acts as a
from wolfcore.speech.acts import Act, Draft
from wolfcore.speech.chat.night_deeds import night_number
from wolfcore.speech.chat.pronouns import ResolvedSentence, resolve_people
from wolfcore.speech.chat.row_reader import RowReading
from wolfcore.speech.chat.scope import Scope, scope_of
from wolfcore.speech.chat.tokenizer import tokenize
from wolfcore.speech.grammar.clause_patterns import question_subject
from wolfcore.speech.vocabulary import CHECKING_ROLE

from .annotated_sentence import SELF, AnnotatedSentence, draft_kind, letters_discussed
from .features import context_features, sentence_features
from .regression import (
    BIAS,
    MESSAGE_KINDS,
    ScoredMessage,
    SentenceScore,
    message_features,
    message_score,
    packed_weight,
    probability,
    thresholds_of,
    unpack,
)

_SURE = 0.75
"""From here on a judgement does not hedge."""


_LONG = 4
"""From so many sentences on a message has room enough to look like an act that it does not do: it
tells, quotes and supposes."""


_NEGLIGIBLE = 0.1
"""What every sentence makes less likely than this the whole message makes no likelier."""


_NOTHING: Mapping[int, frozenset[str]] = {}


_NO_KINDS: frozenset[str] = frozenset()


_SeatContext: TypeAlias = tuple[frozenset[str], frozenset[str], frozenset[str]]


_Context: TypeAlias = tuple[
    Mapping[int, frozenset[str]], Mapping[int, frozenset[str]], frozenset[str]
]
"""What the sentences before and after one were read to do to each seat, and what is read anywhere
in the message."""


_IMPLIED = "*"
"""The letter of a seat that a sentence may be about though it neither names it nor has a pronoun
for it."""


_KINDS = {
    a.Accuses: "accuse",
    a.Vouches: "vouch",
    a.Defends: "defend",
    a.CallsVote: "vote",
    a.AsksSeat: "ask",
}


class _ReadSentence(NamedTuple):
    """A sentence with what rules and rows find in it.

    Attributes:
        plain: It in plain words, seats as letters.
        row: Whom its pronouns may mean, as letters.
        addressee: Whom its "you" may mean, as letters.
        rules: What the rules for tidy sentences find in it.
        rows: What the rows for typed ones find.
        notes: What else the rows note.
    """

    plain: str
    row: str
    addressee: str
    rules: tuple[Draft, ...]
    rows: tuple[Draft, ...]
    notes: frozenset[str]


class _Sentence(NamedTuple):
    """A sentence that waits for the end of its message.

    Attributes:
        said: It, with what rules and rows find in it.
        annotated: As far as it is understood; `sentences` tells what stands around it.
        seats: The seat of each letter.
        read: What it was read to do to each seat.
        about: The letters that something may be said of, each with its seat.
    """

    said: _ReadSentence
    annotated: AnnotatedSentence
    seats: Mapping[str, int]
    read: Mapping[int, frozenset[str]]
    about: tuple[tuple[str, int], ...]


class _Likelihood(NamedTuple):
    """How likely an act is done by a sentence, to the seat of a letter."""

    share: float
    sentence: _Sentence
    letter: str


class ActClassifier:
    """A message being weighed, sentence by sentence."""

    def __init__(self, speaker: int) -> None:
        self._speaker = speaker
        self._sentences: list[_Sentence] = []
        self._just_named: set[int] = set()

    def add_sentence(
        self,
        plain: str,
        rules: tuple[Draft, ...],
        heard: RowReading,
        *,
        row: str,
        addressee: str,
        seats: Mapping[str, int],
        last: int,
        spoken_to: int,
    ) -> None:
        """Note the next sentence.

        Args:
            plain: It in plain words, seats as letters.
            rules: What the rules for tidy sentences find in it.
            heard: What the rows for typed ones find.
            row: Whom its pronouns may mean, as letters.
            addressee: Whom its "you" may mean, as letters.
            seats: The seat of each letter.
            last: The seat mentioned last before it, or 0.
            spoken_to: The seat spoken to before it, or 0.
        """
        people, _ = _resolved(plain, row, addressee)
        lean = (
            0
            if any("SEAT" in one.kinds for one in people.tokens)
            else next(
                (
                    seat
                    for seat in (last, spoken_to)
                    if seat in self._just_named and seat != self._speaker
                ),
                0,
            )
        )
        known = {**seats, **({_IMPLIED: lean} if lean and lean not in seats.values() else {})}
        said = _ReadSentence(plain, row, addressee, rules, heard.drafts, heard.notes)
        told = _annotate(
            said,
            next((letter for letter, seat in known.items() if lean and seat == lean), ""),
            lean == spoken_to != 0,
        )
        read: dict[int, set[str]] = {}
        for draft in (*rules, *heard.drafts):
            read.setdefault(known.get(draft.letter, 0), set()).add(draft_kind(draft))
        if heard.pending:
            read.setdefault(known.get(heard.pending, 0), set()).add("check")
        kinds = {seat: frozenset(kinds) for seat, kinds in read.items()}
        letters = letters_discussed(told)
        self._sentences.append(
            _Sentence(
                said,
                told,
                known,
                kinds,
                tuple([(letter, seat) for letter in letters if (seat := known.get(letter, 0))]),
            )
        )
        self._just_named = {
            known.get(letter, 0) for letter in letters if letter not in (SELF, told.implied)
        }

    def correct(self, acts: tuple[Act, ...]) -> tuple[Act, ...]:
        """The acts of a message as read by rules and rows, without those that do not hold, and with what they overlooked."""
        parts: dict[int, list[SentenceScore]] = {}
        likeliest = self._likeliest(parts)
        read = frozenset(
            (kind, seat)
            for one in self._sentences
            for seat, kinds in one.read.items()
            for kind in kinds
        )
        held = [
            act
            for act in acts
            if (seen := weighed_kind(act)) not in read
            or likeliest[seen].share >= self._threshold_of_found(seen[0])
        ]
        checked = _checked(held)
        whole = self._message_likelihoods(
            likeliest,
            ScoredMessage(
                parts,
                self._speaker,
                len(self._sentences),
                read,
                frozenset(seen for act in acts if (seen := weighed_kind(act))),
            ),
        )
        found = [
            _act(kind, seat, likely)
            for (kind, seat), likely in {**likeliest, **whole}.items()
            if (kind, seat) not in read
            and (seat != self._speaker or kind == "defend")
            and (seat not in checked or kind not in ("accuse", "vouch"))
            and likely.share >= self._threshold_of_new(kind)
        ]
        instead = _checked(found) - checked
        return tuple(
            act
            for act in (*held, *found)
            if not (isinstance(act, a.Accuses | a.Vouches) and act.seat in instead)
        )

    def _likeliest(
        self, parts: dict[int, list[SentenceScore]]
    ) -> dict[tuple[str, int], _Likelihood]:
        """Of each kind of act and each seat the sentence that most likely does it; `parts` takes what each says of each seat."""
        found: dict[tuple[str, int], _Likelihood] = {}
        for sentence, (before, after, message) in self._with_neighbours():
            leans = (sentence.annotated.implied, sentence.annotated.implied_was_addressed)
            for letter, seat in sentence.about:
                sums = _scores(
                    sentence.said,
                    (before.get(seat, _NO_KINDS), after.get(seat, _NO_KINDS), message),
                    leans,
                    letter,
                )
                parts.setdefault(seat, []).append(SentenceScore(sums, letter == leans[0]))
                for kind, total in sums.items():
                    share = probability(total)
                    if (kind, seat) not in found or share > found[kind, seat].share:
                        found[kind, seat] = _Likelihood(share, sentence, letter)
        return found

    def _message_likelihoods(
        self, likeliest: Mapping[tuple[str, int], _Likelihood], message: ScoredMessage
    ) -> dict[tuple[str, int], _Likelihood]:
        """How likely the whole message does what rules and rows read in none of its sentences."""
        found: dict[tuple[str, int], _Likelihood] = {}
        for seat in message.parts:
            kinds = [
                kind
                for kind in MESSAGE_KINDS
                if (kind, seat) not in message.read
                and likeliest[kind, seat].share >= _NEGLIGIBLE
                and seat != self._speaker
            ]
            seen = message_features(message, seat) if kinds else {}
            for kind in kinds:
                found[kind, seat] = likeliest[kind, seat]._replace(
                    share=probability(message_score(kind, seen))
                )
        return found

    def _threshold_of_new(self, kind: str) -> float:
        bars = thresholds_of(kind)
        return bars.new if len(self._sentences) < _LONG else bars.new_long

    def _threshold_of_found(self, kind: str) -> float:
        bars = thresholds_of(kind)
        return bars.found if len(self._sentences) < _LONG else bars.found_long

    def sentences(self) -> Iterator[_Sentence]:
        """The sentences so far, each with what stands around it."""
        for one, (before, after, message) in self._with_neighbours():
            told = one.annotated._replace(
                before={
                    letter: before[seat] for letter, seat in one.seats.items() if seat in before
                },
                after={letter: after[seat] for letter, seat in one.seats.items() if seat in after},
                message=message,
            )
            yield one._replace(annotated=told)

    def _with_neighbours(self) -> Iterator[tuple[_Sentence, _Context]]:
        """The sentences so far, and what stands around each."""
        drafts = [
            draft
            for one in self._sentences
            for draft in (*one.annotated.rules, *one.annotated.rows)
        ]
        message = frozenset(
            word
            for word, there in (
                (
                    "seer",
                    any(draft.kind == "claim" and draft.word == CHECKING_ROLE for draft in drafts),
                ),
                (
                    "check",
                    any(draft.kind == "report" for draft in drafts)
                    or any(
                        "CHECK" in one.kinds
                        for each in self._sentences
                        for one in each.annotated.tokens
                    ),
                ),
            )
            if there
        )
        for place, one in enumerate(self._sentences):
            before = self._sentences[place - 1].read if place else _NOTHING
            after = (
                self._sentences[place + 1].read if place + 1 < len(self._sentences) else _NOTHING
            )
            yield one, (before, after, message)


@lru_cache(maxsize=1 << 14)
def _scores(
    said: _ReadSentence, stands: _SeatContext, leans: tuple[str, bool], letter: str
) -> Mapping[str, int]:
    """What speaks for each kind of act to a seat in a sentence: the same wherever the same is said, read before and after it.

    A speech is read again with each sentence that it has more, and house bots say much alike.

    Args:
        said: The sentence.
        stands: What the sentences before and after it were read to do to the seat, and what is read
            anywhere in the message.
        leans: Whom the sentence may be about without mentioning anybody, and whether that one was
            spoken to.
        letter: The letter of the seat.
    """
    told, total = _score_without_context(said, leans, letter)
    before, after, message = stands
    if before or after or message:
        told = told._replace(before={letter: before}, after={letter: after}, message=message)
        total += packed_weight(context_features(told, letter))
    return unpack(total)


@lru_cache(maxsize=1 << 14)
def _score_without_context(
    said: _ReadSentence, leans: tuple[str, bool], letter: str
) -> tuple[AnnotatedSentence, int]:
    """A sentence as far as it is understood, and what it weighs for a seat whatever stands around it; as `_scores` takes it."""
    told = _annotate(said, *leans)
    return told, packed_weight({BIAS, *sentence_features(told, letter)})


def _annotate(said: _ReadSentence, lean: str, to_lean: bool) -> AnnotatedSentence:
    """A sentence as far as it is understood, whatever stands around it."""
    people, scope = _resolved(said.plain, said.row, said.addressee)
    return AnnotatedSentence(
        tuple(people.tokens),
        scope,
        people.addressee,
        people.names_addressee,
        said.rules,
        said.rows,
        said.notes,
        said.plain.endswith("!"),
        {},
        {},
        _NO_KINDS,
        lean,
        to_lean,
    )


@lru_cache(maxsize=1 << 12)
def _resolved(plain: str, row: str, addressee: str) -> tuple[ResolvedSentence, Scope]:
    people = resolve_people(tokenize(plain)[0], row, addressee)
    return people, scope_of(people.tokens)


def weighed_kind(act: Act) -> tuple[str, int] | None:
    """The kind and the seat of an act that is weighed, or None."""
    if isinstance(act, a.ReportsCheck):
        bad = act.result == "wolves" or (
            act.result != "village" and team_of(act.result) == "wolves"
        )
        return "wolf" if bad else "good", act.seat
    if isinstance(act, a.Accuses | a.Vouches | a.Defends | a.CallsVote | a.AsksSeat) and act.seat:
        return _KINDS[type(act)], act.seat
    return None


def _checked(acts: Iterable[Act]) -> set[int]:
    """The seats whose results are told."""
    return {act.seat for act in acts if isinstance(act, a.ReportsCheck)}


def _act(kind: str, seat: int, likely: _Likelihood) -> Act:
    match kind:
        case "accuse":
            return a.Accuses(seat, likely.share >= _SURE)
        case "vouch":
            return a.Vouches(seat, likely.share >= _SURE)
        case "defend":
            return a.Defends(seat)
        case "vote":
            return a.CallsVote(seat)
        case "ask":
            return a.AsksSeat(seat, question_subject(likely.sentence.said.plain))
        case _:
            return a.ReportsCheck(
                seat,
                "wolves" if kind == "wolf" else "village",
                _night(likely.sentence.annotated, likely.letter),
            )


def _night(told: AnnotatedSentence, letter: str) -> int:
    """The night told nearest to a mention of the seat, or 0."""
    places = [
        at
        for at, one in enumerate(told.tokens)
        if letter in one.word[1:].split("+") and one.word.startswith("@")
    ]
    nights = [at for at, one in enumerate(told.tokens) if "NIGHT" in one.kinds]
    if not nights:
        return 0
    nearest = min(nights, key=lambda at: min((abs(at - place) for place in places), default=0))
    return night_number(told.tokens[nearest].word)
