"""How much of what answers a question seats find in their record with the packaged model, beside
BM25.

python -m tests.core.memory.recall [EMBEDDER]
"""

from __future__ import annotations

import asyncio
import importlib
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean
from typing import Any, TypeAlias

import msgspec

from wolfcore.agents.fact_sentences import RecordLine
from wolfcore.agents.record_lines import line_similarities
from wolfcore.game import facts as f
from wolfcore.memory import Embedder
from wolfcore.memory.defaults import DEFAULT

HERE = Path(__file__).parent
NEAREST = 5
"""How many lines a seat is shown for a question (the program of Xu et al.)."""
HELD = "held"
"""The set, and the record, by which nothing was chosen."""
NONE = -1.0
"""The score of a line that is not searched."""


class Asked(msgspec.Struct, frozen=True):
    """A question with the numbers of the lines of a record that answer it."""

    record: str
    question: str
    lines: tuple[int, ...]


Shares: TypeAlias = "list[tuple[Asked, float]]"
"""Questions, each with the share of its lines that was found."""


def asked() -> list[Asked]:
    """All questions, those that are held back last."""
    lines = [
        line
        for name in ("questions", HELD)
        for line in (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()
    ]
    return [msgspec.json.decode(line, type=Asked) for line in lines]


def records() -> dict[str, list[str]]:
    """The lines of every record, as prompts show them."""
    return {
        path.stem: path.read_text("utf-8").splitlines()
        for path in sorted((HERE / "records").glob("*.txt"))
    }


def as_seen(lines: Sequence[str]) -> tuple[list[RecordLine], list[str]]:
    """Lines of a record as a seat has them, and everybody's name in seat order."""
    found: list[RecordLine] = []
    for number, line in enumerate(lines, 1):
        text = line.partition(". ")[2]
        heading = f.Began(1, "discussion") if text.startswith("== ") else None
        found.append(RecordLine(text, "speech" if ': "' in text else "fact", heading, number))
    who = {
        int(seat): name
        for line in found
        for seat, name in re.findall(r"\b(\d+) ([A-Z][a-z]+)", line.text)
    }
    return found, [who[seat] for seat in sorted(who)]


def share_found(scores: Sequence[float], wanted: Sequence[int]) -> float:
    """Recall at 5: which share of the lines wanted is among the five of the highest score; of
    equals the earlier counts as higher.

    Args:
        scores: A score a line, in order.
        wanted: The numbers of the lines that answer, from 1.
    """
    best = sorted(range(len(scores)), key=lambda place: -scores[place])[:NEAREST]
    return sum(number - 1 in best for number in wanted) / len(wanted)


async def by_meaning(embedder: Embedder) -> list[Shares]:
    """Recall at 5 of an embedder, a question each: as seats compare, and with lines compared as
    prompts show them."""
    await embedder.load()
    compared: Shares = []
    whole: Shares = []
    for each in asked():
        lines = records()[each.record]
        seen, names = as_seen(lines)
        near = await line_similarities(embedder, each.question, seen, names)
        compared.append(
            (
                each,
                share_found(
                    [near.get(number, NONE) for number in range(1, len(lines) + 1)], each.lines
                ),
            )
        )
        whole.append(
            (each, share_found(await embedder.similarities(each.question, lines), each.lines))
        )
    return [compared, whole]


def by_words() -> Shares:
    """Recall at 5 of BM25 (Lucene's, k1 = 1.5, b = 0.75; English stop words left out), a question
    each."""
    scorers = {name: _bm25(lines) for name, lines in records().items()}
    return [
        (each, share_found(scorers[each.record](each.question), each.lines)) for each in asked()
    ]


def _bm25(lines: Sequence[str]) -> Callable[[str], list[float]]:
    bm25s: Any = importlib.import_module("bm25s")  # it tells no types
    index = bm25s.BM25()
    index.index(_tokens(bm25s, lines), show_progress=False)
    return lambda query: [float(score) for score in index.get_scores(_tokens(bm25s, [query])[0])]


def _tokens(bm25s: Any, texts: Sequence[str]) -> list[list[str]]:
    return bm25s.tokenize(list(texts), stopwords="en", return_ids=False, show_progress=False)


def table(found: dict[str, Shares]) -> str:
    """By record and way of searching: the mean recall at 5, and the share of questions of which
    something was found."""
    rows = [f"{'':<10}{'questions':>10}{'lines':>7}" + "".join(f"{name:>22}" for name in found)]
    every = records()
    for name, of in [
        ("bots", ["bots"]),
        ("people", ["people"]),
        ("both", ["bots", "people"]),
        (HELD, [HELD]),
    ]:
        values = [
            [share for each, share in shares if each.record in of] for shares in found.values()
        ]
        cells = [f"{mean(each):.3f} ({mean(map(bool, each)):.2f})" for each in values]
        many = sum(len(every[each]) for each in of)
        rows.append(
            f"{name:<10}{len(values[0]):>10}{many:>7}" + "".join(f"{cell:>22}" for cell in cells)
        )
    return "\n".join(rows)


async def main(name: str) -> None:
    """Print the table of an embedder, and the questions of which seats find nothing."""
    from wolfcore.memory.embedders import CachedEmbedder
    from wolfcore.memory.local_encoders import local_encoder

    compared, whole = await by_meaning(CachedEmbedder(local_encoder(name)))
    lines = [
        f"recall at {NEAREST}, and in brackets the share of questions of which a line is "
        f"among the {NEAREST}",
        "",
        table({"as seats compare": compared, "lines as prompted": whole, "BM25": by_words()}),
        "",
        "nothing is found of:",
        *(
            f"  {each.record}: {each.question} {list(each.lines)}"
            for each, share in compared
            if not share
        ),
    ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else DEFAULT))
