"""Scores of a quiz as text and JSON: accuracy with its interval, F1, and a table of each group."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wolfcore.quiz import SUBJECTS
from wolfcore.quiz.exam import Score, Share, Taken, score, scores_by

GROUPS: Mapping[str, Callable[[Taken], str]] = {
    "subject": lambda row: row.subject,
    "kind": lambda row: row.kind,
    "basis": lambda row: row.basis,
    "form": lambda row: row.form,
    "board": lambda row: row.board,
}
"""The properties by which answers can be grouped."""


def print_score(args: argparse.Namespace, who: str, rows: Sequence[Taken]) -> None:
    """Print the score of answers, as text or JSON."""
    by = tuple(dict.fromkeys(args.by)) or ("subject",)
    print(
        json.dumps(score_json(who, rows, by), ensure_ascii=False)
        if args.json
        else "\n".join(score_lines(who, rows, by))
    )


def score_lines(who: str, rows: Sequence[Taken], by: Sequence[str]) -> list[str]:
    """Format the score of all answers and of each group as lines."""
    whole = score(rows)
    unreadable = (
        f"; {whole.unreadable} could not be read and count as wrong" if whole.unreadable else ""
    )
    lines = [f"{who}: {whole.right} of {whole.questions} right{unreadable}"]
    if whole.questions:
        lines.append(f"accuracy {_share(whole.accuracy)}")
    if whole.f1_yes.value is not None or whole.f1_no.value is not None:
        mean = "" if whole.f1 is None else f", mean {whole.f1:.3f}"
        lines.append(f"F1 of Yes {_share(whole.f1_yes)}, of No {_share(whole.f1_no)}{mean}")
    for group in by if rows else ():
        lines += ["", *_table(group, _in_order(group, scores_by(rows, GROUPS[group])))]
    return lines


def score_json(who: str, rows: Sequence[Taken], by: Sequence[str]) -> dict[str, Any]:
    """Return the score of all answers and of each group as a JSON-ready object."""
    groups = {
        group: {name: _tree(found) for name, found in scores_by(rows, GROUPS[group]).items()}
        for group in by
    }
    return {"seat": who, **_tree(score(rows)), "by": groups}


def _table(group: str, scores: Mapping[str, Score]) -> list[str]:
    width = max(len(group), *map(len, scores))
    lines = [f"{group:<{width}}  {'right':>9}  accuracy [95 %]          F1 Yes  F1 No  unreadable"]
    for name, found in scores.items():
        right = f"{found.right}/{found.questions}"
        f1 = "  ".join(
            f"{'-' if each.value is None else f'{each.value:.3f}':>6}"
            for each in (found.f1_yes, found.f1_no)
        )
        lines.append(
            f"{name:<{width}}  {right:>9}  {_share(found.accuracy):<24} {f1}  "
            f"{found.unreadable or '':>9}".rstrip()
        )
    return lines


def _in_order(group: str, scores: dict[str, Score]) -> dict[str, Score]:
    """Order scores by the rule book if grouped by subject; else leave them as they are."""
    return (
        {name: scores[name] for name in SUBJECTS if name in scores}
        if group == "subject"
        else scores
    )


def _share(share: Share) -> str:
    if share.value is None:
        return "-"
    low, high = share.interval.low, share.interval.high
    return f"{share.value:.3f}" + (
        "" if low is None or high is None else f" [{low:.3f}, {high:.3f}]"
    )


def _tree(found: Score) -> dict[str, Any]:
    def tree(share: Share) -> dict[str, Any]:
        return {"value": share.value, "low": share.interval.low, "high": share.interval.high}

    return {
        "questions": found.questions,
        "right": found.right,
        "unreadable": found.unreadable,
        "accuracy": tree(found.accuracy),
        "f1_yes": tree(found.f1_yes),
        "f1_no": tree(found.f1_no),
        "f1": found.f1,
    }
