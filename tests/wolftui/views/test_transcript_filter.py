"""The traits by which a transcript is filtered, and the blocks that pass."""

from __future__ import annotations

from tests.wolftui.words.telling import played
from wolfcore.game import facts as f
from wolftui.views.transcript_filter import (
    DEATH_FACTS,
    KINDS,
    FilterIndex,
    FilterKind,
    TranscriptFilter,
)
from wolftui.words.spans import Block


def test_deaths_are_those_who_fell_and_nobody_who_was_spared_or_stayed() -> None:
    facts = (
        f.Died(3), f.Exiled(0), f.Exiled(4), f.Shot(4, 0), f.Shot(4, 6), f.Cause(3, "killed"), f.Revealed(3, "Seer"),
        f.Exiled(5), f.Revealed(5, "Hunter"), f.Died(4),
    )  # fmt: skip
    found = DEATH_FACTS.start
    for told, fact in enumerate(facts, 1):
        if type(fact) not in DEATH_FACTS.kinds:
            continue
        found = DEATH_FACTS.step(found, fact, told)
    assert found.counts == (1, 5, 6, 7, 10)


def passing(
    index: FilterIndex, blocks: list[Block], seats: set[int], *kinds: FilterKind
) -> list[Block]:
    index.filter = TranscriptFilter(frozenset(seats), frozenset(kinds))
    return [
        blocks[number] for number in index.matching(len(blocks)) if blocks[number].kind != "divider"
    ]


def test_a_block_passes_if_one_of_the_seats_and_one_of_the_kinds_is_its_own() -> None:
    _, session = played()
    blocks = list(session.all_blocks)
    index = FilterIndex()
    index.add_blocks(session, blocks, most=0)
    whole = [block for block in blocks if block.kind != "divider"]
    assert passing(index, blocks, set()) == whole
    assert index.counts(len(blocks)) == (len(whole), len(whole))
    speeches = passing(index, blocks, set(), "speeches")
    votes = passing(index, blocks, set(), "votes")
    assert speeches
    assert {block.kind for block in speeches} == {"speech"}
    assert votes
    assert {block.kind for block in votes} == {"votes"}
    both = passing(index, blocks, set(), "speeches", "votes")
    assert both == [block for block in whole if block in speeches or block in votes]
    assert passing(index, blocks, {2}, "speeches") == [each for each in speeches if each.seat == 2]
    assert all(block.secret for block in passing(index, blocks, set(), "private"))
    assert all(block.thought for block in passing(index, blocks, set(), "thoughts"))
    for kind in KINDS:
        if kind != "claims":
            alone = TranscriptFilter(kinds=frozenset({kind}))
            assert index.count(alone) == len(passing(index, blocks, set(), kind))


def test_claims_are_counted_once_every_speech_is_read() -> None:
    _, session = played()
    blocks = list(session.all_blocks)
    index = FilterIndex()
    index.filter = TranscriptFilter(kinds=frozenset({"claims"}))
    index.add_blocks(session, blocks, most=0)
    assert index.is_reading_claims
    assert index.count(index.filter) is None
    index.add_blocks(session, blocks, most=10_000)
    assert not index.is_reading_claims
    assert index.count(index.filter) == index.counts(len(blocks))[0]
