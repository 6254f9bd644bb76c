"""What version 0.1.0 saved still opens: one of each store, and the commands that read it.

`earlier_stores.tar.gz` was saved by 0.1.0 before its modules were renamed: games (finished, unfinished, in the trash), marks, notebook, guesses,
the library's index, a pool, an arena left half-way, a sheet of annotation, a quiz, a series, settings with keys, models, a table, a
theme, a board, a persona file, a training and a checkpoint. `opened.json` lists commands with what 0.1.0 printed.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import tarfile
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from tests.wolftui.cli.running import Program

STORES = Path(__file__).with_name("earlier_stores.tar.gz")
EXACT = ("--json", "--csv", "export", "search", "metrics")
"""Commands with these words print data for programs, or whole texts of games: as 0.1.0 did."""


@cache
def opened() -> list[dict[str, Any]]:
    with tarfile.open(STORES) as archive:
        file = archive.extractfile("opened.json")
        assert file is not None
        return cast("list[dict[str, Any]]", json.load(file))


@pytest.fixture
def earlier(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home as 0.1.0 left it, with its working folder."""
    with tarfile.open(STORES) as archive:
        archive.extractall(home, filter="data")
    monkeypatch.chdir(home / "here")
    return home


def assert_told_as_before(now: str, before: str) -> None:
    """Data for programs may have gained fields and columns, and one sentence has other words."""
    if before.startswith("{"):
        pairs = zip(now.splitlines(), before.splitlines(), strict=True)
        assert all(_holds(json.loads(one), json.loads(other)) for one, other in pairs)
    elif before.startswith("name,"):
        old = list(csv.DictReader(io.StringIO(before)))
        new = csv.DictReader(io.StringIO(now))
        known = {row["name"] for row in old}
        # A table of metrics that is new has rows of its own.
        assert [{key: row[key] for key in old[0]} for row in new if row["name"] in known] == old
    else:
        defence = (
            r"The table turns to (.+?), named most today, in (.+?): one more word before the vote\."
        )
        words = re.sub(
            defence,
            r"One more word before the vote goes to the name that fell most today: \1, in \2.",
            " ".join(before.split()),
        )
        assert " ".join(now.split()) == words


def _holds(now: Any, before: Any) -> bool:
    if isinstance(before, dict):
        old = cast("dict[str, Any]", before)
        return all(key in now and _holds(now[key], value) for key, value in old.items())
    if isinstance(before, list):
        items = cast("list[Any]", before)
        return len(now) == len(items) and all(map(_holds, now, items))
    return now == before


@pytest.mark.slow
@pytest.mark.parametrize("number", range(29))
def test_what_0_1_0_saved_opens(number: int, earlier: Path, wolftui: Program) -> None:
    case = opened()[number]
    if "policy=mine.safetensors" in " ".join(case["argv"]):
        pytest.importorskip("numpy")
    ran = wolftui(*case["argv"], typed=case["typed"].splitlines())
    if case["argv"][0] == "arena":
        # Its games were played by other house bots, which no arena mixes.
        assert (ran.code, ran.err.count("was played by version 1 of the house bots")) == (2, 1)
        return
    assert ran.code == case["rc"], ran.err
    assert ran.err.count("\n") <= case["err"].count("\n") + 1, (
        "no more than one line about an embedder that came later"
    )
    assert ran.out
    if any(word in case["argv"] for word in EXACT):
        assert_told_as_before(ran.out.replace(str(earlier), "/home/ada"), case["out"])


def test_every_store_is_among_them() -> None:
    stores = {word for case in opened() for word in case["store"].split(", ")}
    assert len(opened()) == 29
    assert stores >= {
        "finished game", "unfinished game", "fork", "guesses", "record", "marks", "library index", "tags", "trash", "pool", "arena half-way",
        "sheet", "quiz", "series", "settings", "keys", "models", "own theme", "own board", "own checkpoint",
    }  # fmt: skip


@pytest.mark.slow
def test_files_of_0_1_0_are_taken_by_commands(earlier: Path, wolftui: Program) -> None:
    """A training plan, a persona file and a table kept by name."""
    assert wolftui("train", "tr.toml", "--show").code == 0
    shutil.rmtree(earlier / "data" / "wolftui" / "games")
    assert wolftui("run", "--board", "duel6", "--games", "1").code == 0
