"""`wolftui compare` on the command line, and what a report of an arena compares."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.wolftui.cli.conftest import Program

ARENA = """
deals = 3
boards = ["duel6", "sla7"]
keep = false
[schedule]
kind = "{kind}"
[players]
{players}
"""
TWO = 'a = "random"\nb = "random"\nc = "random"'


@pytest.fixture
def arena(request: pytest.FixtureRequest, wolftui: Program, tmp_path: Path) -> Path:
    """An arena of random players."""
    kind, players = getattr(request, "param", ("pairs", TWO))
    (tmp_path / "a.toml").write_text(ARENA.format(kind=kind, players=players), encoding="utf-8")
    assert wolftui("arena", str(tmp_path / "a.toml"), "--into", str(tmp_path / "a")).code == 0
    return tmp_path / "a"


def test_two_players_are_compared_by_board_and_by_side(wolftui: Program, arena: Path) -> None:
    ran = wolftui("compare", "a", "b", str(arena))
    assert (ran.code, ran.err) == (0, "")
    for row in (
        "all, against each other",
        "on duel6, against each other",
        "on sla7, against each other",
        "as village, with the same other players",
        "as wolves, with the same other players",
    ):
        assert row in ran.out
    assert "Holm's method for the 4 boards and sides" in " ".join(ran.out.split())
    assert "between boards" in " ".join(ran.out.split())
    found = json.loads(wolftui("compare", "a", "b", str(arena), "--json").out)
    assert (found["gain"]["deals"], set(found["boards"])) == (6, {"duel6", "sla7"})
    report = " ".join(wolftui("report", str(arena), "--no-plots").out.split())
    assert "Who gains on equal terms" in report
    assert "a b on duel6, against each other 3 3" in report
    # All gains of a report are percentage points, as those of `compare` are.
    gain = f"{100 * found['gain']['gain']:+.1f}"
    assert f"a b all, against each other {found['gain']['pairs']} 6 {gain} [" in report
    assert f"a b {2 * found['gain']['pairs']} {gain} [" in report.split("Each against each")[1]
    assert "The games of one deal count as one observation" in report
    assert "of one deal are one observation" not in report


def test_shares_against_different_opponents_are_not_put_beside_each_other(
    wolftui: Program, arena: Path, tmp_path: Path
) -> None:
    file = tmp_path / "report.md"
    assert wolftui("report", str(arena), "--out", str(file)).code == 0
    text = file.read_text(encoding="utf-8")
    assert "by player and side" not in text
    table = text.split("### Games won in each cell")[1].split("##")[0]
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| ")][2:]
    # One row for each board and ordered pair: that of the village, who met these wolves alone.
    assert len(rows) == 12
    assert {(row[0].strip("| ").split("/")[0], row[3]) for row in rows} == {
        (row[2], "village") for row in rows
    }


@pytest.mark.parametrize("arena", [("mixed", TWO)], indirect=True)
def test_where_seats_are_mixed_the_shares_are_of_the_same_opponents(
    wolftui: Program, arena: Path
) -> None:
    report = " ".join(wolftui("report", str(arena), "--no-plots").out.split())
    assert "Games won, by player and side" in report
    assert "Games won in each cell" not in report


def test_an_unknown_player_or_arena_is_refused_with_a_hint(
    wolftui: Program, arena: Path, tmp_path: Path
) -> None:
    ran = wolftui("compare", "a", "bb", str(arena))
    assert (ran.code, ran.out) == (2, "")
    assert "there is no player `bb`" in ran.err
    ran = wolftui("compare", "a", "b", str(tmp_path))
    assert ran.code == 2
    assert "is not the folder of an arena" in ran.err
    ran = wolftui("compare", "a", "b")
    assert ran.code == 2
    assert "there is no arena in the data folder" in ran.err


@pytest.mark.parametrize("arena", [("alone", 'a = "random"')], indirect=True)
def test_a_player_alone_has_no_strength_and_roles_do_not_repeat_their_side(
    wolftui: Program, arena: Path
) -> None:
    report = " ".join(wolftui("report", str(arena), "--no-plots").out.split())
    assert "No player met another, so none has a strength" in report
    assert "Bradley-Terry" not in report
    assert "by player and role" not in report
    assert "on equal terms" not in report
