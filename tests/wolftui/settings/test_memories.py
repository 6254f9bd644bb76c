"""What a saved game remembers with, read from its folder."""

from __future__ import annotations

from msgspec.structs import replace

from wolfcore.memory.defaults import FORMER
from wolfcore.records import SeatSpec
from wolfcore.records.about import About, ForkParent, PoolRead
from wolftui.settings.memories import began_with

ABOUT = About(id="child", created="", version="1", seats=(SeatSpec("random"),) * 2)


def test_a_fork_reads_nothing_that_was_learned_from_the_games_that_it_shares_a_deal_with() -> None:
    forked = replace(ABOUT, fork=ForkParent("parent", "n1.kill.1"))
    assert began_with(ABOUT).but_not == ()
    assert began_with(ABOUT, "child").but_not == ("child",)
    assert began_with(forked).but_not == ("parent",)
    assert began_with(forked, "child").but_not == ("parent", "child"), "a fork of a fork"
    assert began_with(None, "child").but_not == ("child",)


def test_the_pools_and_the_embedder_are_those_that_it_began_with() -> None:
    pools = (PoolRead("mine", 3, "e"),)
    read = began_with(replace(ABOUT, pools=pools, embedder="e"))
    assert (read.embedder, read.pools) == ("e", pools)
    assert began_with(ABOUT).embedder == "", "nobody at the table compares texts"
    before = replace(ABOUT, seats=(SeatSpec("random"), SeatSpec("sla", (), "gpt")))
    assert began_with(before).embedder == FORMER, "games from before the field was written"
