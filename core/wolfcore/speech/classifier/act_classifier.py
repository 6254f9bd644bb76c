"""Corrects the acts of a message: drops improbable readings, adds acts nothing else found.

Each sentence is added with `add_sentence`; then `correct` is called for the message.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from wolfcore.game import HOLDERS
from wolfcore.speech import acts as a
from wolfcore.speech.acts import Act, Draft
from wolfcore.speech.chat.night_deeds import night_number
from wolfcore.speech.chat.pronouns import ResolvedSentence, resolve_people
from wolfcore.speech.chat.row_reader import RowReading
from wolfcore.speech.chat.scope import Scope, scope_of
from wolfcore.speech.chat.tokenizer import tokenize

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
from .topics import asked_topic

_SURE = 0.75
"""Minimum probability from which a judgement counts as not hedged."""


_LONG = 4
"""Number of sentences from which a message counts as long, with thresholds of its own.

A long message tells, quotes and supposes, and so may contain words that look like an act that it
does not do.
"""


_NEGLIGIBLE = 0.1
"""Minimum probability in some sentence for an act to be scored for the whole message."""


_NOTHING: Mapping[int, frozenset[str]] = {}


_NO_KINDS: frozenset[str] = frozenset()


_SeatContext: TypeAlias = tuple[frozenset[str], frozenset[str], frozenset[str]]


_Context: TypeAlias = tuple[
    Mapping[int, frozenset[str]], Mapping[int, frozenset[str]], frozenset[str]
]
"""The context of a sentence.

The kinds of acts that the sentence before and the sentence after do to each seat, and what is read
anywhere in the message.
"""


_IMPLIED = "*"
"""The letter of a seat that a sentence may be about although it has no name or pronoun for it."""


_KINDS = {
    a.Accuses: "accuse",
    a.Vouches: "vouch",
    a.Defends: "defend",
    a.CallsVote: "vote",
    a.AsksSeat: "ask",
}


class _ReadSentence(NamedTuple):
    """A sentence with the findings of grammar rules and chat rows.

    Attributes:
        plain: The sentence in plain words, seats as letters.
        row: The letters that its pronouns may mean.
        addressee: The letters that its "you" may mean.
        rules: The drafts of the grammar rules.
        rows: The drafts of the chat rows.
        notes: The notes of the chat rows.
    """

    plain: str
    row: str
    addressee: str
    rules: tuple[Draft, ...]
    rows: tuple[Draft, ...]
    notes: frozenset[str]


class _Sentence(NamedTuple):
    """A sentence that is kept until the end of its message.

    Attributes:
        said: The sentence with the findings of grammar rules and chat rows.
        annotated: The classifier input, without its context, which `sentences` adds.
        seats: The seat of each letter.
        read: The kinds of acts that were read for each seat.
        about: The letters that the sentence may be about, each with its seat.
    """

    said: _ReadSentence
    annotated: AnnotatedSentence
    seats: Mapping[str, int]
    read: Mapping[int, frozenset[str]]
    about: tuple[tuple[str, int], ...]


class _Likelihood(NamedTuple):
    """The probability that a sentence does an act to the seat of a letter."""

    share: float
    sentence: _Sentence
    letter: str


class ActClassifier:
    """Scores the acts of one message, sentence by sentence, and corrects them at the end."""

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
        """Add the next sentence with the findings of grammar rules and chat rows.

        Args:
            plain: The sentence in plain words, seats as letters.
            rules: The drafts of the grammar rules.
            heard: The reading of the chat rows.
            row: The letters that its pronouns may mean.
            addressee: The letters that its "you" may mean.
            seats: The seat of each letter.
            last: The seat mentioned last before it, or 0.
            spoken_to: The seat spoken to before it, or 0.
        """
        people, _ = _resolved(plain, row, addressee)
        # A sentence without a seat may still be about the one that was named just before.
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
        annotated = _annotate(
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
        letters = letters_discussed(annotated)
        self._sentences.append(
            _Sentence(
                said,
                annotated,
                known,
                kinds,
                tuple([(letter, seat) for letter in letters if (seat := known.get(letter, 0))]),
            )
        )
        self._just_named = {
            known.get(letter, 0) for letter in letters if letter not in (SELF, annotated.implied)
        }

    def correct(self, acts: tuple[Act, ...]) -> tuple[Act, ...]:
        """Return the acts of the message without improbable ones and with probable new ones.

        Args:
            acts: The acts that grammar rules and chat rows read in the message.
        """
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
            # Acts that are not scored, or that only several sentences do together, stay as they
            # are.
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
            # Nobody accuses or asks themselves.
            if (kind, seat) not in read
            and (seat != self._speaker or kind == "defend")
            # What a check says of a seat needs no judgement beside it.
            and (seat not in checked or kind not in ("accuse", "vouch"))
            and likely.share >= self._threshold_of_new(kind)
        ]
        # A check that was found now says more than the judgement that was read before.
        instead = _checked(found) - checked
        return tuple(
            act
            for act in (*held, *found)
            if not (isinstance(act, a.Accuses | a.Vouches) and act.seat in instead)
        )

    def _likeliest(
        self, parts: dict[int, list[SentenceScore]]
    ) -> dict[tuple[str, int], _Likelihood]:
        """Return for each kind of act and seat the most probable sentence.

        Args:
            parts: Receives the scores of each sentence by seat.
        """
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
        """Return the message's probabilities of acts that were read in none of its sentences."""
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
        """Yield the sentences so far, each with its context."""
        for one, (before, after, message) in self._with_neighbours():
            annotated = one.annotated._replace(
                before={
                    letter: before[seat] for letter, seat in one.seats.items() if seat in before
                },
                after={letter: after[seat] for letter, seat in one.seats.items() if seat in after},
                message=message,
            )
            yield one._replace(annotated=annotated)

    def _with_neighbours(self) -> Iterator[tuple[_Sentence, _Context]]:
        """Yield the sentences so far with their contexts."""
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
                    any(
                        draft.kind == "claim" and draft.word in HOLDERS["check"] for draft in drafts
                    ),
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
    """Return the score of each kind of act to a seat in a sentence; cached.

    A growing speech is read again with each new sentence, and house bots use many equal sentences,
    so the cache key has everything that the scores depend on.

    Args:
        said: The sentence.
        stands: The kinds of acts that the sentences before and after it do to the seat, and what is
            read anywhere in the message.
        leans: The letter that the sentence may be about without mentioning it, and whether that
            seat was spoken to.
        letter: The letter of the seat.
    """
    annotated, total = _score_without_context(said, leans, letter)
    before, after, message = stands
    # The weights of disjoint features add up, so that only those of the context are summed here.
    if before or after or message:
        annotated = annotated._replace(
            before={letter: before}, after={letter: after}, message=message
        )
        total += packed_weight(context_features(annotated, letter))
    return unpack(total)


@lru_cache(maxsize=1 << 14)
def _score_without_context(
    said: _ReadSentence, leans: tuple[str, bool], letter: str
) -> tuple[AnnotatedSentence, int]:
    """Return a sentence as classifier input, and its packed score for a seat without context.

    Takes the same arguments as `_scores`.
    """
    annotated = _annotate(said, *leans)
    return annotated, packed_weight({BIAS, *sentence_features(annotated, letter)})


def _annotate(said: _ReadSentence, lean: str, to_lean: bool) -> AnnotatedSentence:
    """Return a sentence as classifier input, with an empty context."""
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
    """Return the kind and seat of an act that the classifier scores; None for other acts."""
    if isinstance(act, a.ReportsCheck):
        return "wolf" if act.finds_wolf else "good", act.seat
    if isinstance(act, a.Accuses | a.Vouches | a.Defends | a.CallsVote | a.AsksSeat) and act.seat:
        return _KINDS[type(act)], act.seat
    return None


def _checked(acts: Iterable[Act]) -> set[int]:
    """Return the seats for which a check is reported."""
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
            plain = likely.sentence.said.plain
            return a.AsksSeat(seat, asked_topic(plain))
        case _:
            return a.ReportsCheck(
                seat,
                "wolves" if kind == "wolf" else "village",
                _night(likely.sentence.annotated, likely.letter),
            )


def _night(annotated: AnnotatedSentence, letter: str) -> int:
    """Return the night stated nearest to a mention of the seat, or 0."""
    places = [
        at
        for at, one in enumerate(annotated.tokens)
        if letter in one.word[1:].split("+") and one.word.startswith("@")
    ]
    nights = [at for at, one in enumerate(annotated.tokens) if "NIGHT" in one.kinds]
    if not nights:
        return 0
    nearest = min(nights, key=lambda at: min((abs(at - place) for place in places), default=0))
    return night_number(annotated.tokens[nearest].word)
