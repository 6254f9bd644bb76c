"""What an endpoint says has answered, as a column of an arena's rows; earlier files lack it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from wolfcore.arena.definition import ArenaPlan, Schedule
from wolfcore.arena.game_rows import Row, row_of
from wolfcore.arena.schedule import ScheduledGames
from wolfcore.arena.store import RowStore, read_rows
from wolfcore.errors import ConfigError
from wolfcore.players import CallRecord
from wolfcore.table import Noted

SERVED = ("gpt: gpt-5-mini-2025-08-07, fp_1", "gpt: gpt-5-mini-2025-08-07, fp_2")


def row(number: int, served_by: tuple[str, ...] | None = None) -> Row:
    return Row(
        game=number, cell="a", board="duel6", deal=0, repeat=0, seed=1, players=("a", "b"),
        roles=("Werewolf", "Seer"), served_by=served_by,
    )  # fmt: skip


def sql(file: Path, *statements: str) -> None:
    table = sqlite3.connect(file)
    with table:
        for statement in statements:
            table.execute(statement)
    table.close()


def version(file: Path) -> int:
    with closing(sqlite3.connect(file)) as table:
        return table.execute("PRAGMA user_version").fetchone()[0]


EARLIER_CHECKSUM = "94f03a0ba46c4754"
"""What the version before the added columns wrote for the row below."""


def test_a_row_of_an_earlier_version_keeps_its_checksum(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    store = RowStore(file)
    store.add(replace(row(0), cost=2, seconds=3))
    store.close()
    with closing(sqlite3.connect(file)) as table:
        found = table.execute("SELECT value FROM about WHERE key = 'row 0'").fetchone()
    assert found == (EARLIER_CHECKSUM,)


def test_a_file_of_an_earlier_version_opens_and_takes_the_column(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    store = RowStore(file)
    store.add(row(0))
    store.close()
    sql(file, "ALTER TABLE games DROP COLUMN served_by", "PRAGMA user_version = 1")
    assert read_rows(file) == [row(0)]
    assert version(file) == 1, "reading changes no file"
    store = RowStore(file)
    store.add(row(1, SERVED))
    store.close()
    assert version(file) == 3
    assert read_rows(file) == [row(0), row(1, SERVED)]
    sql(file, "UPDATE games SET served_by = '[\"gpt: other\"]' WHERE game = 1")
    with pytest.raises(ConfigError, match="game 1 was changed"):
        read_rows(file)


@pytest.mark.parametrize(
    "damage",
    ["served_by = '[\"gpt: x\"]'", "served_by = '[3]'", "served_by = 'x'", "served_by = 4"],
)
def test_a_row_that_is_given_the_column_later_is_damaged(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "games.sqlite"
    store = RowStore(file)
    store.add(row(0))
    store.close()
    sql(file, f"UPDATE games SET {damage}")
    with pytest.raises(ConfigError, match="is damaged"):
        read_rows(file)


PLAN = ArenaPlan(
    boards=("duel6",), deals=1, players={"one": "bot", "two": "bot:hard"}, schedule=Schedule()
)


@pytest.mark.parametrize(
    ("said", "column"),
    [
        ([], None),
        ([("gpt", "")], None),
        (
            [("gpt", "a"), ("gpt", "b"), ("gpt", "a"), ("llama", "a")],
            ("gpt: a", "gpt: b", "llama: a"),
        ),
        ([("gpt", str(number)) for number in range(500)], tuple(f"gpt: {n}" for n in range(100))),
    ],
)
def test_all_that_answered_in_a_game_is_listed(
    said: list[tuple[str, str]], column: tuple[str, ...] | None
) -> None:
    notes = [
        Noted(ask="d1.vote", seat=1, call=CallRecord(model, (), "x", served_by=served))
        for model, served in said
    ]
    assert row_of(ScheduledGames(PLAN)[0], notes=notes).served_by == column
