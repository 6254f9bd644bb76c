"""Features of a seat in a sentence: words by position, readings of the rules, context.

A feature is a short string: `r:liar` is a word right of the seat, `-1:trust` the word before it,
`w:` a word anywhere. Feature strings are keys of weights.txt.
"""

from __future__ import annotations

from collections.abc import Iterator

from wolfcore.speech.chat.row_matcher import Token
from wolfcore.speech.vocabulary import trained_word, word_set

from .annotated_sentence import SELF, AnnotatedSentence, draft_kind, token_classes

_WINDOW = (-3, -2, -1, 1, 2, 3, 4)


_FAR_RIGHT, _FAR_LEFT = 12, 10


_STEM = 5


_MOST_MENTIONS = 2


_SEATS = frozenset(("T", "TT", "O"))


_JUDGING = word_set(
    "BAD GOOD WOLF LIE ACTBAD ACTGOOD SUSPECT TRUST VOTE ROLE RESULT ~DARK ~BRIGHT ~LURK "
    "~EXIT ~SPARE"
)
"""Classes of words that judge a seat.

The first of these classes after a mention is also a feature of its own.
"""


_RESULTS = ("RESULT", "WOLF", "GOOD", "BAD", "ROLE")


def features(sentence: AnnotatedSentence, letter: str) -> set[str]:
    """Return all features of a seat in a sentence."""
    return sentence_features(sentence, letter) | context_features(sentence, letter)


def sentence_features(sentence: AnnotatedSentence, letter: str) -> set[str]:
    """Return the features of a seat that depend on the sentence only.

    They are disjoint from `context_features`, so that the packed weights of both can be added.
    """
    words, places, others = _mask_seats(sentence.tokens, letter)
    found = {*_whole(sentence, words), *_readings(sentence, letter)}
    found |= {f"others{min(3, len(others))}", f"length{min(6, len(words) // 3)}"}
    if letter in sentence.addressee.split("+"):
        found.add("called" if sentence.names_addressee else "spoken-to")
    for place in places[:_MOST_MENTIONS]:
        found.update(_mention_features(sentence, words, place))
    if places and not places[0]:
        found.add("first")
    found = _prefixed(found, sentence, letter)
    return (
        found | {"lean spoken-to"}
        if letter == sentence.implied and letter != SELF and sentence.implied_was_addressed
        else found
    )


def context_features(sentence: AnnotatedSentence, letter: str) -> set[str]:
    """Return the features of a seat that depend on the sentences around it and on the message."""
    found = set(_neighbour_features(sentence, letter))
    if sentence.message:
        message = "+".join(sorted(sentence.message))
        found.update(f"message:{word}" for word in sentence.message)
        found.update(
            f"read:{draft_kind(draft)} {message}"
            for draft in (*sentence.rules, *sentence.rows)
            if draft.letter == letter
        )
        words, places, _ = _mask_seats(sentence.tokens, letter)
        for place in places[:_MOST_MENTIONS]:
            found.update(
                f"{where} {message}" for where in _result_features(sentence.tokens, words, place)
            )
    return _prefixed(found, sentence, letter)


def _prefixed(found: set[str], sentence: AnnotatedSentence, letter: str) -> set[str]:
    """Prefix the features of the speaker with `me` and those of the implied seat with `lean`."""
    if letter == SELF:
        return {f"me {each}" for each in found}
    return {f"lean {each}" for each in found} if letter == sentence.implied else found


def _mask_seats(tokens: tuple[Token, ...], letter: str) -> tuple[list[str], list[int], set[str]]:
    """Return the words with masked seats, the places of the seat, and the letters of other seats.

    The seat is `T` (`TT` in a list), other seats are `O`, the speaker is `I`, and nights are
    `NIGHT`.
    """
    words: list[str] = []
    places: list[int] = []
    others: set[str] = set()
    for place, one in enumerate(tokens):
        if "I" in one.kinds:
            words.append("I")
            if letter == SELF:
                places.append(place)
        elif "SEAT" in one.kinds:
            row = one.word[1:].split("+")
            others.update(row)
            if letter in row:
                places.append(place)
            words.append("O" if letter not in row else "TT" if len(row) > 1 else "T")
        else:
            words.append("NIGHT" if "NIGHT" in one.kinds else trained_word(one.word))
    return words, places, others - {letter}


def _whole(sentence: AnnotatedSentence, words: list[str]) -> Iterator[str]:
    """Yield the features of the sentence as a whole: words, classes and their sequences."""
    asked = bool(words) and words[-1] == "?"
    classes = [token_classes(one) for one in sentence.tokens]
    if asked:
        yield "asked"
    if sentence.exclaimed:
        yield "loud"
    for word, kinds in zip(words, classes, strict=True):
        yield f"w:{word}"
        if len(word) > _STEM:
            yield f"w:{word[:_STEM]}~"
        for kind in kinds:
            yield f"w:{kind}"
            if asked:
                yield f"wq:{kind}"
    shapes = [kinds[0] if kinds else word for word, kinds in zip(words, classes, strict=True)]
    for step in range(len(words) - 1):
        yield f"w:{words[step]} {words[step + 1]}"
        yield f"k:{shapes[step]} {shapes[step + 1]}"
    for step in range(len(words) - 2):
        yield f"k:{shapes[step]} {shapes[step + 1]} {shapes[step + 2]}"
        if not _SEATS.isdisjoint(words[step : step + 3]):
            yield f"w:{words[step]} {words[step + 1]} {words[step + 2]}"


def _readings(sentence: AnnotatedSentence, letter: str) -> Iterator[str]:
    """Yield the features of what grammar rules and chat rows read of the seat and of others."""
    rules = {draft_kind(draft) for draft in sentence.rules if draft.letter == letter}
    rows = {draft_kind(draft) for draft in sentence.rows if draft.letter == letter}
    for kind in rules:
        yield f"rule:{kind}"
    for kind in rows:
        yield f"row:{kind}"
    for kind in rules & rows:
        yield f"both:{kind}"
    for draft in sentence.rules:
        if draft.letter != letter:
            yield f"rule-other:{draft_kind(draft)}"
    for draft in sentence.rows:
        if draft.letter != letter:
            yield f"row-other:{draft_kind(draft)}"
    if not rules and not rows:
        yield "unread"
        if not sentence.rules and not sentence.rows:
            yield "nothing-read"
    for note in sentence.notes:
        yield f"note:{note.split()[0] if len(note) > 1 else 'turned'}"


def _neighbour_features(sentence: AnnotatedSentence, letter: str) -> Iterator[str]:
    """Yield the features of the sentences before and after, and of results next to a check."""
    if "check" in sentence.before.get(letter, ()) or "check" in sentence.after.get(letter, ()):
        for one in sentence.tokens:
            for kind in _RESULTS:
                if kind in one.kinds:
                    yield f"checked {kind}"
                if "NEG" in one.kinds:
                    yield "checked not"
    for kind in sentence.before.get(letter, ()):
        yield f"before:{kind}"
    for kind in sentence.after.get(letter, ()):
        yield f"after:{kind}"


def _mention_features(sentence: AnnotatedSentence, words: list[str], place: int) -> Iterator[str]:
    """Yield the features of the tokens near one mention of the seat."""
    tokens, scope = sentence.tokens, sentence.scope
    for step in _WINDOW:
        at = place + step
        if 0 <= at < len(words):
            yield f"{step}:{words[at]}"
            for kind in token_classes(tokens[at]):
                yield f"{step}:{kind}"
        else:
            yield f"{step}:end"
    yield from _words_after(tokens, words, place)
    for at in range(place - 1, max(-1, place - _FAR_LEFT), -1):
        if words[at] in _SEATS:
            break
        yield f"l:{words[at]}"
        if len(words[at]) > _STEM:
            yield f"l:{words[at][:_STEM]}~"
        for kind in token_classes(tokens[at]):
            yield f"l:{kind}"
    for at in (place, place + 1):
        if at < len(words):
            for name, marks in (
                ("dead", scope.not_own),
                ("question", scope.asked),
                ("denied", scope.denied),
            ):
                if marks[at]:
                    yield f"{name}{at - place}"


def _words_after(tokens: tuple[Token, ...], words: list[str], place: int) -> Iterator[str]:
    """Yield the features of the words between a mention and the next seat.

    Words after a negation have the prefix `rn:`.
    """
    judged = False
    for side, at in _places_after(tokens, words, place):
        yield f"{side}:{words[at]}"
        if len(words[at]) > _STEM:
            yield f"{side}:{words[at][:_STEM]}~"
        for kind in token_classes(tokens[at]):
            yield f"{side}:{kind}"
            if not judged and kind in _JUDGING:
                yield f"{side}-first:{kind}"
                judged = True


def _places_after(
    tokens: tuple[Token, ...], words: list[str], place: int
) -> Iterator[tuple[str, int]]:
    """Yield the places between a mention and the next seat, each with its side.

    The side is `rn` after a negation, else `r`.
    """
    side = "r"
    for at in range(place + 1, min(len(words), place + _FAR_RIGHT)):
        if words[at] in _SEATS:
            break
        if "NEG" in token_classes(tokens[at]):
            side = "rn"
            continue
        yield side, at


def _result_features(tokens: tuple[Token, ...], words: list[str], place: int) -> Iterator[str]:
    """Yield features of where results are stated near a mention of the seat.

    They are combined with what is read anywhere in the message.
    """
    for step in _WINDOW:
        at = place + step
        if 0 <= at < len(words):
            yield from (f"{step}:{kind}" for kind in token_classes(tokens[at]) if kind in _RESULTS)
    for side, at in _places_after(tokens, words, place):
        yield from (f"{side}:{kind}" for kind in token_classes(tokens[at]) if kind in _RESULTS)
