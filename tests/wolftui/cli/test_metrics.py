"""`metrics`: what games measure, in every form, with every game that cannot be measured said and
left out."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.wolftui.cli.running import Program
from wolfcore.metrics import METRICS, TABLES
from wolfcore.records import LOG_FILE
from wolftui.measures.measurement import Measurement, MeasureResult
from wolftui.settings.paths import games_folder

FIXTURES = os.environ.get("WOLFTUI_FIXTURES", "")


@pytest.fixture
def games(wolftui: Program) -> Path:
    """Three finished games of the Helmsman board, by random players."""
    assert (
        wolftui(
            "run", "--games", "3", "--seed", "3", "--board", "helmsman7", "--seat", "*=random"
        ).code
        == 0
    )
    return games_folder()


def told(out: str) -> dict[str, Any]:
    return json.loads(out)


def test_a_game_is_measured_as_a_table(wolftui: Program, games: Path) -> None:
    ran = wolftui("metrics", "latest")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "1 game"
    assert lines[2].split() == ["metric", "team", "value", "pooled"]
    assert "A single game has no intervals." in lines
    assert any(
        line.startswith("irp ") and "village ballots that named a wolf" in line for line in lines
    )
    assert sum(line.startswith("Without a value: witch, hunter,") for line in lines) == 1
    assert max(map(len, lines[3:60])) <= 132


def test_a_folder_is_all_games_in_it_and_a_game_named_twice_counts_once(
    wolftui: Program, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = sorted(path.name for path in games.iterdir())
    monkeypatch.chdir(games)
    assert told(wolftui("metrics", names[0], f"./{names[0]}", "--json").out)["games"] == 1
    found = told(
        wolftui("metrics", str(games), names[0], str(games / names[1] / LOG_FILE), "--json").out
    )
    assert found["games"] == 3


def test_json_has_every_metric_with_what_is_behind_it(wolftui: Program, games: Path) -> None:
    found = told(wolftui("metrics", "latest", "--json").out)
    assert {row["name"] for row in found["metrics"]} == {metric.name for metric in METRICS}
    (irp,) = (row for row in found["metrics"] if row["name"] == "irp")
    assert irp["n"] == 1
    assert (irp["interval"], irp["mean_of"], irp["mean"]) == ("one game", "games", irp["pooled"])
    assert sum(part["numerator"] for part in irp["parts"]) == irp["numerator"]
    assert all(part["entries"] and part["seat"] and part["day"] for part in irp["parts"])
    (witch,) = (row for row in found["metrics"] if row["name"] == "witch")
    assert (witch["n"], witch["mean"], witch["low"], witch["pooled"]) == (0, None, None, None)
    assert {cell["name"] for cell in found["tables"]} <= {table.name for table in TABLES}


def test_apart_by_dimensions(wolftui: Program, games: Path) -> None:
    found = told(wolftui("metrics", str(games), "--by", "player, role", "--json").out)
    groups = [row["group"] for row in found["metrics"] if row["name"] == "irp"]
    assert groups == [{"player": "random", "role": role} for role in ("Guard", "Seer", "Villager")]
    by_game = told(wolftui("metrics", str(games), "--by", "game", "--json").out)
    assert {row["group"]["game"] for row in by_game["metrics"] if row["name"] == "days"} == {
        path.name for path in games.iterdir()
    }


def test_csv_and_markdown_hold_the_same_numbers(wolftui: Program, games: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(wolftui("metrics", str(games), "--csv").out)))
    exact = {row["name"]: row for row in rows if row["name"] in ("irp", "vss")}
    shown = wolftui("metrics", str(games), "--md").out
    for name, row in exact.items():
        assert f"| {name} |  | {float(row['mean']):.3f} |" in shown
        assert f"| {float(row['pooled']):.3f} ({row['numerator']}/{row['denominator']}) |" in shown
        assert (
            abs(float(row["pooled"]) - float(row["numerator"]) / float(row["denominator"])) < 1e-12
        )
        assert row["n"] == "3"
    assert {row["name"] for row in rows} >= {metric.name for metric in METRICS}


def test_the_list_explains_every_metric_in_every_form(wolftui: Program) -> None:
    every = [each.name for each in (*METRICS, *TABLES)]
    listed = json.loads(wolftui("metrics", "--list", "--json").out)
    assert [each["name"] for each in listed] == every
    text = wolftui("metrics", "--list").out
    assert (
        "irp\n  village ballots that named a wolf\n  0 to 1; higher is better; DSGBench; " in text
    )
    keys = (
        "name",
        "meaning",
        "formula",
        "unit",
        "range",
        "direction",
        "null",
        "aggregation",
        "source",
    )
    assert all(each[key] for each in listed for key in keys)
    assert wolftui("metrics", "--list", "--csv").out.startswith(",".join(keys) + "\nwin_rate,")
    assert wolftui("metrics", "--list", "--md").out.startswith(
        "| " + " | ".join(keys) + " |\n| --- |"
    )


def test_one_metric_is_explained_in_full(wolftui: Program) -> None:
    ran = wolftui("metrics", "--list", "sheriff", "win_matrix")
    assert ran.code == 0
    sheriff, matrix = ran.out.split("\nwin_matrix\n")
    told = [
        line.strip().partition(": ")[0]
        for line in sheriff.splitlines()
        if line.startswith("  ") and not line.startswith("   ")
    ]
    assert told == [
        "meaning",
        "formula",
        "unit",
        "range",
        "direction",
        "null",
        "aggregation",
        "source",
    ]
    assert "aggregation: mean of all days of all games" in sheriff
    assert "figure 3" in matrix
    assert [
        each["name"] for each in json.loads(wolftui("metrics", "--list", "vss", "--json").out)
    ] == ["vss"]
    wrong = wolftui("metrics", "--list", "sherif")
    assert (wrong.code, wrong.err) == (
        2,
        "wolftui: --list: there is no metric `sherif`. Did you mean `sheriff`?\n",
    )


def test_the_mean_of_games_and_what_is_pooled_have_their_names_in_every_form(
    wolftui: Program, games: Path
) -> None:
    text = wolftui("metrics", str(games)).out
    assert text.splitlines()[2].split() == [
        "metric",
        "team",
        "mean",
        "95",
        "%",
        "by",
        "n",
        "pooled",
    ]
    assert "mean: of the games, with equal weights (of days for sheriff" in text
    assert "pooled: over all games together" in " ".join(text.split())
    assert (
        "| metric | team | mean | 95 % | by | n | pooled | meaning |"
        in wolftui("metrics", str(games), "--md").out
    )
    head = wolftui("metrics", str(games), "--csv").out.splitlines()[0].split(",")
    assert {"mean", "mean_of", "pooled"} <= set(head)
    rows = told(wolftui("metrics", str(games), "--json").out)["metrics"]
    assert {row["mean_of"] for row in rows if row["name"].startswith("sheriff")} == {"days"}
    assert any(row["n"] and row["pooled"] != row["mean"] for row in rows if row["name"] == "irp")


def test_why_there_is_no_interval_stands_in_words(wolftui: Program, games: Path) -> None:
    text = " ".join(wolftui("metrics", str(games)).out.split())
    assert (
        "few games: none: values without bounds need at least 15 deals, and ratios of a wide range 7."
        in text
    )
    days = next(
        line for line in wolftui("metrics", str(games)).out.splitlines() if line.startswith("days")
    )
    assert "few games" in days
    assert "[" not in days


def test_the_curve_of_adaptation_is_in_files_alone(wolftui: Program) -> None:
    for seed in ("1", "2"):
        assert (
            wolftui("run", "--seed", seed, "--seat", "wolves=random", "--seat", "village=bot").code
            == 0
        )
    folder = str(games_folder())
    for form in ((), ("--md",)):
        shown = wolftui("metrics", folder, *form).out
        assert "adaptation: " not in shown
        assert "Only in --json and --csv: adaptation, first_kill_role, saves, ballots" in " ".join(
            shown.split()
        )
    assert "adaptation" in {
        cell["name"] for cell in told(wolftui("metrics", folder, "--json").out)["tables"]
    }
    lines = wolftui("metrics", folder).out.splitlines()
    matrix = next(place for place, line in enumerate(lines) if line.startswith("win_matrix: "))
    assert re.search(r"\[\d\.\d\d, \d\.\d\d\] \(2\)$", lines[matrix + 2]), (
        "the win matrix has its intervals"
    )


def test_zero_fill_and_alpha_change_what_they_say(wolftui: Program) -> None:
    assert wolftui("run", "--seed", "1", "--seat", "*=random", "--board", "plus9").code == 0

    def value(name: str, *more: str) -> tuple[int, float | None]:
        rows = told(wolftui("metrics", "latest", "--json", *more).out)["metrics"]
        return next((row["n"], row["mean"]) for row in rows if row["name"] == name)

    assert value("werewolves") != value("werewolves", "--alpha", "0.9")
    empty = [
        row["name"]
        for row in told(wolftui("metrics", "latest", "--json").out)["metrics"]
        if not row["n"]
    ]
    filled = [
        row["name"]
        for row in told(wolftui("metrics", "latest", "--json", "--zero-fill").out)["metrics"]
        if not row["n"]
    ]
    assert set(filled) <= set(empty)
    assert "guard" in filled, "no guard was dealt, which is not 0"


def test_what_is_no_game_is_said_in_a_line_each_and_the_others_are_measured(
    wolftui: Program, games: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    note = tmp_path / "note.txt"
    note.write_text("no game", encoding="utf-8")
    broken = next(iter(sorted(games.iterdir())))
    (broken / LOG_FILE).write_bytes(b"{}\n")
    ran = wolftui("metrics", str(games), str(tmp_path / "empty"), str(note), "nosuchgame")
    assert ran.code == 1
    assert ran.out.startswith("2 games\n")
    assert len(ran.err.splitlines()) == 4
    for words in (
        "contains no game",
        "note.txt: is not a game",
        "no saved game `nosuchgame`",
        "is not a saved game of wolftui",
    ):
        assert sum(words in line for line in ran.err.splitlines()) == 1


def test_a_folder_that_cannot_be_read_is_named(
    wolftui: Program, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path) -> list[Path]:
        raise PermissionError(13, "Permission denied", str(folder))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "iterdir", refuse)
        ran = wolftui("metrics", str(games))
    assert (ran.code, ran.err) == (2, f"wolftui: {games}: cannot be read (Permission denied).\n")


def test_games_that_are_not_over_are_left_out_and_said(wolftui: Program, games: Path) -> None:
    for folder in sorted(games.iterdir())[:2]:
        log = (folder / LOG_FILE).read_bytes().splitlines(keepends=True)
        (folder / LOG_FILE).write_bytes(b"".join(log[:40]))
    ran = wolftui("metrics", str(games), "--json")
    assert ran.code == 0
    assert told(ran.out)["games"] == 1
    assert [left["why"] for left in told(ran.out)["left_out"]] == ["is not over"] * 2
    assert "2 games, " in ran.err
    assert "are left out: each is not over." in ran.err


def test_a_game_that_is_not_over_tells_nothing(wolftui: Program) -> None:
    assert wolftui("play", "--plain", "--seat", "1=human", "--seed", "5", typed=[]).code == 1
    ran = wolftui("metrics", "latest")
    assert (ran.code, ran.out) == (1, "")
    assert "is not over and is left out" in ran.err


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ((), "no game was named"),
        (
            ("latest", "--by", "colour"),
            "games cannot be grouped by `colour`. It is one of: game, board, day,",
        ),
        (("latest", "--alpha", "2"), "2 is not a valid weight. It goes from 0 to 1."),
        (("latest", "--alpha", "nan"), "nan is not a valid weight"),
        (("latest", "--json", "--csv"), "not allowed with"),
    ],
)
def test_wrong_use_is_one_sentence(wolftui: Program, argv: tuple[str, ...], words: str) -> None:
    ran = wolftui("metrics", *argv)
    assert ran.code == 2
    assert words in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_ctrl_c_prints_what_was_measured_so_far_and_how_far_it_came(
    wolftui: Program, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Measurement.add

    def add_and_press(measurement: Measurement, found: MeasureResult) -> None:
        add(measurement, found)
        if measurement.games == 2:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Measurement, "add", add_and_press)
    ran = wolftui("metrics", str(games))
    assert ran.code == 130
    assert ran.out.startswith("2 games\n")
    assert "Stopped after 2 of 3 games." in ran.err


def test_progress_is_on_standard_error_and_only_for_a_terminal(
    wolftui: Program, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert wolftui("metrics", str(games)).err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert wolftui("metrics", str(games)).err == "\r3 of 3 games\n"


@pytest.mark.skipif(
    not FIXTURES, reason="WOLFTUI_FIXTURES is not set: games of others are not kept here"
)
def test_games_of_others_are_measured_where_they_lie(wolftui: Program) -> None:
    found = told(
        wolftui(
            "metrics", f"{FIXTURES}/human9", f"{FIXTURES}/dsgbench", "--by", "board", "--json"
        ).out
    )
    assert found["games"] == 5
    assert {
        row["group"]["board"]: row["n"] for row in found["metrics"] if row["name"] == "irp"
    } == {"dsgbench8": 1, "human9": 4}
