"""What seats find in a long record with the packaged model, of questions that were written before
it was tried on them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from statistics import mean

import pytest

from tests.core.memory.encoders import WordEncoder
from tests.core.memory.recall import (
    HELD,
    Shares,
    as_seen,
    asked,
    by_meaning,
    by_words,
    records,
    share_found,
    table,
)
from wolfcore.agents.steps.advice import SIMILARITY_PLUS, SIMILARITY_XU
from wolfcore.memory.embedders import CachedEmbedder
from wolfcore.memory.local_encoders import DEFAULT, FORMER, local_encoder

LEAST = 0.7
"""The recall at 5 that seats shall have."""
CASES = tomllib.loads((Path(__file__).parent / "reflections.toml").read_text("utf-8"))["case"]


def test_there_are_sixty_questions_and_a_hundred_messages_to_search_for_each() -> None:
    assert len({(each.record, each.question) for each in asked()}) == len(asked())
    assert sum(each.record != HELD for each in asked()) >= 60
    for name, lines in records().items():
        assert [line.partition(". ")[0] for line in lines] == [
            str(number) for number in range(1, len(lines) + 1)
        ]
        searched = {line.number for line in as_seen(lines)[0] if not line.fact}
        assert len(searched) >= 100
        assert all(set(each.lines) <= searched for each in asked() if each.record == name)


def test_recall_is_the_share_of_the_lines_wanted_among_the_first_five() -> None:
    scores = [0.1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.5]
    assert share_found(scores, [2]) == 1
    assert share_found(scores, [2, 6, 7, 1]) == 0.5, "of equals the earlier line is among the five"
    assert share_found(scores, [1, 7]) == 0


def mean_of(shares: Shares, *, held: bool = False) -> float:
    return mean(share for each, share in shares if (each.record == HELD) == held)


EMBEDDERS = [
    DEFAULT,
    pytest.param(FORMER, marks=pytest.mark.extra("sentences")),
]


@pytest.mark.slow
@pytest.mark.parametrize("name", EMBEDDERS)
async def test_what_answers_a_question_is_found_among_the_five_nearest_lines(name: str) -> None:
    compared, whole = await by_meaning(CachedEmbedder(local_encoder(name)))
    assert mean_of(compared) >= LEAST
    assert mean_of(compared) > mean_of(whole) + 0.1, (
        "sentence by sentence, with their day, lines are nearer to what they answer"
    )
    assert mean_of(compared, held=True) > mean_of(whole, held=True) + 0.1, (
        "and where nothing was chosen by the questions, too"
    )


@pytest.mark.slow
@pytest.mark.extra("bm25s")
async def test_meaning_finds_more_than_words_and_both_are_printed() -> None:
    compared, _ = await by_meaning(CachedEmbedder(local_encoder(DEFAULT)))
    words = by_words()
    assert mean_of(words) < mean_of(compared)
    both = table({"meaning": compared, "words": words}).splitlines()[3].split()
    assert (both[0], int(both[1])) == ("both", sum(each.record != HELD for each in asked()))
    assert (float(both[3]), float(both[5])) == (
        round(mean_of(compared), 3),
        round(mean_of(words), 3),
    )


@pytest.mark.slow
async def test_words_alone_find_less() -> None:
    compared, _ = await by_meaning(CachedEmbedder(WordEncoder()))
    assert mean_of(compared) < LEAST, "the questions are not answered by their own words"


@pytest.mark.parametrize("name", EMBEDDERS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["now"][:24])
async def test_above_the_papers_thresholds_are_the_same_situation_and_kin_of_it(
    case: dict[str, list[str]], name: str
) -> None:
    embedder = CachedEmbedder(local_encoder(name))
    await embedder.load()
    now = str(case["now"])
    alike = {
        kind: await embedder.similarities(now, case[kind]) for kind in ("same", "kin", "other")
    }
    assert min(alike["same"]) > SIMILARITY_XU
    assert SIMILARITY_XU > max(alike["kin"]) > SIMILARITY_PLUS, (
        "of kin some are of use by the lower threshold, and none by the higher"
    )
    assert max(alike["other"]) < SIMILARITY_PLUS
