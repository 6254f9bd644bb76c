"""`python -m tests.core.speech.messages.fit --papers FOLDER`: fits the weights of the learned opinion anew and writes them.

Logistic regression, a kind of act each, on the training folder and on speeches of house bots; what is printed comes from
folds that the weights of that round had not seen. It needs scikit-learn (`pip install --group fit`).
"""

from __future__ import annotations

import argparse
import importlib
import math
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol, cast

from core.speech.learned.model import ALWAYS, FILE, KINDS

from .examples import (
    Example,
    examples,
    fixed_examples,
    house_examples,
    line_examples,
    messages,
    paper_messages,
    phrases,
    seen_messages,
)

_STRENGTH = 0.3
"""Inverse strength of the penalty on large weights."""
_RAREST = 3
"""Features seen in fewer examples are left out."""
_SMALLEST = 0.1
"""Weights nearer to zero are left out."""
_FOUND = 0.12
"""The least probability for an act that rules or rows found, too."""
_NEW = {"accuse": 0.45, "vouch": 0.5, "defend": 0.55, "vote": 0.5, "ask": 0.5, "wolf": 0.55, "good": 0.6}
"""The least probability for an act that nothing else found."""
_LONG = {"accuse": 0.65, "vouch": 0.6, "defend": 0.55, "vote": 0.6, "ask": 0.55, "wolf": 0.75, "good": 0.75}
"""The same in a message of many sentences."""
_FOUND_LONG = {"accuse": 0.3, "vouch": 0.4, "defend": 0.2, "vote": 0.2, "ask": 0.12, "wolf": 0.12, "good": 0.12}
"""The least probability in a message of many sentences for an act that rules or rows found, too."""
_FOLDS = 4
_FIXED = 4
"""How much more the sentences that tests hold weigh than others."""


class _Array(Protocol):
    def tolist(self) -> list[float]: ...


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
    known = {feature: place for place, feature in enumerate(sorted(name for name, count in counts.items() if count >= _RAREST))}
    weights: Weights = {kind: {} for kind in KINDS}
    for kind in KINDS:
        used = [one for one in given if kind not in one.open and (kind == "defend" or not one.own)]
        regression = _regression().fit(_matrix([one.seen for one in used], known), [kind in one.done for one in used])
        for feature, weight in zip(known, regression.coef_[0].tolist(), strict=True):
            if abs(weight) >= _SMALLEST:
                weights[kind][feature] = weight
        weights[kind][ALWAYS] = regression.intercept_.tolist()[0]
    return weights


def _regression() -> _Regression:
    linear = importlib.import_module("sklearn.linear_model")
    return cast(_Regression, linear.LogisticRegression(C=_STRENGTH, solver="liblinear", max_iter=200))


def _matrix(rows: Iterable[frozenset[str]], known: dict[str, int]) -> object:
    places: list[int] = []
    ends = [0]
    for row in rows:
        places += sorted(known[feature] for feature in row if feature in known)
        ends.append(len(places))
    sparse = importlib.import_module("scipy.sparse")
    return cast(object, sparse.csr_matrix(([1.0] * len(places), places, ends), shape=(len(ends) - 1, len(known))))


def written(weights: Weights) -> str:
    """The weights as weights.txt has them: a feature a line, then for each kind that it speaks for or against its weight."""
    lines = [
        "# What each feature speaks for and against; written by tests/core/speech/messages/fit.py, not by hand.",
        *(f"bars {kind}\t{_NEW[kind]:g} {_LONG[kind]:g} {_FOUND:g} {_FOUND_LONG[kind]:g}" for kind in KINDS),
    ]
    for feature in sorted({feature for each in weights.values() for feature in each}):
        told = [(place, weights[kind][feature]) for place, kind in enumerate(KINDS) if feature in weights[kind]]
        lines.append(f"{feature}\t" + " ".join(f"{place}{weight:+.2f}" for place, weight in told))
    return "\n".join(lines) + "\n"


def _tried(groups: Sequence[list[Example]], always: list[Example]) -> str:
    """Precision and recall of sentences about a seat, each judged by weights that had not seen its message."""
    chance = random.Random(1)
    folds = [chance.randrange(_FOLDS) for _ in groups]
    said, right, there = Counter[str](), Counter[str](), Counter[str]()
    for fold in range(_FOLDS):
        learnt = [one for group, at in zip(groups, folds, strict=True) if at != fold for one in group]
        weights = fitted([*learnt, *always])
        for group, at in zip(groups, folds, strict=True):
            for one in group if at == fold else ():
                for kind in KINDS:
                    if kind in one.open or (one.own and kind != "defend"):
                        continue
                    total = weights[kind][ALWAYS] + sum(weights[kind].get(feature, 0.0) for feature in one.seen)
                    hit = total >= _logit(_NEW[kind])
                    there[kind] += kind in one.done
                    said[kind] += hit
                    right[kind] += hit and kind in one.done
    rows = [f"{kind:8} n {there[kind]:5} precision {right[kind] / max(1, said[kind]):.2f} "
            f"recall {right[kind] / max(1, there[kind]):.2f}" for kind in KINDS]  # fmt: skip
    return "\n".join(rows)


def _logit(share: float) -> float:
    return math.log(share / (1 - share))


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, say how well it went, and write."""
    parser = argparse.ArgumentParser(prog="python -m tests.core.speech.messages.fit", description=str(__doc__).split(": ", 1)[1])
    parser.add_argument("--games", type=int, default=240, help="games of house bots whose speeches stand by (default 240)")
    parser.add_argument("--try", dest="tried", action="store_true", help="print precision and recall of unseen folds first")
    parser.add_argument("--papers", type=Path, required=True, help="the folder with the papers whose speeches labels.toml labels")
    chosen = parser.parse_args(arguments)
    typed = [examples(message) for message in (*messages(), *phrases(), *seen_messages(), *paper_messages(chosen.papers))]
    house = [*house_examples(chosen.games), *line_examples(500), *list(fixed_examples()) * _FIXED]
    sys.stdout.write(f"{len(typed)} messages and phrases, {sum(map(len, typed))} examples; {len(house)} of house bots and tests\n")
    if chosen.tried:
        sys.stdout.write(_tried(typed, house) + "\n")
    FILE.write_text(written(fitted([one for group in typed for one in group] + house)), encoding="utf-8")
    sys.stdout.write(f"wrote {FILE.name}, {FILE.stat().st_size // 1024} kB\n")


if __name__ == "__main__":
    main()
