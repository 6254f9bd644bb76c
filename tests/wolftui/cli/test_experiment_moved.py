"""An experiment whose folder was moved goes on there, pools and all."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from tests.core.experiments.small import TEACHING, written
from tests.wolftui.cli.running import Program
from wolfcore.arena import read_arena
from wolfcore.arena.references import with_absolute_pools, with_relative_pools
from wolfcore.experiments import rows_of_part


@pytest.mark.slow
def test_a_moved_folder_goes_on_and_reads_the_pool_where_it_is_now(
    wolftui: Program, tmp_path: Path
) -> None:
    file, there, here = (
        str(written(tmp_path, TEACHING)),
        tmp_path / "there",
        tmp_path / "elsewhere" / "here",
    )
    first = wolftui("experiment", "run", file, "--into", str(there), "--games", "1")
    assert first.code == 0, first.err
    before = [row.digest for row in rows_of_part(there, "later")]
    here.parent.mkdir()
    there.rename(here)
    assert str(tmp_path) not in (here / "later" / "arena.toml").read_text()
    assert f"pool={here}/pools/told.jsonl" in read_arena(here / "later" / "arena.toml").players["a"]
    digest = sha256((here / "pools" / "told.jsonl").read_bytes()).hexdigest()
    assert read_arena(here / "later" / "arena.toml").pool_digests == {"a": digest}
    ran = wolftui("experiment", "run", file, "--into", str(here), "--games", "3")
    assert (ran.code, ran.err) == (0, "")
    rows = rows_of_part(here, "later")
    assert [row.digest for row in rows][: len(before)] == before
    assert len(rows) == 6
    whole = tmp_path / "whole"
    assert wolftui("experiment", "run", file, "--into", str(whole), "--games", "3").code == 0
    tables = [
        json.loads(wolftui("experiment", "table", str(each), "--json").out)["table"]
        for each in (here, whole)
    ]
    assert tables[0] == tables[1]
    assert wolftui("arena", "--into", str(here / "later")).code == 0, (
        "a part goes on by itself, too"
    )


def test_paths_begin_at_the_folder_of_a_file_only_where_they_say_so(tmp_path: Path) -> None:
    words = {
        "beside": "plus:bots=easy:experience=plus:pool=../pools/x.jsonl",
        "below": "plus:bots=easy:experience=plus:pool=./x.jsonl",
        "named": "plus:experience=plus:pool=mine@m",
        "none": "bot:hard",
        "wrong": "robot:pool=../x",
    }
    folder = tmp_path / "a" / "b"
    whole = with_absolute_pools(words, folder)
    assert whole["beside"].endswith(f":pool={tmp_path}/a/pools/x.jsonl")
    assert whole["below"].endswith(f":pool={folder}/x.jsonl")
    assert {name: whole[name] for name in ("named", "none", "wrong")} == {
        name: words[name] for name in ("named", "none", "wrong")
    }
    assert with_relative_pools(whole, folder) == words | {
        "below": "plus:bots=easy:experience=plus:pool=../b/x.jsonl"
    }
