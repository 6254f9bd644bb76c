"""`labels`: filled label sheets compared with the program's answers, and with each other.

A sheet is a CSV with the columns `id` and `label`. The key is a CSV with `id`, `game`, `answer`
(what the program says), `stratum` and `pool` (how many lines the stratum was drawn from).
"""

from __future__ import annotations

import argparse
import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from wolfcore.errors import LogError
from wolfcore.files import read_text
from wolfcore.intervals import Interval
from wolfcore.metrics.annotation.agreement import Share, agreement_on_label


class Key(NamedTuple):
    """The program's answer to one line, and how the line was drawn."""

    game: str
    answer: str
    stratum: str
    pool: int


def kappa_of_categories(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Compute Cohen's kappa over any number of categories; None if chance alone agrees fully."""
    n = len(pairs)
    first, second = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    chance = sum(first[name] * second[name] for name in first) / n**2 if n else 1.0
    agreed = sum(one == other for one, other in pairs) / n if n else 0.0
    return None if chance == 1 else (agreed - chance) / (1 - chance)


def pool_recall(keys: Mapping[str, Key], labels: Mapping[str, str], positive: str) -> float | None:
    """Estimate the recall over the pool: each line stands for pool / drawn lines of its stratum."""
    drawn = Counter(key.stratum for key in keys.values())
    found = missed = 0.0
    for name, key in keys.items():
        if labels.get(name) == positive:
            weight = key.pool / drawn[key.stratum]
            found, missed = (
                (found + weight, missed) if key.answer == positive else (found, missed + weight)
            )
    return found / (found + missed) if found + missed else None


def read_key(path: Path) -> dict[str, Key]:
    """Read the key; raise LogError if it has no such columns."""
    rows = _rows(path)
    try:
        return {
            row["id"]: Key(row["game"], row["answer"], row["stratum"], int(row["pool"]))
            for row in rows
        }
    except (KeyError, ValueError) as error:
        raise LogError(f"is no key of a label sheet ({error})", file=str(path)) from None


def read_labels(path: Path) -> dict[str, str]:
    """Read the labels of a filled sheet by id; lines without a label are left out."""
    rows = _rows(path)
    if any("id" not in row or "label" not in row for row in rows):
        raise LogError("has no columns `id` and `label`", file=str(path))
    return {row["id"]: label for row in rows if (label := row["label"].strip().lower())}


def _rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(read_text(path))))


def measure(argv: Sequence[str]) -> None:
    """Print agreement, kappa, precision and recall of each sheet, and of each two sheets."""
    parser = argparse.ArgumentParser(prog="python -m bench labels", description=__doc__)
    parser.add_argument("key", type=Path, help="the program's answers")
    parser.add_argument("sheet", type=Path, nargs="+", help="a filled sheet")
    args = parser.parse_args(argv)
    keys = read_key(args.key)
    sheets: dict[str, dict[str, str]] = {str(path): read_labels(path) for path in args.sheet}
    for name, labels in sheets.items():
        answers = {each: key.answer for each, key in keys.items()}
        print(f"\n{name} and the program")
        _print_agreement(keys, labels, answers)
        for category in sorted({key.answer for key in keys.values()}):
            recall = pool_recall(keys, labels, category)
            if recall is not None:
                print(f"  {category:<12} recall over the pool {recall:.2f}")
    for (one, first), (other, second) in combinations(sheets.items(), 2):
        print(f"\n{one} and {other}")
        _print_agreement(keys, first, second)


def _print_agreement(
    keys: Mapping[str, Key], first: Mapping[str, str], second: Mapping[str, str]
) -> None:
    both = [name for name in keys if name in first and name in second]
    pairs = [(first[name], second[name]) for name in both]
    kappa = kappa_of_categories(pairs)
    print(f"  {len(both)} lines, kappa {'none' if kappa is None else f'{kappa:.2f}'}")
    for category in sorted({label for pair in pairs for label in pair}):
        found = agreement_on_label(
            category,
            [(keys[name].game, first[name] == category, second[name] == category) for name in both],
        )
        shares = {"kappa": found.kappa, "precision": found.precision, "recall": found.recall}
        print(f"  {category:<12} " + "  ".join(f"{k} {_share(v)}" for k, v in shares.items()))


def _share(share: Share) -> str:
    if share.value is None:
        return "none"
    interval: Interval = share.interval
    ends = (
        ""
        if interval.low is None or interval.high is None
        else f" [{interval.low:.2f}, {interval.high:.2f}]"
    )
    return f"{share.value:.2f}{ends}"
