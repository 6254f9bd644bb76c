"""`python -m tests.core.speech.contents.fit`: fits the weights of the contents of sentences anew and
writes them; `--try` prints first how the messages of each hand are read by weights that have not
seen that hand.

It needs SciPy, which comes with scikit-learn (`pip install --group fit`), and some minutes.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeAlias, cast

import msgspec
import numpy
from numpy.typing import NDArray

from tests.core.bots.talk.test_voice import INTENTS, VOICES, record_at, some_move, ways
from tests.core.speech.contents import (
    JUDGEMENTS,
    Labelled,
    Labels,
    contents_in,
    found_in,
    labelled_messages,
    labels_of,
    sentences_in,
)
from tests.core.speech.messages.examples import TRAINING as MESSAGES
from tests.core.speech.messages.examples import Written
from tests.core.speech.test_conduct import SPOKEN
from tests.core.speech.test_reader import ME, TYPED
from tests.core.speech.test_reader import NAMES as PEOPLE
from tests.core.speech.test_typed import SAID
from wolfcore.bots.draws import Draws
from wolfcore.bots.talk.dialogue_moves import acts_of
from wolfcore.bots.talk.line_templates import fill_line
from wolfcore.game import dice_of
from wolfcore.speech.chat.row_matcher import ROWS
from wolfcore.speech.classifier.content_scores import (
    CONTENT_WEIGHTS_FILE,
    seat_features,
    sentence_features,
)
from wolfcore.speech.classifier.regression import BIAS
from wolfcore.speech.contents import ContentSentence

_STRENGTH = 6.0
"""Inverse strength of the penalty on large weights."""
_RAREST = 2
"""Features seen in fewer examples are left out."""
_STEPS = 60
"""Steps of the search for the weights, in either of two fits."""
_SMALLEST = 0.2
"""Weights nearer to zero are left out."""


Floats: TypeAlias = NDArray[numpy.float64]


class Sparse(Protocol):
    """A sparse matrix of SciPy."""

    shape: tuple[int, int]

    @property
    def T(self) -> Sparse: ...  # noqa: N802 - SciPy's name

    def __matmul__(self, other: Floats) -> Floats: ...


class _Found(Protocol):
    x: Floats


class Example(NamedTuple):
    """A sentence, or a seat in a sentence, with the labels that its message has for it.

    Attributes:
        seen: Its features.
        labels: The labels.
        message: The message and the seat, equal for the sentences that a label may belong to.
        alone: Whether the message has one sentence.
        open: The labels, and the groups of labels, that it may have beside these.
    """

    seen: frozenset[str]
    labels: frozenset[str]
    message: tuple[str, int, int]
    alone: bool
    open: frozenset[str]


Weights = dict[str, dict[str, float]]
"""The weight of each feature, by label."""


class Known(NamedTuple):
    """A message of which some labels are known.

    Attributes:
        sentences: Its sentences.
        labels: Its labels.
        open: The labels, and the groups of labels, that it may have beside these.
    """

    sentences: Sequence[ContentSentence]
    labels: Labels
    open: frozenset[str] = frozenset()


_OPEN = frozenset({"reason", "other", "topic"})
"""What is not written down of messages that were labelled for other purposes, or of lines."""
_DEEDS = ("claims", "checked", "protected", "saved", "poisoned")
"""Sentences with these labels are no plans, agreements and so on; of others that is not known."""
_ONLY_BOTS = frozenset({"checked", "seer"})
"""A reason and a topic that the labels of people do not have."""
_FIXED = 3
"""How often the sentences of tests are counted."""


def labelled_hands() -> dict[str, list[Known]]:
    """Return the messages that are labelled for their content, by hand."""
    return {
        hand: [
            Known(
                sentences_in(one.text),
                labels_of(one),
                # A deed is a reason where the message judges who did it; others only tell it.
                frozenset()
                if any(act[0] in JUDGEMENTS for act in one.acts)
                else frozenset({"reason", "other"}),
            )
            for one in messages
        ]
        for hand, messages in labelled_messages().items()
    }


def other_messages() -> Iterator[Known]:
    """Yield what else is known: claims of other training messages, tests, and the bots' lines."""
    for path in sorted(MESSAGES.glob("*.jsonl")):
        for line in path.read_bytes().splitlines():
            message = msgspec.json.decode(line, type=Written)
            for text, acts in message.sentences:
                if any(act.startswith(_DEEDS) for act in acts) and "?" not in text:
                    said = sentences_in(text, message.speaker, message.names, ())
                    yield Known(said, labels_of(Labelled(text, ())), _OPEN)
    for text, acts in (
        *TYPED,
        *SPOKEN,
        *((text, ()) for text in (*SAID, *(row.example for row in ROWS))),
    ):
        known = Labelled(text, tuple(contents_in(acts)))
        said = sentences_in(text, ME, PEOPLE, ())
        asks = frozenset({"ask"}) if "?" in text else frozenset[str]()
        # The acts of `TYPED` are all acts of the sentence.
        free = frozenset({"topic"}) if (text, acts) in TYPED else _OPEN
        yield from [Known(said, labels_of(known), free | asks)] * _FIXED
    for manner in VOICES:
        for intent in INTENTS:
            for number, words in enumerate(ways(manner, intent)):
                draws = Draws(dice_of(number, intent))
                move, record = some_move(intent, 1, draws), record_at(1)
                text = fill_line(words, move, record, draws).text
                acts = contents_in(acts_of(move, 1))
                kinds = {str(act[0]) for act in acts}
                # What only lines of bots have is not learned.
                done = tuple(act for act in acts if _ONLY_BOTS.isdisjoint(act))
                asks = {"ask", "topic"} if len(done) < len(acts) else {"topic"}
                yield Known(
                    sentences_in(text, 1, record.names, record.board.roles),
                    labels_of(Labelled(text, done)),
                    _OPEN - kinds | asks,
                )


def examples(messages: Iterable[Known], hand: str) -> tuple[list[Example], list[Example]]:
    """Return the examples of sentences and of seats that messages give."""
    of_sentences, of_seats = list[Example](), list[Example]()
    for number, (sentences, labels, free) in enumerate(messages):
        alone = len(sentences) == 1
        for words, seats in sentences:
            of_sentences.append(
                Example(
                    frozenset(sentence_features(words)),
                    frozenset(labels[0]),
                    (hand, number, 0),
                    alone,
                    free,
                )
            )
            for letter in dict.fromkeys(word[1] for word in words if word[0] == "@"):
                seat = seats.get(letter, 0)
                of_seats.append(
                    Example(
                        frozenset(seat_features(words, letter)),
                        frozenset(labels.get(seat, ()) if seat else ()),
                        (hand, number, seat),
                        alone,
                        free,
                    )
                )
    return of_sentences, of_seats


def fitted(given: Sequence[Example]) -> Weights:
    """Fit a regression for each label.

    A message says in which of its sentences a label holds only where it has one sentence; in others
    it is taken for the sentence that a first fit finds likeliest.
    """
    counts = Counter(feature for one in given for feature in one.seen)
    known = sorted(feature for feature, count in counts.items() if count >= _RAREST)
    labels = sorted({label for one in given for label in one.labels})
    rows = _matrix([one.seen for one in given], known)
    done = numpy.array([[label in one.labels for label in labels] for one in given], float)
    alone = numpy.array([one.alone for one in given])
    counted = numpy.where(alone[:, None], 1.0, 1.0 - done)
    for at, one in enumerate(given):
        for place, label in enumerate(labels):
            if not done[at, place] and not one.open.isdisjoint((label, label.partition(":")[0])):
                counted[at, place] = 0.0
    nothing = numpy.zeros((len(known), len(labels))), numpy.zeros(len(labels))
    weights, bias = _regressions(rows, done, counted, nothing)
    scores = rows @ weights + bias
    likeliest: dict[tuple[tuple[str, int, int], int], int] = {}
    unsure = cast(list[tuple[int, int]], numpy.argwhere(done * ~alone[:, None]).tolist())
    for at, place in unsure:
        key = (given[at].message, place)
        if key not in likeliest or scores[at, place] > scores[likeliest[key], place]:
            likeliest[key] = at
    for (_, place), at in likeliest.items():
        counted[at, place] = 1.0
    weights, bias = _regressions(rows, done, counted, (weights, bias))
    return {
        label: {
            BIAS: float(bias[place]),
            **{
                known[at]: float(weights[at, place])
                for at in numpy.nonzero(numpy.abs(weights[:, place]) >= _SMALLEST)[0]
            },
        }
        for place, label in enumerate(labels)
    }


def _regressions(
    rows: Sparse, done: Floats, counted: Floats, start: tuple[Floats, Floats]
) -> tuple[Floats, Floats]:
    """Fit all labels at once: the weights of shape (features, labels), and the bias of each.

    Args:
        rows: The features of the examples, of shape (examples, features).
        done: 1 where an example has a label, of shape (examples, labels).
        counted: 0 where an example is left out for a label; the same shape.
        start: The weights and biases to begin with.
    """
    features, labels = rows.shape[1], done.shape[1]

    def loss(flat: Floats) -> tuple[float, Floats]:
        both = flat.reshape(features + 1, labels)
        scores = rows @ both[:-1] + both[-1]
        # log(1 + exp(score)) without an overflow.
        each = numpy.logaddexp(0.0, scores) - done * scores
        off = counted * (1 / (1 + numpy.exp(-scores)) - done)
        slope = numpy.vstack([rows.T @ off + both[:-1] / _STRENGTH, off.sum(axis=0)])
        total = (counted * each).sum() + (both[:-1] ** 2).sum() / (2 * _STRENGTH)
        return float(total), slope.ravel()

    search = importlib.import_module("scipy.optimize").minimize
    found = cast(
        _Found,
        search(
            loss,
            numpy.vstack((start[0], start[1])).ravel(),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": _STEPS},
        ),
    )
    best = found.x.reshape(features + 1, labels)
    return best[:-1], best[-1]


def _matrix(rows: Iterable[frozenset[str]], known: Sequence[str]) -> Sparse:
    number = {feature: place for place, feature in enumerate(known)}
    places: list[int] = []
    ends = [0]
    for row in rows:
        places += sorted(number[feature] for feature in row if feature in number)
        ends.append(len(places))
    matrix = importlib.import_module("scipy.sparse").csr_matrix
    shape = (len(ends) - 1, len(known))
    return cast(Sparse, matrix((numpy.ones(len(places)), places, ends), shape=shape))


def written(sentences: Weights, seats: Weights) -> str:
    """Return the weights as content_weights.txt has them."""
    lines = [
        "# The weights of the contents of sentences; written by tests/core/speech/contents/fit.py, "
        "not by hand."
    ]
    for key, weights in (("S", sentences), ("L", seats)):
        lines.append(f"labels {key}\t{' '.join(weights)}")
        for feature in sorted({feature for each in weights.values() for feature in each}):
            told = " ".join(
                f"{place}:{each[feature]:.2f}"
                for place, each in enumerate(weights.values())
                if feature in each
            )
            lines.append(f"{key} {feature}\t{told}")
    return "\n".join(lines) + "\n"


def _write(given: Iterable[tuple[Sequence[Example], Sequence[Example]]]) -> None:
    sentences, seats = list[Example](), list[Example]()
    for of_sentences, of_seats in given:
        sentences += of_sentences
        seats += of_seats
    CONTENT_WEIGHTS_FILE.write_text(written(fitted(sentences), fitted(seats)), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, print the figures if they are asked for, and write."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.core.speech.contents.fit", description=str(__doc__).split(": ", 1)[1]
    )
    parser.add_argument("--try", dest="tried", action="store_true", help="print figures first")
    chosen = parser.parse_args(arguments)
    given = {hand: examples(known, hand) for hand, known in labelled_hands().items()}
    always = examples(other_messages(), "")
    if chosen.tried:
        total = (Counter[str](), Counter[str](), Counter[str]())
        for hand, messages in labelled_messages().items():
            _write([always, *(each for other, each in given.items() if other != hand)])
            counts = found_in(messages)
            sys.stdout.write(f"{hand}: {table(counts)}\n")
            for whole, part in zip(total, counts, strict=True):
                whole.update(part)
        sys.stdout.write(f"all: {table(total)}\n")
    _write([always, *given.values()])
    sys.stdout.write(
        f"wrote {CONTENT_WEIGHTS_FILE.name}, {CONTENT_WEIGHTS_FILE.stat().st_size // 1024} kB\n"
    )


def table(counts: tuple[Counter[str], Counter[str], Counter[str]]) -> str:
    """Return recall and precision by kind of act, from the counts of `found_in`."""
    right, missed, wrong = counts
    return "  ".join(
        f"{kind} {right[kind] / max(1, right[kind] + missed[kind]):.2f}/"
        f"{right[kind] / max(1, right[kind] + wrong[kind]):.2f} of {right[kind] + missed[kind]}"
        for kind in sorted({*right, *missed, *wrong})
    )


if __name__ == "__main__":
    main()
