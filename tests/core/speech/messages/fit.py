"""`python -m tests.core.speech.messages.fit --papers FOLDER`: fits the weights of the learned
opinion anew and writes them.

Logistic regression, a kind of act each, on the training folder and on speeches of house bots; then
once more on what the sentences of a message come to together, by weights that had not seen the hand
that wrote it. What is printed is of unseen hands, too: with folds drawn at random every reading
looks a tenth better than it is on somebody else's messages. It needs scikit-learn (`pip install
--group fit`).
"""

from __future__ import annotations

import argparse
import importlib
import math
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from docs.phrasebook import LIST
from tests.core.speech.messages.examples import (
    Example,
    Whole,
    context_examples,
    fixed_examples,
    hands,
    house_examples,
    line_examples,
    whole,
)
from wolfcore.speech.classifier.regression import (
    BIAS,
    KINDS,
    MESSAGE_KINDS,
    WEIGHTS_FILE,
    ScoredMessage,
    SentenceScore,
    message_features,
)

_STRENGTH = 0.3
"""Inverse strength of the penalty on large weights."""
_RAREST = 3
"""Features seen in fewer examples are left out."""
_SMALLEST = 0.1
"""Weights nearer to zero are left out."""
_FOUND = 0.12
"""The least probability for an act that rules or rows found, too."""
_NEW = {
    "accuse": 0.45,
    "vouch": 0.5,
    "defend": 0.55,
    "vote": 0.5,
    "ask": 0.5,
    "wolf": 0.55,
    "good": 0.6,
}
"""The least probability for an act that nothing else found."""
_LONG = {
    "accuse": 0.55,
    "vouch": 0.6,
    "defend": 0.55,
    "vote": 0.6,
    "ask": 0.55,
    "wolf": 0.75,
    "good": 0.75,
}
"""The same in a message of many sentences."""
_FOUND_LONG = {
    "accuse": 0.3,
    "vouch": 0.4,
    "defend": 0.2,
    "vote": 0.2,
    "ask": 0.12,
    "wolf": 0.12,
    "good": 0.12,
}
"""The least probability in a message of many sentences for an act that rules or rows found, too."""
_FOLDS = 5
_WHOLE_STRENGTH = 0.1
"""Inverse strength of the penalty on the weights of whole messages, whose features are scaled to
one spread."""
_SHARE_OF_WHOLE = 0.5
"""How much the whole message counts beside its likeliest sentence."""
_LONG_FROM = 4
_HOUSE, _HOUSE_EVERY = "house", 3
"""Of what house bots say every so manieth speech stands by when whole messages are weighed."""
_CONTEXTS = 0.1
"""How many of the contexts that `docs.phrasebook` tries stand by, of lines that it does not list.
"""
_FIXED = 4
"""How much more the sentences that tests hold weigh than others."""


class _Array(Protocol):
    def tolist(self) -> list[float]: ...


class _Scaler(Protocol):
    mean_: _Array
    scale_: _Array

    def fit_transform(self, x: object) -> object: ...


class _Fitted(Protocol):
    coef_: Sequence[_Array]
    intercept_: _Array


class _Regression(Protocol):
    def fit(self, x: object, y: Sequence[bool]) -> _Fitted: ...


Weights = dict[str, dict[str, float]]
"""The weight of each feature, by kind."""


def fitted(given: Sequence[Example]) -> Weights:
    """The weights for some examples."""
    counts = Counter(feature for one in given for feature in one.seen)
    known = {
        feature: place
        for place, feature in enumerate(
            sorted(name for name, count in counts.items() if count >= _RAREST)
        )
    }
    weights: Weights = {kind: {} for kind in KINDS}
    for kind in KINDS:
        used = [one for one in given if kind not in one.open and (kind == "defend" or not one.own)]
        regression = _regression(_STRENGTH).fit(
            _matrix([one.seen for one in used], known), [kind in one.done for one in used]
        )
        for feature, weight in zip(known, regression.coef_[0].tolist(), strict=True):
            if abs(weight) >= _SMALLEST:
                weights[kind][feature] = weight
        weights[kind][BIAS] = regression.intercept_.tolist()[0]
    return weights


def _regression(strength: float) -> _Regression:
    linear = importlib.import_module("sklearn.linear_model")
    return cast(
        _Regression, linear.LogisticRegression(C=strength, solver="liblinear", max_iter=200)
    )


def _matrix(rows: Iterable[frozenset[str]], known: dict[str, int]) -> object:
    places: list[int] = []
    ends = [0]
    for row in rows:
        places += sorted(known[feature] for feature in row if feature in known)
        ends.append(len(places))
    sparse = importlib.import_module("scipy.sparse")
    return cast(
        object,
        sparse.csr_matrix(([1.0] * len(places), places, ends), shape=(len(ends) - 1, len(known))),
    )


class _Row(NamedTuple):
    """What is seen of a seat in a whole message that rules and rows read nothing of, and whether
    the message does it."""

    seen: list[int]
    done: bool


def rows_of_wholes(
    kind: str, messages: Iterable[Whole], totals: Iterable[Sequence[dict[str, int]]]
) -> list[_Row]:
    """A row for each seat of each message of which the opinion alone decides."""
    rows: list[_Row] = []
    for message, sums in zip(messages, totals, strict=True):
        told = _message(message, sums)
        for seat in told.parts:
            done = (kind, seat) in message.done
            if (
                seat != message.speaker
                and (kind, seat) not in message.read
                and (done or (kind, seat) not in message.open)
            ):
                rows.append(_Row(list(message_features(told, seat).values()), done))
    return rows


def weights_of_wholes(kind: str, rows: Sequence[_Row]) -> dict[str, float]:
    """The weights of whole messages for a kind, the likeliest sentence's share among them."""
    names = _names_of_whole()
    scaling = importlib.import_module("sklearn.preprocessing")
    scaler = cast(_Scaler, scaling.StandardScaler())
    scaled = scaler.fit_transform([row.seen for row in rows])
    regression = _regression(_WHOLE_STRENGTH).fit(scaled, [row.done for row in rows])
    weights: dict[str, float] = {}
    always = 100 * regression.intercept_.tolist()[0]
    for name, each, mean, spread in zip(
        names,
        regression.coef_[0].tolist(),
        scaler.mean_.tolist(),
        scaler.scale_.tolist(),
        strict=True,
    ):
        # What is seen is in hundredths, as the sum is; what was learned of scaled values is scaled
        # back.
        weights[name] = 100 * each / spread
        always -= weights[name] * mean
    weights[BIAS] = always / 100
    weights = {name: _SHARE_OF_WHOLE * weight for name, weight in weights.items()}
    weights[f"most {kind}"] += 1 - _SHARE_OF_WHOLE
    return weights


def _names_of_whole() -> list[str]:
    nothing = ScoredMessage(
        {1: [SentenceScore(dict.fromkeys(KINDS, 0), implied=False)]}, 0, 1, frozenset(), frozenset()
    )
    return list(message_features(nothing, 1))


def _message(message: Whole, sums: Sequence[Mapping[str, int]]) -> ScoredMessage:
    parts: dict[int, list[SentenceScore]] = {}
    for example, each in zip(message.examples, sums, strict=True):
        parts.setdefault(example.seat, []).append(SentenceScore(each, example.lean))
    return ScoredMessage(parts, message.speaker, message.sentences, message.read, message.held)


def unseen_sums(
    messages: Mapping[str, Sequence[Whole]], always: Sequence[Example]
) -> dict[str, list[list[dict[str, int]]]]:
    """The sums of every example of every hand, by weights fitted without a fifth of the hands, this
    one among them."""
    found: dict[str, list[list[dict[str, int]]]] = {}
    for fold in range(_FOLDS):
        out = list(messages)[fold::_FOLDS]
        weights = fitted(
            [
                one
                for hand, told in messages.items()
                if hand not in out
                for each in told
                for one in each.examples
            ]
            + list(always)
        )
        for hand in out:
            found[hand] = [
                [_sums(weights, one.seen) for one in each.examples] for each in messages[hand]
            ]
    return found


def _sums(weights: Weights, seen: Iterable[str]) -> dict[str, int]:
    named = (BIAS, *seen)
    return {
        kind: round(100 * sum(weights[kind].get(feature, 0.0) for feature in named))
        for kind in KINDS
    }


def written(weights: Weights, wholes: Weights) -> str:
    """The weights as weights.txt has them: a feature a line, then for each kind that it speaks for
    or against its weight."""
    lines = [
        "# What each feature speaks for and against; written by "
        "tests/core/speech/messages/fit.py, not by hand.",
        *(
            f"bars {kind}\t{_NEW[kind]:g} {_LONG[kind]:g} {_FOUND:g} {_FOUND_LONG[kind]:g}"
            for kind in KINDS
        ),
        *(
            f"whole {kind}\t" + ", ".join(f"{name}:{weight:.3f}" for name, weight in each.items())
            for kind, each in wholes.items()
        ),
    ]
    for feature in sorted({feature for each in weights.values() for feature in each}):
        told = [
            (place, weights[kind][feature])
            for place, kind in enumerate(KINDS)
            if feature in weights[kind]
        ]
        lines.append(f"{feature}\t" + " ".join(f"{place}{weight:+.2f}" for place, weight in told))
    return "\n".join(lines) + "\n"


def _tried(
    messages: Mapping[str, Sequence[Whole]], sums: Mapping[str, Sequence[Sequence[dict[str, int]]]]
) -> str:
    """Precision and recall of what messages do, by hand, at the bars: each judged by weights that
    had not seen its hand."""
    found: list[str] = []
    for kind in MESSAGE_KINDS:
        rows = {hand: rows_of_wholes(kind, told, sums[hand]) for hand, told in messages.items()}
        for hand in messages:
            if not hand.startswith("messages"):
                continue
            weights = weights_of_wholes(
                kind, [row for other, told in rows.items() if other != hand for row in told]
            )
            counts = {"sentences": Counter[str](), "whole": Counter[str]()}
            for message, each in zip(messages[hand], sums[hand], strict=True):
                _count(
                    counts["sentences"],
                    kind,
                    message,
                    _message(message, each),
                    {f"most {kind}": 1.0},
                )
                _count(counts["whole"], kind, message, _message(message, each), weights)
            found.append(
                f"{hand:12} {kind:6} n {counts['whole']['there']:4}"
                + "".join(
                    f"  {name} "
                    f"{count['right'] / max(1, count['said']):.2f}/{count['right'] / max(1, count['there']):.2f}"
                    for name, count in counts.items()
                )
            )
    return "\n".join(found)


def _count(
    count: Counter[str],
    kind: str,
    message: Whole,
    told: ScoredMessage,
    weights: Mapping[str, float],
) -> None:
    """Count what is said of the seats of a message, what of it is right, and what there is to say."""
    long = message.sentences >= _LONG_FROM
    count["there"] += sum(each == kind for each, _ in message.done)
    checked = {seat for each, seat in message.held if each in ("wolf", "good")}
    for seat in told.parts:
        if seat == message.speaker:
            continue
        seen = message_features(told, seat)
        if (kind, seat) in message.read:
            said = (kind, seat) in message.held and seen[f"most {kind}"] >= 100 * _logit(
                _FOUND_LONG[kind] if long else _FOUND
            )
        else:
            total = sum(weights.get(name, 0.0) * value for name, value in seen.items())
            said = (
                total >= 100 * _logit(_LONG[kind] if long else _NEW[kind]) and seat not in checked
            )
        if said and ((kind, seat) in message.done or (kind, seat) not in message.open):
            count["said"] += 1
            count["right"] += (kind, seat) in message.done


def _logit(share: float) -> float:
    return math.log(share / (1 - share))


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, say how well it went, and write."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.core.speech.messages.fit", description=str(__doc__).split(": ", 1)[1]
    )
    parser.add_argument(
        "--games",
        type=int,
        default=240,
        help="games of house bots whose speeches stand by (default 240)",
    )
    parser.add_argument(
        "--try",
        dest="tried",
        action="store_true",
        help="print precision and recall of unseen folds first",
    )
    parser.add_argument(
        "--papers",
        type=Path,
        required=True,
        help="the folder with the papers whose speeches labels.toml labels",
    )
    chosen = parser.parse_args(arguments)
    messages = {
        hand: [whole(message) for message in told] for hand, told in hands(chosen.papers).items()
    }
    typed = [one for told in messages.values() for each in told for one in each.examples]
    listed = frozenset(
        line.partition(": ")[2]
        for line in LIST.read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    )
    lines = [*house_examples(chosen.games), *line_examples(500), *list(fixed_examples()) * _FIXED]
    lines += [*context_examples(listed, _CONTEXTS), *list(context_examples(listed, 0.0)) * _FIXED]
    house = [one for each in lines for one in each.examples]
    sys.stdout.write(
        f"{sum(map(len, messages.values()))} messages and phrases, {len(typed)} examples; "
        f"{len(house)} of house bots and tests\n"
    )
    sums = unseen_sums(messages, house)
    weights = fitted(typed + house)
    messages[_HOUSE] = lines[::_HOUSE_EVERY]
    sums[_HOUSE] = [
        [_sums(weights, one.seen) for one in each.examples] for each in messages[_HOUSE]
    ]
    if chosen.tried:
        sys.stdout.write(_tried(messages, sums) + "\n")
    wholes = {
        kind: weights_of_wholes(
            kind,
            [
                row
                for hand, told in messages.items()
                for row in rows_of_wholes(kind, told, sums[hand])
            ],
        )
        for kind in MESSAGE_KINDS
    }
    WEIGHTS_FILE.write_text(written(weights, wholes), encoding="utf-8")
    sys.stdout.write(f"wrote {WEIGHTS_FILE.name}, {WEIGHTS_FILE.stat().st_size // 1024} kB\n")


if __name__ == "__main__":
    main()
