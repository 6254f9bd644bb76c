"""How far two embedders agree on pools: the same queries to the same pool of house bots' games,
read by both.

python -m tests.core.memory.neighbours [EMBEDDER OTHER]
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from random import Random
from statistics import mean

from wolfcore.agents.lessons import lessons_of
from wolfcore.agents.steps.advice import (
    MAX_XU,
    SIMILARITY_PLUS,
    SIMILARITY_XU,
    most_rewarded,
    worst_and_median,
)
from wolfcore.game import Game, get_board, make_spec
from wolfcore.memory import Experience, ExperienceKind, Lesson, SimilarExperience
from wolfcore.memory.defaults import DEFAULT, FORMER
from wolfcore.memory.local_encoders import local_encoder
from wolfcore.memory.vectors import Vector, VectorTable
from wolfcore.seating import quick_player
from wolfcore.table import play_now

GAMES, QUERIES, NEAREST = 20, 100, 5
"""Games in the pool, and as many others that ask; queries of each kind; experiences that are
compared."""


def lessons(first: int) -> list[Lesson]:
    """What `GAMES` games of house bots teach, from the seed `first` on."""
    found: list[Lesson] = []
    for seed in range(first, first + GAMES):
        game, bot = (
            Game(make_spec(get_board("sla7"), seed)),
            quick_player("bot:hard" if seed % 2 else "bot"),
        )
        play_now(game, dict.fromkeys(range(1, 8), bot))
        found += lessons_of(game, str(seed), {})
    return found


def shown(kind: ExperienceKind, found: Sequence[SimilarExperience]) -> set[int]:
    """The numbers of the experiences that a prompt shows of those that are near enough, the most
    similar first."""
    if kind == "plus" or not found:
        return {each.experience.id for each in most_rewarded(found)}
    bad, good = worst_and_median(found[:MAX_XU])
    return {bad.experience.id, *(each.experience.id for each in good)}


def ranks(values: Sequence[float]) -> list[int]:
    """The place of each value in descending order; of equals the earlier comes first."""
    found = [0] * len(values)
    for rank, place in enumerate(sorted(range(len(values)), key=lambda place: -values[place])):
        found[place] = rank
    return found


def correlation(one: Sequence[int], other: Sequence[int]) -> float:
    """Spearman's rank correlation of two rankings."""
    count = len(one)
    return 1 - 6 * sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) / (
        count * (count**2 - 1)
    )


def compare(
    kind: ExperienceKind,
    pool: Sequence[Lesson],
    queries: Iterable[str],
    by: Sequence[dict[str, Vector]],
) -> str:
    """What two embedders have in common on the queries of a kind, as a line."""
    held = [lesson for lesson in pool if lesson.kind == kind]
    tables = [VectorTable([vectors[lesson.situation] for lesson in held]) for vectors in by]
    above = SIMILARITY_XU if kind == "xu" else SIMILARITY_PLUS
    top, same, rank = list[bool](), list[bool](), list[float]()
    for query in queries:
        alike = [table.cosines(vectors[query]) for table, vectors in zip(tables, by, strict=True)]
        places = [ranks(values) for values in alike]
        rank.append(correlation(*places))
        first, second = (
            {place for place, each in enumerate(found) if each < NEAREST} for found in places
        )
        top.append(first == second)
        read = [
            sorted(
                (
                    SimilarExperience(
                        Experience(place, kind, each.situation, each.response, each.score),
                        values[place],
                    )
                    for place, each in enumerate(held)
                    if values[place] > above
                ),
                key=lambda found: (-found.similarity, found.experience.id),
            )
            for values in alike
        ]
        one, other = (shown(kind, found) for found in read)
        same.append(one == other)
    return (
        f"{kind}: {len(top)} queries to {len(held)} experiences: equal five nearest "
        f"{mean(top):.0%}, equal shown {mean(same):.0%}, "
        f"rank correlation {mean(rank):.4f}, least {min(rank):.4f}"
    )


def main(names: Sequence[str]) -> None:
    """Print a line for each kind of experience."""
    pool, others, chance = lessons(100), lessons(5000), Random(1)
    kinds: tuple[ExperienceKind, ...] = ("xu", "plus")
    asked = {
        kind: chance.sample(
            list(dict.fromkeys(each.situation for each in others if each.kind == kind)), QUERIES
        )
        for kind in kinds
    }
    texts = list(dict.fromkeys([*(each.situation for each in pool), *asked["xu"], *asked["plus"]]))
    by = [dict(zip(texts, local_encoder(name).encode_sync(texts), strict=True)) for name in names]
    for kind in kinds:
        sys.stdout.write(compare(kind, pool, asked[kind], by) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:] or [FORMER, DEFAULT])
