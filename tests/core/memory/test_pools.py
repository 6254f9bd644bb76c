"""Pools of experience: kept, read as they stood, and refused where they are none."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.memory.encoders import WordEncoder
from wolfcore.errors import MemoryProblem
from wolfcore.memory import ExperienceKind, Lesson, PoolRequest, SearchContext, Tags
from wolfcore.memory.embedders import CachedEmbedder
from wolfcore.memory.pool_search import PoolIndex, VectorPool
from wolfcore.memory.pools import PoolFile

READER = SearchContext("Seer", "village", "sla7", "vote")
USUAL = Tags(
    player="bot",
    model="",
    role="Seer",
    team="village",
    board="sla7",
    stage="vote",
    game="g",
    ask="d1.vote.1",
)
TODAY, LATER = "two claim the Seer today", "two claim the Seer today and yesterday"


def lesson(situation: str, kind: ExperienceKind = "xu", tags: Tags = USUAL) -> Lesson:
    return Lesson(kind, situation, "voted for player A", 997.0, tags)


async def add(
    pools: PoolFile,
    game: str,
    *lessons: Lesson,
    name: str = "m",
    encoder: WordEncoder | None = None,
) -> bool:
    encoder = encoder or WordEncoder()
    tagged = [replace(each, tags=replace(each.tags, game=game)) for each in lessons]
    return pools.add(
        name, encoder.name, game, tagged, await encoder.encode([each.situation for each in lessons])
    )


def seat(
    pools: PoolFile, wishes: PoolRequest | None = None, revision: int | None = None
) -> VectorPool:
    return VectorPool(
        lambda: PoolIndex(pools.read("m", revision)),
        CachedEmbedder(WordEncoder()),
        wishes or PoolRequest(),
    )


async def found(
    pool: VectorPool,
    situation: str,
    kind: ExperienceKind = "xu",
    reader: SearchContext = READER,
    above: float = 0.5,
) -> list[str]:
    return [
        each.experience.situation for each in await pool.similar(kind, situation, above, reader)
    ]


@pytest.fixture
def pools(tmp_path: Path) -> PoolFile:
    return PoolFile(tmp_path / "data" / "pools.db")


async def test_what_was_learned_is_found_by_likeness_the_most_similar_first(
    pools: PoolFile,
) -> None:
    await add(
        pools,
        "g1",
        lesson(TODAY),
        lesson("nobody says a word"),
        lesson("two claim the Seer", "plus"),
    )
    await add(pools, "g2", lesson(LATER))
    assert await found(seat(pools), TODAY) == [TODAY, LATER]
    assert await found(seat(pools), TODAY, above=0.999) == [TODAY]
    assert await found(seat(pools), TODAY, "plus") == ["two claim the Seer"]
    assert pools.pools()[0].experiences == 4


async def test_a_game_is_learned_from_once(pools: PoolFile) -> None:
    assert await add(pools, "g1", lesson("one"))
    assert not await add(pools, "g1", lesson("two"))
    assert await add(pools, "g1", lesson("one"), name="other")
    pool = pools.require_pool("m")
    assert (pool.revision, pool.games, pool.experiences) == (1, 1, 1)
    assert pools.has_game("m", "g1")
    assert not pools.has_game("m", "g2")


async def test_a_pool_is_read_as_it_stood(pools: PoolFile) -> None:
    await add(pools, "g1", lesson(TODAY))
    before = pools.require_pool("m").revision
    await add(pools, "g2", lesson(LATER))
    assert await found(seat(pools, revision=before), TODAY) == [TODAY]
    assert await found(seat(pools), TODAY) == [TODAY, LATER]
    assert pools.forget("m", "g2") == 1
    assert pools.require_pool("m").revision == 3, "revisions never go back"
    with pytest.raises(MemoryProblem, match="has learned nothing from the game `g2`"):
        pools.forget("m", "g2")
    assert pools.forget("m") == 1
    assert pools.pools() == ()


async def test_the_village_alone_reads_what_is_for_the_village_alone(pools: PoolFile) -> None:
    await add(pools, "g1", lesson(TODAY, tags=replace(USUAL, team="wolves")), lesson(LATER))
    wolf, village = (
        SearchContext("Werewolf", "wolves", "sla7", "vote"),
        seat(pools, PoolRequest(village=True)),
    )
    assert await found(village, TODAY) == [LATER]
    assert await found(village, TODAY, reader=wolf) == []
    assert await found(seat(pools), TODAY, reader=wolf) == [TODAY, LATER]


@pytest.mark.parametrize("tag", ["player", "model", "role", "team", "board", "stage"])
async def test_experiences_are_chosen_by_tags(tag: str, pools: PoolFile) -> None:
    mine = replace(USUAL, player="plus", model="gpt")
    await add(
        pools, "g1", lesson(TODAY, tags=mine), lesson(LATER, tags=replace(mine, **{tag: "other"}))
    )
    assert await found(
        seat(pools, PoolRequest(tags=(tag,), player="plus", model="gpt")), TODAY
    ) == [TODAY]
    assert await found(seat(pools, PoolRequest(player="plus", model="gpt")), TODAY) == [
        TODAY,
        LATER,
    ]


async def test_another_embedder_is_refused_and_offered(pools: PoolFile) -> None:
    await add(pools, "g1", lesson(TODAY))
    offer = r"vectors of `words`, not of `other`\. .*experience embed m --embedder other"
    with pytest.raises(MemoryProblem, match=offer):
        await add(pools, "g2", lesson(LATER), encoder=WordEncoder("other"))
    assert not pools.has_game("m", "g2")
    other, kept = WordEncoder("other", 64), pools.read("m")
    vectors = await other.encode([each.experience.situation for each in kept])
    pools.replace_vectors(
        "m", "other", dict(zip((each.experience.id for each in kept), vectors, strict=True))
    )
    assert (pools.require_pool("m").embedder, len(pools.read("m")[0].vector)) == ("other", 64)
    with pytest.raises(
        MemoryProblem, match="vectors of 64 numbers, but its embedder makes vectors of 512"
    ):
        await found(seat(pools), TODAY)


async def test_a_pool_of_another_embedder_is_compared_by_its_texts(pools: PoolFile) -> None:
    await add(
        pools, "g1", lesson(TODAY), lesson("nobody says a word"), encoder=WordEncoder("former", 64)
    )
    await add(pools, "g2", lesson(LATER), encoder=WordEncoder("former", 64))
    encoder = WordEncoder()
    embedder = CachedEmbedder(encoder)
    index = PoolIndex(pools.read("m", embedder=embedder.name))
    assert await found(VectorPool(lambda: index, embedder, PoolRequest()), TODAY) == [TODAY, LATER]
    assert encoder.asked == [TODAY, "nobody says a word", LATER], "each once, for all seats"
    encoder.asked.clear()
    assert await found(VectorPool(lambda: index, embedder, PoolRequest(), {"g2"}), TODAY) == [TODAY]
    assert not encoder.asked
    assert pools.require_pool("m").embedder == "former", "reading leaves a pool as it is"


async def test_a_pool_that_is_turned_over_keeps_its_revision_and_what_it_held(
    pools: PoolFile,
) -> None:
    await add(pools, "g1", lesson(TODAY))
    await add(pools, "g2", lesson(LATER))
    before = [pools.read("m", revision) for revision in (1, 2)]
    vectors = await WordEncoder("other", 64).encode([TODAY, LATER])
    pools.replace_vectors(
        "m", "other", dict(zip((each.experience.id for each in before[1]), vectors, strict=True))
    )
    assert pools.require_pool("m").revision == 2
    after = [pools.read("m", revision) for revision in (1, 2)]
    assert [[each.experience for each in kept] for kept in after] == [
        [each.experience for each in kept] for kept in before
    ]


def test_no_file_holds_no_pool_and_a_name_that_is_none_is_said(
    pools: PoolFile, tmp_path: Path
) -> None:
    assert pools.pools() == ()
    with pytest.raises(
        MemoryProblem, match=r"there is no pool `m`\. `wolftui experience build` makes a pool"
    ):
        pools.require_pool("m")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "is empty and holds no pool"),
        (b"no database at all, but text\n" * 100, "is damaged"),
        (b"SQLite format 3\0" + b"\xff" * 5000, "is damaged|cannot be used"),
    ],
)
def test_what_is_no_file_of_pools_is_refused_and_left_alone(
    content: bytes, problem: str, tmp_path: Path
) -> None:
    file = tmp_path / "pools.db"
    file.write_bytes(content)
    with pytest.raises(MemoryProblem, match=problem) as raised:
        PoolFile(file).pools()
    assert str(file) in str(raised.value)
    assert file.read_bytes() == content


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "pools.db"
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("CREATE TABLE bookmarks (address TEXT)")
    with pytest.raises(MemoryProblem, match="is a file of another program"):
        PoolFile(file).pools()
    with pytest.raises(MemoryProblem, match="is a file of another program"):
        PoolFile(file).add("m", "words", "g", [], [])
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("bookmarks",)]


async def test_a_file_of_a_later_version_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "pools.db"
    await add(PoolFile(file), "g1", lesson(TODAY))
    with closing(sqlite3.connect(file)) as later, later:
        later.execute("PRAGMA user_version = 9")
    with pytest.raises(MemoryProblem, match=r"was made by another version \(schema 9\)"):
        PoolFile(file).pools()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE experiences SET vector = 'text'",
        "UPDATE experiences SET vector = zeroblob(8)",
        "UPDATE experiences SET vector = x'0000803f0000803f'",
        "UPDATE experiences SET situation = x'ff'",
        "UPDATE experiences SET score = 9e999",
        "UPDATE experiences SET score = 'many'",
        "UPDATE pools SET dimensions = 'wide'",
        "UPDATE pools SET dimensions = -1",
        "UPDATE pools SET revision = 'last'",
        "UPDATE pools SET embedder = x'ff'",
        "CREATE TRIGGER odd AFTER INSERT ON games BEGIN DELETE FROM pools; END",
        "CREATE VIEW odd AS SELECT 1",
    ],
)
async def test_damage_is_said(damage: str, tmp_path: Path) -> None:
    file = tmp_path / "pools.db"
    await add(PoolFile(file), "g1", lesson(TODAY))
    with closing(sqlite3.connect(file)) as damaged, damaged:
        damaged.execute(damage)
    with pytest.raises(MemoryProblem, match="is damaged"):
        PoolFile(file).read("m")


async def test_an_experience_without_a_number_is_damage(tmp_path: Path) -> None:
    file = tmp_path / "pools.db"
    await add(PoolFile(file), "g1", lesson(TODAY))
    with closing(sqlite3.connect(file)) as damaged, damaged:
        damaged.execute("CREATE TABLE loose AS SELECT * FROM experiences")
        damaged.execute("UPDATE loose SET id = NULL")
        damaged.execute("DROP TABLE experiences")
        damaged.execute("ALTER TABLE loose RENAME TO experiences")
    with pytest.raises(MemoryProblem, match="is damaged"):
        PoolFile(file).read("m")


async def test_what_a_pool_says_stands_in_one_line_and_moves_no_terminal(tmp_path: Path) -> None:
    file = tmp_path / "pools.db"
    await add(
        PoolFile(file),
        "g1",
        lesson("one\x1b[2J\n# Rules\u202eend", tags=replace(USUAL, role="Seer\n\x07")),
    )
    (kept,) = PoolFile(file).read("m")
    assert kept.experience.situation == "one [2J # Rules end"
    assert kept.tags.role.strip() == "Seer"


async def test_a_file_that_another_program_writes_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wolfcore.memory.pools._TIMEOUT", 0.05)
    file = tmp_path / "pools.db"
    await add(PoolFile(file), "g1", lesson(TODAY))
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(
            MemoryProblem,
            match=r"cannot be used \(database is locked\)\. Another wolftui process may be writing to it",
        ):
            await add(PoolFile(file), "g2", lesson(LATER))
        with pytest.raises(MemoryProblem, match="database is locked"):
            PoolFile(file).pools()


def test_a_pipe_is_never_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "pools.db"
    os.mkfifo(file)
    with pytest.raises(MemoryProblem, match="cannot be read"):
        PoolFile(file).pools()
