"""`report`: the numbers of `metrics` in every form, with the rows that they come from, whole or not
at all."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import sys
from collections import defaultdict
from math import isclose
from pathlib import Path
from typing import Any

import pytest

from tests.wolftui.cli.running import Program
from tests.wolftui.export.report.reading import Page, differences
from wolfcore.arena import ArenaPlan
from wolfcore.arena.contest import as_finished_game
from wolfcore.arena.integrity import ARENA_FILE
from wolfcore.arena.rating import bradley_terry, wins_of
from wolfcore.arena.store import read_rows
from wolfcore.experiments.runner import EXPERIMENT_FILE
from wolfcore.extras import install_hint
from wolfcore.files import write_atomically
from wolfcore.metrics import TABLES
from wolftui.export.report.collection import CollectedGame, ReportCollector
from wolftui.export.report.game_rows import ArenaResults
from wolftui.settings.paths import games_folder

UNSHOWN = {table.name for table in TABLES if table.shown != "always"}


@pytest.fixture
def games(wolftui: Program) -> Path:
    """Games of two boards, with different players on the two sides."""
    for board, seats in (
        ("sla7", ("village=bot:hard", "wolves=random")),
        ("helmsman7", ("*=random", "3=bot:easy")),
    ):
        line = (
            "run",
            "--games",
            "6",
            "--seed",
            "3",
            "--board",
            board,
            *(word for seat in seats for word in ("--seat", seat)),
        )
        assert wolftui(*line).code == 0
    return games_folder()


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """An empty folder for reports."""
    place = tmp_path / "reports"
    place.mkdir()
    return place


def told(wolftui: Program, *line: str) -> dict[str, Any]:
    """What `wolftui metrics --json` says, without the tables that it alone has."""
    found: dict[str, Any] = json.loads(wolftui("metrics", *line, "--json").out)
    return found | {"tables": [cell for cell in found["tables"] if cell["name"] not in UNSHOWN]}


def lines(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


@pytest.mark.slow
def test_the_numbers_of_a_page_are_those_of_metrics(
    wolftui: Program, games: Path, out: Path
) -> None:
    ran = wolftui("report", str(games), "--out", str(out / "r.html"))
    assert (ran.code, ran.err) == (0, "")
    assert (
        ran.out == f"{out / 'r.html'}, and beside it r.games.csv, r.models.csv and r.values.csv\n"
    )
    assert names(out) == {"r.html", "r.games.csv", "r.models.csv", "r.values.csv"}
    page = Page((out / "r.html").read_text(encoding="utf-8"))
    assert differences(page, told(wolftui, str(games))) == []
    assert "12 games of Werewolf" in page.text


@pytest.mark.slow
@pytest.mark.parametrize("options", [("--zero-fill",), ("--alpha", "0.25")])
def test_the_ways_to_measure_are_those_of_metrics(
    wolftui: Program, games: Path, out: Path, options: tuple[str, ...]
) -> None:
    assert wolftui("report", str(games), "--out", str(out / "r.html"), *options).code == 0
    page = Page((out / "r.html").read_text(encoding="utf-8"))
    assert differences(page, told(wolftui, str(games), *options)) == []
    assert differences(page, told(wolftui, str(games)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "by"),
    [
        ("roles-won", "role"),
        ("players-won", "player,team"),
        ("boards-won", "board"),
        ("apart-chapter-1", "seat"),
    ],
)
def test_what_stands_apart_is_what_metrics_tell_apart(
    wolftui: Program, games: Path, out: Path, table: str, by: str
) -> None:
    assert wolftui("report", str(games), "--by", "seat", "--out", str(out / "r.html")).code == 0
    page = Page((out / "r.html").read_text(encoding="utf-8"))
    rows = [
        row
        for row in page.rows
        if row.table in (table, f"{table}-table") and row.name == "win_rate"
    ]
    share = "value" if "chapter" in table else "share"
    shown = [(row.group, dict(zip(page.heads[row.table], row.exact, strict=True))) for row in rows]
    found = [(group, numbers[share], numbers["95 %"]) for group, numbers in shown]
    wanted = [
        row for row in told(wolftui, str(games), "--by", by)["metrics"] if row["name"] == "win_rate"
    ]
    if by == "role":
        # A role that is dealt in every game would repeat the row of its team.
        teams = told(wolftui, str(games))["metrics"]
        whole = {(row["n"], row["mean"]) for row in teams if row["name"] == "win_rate"}
        wanted = [row for row in wanted if (row["n"], row["mean"]) not in whole]
    assert found == [(row["group"], (row["mean"],), _bounds(row)) for row in wanted]
    assert found or by == "role"


def _bounds(row: dict[str, Any]) -> tuple[float, ...]:
    return () if row["low"] is None else (row["low"], row["high"])


@pytest.mark.slow
def test_anyone_can_compute_it_again_from_the_raw_rows(
    wolftui: Program, games: Path, out: Path
) -> None:
    assert wolftui("report", str(games), "--out", str(out / "r.html")).code == 0
    values: defaultdict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
    for line in lines(out / "r.values.csv"):
        values[line["metric"], line["team"]].append(line)
    compared = 0
    for row in told(wolftui, str(games))["metrics"]:
        rows = values.pop((row["name"], row["group"].get("team", "")), [])
        assert len(rows) == row["n"]
        if rows and row["name"] != "kre":
            above, below = (
                sum(float(line[each]) for line in rows) for each in ("numerator", "denominator")
            )
            mean = (
                sum(float(line["value"]) for line in rows) / len(rows)
                if row["mean_of"] == "games"
                else above / below
            )
            assert isclose(mean, row["mean"], abs_tol=1e-12)
            assert any(isclose(row["pooled"], counted) for counted in (above, above / below))
            compared += 1
    assert compared > 60
    assert not values
    played = [line for line in lines(out / "r.games.csv") if line["state"] == "measured"]
    assert len(played) == 12
    won = [
        line["ended"] == ("wolves" if line[f"role_{seat}"] == "Werewolf" else "village")
        for line in played
        for seat in range(1, 8)
        if line[f"player_{seat}"] == "bot:hard"
    ]
    assert sum(won) == 5 * sum(
        line["ended"] == "village" and line["board"] == "sla7" for line in played
    )


@pytest.mark.slow
def test_equal_games_give_equal_bytes_in_any_number_of_processes(
    wolftui: Program, games: Path, out: Path
) -> None:
    written: list[list[bytes]] = []
    for number, jobs in enumerate(("1", "1", "3")):
        place = out / str(number)
        place.mkdir()
        assert (
            wolftui("report", str(games), "--out", str(place / "r.html"), "--jobs", jobs).code == 0
        )
        written.append([file.read_bytes() for file in sorted(place.iterdir())])
    assert written[0] == written[1] == written[2]


@pytest.mark.slow
def test_csv_and_markdown_have_the_same_numbers(wolftui: Program, games: Path, out: Path) -> None:
    exact = told(wolftui, str(games))["metrics"]
    assert wolftui("report", str(games), "--out", str(out / "r.csv")).code == 0
    assert names(out) == {"r.csv", "r.games.csv", "r.models.csv", "r.values.csv"}
    rows = [row for row in lines(out / "r.csv") if row["part"] == "all"]
    assert [(row["name"], row["team"], row["mean"], row["high"]) for row in rows] == [
        (
            row["name"],
            row["group"].get("team", ""),
            *(_digits(row[each]) for each in ("mean", "high")),
        )
        for row in exact
    ]
    assert {row["part"] for row in lines(out / "r.csv")} == {
        "all",
        "boards",
        "roles",
        "players",
        "read",
        "taken",
        "tables",
    }
    text = wolftui("report", str(games), "--to", "md").out
    (irp,) = (row for row in exact if row["name"] == "irp")
    assert f"(`irp`) | {irp['mean']:.3f} | \\[{irp['low']:.3f}, {irp['high']:.3f}\\] |" in text
    assert text.startswith("# 12 games of Werewolf\n\n")


def _digits(value: float | None) -> str:
    return "" if value is None else repr(int(value) if value == int(value) else value)


@pytest.mark.slow
def test_a_terminal_gets_lines_of_its_width_with_plots(
    wolftui: Program, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = wolftui("report", str(games))
    assert (ran.code, ran.err) == (0, "")
    assert "━━●━━" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 120
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    narrow = wolftui("report", str(games), "--ascii").out
    assert "\x1b[32m" in narrow
    narrow = re.sub("\x1b\\[[0-9;]*m", "", narrow)
    assert max(map(len, narrow.splitlines())) <= 80
    assert narrow.isascii()
    assert "==o==" in narrow
    assert re.search(r"^win_rate +village", narrow, re.MULTILINE)


@pytest.mark.slow
def test_a_report_without_plots_has_their_numbers(wolftui: Program, games: Path, out: Path) -> None:
    assert "●" not in wolftui("report", str(games), "--no-plots").out
    assert wolftui("report", str(games), "--no-plots", "--out", str(out / "r.html")).code == 0
    page = Page((out / "r.html").read_text(encoding="utf-8"))
    assert "svg" not in page.tags
    assert differences(page, told(wolftui, str(games))) == []


def not_installed(name: str) -> None:
    """Nothing is installed."""


@pytest.mark.slow
def test_what_is_not_installed_is_one_line_and_the_rest_works(
    wolftui: Program, games: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wolftui.cli.report.find_spec", not_installed)
    page = wolftui("report", str(games), "--out", str(out / "r.html"))
    assert (page.code, page.out, page.err) == (
        2,
        "",
        "wolftui: --out: plots need matplotlib, which is not installed. "
        f"{install_hint('report')} `--no-plots` leaves the "
        "plots out.\n",
    )
    assert names(out) == set()
    asked = wolftui("report", str(games), "--out", str(out / "r.html"), "--to", "html")
    assert asked.err.startswith("wolftui: --to: plots need matplotlib")
    shown = wolftui("report", str(games))
    assert shown.code == 0
    assert (
        shown.err
        == f"wolftui: Plots need plotext: {install_hint('report')} The tables have the numbers.\n"
    )
    assert "●" not in shown.out
    for form in ("r.md", "r.csv"):
        assert wolftui("report", str(games), "--out", str(out / form)).code == 0
    assert wolftui("report", str(games), "--out", str(out / "r.html"), "--no-plots").code == 0


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ((), "no game was named"),
        (
            ("{games}", "--to", "html"),
            "--out: an HTML page needs a file name. For example `--out report.html`.",
        ),
        (("{games}", "--to", "pdf"), "invalid choice: 'pdf'"),
        (
            ("{games}", "--out", "{out}/r.pdf"),
            "--out: the format of the file is not known. Name one with `--to`: html, md, csv, "
            "terminal.",
        ),
        (("{games}", "--out", "{out}/no/r.md"), "--out: there is no such folder"),
        (("{games}", "--out", "{out}", "--to", "md"), "--out: is not a file that can be replaced"),
        (
            ("{games}", "--out", "/dev/null", "--to", "md"),
            "--out: is not a file that can be replaced",
        ),
        (("{games}", "--out", ""), "--out: no file was named"),
        (("{games}", "--out", f"{{out}}/{'x' * 300}.md"), "File name too long"),
        (("{games}", "--by", "colour"), "games cannot be grouped by `colour`"),
        (("{games}", "--alpha", "2"), "2 is not a valid weight"),
    ],
)
def test_wrong_use_is_one_sentence_and_writes_nothing(
    wolftui: Program, games: Path, out: Path, argv: tuple[str, ...], words: str
) -> None:
    ran = wolftui(
        "report", *(word.replace("{games}", str(games)).replace("{out}", str(out)) for word in argv)
    )
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert words in ran.err
    assert names(out) == set()


@pytest.mark.slow
def test_what_is_not_measured_is_apart_and_said(wolftui: Program, games: Path, out: Path) -> None:
    assert (
        wolftui(
            "play", "--plain", "--seat", "1=human", "--seed", "5", "--board", "duel6", typed=[]
        ).code
        == 1
    )
    broken = games / "20000101-bad-aaaaaa"
    broken.mkdir()
    (broken / "game.jsonl").write_text("no game\n")
    ran = wolftui("report", str(games), "--out", str(out / "r.html"))
    assert ran.code == 1
    assert "is not a saved game of wolftui" in ran.err
    assert "is not over and is left out" in ran.err
    page = Page((out / "r.html").read_text(encoding="utf-8"))
    assert "12 games of Werewolf" in page.text
    assert "1 not over, 1 unreadable" in page.text
    states = {line["game"]: line for line in lines(out / "r.games.csv")}
    assert states[broken.name]["state"] == "unreadable"
    (open_game,) = (line for line in states.values() if line["state"] == "not over")
    assert (open_game["board"], open_game["seed"], open_game["role_1"], open_game["log"]) == (
        "duel6",
        "",
        "",
        "",
    )


def test_nothing_to_report_writes_nothing(wolftui: Program, out: Path, tmp_path: Path) -> None:
    assert wolftui("play", "--plain", "--seat", "1=human", "--seed", "5", typed=[]).code == 1
    ran = wolftui("report", "latest", "--out", str(out / "r.html"))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.endswith(
        "is not over and is left out.\nwolftui: None of these games can be measured.\n"
    )
    ran = wolftui("report", str(tmp_path / "nowhere"), "--out", str(out / "r.html"))
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert names(out) == set()


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("place", [True, False])
def test_ctrl_c_leaves_the_report_that_was_there(
    wolftui: Program, games: Path, out: Path, monkeypatch: pytest.MonkeyPatch, place: bool
) -> None:
    add = ReportCollector.add

    def add_and_press(gathering: ReportCollector, gathered: CollectedGame) -> None:
        add(gathering, gathered)
        if gathering.whole.games == 5:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(ReportCollector, "add", add_and_press)
    (out / "r.html").write_text("old")
    ran = wolftui("report", str(games), *(("--out", str(out / "r.html")) if place else ()))
    assert (ran.code, ran.out) == (130, "")
    assert (
        ran.err
        == "\nwolftui: Stopped after 5 of 12 games; there is no report of a part of the games.\n"
    )
    assert names(out) == {"r.html"}
    assert (out / "r.html").read_text() == "old"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_a_disk_that_is_full_is_one_sentence_and_leaves_the_report_that_was_there(
    wolftui: Program, games: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(number: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("os.fsync", full)
    (out / "r.html").write_text("old")
    ran = wolftui("report", str(games), "--out", str(out / "r.html"))
    assert (ran.code, ran.out) == (2, "")
    assert (
        ran.err
        == f"wolftui: {out / 'r.html'}: --out: cannot be written (No space left on device).\n"
    )
    assert names(out) == {"r.html"}
    assert (out / "r.html").read_text() == "old"


@pytest.mark.slow
def test_progress_is_on_standard_error_and_only_for_a_terminal(
    wolftui: Program, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert wolftui("report", str(games), "--to", "csv").err == "\r12 of 12 games\n"


ARENA = """
boards = ["duel6", "sla7"]
deals = 3
keep = {keep}
players = {{ one = "bot:easy", two = "random" }}
"""


@pytest.mark.slow
def test_an_arena_of_a_situation_has_no_game_to_report(wolftui: Program, tmp_path: Path) -> None:
    plan = tmp_path / "asked.toml"
    plan.write_text(
        'boards = ["sla7"]\ndeals = 1\n[players]\na = "bot:easy"\n'
        '[schedule]\nkind = "alone"\nsituation = "first night"\n'
    )
    assert wolftui("arena", str(plan), "--into", str(tmp_path / "asked")).code == 0
    report = wolftui("report", str(tmp_path / "asked"), "--out", str(tmp_path / "r.md"))
    assert (report.code, report.out) == (1, "")
    assert report.err.endswith("wolftui: None of these games can be measured.\n")
    assert not (tmp_path / "r.md").exists()


@pytest.mark.parametrize("command", ["report", "metrics"])
def test_the_folder_of_an_experiment_says_what_shows_it(
    wolftui: Program, tmp_path: Path, command: str
) -> None:
    write_atomically(tmp_path / EXPERIMENT_FILE, b"")
    (tmp_path / "alone").mkdir()
    write_atomically(tmp_path / "alone" / ARENA_FILE, b"")
    ran = wolftui(command, str(tmp_path))
    assert (ran.code, ran.err) == (
        2,
        f"wolftui: {tmp_path}: is the folder of an experiment. `wolftui experiment table "
        f"{tmp_path}` prints its table, or name one of its parts: alone.\n",
    )


@pytest.fixture(params=["true", "false"])
def arena(request: pytest.FixtureRequest, wolftui: Program, tmp_path: Path) -> Path:
    """An arena of two players on two boards, whose games are kept or not."""
    (tmp_path / "arena.toml").write_text(ARENA.format(keep=request.param), encoding="utf-8")
    assert (
        wolftui("arena", str(tmp_path / "arena.toml"), "--into", str(tmp_path / "arena")).code == 0
    )
    return tmp_path / "arena"


@pytest.mark.slow
def test_an_arena_has_its_schedule_its_wins_by_deal_and_its_ratings(
    wolftui: Program, arena: Path, out: Path
) -> None:
    ran = wolftui("report", str(arena), "--out", str(out / "r.html"))
    assert (ran.code, ran.err) == (0, "")
    page = Page((out / "r.html").read_text(encoding="utf-8"))
    assert "12 games of Werewolf" in page.text
    rows = read_rows(arena / "games.sqlite")
    wins = {
        (cell, row.board, row.player, row.side): row
        for cell in ("one/two", "two/one")
        for row in wins_of(as_finished_game(row) for row in rows if row.cell == cell)
        if row.board and row.side and not row.role
    }
    shown = [row for row in page.rows if row.name == "wins"]
    assert len(shown) == len([key for key in wins if key[3] == "village"]) == 4
    for row in shown:
        found = wins[row.group["cell"], row.group["board"], row.group["player"], "village"]
        numbers = dict(zip(page.heads[row.table], row.exact, strict=True))
        assert (numbers["won"], numbers["of"], numbers["share"]) == (
            (found.won,),
            (found.games,),
            (found.share,),
        )
        assert numbers["95 %"] == (found.low, found.high)
    strengths = bradley_terry(ArenaResults(ArenaPlan(), rows).finished)
    rated = {row.group["player"]: row.exact[1] for row in page.rows if row.name == "strength"}
    assert rated == {each.name: (each.share,) for each in strengths.players}
    assert {row.words[0]: row.words[1] for row in page.rows if row.table == "names"} == {
        "one": "bot:easy",
        "two": "random",
    }
    cells = [
        (row.words[0], row.words[1], row.exact[2]) for row in page.rows if row.table == "cells"
    ]
    assert sorted(cells) == [
        (cell, board, (3.0,)) for cell in ("one/two", "two/one") for board in ("duel6", "sla7")
    ]


def test_the_rows_of_an_arena_have_its_names_and_deals(
    wolftui: Program, arena: Path, out: Path
) -> None:
    assert wolftui("report", str(arena), "--to", "md", "--out", str(out / "r.md")).code == 0
    rows = {row.game: row for row in read_rows(arena / "games.sqlite")}
    written = lines(out / "r.games.csv")
    assert len(written) == 12
    for line in written:
        same = [
            row
            for row in rows.values()
            if (row.board, str(row.deal), row.cell) == (line["board"], line["deal"], line["cell"])
        ]
        (row,) = same
        assert [line[f"player_{seat}"] for seat in range(1, len(row.players) + 1)] == list(
            row.players
        )
        assert [line[f"role_{seat}"] for seat in range(1, len(row.roles) + 1)] == list(row.roles)
        assert (line["log"], int(line["days"])) == (row.digest, row.days)


@pytest.mark.slow(only=("true",))
def test_an_arena_is_measured_as_its_games_are(wolftui: Program, arena: Path, out: Path) -> None:
    ran = wolftui("metrics", str(arena), "--json")
    if any(row.folder for row in read_rows(arena / "games.sqlite")):
        assert wolftui("report", str(arena), "--out", str(out / "r.html")).code == 0
        page = Page((out / "r.html").read_text(encoding="utf-8"))
        assert differences(page, told(wolftui, str(arena))) == []
        assert json.loads(ran.out)["games"] == 12
    else:
        assert (ran.code, ran.out) == (2, "")
        assert "has none of its games saved. `wolftui report` reads its table.\n" in ran.err


def test_a_table_of_an_arena_that_is_damaged_is_one_sentence(
    wolftui: Program, arena: Path, out: Path
) -> None:
    (arena / "games.sqlite").write_bytes(b"SQLite format 3\x00" + bytes(range(256)) * 40)
    ran = wolftui("report", str(arena), "--out", str(out / "r.html"))
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert "games.sqlite: " in ran.err
    assert names(out) == set()
