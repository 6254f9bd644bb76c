"""Texts are turned into vectors once, and no cache stops a game."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.core.memory.encoders import WordEncoder, near
from wolfcore.errors import MemoryProblem, ModelUnreachable
from wolfcore.memory.embedders import CachedEmbedder, RemoteEncoder
from wolfcore.memory.vectors import VectorCache, unit_vector

TEXTS = ("Ada claims to be the Seer.", "Bram votes for Cleo.", "The weather is fine.")


async def test_what_shares_meaning_is_nearest() -> None:
    embedder = CachedEmbedder(WordEncoder())
    nearest, *others = await embedder.similarities("Who claims to be the Seer?", TEXTS)
    assert nearest > max(others)
    assert await embedder.similarities("anything", ()) == []


async def test_each_text_is_asked_for_once_even_side_by_side() -> None:
    encoder = WordEncoder()
    embedder = CachedEmbedder(encoder)
    await asyncio.gather(*(embedder.similarities(query, TEXTS) for query in ("one", "two", "one")))
    assert sorted(encoder.asked) == sorted({*TEXTS, "one", "two"})


async def test_vectors_are_kept_on_disk_by_embedder_and_text(tmp_path: Path) -> None:
    first, again, other = WordEncoder(), WordEncoder(), WordEncoder("other words")
    before = await CachedEmbedder(
        first, VectorCache(tmp_path / "below" / "vectors.db")
    ).similarities("Seer", TEXTS)
    after = await CachedEmbedder(
        again, VectorCache(tmp_path / "below" / "vectors.db")
    ).similarities("Seer", TEXTS)
    assert (after, again.asked) == (near(before, 1e-5), [])
    await CachedEmbedder(other, VectorCache(tmp_path / "below" / "vectors.db")).similarities(
        "Seer", TEXTS
    )
    assert len(other.asked) == 4


def test_the_cache_is_bounded_and_the_older_half_goes(tmp_path: Path) -> None:
    limit = 200_000
    kept = VectorCache(tmp_path / "vectors.db", limit)
    for number in range(100):
        kept.store(
            "words",
            {
                f"text {number}.{each}": unit_vector([1.0, number + each, *[0.5] * 382])
                for each in range(10)
            },
        )
    assert (tmp_path / "vectors.db").stat().st_size < 1.5 * limit
    assert kept.get("words", ["text 99.9", "text 0.0"]).keys() == {"text 99.9"}


async def test_a_damaged_cache_is_made_anew(tmp_path: Path) -> None:
    file = tmp_path / "vectors.db"
    file.write_bytes(b"no database at all" * 100)
    encoder = WordEncoder()
    assert len(await CachedEmbedder(encoder, VectorCache(file)).similarities("Seer", TEXTS)) == 3
    again = WordEncoder()
    await CachedEmbedder(again, VectorCache(file)).similarities("Seer", TEXTS)
    assert again.asked == []


async def test_a_damaged_vector_is_made_anew(tmp_path: Path) -> None:
    file = tmp_path / "vectors.db"
    await CachedEmbedder(WordEncoder(), VectorCache(file)).vectors(TEXTS)
    with closing(sqlite3.connect(file)) as kept, kept:
        kept.execute("UPDATE vectors SET vector = x'00ff'")
    again = WordEncoder()
    await CachedEmbedder(again, VectorCache(file)).vectors(TEXTS)
    assert again.asked == list(TEXTS)


async def test_a_cache_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    embedder = CachedEmbedder(WordEncoder(), VectorCache(tmp_path / "file" / "vectors.db"))
    assert len(await embedder.similarities("Seer", TEXTS)) == 3


async def test_an_endpoint_is_asked_in_parts() -> None:
    calls: list[int] = []

    async def ask(texts: Sequence[str]) -> list[list[float]]:
        calls.append(len(texts))
        return [[1.0, float(len(text))] for text in texts]

    assert (
        len(
            await CachedEmbedder(RemoteEncoder("ada", ask)).vectors(
                [f"text {number}" for number in range(100)]
            )
        )
        == 100
    )
    assert calls == [64, 36]


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([[1.0, 2.0]], "sent 1 vectors for 3 texts"),
        ([[1.0], [0.0], [1.0]], "without a direction"),
        ([[1.0], [1.0, 2.0], [1.0]], "vectors of different lengths"),
    ],
)
async def test_what_an_endpoint_sends_in_the_place_of_vectors_is_a_problem(
    rows: list[list[float]], problem: str
) -> None:
    async def ask(texts: Sequence[str]) -> list[list[float]]:
        return rows

    with pytest.raises(MemoryProblem, match=problem):
        await CachedEmbedder(RemoteEncoder("ada", ask)).vectors(TEXTS)


async def test_an_endpoint_that_does_not_answer_is_a_problem_of_memory() -> None:
    async def ask(texts: Sequence[str]) -> list[list[float]]:
        raise ModelUnreachable("ada", "nobody there")

    with pytest.raises(MemoryProblem, match="ada: nobody there"):
        await CachedEmbedder(RemoteEncoder("ada", ask)).vectors(TEXTS)
