"""What commands print for programs has the keys and columns that docs/researchers/columns.md lists."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from pathlib import Path

import pytest

from tests.wolftui.cli.running import ROOT, Program

PAGE = (ROOT / "docs" / "researchers" / "columns.md").read_text(encoding="utf-8")
ARENA = 'deals = 1\nboards = ["duel6"]\n[players]\na = "random"\nb = "bot:easy"\n'


def listed(title: str, table: int = 0) -> list[str]:
    """The first cells of a table in the section whose title begins so, without their quotes."""
    section = PAGE.split(f"\n## {title}", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE)[table].splitlines()[2:]
    return [row.split(" | ")[0].strip("| `") for row in rows]


def head(file: Path) -> list[str]:
    return next(csv.reader(file.read_text(encoding="utf-8").splitlines()))


@pytest.fixture
def game(wolftui: Program) -> dict[str, object]:
    """A saved game, as `run --json` prints it."""
    ran = wolftui("run", "--seed", "1", "--board", "duel6", "--seat", "*=random", "--json")
    assert ran.code == 0
    return json.loads(ran.out)


def test_a_game_of_run_has_the_keys_of_the_page(game: dict[str, object]) -> None:
    assert [*game, "spent"] == listed("One game per line")


def test_the_facts_of_an_export_have_the_columns_of_the_page(
    wolftui: Program, game: dict[str, object], tmp_path: Path
) -> None:
    assert wolftui("export", str(game["path"]), "--out", str(tmp_path / "facts.csv")).code == 0
    assert head(tmp_path / "facts.csv") == listed("Facts of one game")


def test_metrics_have_the_columns_of_the_page(wolftui: Program, game: dict[str, object]) -> None:
    columns = listed("Metrics:")
    dimensions = columns.index("one column per dimension")
    printed = wolftui("metrics", str(game["path"]), "--by", "player,role", "--csv").out
    assert next(csv.reader(printed.splitlines())) == [
        *columns[:dimensions],
        "player",
        "role",
        *columns[dimensions + 1 :],
    ]
    (row, *_) = json.loads(wolftui("metrics", str(game["path"]), "--json").out)["metrics"]
    assert set(row) - {"group", "parts"} <= set(columns)
    assert set(row["parts"][0]) == {
        "seat", "day", "numerator", "denominator", "entries", "quotes",
    }  # fmt: skip


def test_the_files_of_a_report_have_the_columns_of_the_page(
    wolftui: Program, game: dict[str, object], tmp_path: Path
) -> None:
    report = tmp_path / "report.csv"
    assert wolftui("report", str(game["path"]), "--out", str(report)).code == 0
    numbers = [name for name in listed("Metrics:") if " " not in name]
    assert head(report)[0] == "part"
    assert set(numbers) <= set(head(report))
    assert head(tmp_path / "report.values.csv") == listed("Reports")
    lists = {"players": "player", "roles": "role"}
    fields = [name for name in listed("Reports", 1) if name not in (*lists, "models")]
    seats = [f"{one}_{seat}" for seat in range(1, 7) for one in lists.values()]
    assert head(tmp_path / "report.games.csv") == [*fields, *seats]
    assert head(tmp_path / "report.models.csv") == ["game", *listed("Reports", 2)]


def test_the_rows_of_an_arena_have_the_columns_of_the_page(
    wolftui: Program, tmp_path: Path
) -> None:
    (tmp_path / "league.toml").write_text(ARENA, encoding="utf-8")
    into = tmp_path / "league"
    ran = wolftui("arena", str(tmp_path / "league.toml"), "--into", str(into), "--json")
    columns = listed("Rows of an arena")
    assert {tuple(json.loads(line)) for line in ran.out.splitlines()} == {tuple(columns)}
    with sqlite3.connect(f"file:{into / 'games.sqlite'}?mode=ro", uri=True) as rows:
        found = rows.execute("SELECT name FROM pragma_table_info('games')").fetchall()
    rows.close()
    assert [name for (name,) in found] == columns
