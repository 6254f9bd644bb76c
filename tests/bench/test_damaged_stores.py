"""Damaged stores of every kind: the right answer or a sentence, never silence, never a traceback."""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import cast

import pytest

from bench.damage import report, run
from bench.damaged_stores import COMMANDS, STORES, damage, make_stores, outcome
from wolftui.__main__ import main

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs special files and /proc")

READERS = {
    "core/wolfcore/analysis/course.py": "course",
    "core/wolfcore/analysis/seat_files.py": "words",
    "core/wolfcore/agents/personas.py": "personas",
    "core/wolfcore/agents/policy/checkpoints.py": "checkpoint",
    "core/wolfcore/agents/policy_files.py": "checkpoint",
    "core/wolfcore/agents/role_words.py": "role words",
    "core/wolfcore/arena/store.py": "arena",
    "core/wolfcore/arena/validation.py": "arena",
    "core/wolfcore/bots/people/person.py": "person",
    "core/wolfcore/experiments/runner.py": "experiment",
    "core/wolfcore/experiments/series/design.py": "series",
    "core/wolfcore/experiments/validation.py": "experiment",
    "core/wolfcore/memory/pool_search.py": "clauses",
    "core/wolfcore/memory/pools.py": "pools",
    "core/wolfcore/memory/vectors.py": "vectors",
    "core/wolfcore/metrics/annotation/sheet.py": "sheet",
    "core/wolfcore/models/api_keys.py": "key",
    "core/wolfcore/models/capabilities.py": "capabilities",
    "core/wolfcore/quiz/exam/scores.py": "quiz",
    "core/wolfcore/quiz/exam/tuning_logs.py": "tuning log",
    "core/wolfcore/records/about.py": "record",
    "core/wolfcore/records/digest.py": "record",
    "core/wolfcore/records/journal.py": "marks",
    "core/wolfcore/records/jsonl.py": "training",
    "core/wolfcore/records/layout.py": "arena played on",
    "core/wolfcore/records/library/index.py": "library",
    "core/wolfcore/records/library/listed_game.py": "library",
    "core/wolfcore/records/log_readers.py": "record",
    "core/wolfcore/records/summaries.py": "record",
    "core/wolfcore/training/hyperparameters.py": "training",
    "core/wolfcore/training/loop.py": "training",
    "wolftui/games/favourites.py": "favourites",
    "wolftui/games/inputs.py": "deal",
    "wolftui/games/side_files.py": "notebook",
    "wolftui/settings/config.py": "config",
    "wolftui/settings/config_editor.py": "config changed",
    "wolftui/settings/themes.py": "theme",
}
"""The modules that open files from outside, and the kind of store that each reads."""


OTHER_READERS = {
    "core/wolfcore/arena/opponents.py": "a wheel of a known digest, and a file of this package",
    "core/wolfcore/arena/references.py": "a board, which the kind `board` is",
    "core/wolfcore/arena/remote_games.py": "games that this process has just saved",
    "core/wolfcore/memory/quantised.py": "weights of an installed package",
    "core/wolfcore/models/local/llama_cpp.py": "whether a file is GGUF; the server reads it",
    "core/wolfcore/models/local/server.py": "the end of the server's log, quoted in messages",
    "core/wolfcore/models/local/weights.py": "a download with a pinned hash",
    "core/wolfcore/models/wrappers/shared_ledger.py": "one number, damaged in its own tests",
    "core/wolfcore/records/importers/human9.py": "a game folder: `bench damage`",
    "core/wolfcore/records/importers/log_builder.py": "a game folder: `bench damage`",
    "core/wolfcore/records/own_result.py": "a game folder: `bench damage`",
    "core/wolfcore/records/saved_game.py": "a game folder: `bench damage`",
    "core/wolfcore/seating/own_code.py": "code that its user named, of which a digest is taken",
    "core/wolfcore/table/usage.py": "a game folder: `bench damage`",
    "wolftui/export/calls/inspect_log.py": "writes a zip file",
    "wolftui/games/friends/kept_places.py": "places at tables, damaged in their own tests",
    "wolftui/web/guest_pages.py": "files of an installed package",
    "wolftui/web/homes.py": "locks, whose content means nothing",
    "wolftui/cli/interrupts.py": "appends to the log of errors",
}
"""Modules that open files and read none of these stores."""


_IMPORTED = re.compile(r"^from wolfcore\.files import (\([^)]*\)|.*)$", re.MULTILINE)


_OPENS = re.compile(
    r"\b(?:read_bytes|read_text|open_regular|read_toml_as)\b"
    r'|sqlite3\.connect\(|\bload_file\(|\.open\("[ra]|LineReader\(|\.read_(?:bytes|text)\(\)'
    r"|ZipFile\("
)


def test_every_module_that_opens_files_has_a_kind_of_store() -> None:
    """A new module that opens files needs a kind in `STORES`, or a reason above."""
    root, found = Path(__file__).parents[2], set[str]()
    for file in (*root.glob("core/wolfcore/**/*.py"), *root.glob("wolftui/**/*.py")):
        text = file.read_text("utf-8")
        used = " ".join(_IMPORTED.findall(text)) + re.sub(r"\bread_\w+\b(?!\(\))", "", text)
        if _OPENS.search(used):
            found.add(file.relative_to(root).as_posix())
    assert found - {"core/wolfcore/files.py"} == {*READERS, *OTHER_READERS}
    assert not set(READERS) & set(OTHER_READERS)


@pytest.mark.slow
@pytest.mark.extra("torch")
def test_every_kind_of_store_goes_through_the_module_that_it_is_named_for(tmp_path: Path) -> None:
    make_stores(tmp_path)
    for kind in dict.fromkeys(READERS.values()):
        used = _files_of_code(STORES[kind].read, tmp_path / kind)
        wanted = [module for module, read in READERS.items() if read == kind]
        assert not [name for name in wanted if not any(each.endswith(name) for each in used)], kind


def _files_of_code(read: Callable[[Path], object], root: Path) -> set[str]:
    """The source files whose functions are called while a store is read."""
    used = set[str]()

    def note(frame: FrameType, event: str, arg: object) -> None:
        del event, arg
        used.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        read(root)
    finally:
        sys.setprofile(None)
    return used


@pytest.mark.parametrize("kind", ["sheet", "quiz", "series"])
def test_a_line_that_a_crash_cut_is_told_in_half_a_sentence(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    STORES[kind].make(tmp_path)
    file = tmp_path / STORES[kind].files[0]
    whole = STORES[kind].read(tmp_path)
    file.write_bytes(file.read_bytes()[:-5])
    cut = STORES[kind].read(tmp_path)
    assert cut.answer == cast("tuple[object, ...]", whole.answer)[:-1]
    assert (whole.said, cut.said) == (
        "", f"The last line of {file.name} is incomplete and was left out."
    )  # fmt: skip
    assert main(COMMANDS[kind].replace("@", str(tmp_path)).split()) == 0
    assert cut.said in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.extra("torch")
def test_damaged_stores_give_the_right_answer_or_a_sentence() -> None:
    """Ten cases of each kind of a fixed seed; `python -m bench damage --what stores` has them all."""
    found = list(run(range(280), 7, what="stores"))
    assert {way.way.removesuffix(" by command") for way in found} == set(STORES)
    assert sum(way.way.endswith(" by command") for way in found) >= 5
    assert not [way for way in found if way.fault], "\n".join(report(found))


@pytest.mark.slow
@pytest.mark.extra("torch")
def test_the_oracle_sees_a_reader_that_is_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_stores(tmp_path / "whole")
    whole = STORES["arena"].read(tmp_path / "whole" / "arena")
    shutil.copytree(tmp_path / "whole" / "arena", tmp_path / "arena")
    with closing(sqlite3.connect(tmp_path / "arena" / "games.sqlite")) as kept, kept:
        kept.execute("UPDATE games SET winner = NULL, seconds = 9 WHERE game = 3")
    assert outcome(tmp_path / "arena", "arena", tmp_path / "whole" / "arena", whole)[0] == "said"
    monkeypatch.setattr("wolfcore.arena.store._checksum", _no_checksum)
    monkeypatch.setattr("wolfcore.arena.store._OF_ROWS", "key = 'none'")
    assert outcome(tmp_path / "arena", "arena", tmp_path / "whole" / "arena", whole)[0] == "silent"


def _no_checksum(row: object) -> None:
    del row


def test_a_case_is_always_the_same(tmp_path: Path) -> None:
    done: list[str] = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        STORES["marks"].make(tmp_path / name)
        done.append(damage(tmp_path / name, "marks", random.Random(5)))
    assert done[0] == done[1]
